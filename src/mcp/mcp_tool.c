/* SPDX-License-Identifier: MIT
 * A call of a server's tool: what the server asks meanwhile becomes a question of the call, what it tells of its
 * progress a line of its output. The hints a server gives of its tools are not believed: each is of the class of the
 * network.
 */
#include "mcp/mcp_tool.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "mcp/mcp.h"
#include "mcp/mcp_form.h"

#define CALL_CHARS 200

struct mcp_call { /* in call.state */
	const struct mcp_tool *tool;
	struct mcp_request *request;
	struct mcp_form form; /* of the question that is open */
	struct buf notes;     /* what was answered where nobody could be asked */
};

static const struct mcp_tool *mcp_tool_of(const struct tool *row)
{
	return (const struct mcp_tool *)row;
}

/* ---- Questions --------------------------------------------------------------------------------- */

static void answer_alone(struct call *c, const json_t *params)
{
	struct mcp_call *m = c->state;
	const char *rule = setting_string(c->host->settings, "mcp.unattended");
	json_t *given = mcp_form_unattended(params, rule);
	auto_free char *words = text_line(json_str(params, "message", ""), CALL_CHARS);

	buf_addf(&m->notes,
	    "\n[the server asked: '%s'; nobody is there to answer, so the answer was '%s' "
	    "(mcp.unattended: %s)]",
	    words, json_str(given, "action", ""), rule);
	mcp_answer(m->request, given);
}

static void ask_or_answer(struct call *c)
{
	struct mcp_call *m = c->state;

	c->question = mcp_form_question(&m->form, c->id);
	if (c->question)
		return;
	json_t *answer = mcp_form_answer(&m->form);
	mcp_form_free(&m->form);
	mcp_answer(m->request, answer);
}

static void on_ask(void *ctx, const json_t *params)
{
	struct call *c = ctx;
	struct mcp_call *m = c->state;

	if (!session_can_ask(c->host->session)) {
		answer_alone(c, params);
		return;
	}
	mcp_form_begin(&m->form, m->tool->server->spec->name, params);
	ask_or_answer(c);
}

static void mcp_tool_answer(struct call *c, const json_t *answer)
{
	struct mcp_call *m = c->state;

	mcp_form_take(&m->form, answer);
	ask_or_answer(c);
}

/* ---- The call ---------------------------------------------------------------------------------- */

static void mcp_call_free(struct call *c)
{
	auto_free struct mcp_call *m = c->state;

	if (!m)
		return;
	mcp_form_free(&m->form);
	buf_free(&m->notes);
	c->state = NULL;
}

static void mcp_tool_stop(struct call *c)
{
	struct mcp_call *m = c->state;

	if (m)
		mcp_request_stop(m->request);
	mcp_call_free(c);
}

/* In the words that config/progress.yaml makes a bar of. */
static void on_progress(void *ctx, double at, double total, const char *message)
{
	auto_free char *words = text_line(message ? message : "", CALL_CHARS);
	auto_free char *line =
	    total > 0 ? xasprintf("[%.0f/%.0f] %s\n", at, total, words) : xasprintf("%s\n", words);

	call_output(ctx, line, strlen(line));
}

/* Pictures are kept for models that see; the text says of each what it is. */
static void show_pictures(struct call *c, const json_t *result)
{
	json_each_at (i, part, json_list(result, "content")) {
		const char *data = json_str(part, "data", "");
		auto_free char *name = xasprintf("%s-%zu", c->tool->name, i + 1);
		auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED), line = BUF_INIT;

		if (text_is(json_str(part, "type", NULL), "image") &&
		    base64_decode(&bytes, data, strlen(data)))
			result_image(c, name, buf_str(&bytes), bytes.len, &line, NULL);
	}
}

static void on_result(void *ctx, const json_t *result, const struct error *e)
{
	struct call *c = ctx;
	struct mcp_call *m = c->state;
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!result) {
		mcp_call_free(c);
		call_fail(c, "%s", e->message);
		return;
	}
	json_auto_t *definition = mcp_tool_definition(m->tool);
	mcp_result_text(result, json_object_get(definition, "outputSchema"), &text);
	buf_adds(&text, buf_str(&m->notes));
	mcp_call_free(c);
	show_pictures(c, result);
	result_text(c, buf_str(&text), text.len);
	c->result.ok = !json_flag(result, "isError", false);
	c->result.summary = text_clean_line(buf_str(&text), text.len, EVENT_SUMMARY_MAX);
	call_finish(c);
}

static void mcp_tool_start(struct call *c)
{
	static const struct mcp_sink sink = {on_result, on_progress, on_ask};
	struct mcp_call *m = xcalloc(1, sizeof *m);

	m->tool = mcp_tool_of(c->tool);
	c->state = m;
	m->request = mcp_tool_call(m->tool, json_incref(c->args), &sink, c);
	mcp_list(m->tool->server); /* where what is known of it is of an earlier session */
}

static json_t *mcp_definition(const struct tool *row)
{
	return mcp_tool_definition(mcp_tool_of(row));
}

const struct tool mcp_tool_row = {
    .class = TOOL_NETWORK,
    .definition = mcp_definition,
    .start = mcp_tool_start,
    .answer = mcp_tool_answer,
    .stop = mcp_tool_stop,
};
