/* SPDX-License-Identifier: MIT
 * A call of a server's tool: what the server asks meanwhile becomes a question of the call, each
 * report of progress a line of its output. The hints a server gives of its tools are not believed:
 * each tool is of class TOOL_NETWORK.
 */
#include "mcp/mcp_tool.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/json/schema.h"
#include "mcp/mcp.h"
#include "mcp/mcp_form.h"

#define CALL_CHARS 200

struct mcp_call { /* call.state of such a call */
	const struct mcp_tool *tool;
	struct mcp_request *request;
	struct mcp_form form; /* of the open question */
	struct buf notes;     /* what was answered where nobody could be asked */
};

/* ---- Questions --------------------------------------------------------------------------------- */

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

	if (!session_can_ask(c->host->session)) { /* nobody is there to answer */
		const char *rule = setting_string(c->host->settings, "mcp.unattended");
		json_t *given = mcp_form_unattended(params, rule);
		auto_free char *words = text_line(json_str(params, "message", ""), CALL_CHARS);

		buf_addf(&m->notes,
		    "\n[the server asked: '%s'; nobody is there to answer, so the answer was '%s' "
		    "(mcp.unattended: %s)]",
		    words, json_str(given, "action", ""), rule);
		mcp_answer(m->request, given);
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

/* Reports progress in the form that config/progress.yaml turns into a bar. */
static void on_progress(void *ctx, double at, double total, const char *message)
{
	auto_free char *words = text_line(message ? message : "", CALL_CHARS);
	auto_free char *line =
	    total > 0 ? xasprintf("[%.0f/%.0f] %s\n", at, total, words) : xasprintf("%s\n", words);

	call_output(ctx, line, strlen(line));
}

/* Keeps the pictures of a result, for models that see. */
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

	m->tool = (const struct mcp_tool *)c->tool;
	c->state = m;
	m->request = mcp_tool_call(m->tool, json_incref(c->args), &sink, c);
	mcp_list(m->tool->server); /* if its list is of an earlier session */
}

static json_t *mcp_definition(const struct tool *row)
{
	return mcp_tool_definition((const struct mcp_tool *)row);
}

const struct tool mcp_tool_row = {
    .class = TOOL_NETWORK,
    .definition = mcp_definition,
    .start = mcp_tool_start,
    .answer = mcp_tool_answer,
    .stop = mcp_tool_stop,
};

/* ---- Words of a result ------------------------------------------------------------------------- */

static void add_media(const json_t *part, const char *type, const char *data, struct buf *out)
{
	buf_addf(out, "[%s %s, %zu KiB]", type, json_str(part, "mimeType", ""),
	    (strlen(data) * 3 / 4 + 1023) / 1024);
}

/* Appends a part of a result: text as it is, else a line that says what it is and where it can be read. */
static void add_part(const json_t *part, struct buf *out)
{
	const char *type = json_str(part, "type", "text");
	const json_t *resource = json_map(part, "resource");

	resource = resource ? resource : part;
	const char *blob = json_str(resource, "blob", NULL),
		   *about = json_str(part, "description", NULL);
	buf_adds(out, out->len ? "\n" : "");
	if (json_str(resource, "text", NULL))
		buf_adds(out, json_str(resource, "text", ""));
	else if (blob)
		add_media(resource, json_str(resource, "uri", "resource"), blob, out);
	else if (text_is(type, "image") || text_is(type, "audio"))
		add_media(part, type, json_str(part, "data", ""), out);
	else if (text_is(type, "resource_link"))
		buf_addf(out, "[resource %s: %s%s%s]", json_str(part, "uri", ""),
		    json_str(part, "title", json_str(part, "name", "")), about ? ", " : "",
		    about ? about : "");
	else
		buf_addf(out, "[unsupported content: %s]", type);
}

void mcp_result_text(const json_t *result, const json_t *schema, struct buf *out)
{
	const json_t *structured = json_object_get(result, "structuredContent");
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;

	json_each (part, json_list(result, "content"))
		add_part(part, out);
	json_each (part, json_list(result, "contents"))
		add_part(part, out);
	json_each (message, json_list(result, "messages"))
		add_part(json_object_get(message, "content"), out);
	if (structured && !out->len)
		json_write(out, structured);
	if (structured && schema && !schema_check(schema, structured, &v)) {
		buf_adds(
		    out, "\n[the structured content is not what the tool's outputSchema says: ");
		violations_write(&v, "the content", out);
		buf_adds(out, "]");
	}
}
