/* SPDX-License-Identifier: MIT
 * The offline backend as the loop sees it: a context in, a reply out, in the next turn of the loop.
 * It plans with write_todos where that tool is given, asks for tools by calls, and answers from
 * their results. No network, no model.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "llm/offline/offline.h"
#include "llm/offline/ready_reply.h"
#include "session/event/event_data.h"

#define ERROR_CHARS 200

struct offline_backend {
	struct backend base;
	struct loop *loop;
	json_t *config; /* (owned) parsed at the first request */
};

/* Returns where the running request begins: at the last message by the user that is neither
 * steering nor a note. */
static size_t request_index(const json_t *items)
{
	for (size_t i = json_array_size(items); i-- > 0;) {
		const json_t *item = json_array_get(items, i);

		if (strcmp(json_str(item, "role", ""), "user") == 0 &&
		    !json_str(item, "kind", NULL))
			return i;
	}
	return 0;
}

static json_t *past_of(const json_t *items, size_t from)
{
	json_t *past = json_array();

	for (size_t i = from; i < json_array_size(items); i++) {
		json_t *item = json_array_get(items, i), *data;
		const json_t *call = NULL;

		if (strcmp(json_str(item, "type", ""), "tool_result") != 0)
			continue;
		for (size_t k = from; !call && k < i; k++)
			call = json_row(json_list(json_array_get(items, k), "parts"), "call",
			    json_str(item, "call", ""));
		if (!call || strcmp(json_str(call, "tool", ""), "write_todos") == 0)
			continue;
		data = json_object_get(item, "data");
		json_array_append_new(
		    past, json_pack("{s:s, s:b, s:s, s:O?}", "tool", json_str(call, "tool", ""),
			      "ok", json_flag(item, "ok", false), "text",
			      json_str(item, "text", ""), "data", data));
	}
	return past;
}

/* Returns the text that was piped in behind the words of the request (the lines of its block in
 * prompts/turn/stdin.md). Caller frees; NULL: nothing was. */
static char *piped_text(const json_t *item)
{
	const struct event_text_part said =
	    event_read_text_part(json_array_get(json_list(item, "parts"), 1));
	const char *open = strchr(said.text, '\n'), *close;

	if (!said.piped || !open++)
		return NULL;
	close = strrchr(open, '\n');
	return xstrndup(open, close ? (size_t)(close - open) : strlen(open));
}

static json_t *plan_of(const struct offline *o)
{
	json_t *todos = json_array();
	bool current = true;

	for (size_t i = 0; i < o->task_count; i++) {
		const char *error = o->tasks[i].error;
		const char *status = !o->tasks[i].done ? (current ? "in_progress" : "pending")
				     : error	       ? "failed"
						       : "completed";
		auto_free char *content = text_line(o->tasks[i].plan, 140);

		current = current && o->tasks[i].done;
		json_array_append_new(
		    todos, json_pack("{s:o, s:s, s:s, s:s*}", "id", json_sprintf("step_%zu", i + 1),
			       "content", content, "status", status, "error",
			       o->tasks[i].done ? error : NULL));
	}
	return json_pack("{s:o}", "todos", todos);
}

/* Whether this plan is what was sent to write_todos last since the request began. */
static bool plan_sent(const json_t *items, size_t from, const json_t *plan)
{
	auto_free char *text = json_line(plan);
	const char *last = "";

	for (size_t i = from; i < json_array_size(items); i++)
		json_each (part, json_list(json_array_get(items, i), "parts"))
			if (strcmp(event_read_call_part(part).tool, "write_todos") == 0)
				last = event_read_call_part(part).arguments;
	return strcmp(last, text) == 0;
}

static void add_call(struct reply *r, size_t round, const char *tool, const json_t *arguments)
{
	auto_free char *text = json_line(arguments);
	struct reply_call *call = reply_call_new(r, (int64_t)r->call_count, NULL);

	call->id = xasprintf("offline_%zu_%zu", round, r->call_count - 1);
	call->name = xstrdup(tool);
	buf_adds(&call->arguments, text);
}

/* Appends which parts of the request no rule understood. */
static void add_left(const struct offline *o, struct buf *out)
{
	auto_buf parts = BUF_INIT;

	if (json_array_size(o->left) == 0)
		return;
	json_each (part, o->left)
		buf_addf(&parts, "- %s\n", json_string_value(part));
	auto_free char *text =
	    prompt_text("offline/left", (struct prompt_var[]){{"parts", buf_str(&parts)}}, 1);
	buf_addf(out, "%s%s\n", out->len ? "\n" : "", text);
}

/* Runs one round: what the results so far allow, then the calls that are still wanted, or the
 * answer. */
static void run_round(
    struct offline *o, const struct context *context, size_t from, struct reply *r)
{
	size_t round = json_array_size(context->items);

	/* Each task begins when the one before it is done. */
	for (size_t i = 0; i < o->task_count; i++) {
		if (o->answer.len)
			buf_addc(&o->answer, '\n'); /* a paragraph of its own */
		o->running = &o->tasks[i];
		o->tasks[i].rule->run(o, &o->tasks[i]);
		if (o->tasks[i].waits)
			break;
		o->tasks[i].done = true;
	}
	if (json_array_size(context->tools) == 0) {
		/* Where no tools are given the answer says what was done, and what was not. */
		const char *head = "\nNot done:\n";

		buf_adds(&r->text, buf_str(&o->answer));
		for (size_t i = 0; i < o->task_count; i++) {
			if (o->tasks[i].done)
				continue;
			buf_addf(&r->text, "%s- %s\n", head, o->tasks[i].plan);
			head = "";
		}
		add_left(o, &r->text);
		return;
	}
	json_auto_t *plan = plan_of(o);
	if (o->task_count >= (size_t)offline_limit(o, "planned_tasks") &&
	    json_row(context->tools, "name", "write_todos") &&
	    !plan_sent(context->items, from, plan))
		add_call(r, round, "write_todos", plan);
	json_each (call, o->calls)
		add_call(r, round, json_str(call, "tool", ""), json_object_get(call, "arguments"));
	buf_adds(&r->text, buf_str(r->call_count ? &o->sentence : &o->answer));
	if (r->call_count == 0)
		add_left(o, &r->text);
}

static void write_reply(
    struct offline_backend *b, const struct context *context, struct completion *c)
{
	const size_t from = request_index(context->items), count = json_array_size(context->items);
	const json_t *item = json_array_get(context->items, from),
		     *last = json_array_get(context->items, count - 1);
	freed_by(offline_free) struct offline o = {.config = b->config, .calls = json_array()};
	const char *request =
	    event_read_text_part(json_array_get(json_list(item, "parts"), 0)).text;

	o.stdin_text = piped_text(item);
	o.past = past_of(context->items, from + 1);
	if (text_is(json_str(last, "kind", ""), "stage")) { /* of the roadmap planner */
		json_each (
		    call, json_list(json_map(b->config, "stages"), json_str(last, "stage", "")))
			add_call(&c->reply, count, json_str(call, "tool", ""),
			    json_object_get(call, "arguments"));
	} else if (offline_parse(&o, request)) {
		run_round(&o, context, from + 1, &c->reply);
	} else {
		auto_free char *shown = text_line(request, 80);
		auto_free char *words =
		    prompt_text("offline/cannot", (struct prompt_var[]){{"request", shown}}, 1);

		buf_adds(&c->reply.text, words);
		c->failure = FAILURE_UNSUPPORTED;
		error_set(&c->error, ERR_UNSUPPORTED,
		    "the offline backend has no rule for this; connect a model");
	}
}

static struct completion *offline_start(
    struct backend *base, const struct context *context, const struct reply_sink *sink)
{
	struct offline_backend *b = (struct offline_backend *)base;
	struct completion *c = ready_reply_new(sink);

	if (!b->config)
		b->config = config_table("offline.yaml", NULL);
	write_reply(b, context, c);
	ready_reply_tell(c, b->loop);
	return c;
}

static void backend_release(struct backend *base)
{
	json_decref(((struct offline_backend *)base)->config);
	free(base);
}

struct backend *backend_offline_new(struct loop *l)
{
	struct offline_backend *b = xcalloc(1, sizeof *b);

	b->loop = l;
	b->base = (struct backend){.name = "offline",
	    .wire = "",
	    .protocol = "",
	    .start = offline_start,
	    .stop = ready_reply_stop,
	    .partial = ready_reply_partial,
	    .free = backend_release,
	    .model = xstrdup("rules, no model")};
	return &b->base;
}

const json_t *offline_result(struct offline *o, const char *tool, json_t *arguments)
{
	const json_t *result = json_array_get(o->past, o->at);

	if (result) {
		o->at++;
		json_decref(arguments);
		return result;
	}
	o->running->waits = true;
	json_array_append_new(
	    o->calls, json_pack("{s:s, s:o}", "tool", tool, "arguments", arguments));
	return NULL;
}

const json_t *offline_call(struct offline *o, const char *tool, json_t *arguments)
{
	const json_t *result = offline_result(o, tool, arguments);

	return result && !offline_failed(o, result) ? result : NULL;
}

void offline_reflect(struct offline *o, const char *fmt, ...)
{
	va_list ap;

	buf_clear(&o->sentence);
	va_start(ap, fmt);
	buf_vaddf(&o->sentence, fmt, ap);
	va_end(ap);
}

void offline_fail(struct offline *o, char *why)
{
	if (o->running && !o->running->error)
		o->running->error = why;
	else
		free(why);
}

bool offline_failed(struct offline *o, const json_t *result)
{
	if (json_flag(result, "ok", false))
		return false;
	/* of a text of one line only the first sentence says why; the rest is advice to a model */
	const char *text = json_str(result, "text", "");
	auto_free char *why =
	    strchr(text, '\n') ? xstrdup(text) : text_sentence(text, strlen(text));

	buf_addf(&o->answer, "`%s` did not work: %s\n", json_str(result, "tool", ""), why);
	offline_fail(o, text_line(why, ERROR_CHARS));
	offline_reflect(o, "That did not work, so the answer says why.");
	return true;
}

void offline_fence(struct buf *out, const char *text)
{
	size_t len = strlen(text);

	buf_addf(out, "```\n%s%s```\n", text, len && text[len - 1] == '\n' ? "" : "\n");
}
