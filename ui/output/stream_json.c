/* SPDX-License-Identifier: MIT
 * Events as Claude Code's stream-json, one function for each kind of line. A reply waits for the event
 * behind its message, which should be its usage and goes with it; the sum of all usage is in the result.
 */
#include "ui/output/stream_json.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

struct stream_json {
	struct jsonl *out; /* (borrowed) */
	struct stream_json_options options;
	bool begun;
	json_t *reply; /* (owned) an assistant message that waits for its usage; NULL: none */
	int64_t input, output, cached, written, window; /* tokens; window 0: not known */
	double usd;					/* NAN: a model used has no price */
};

/* Writes line (stolen) with its type and the ids that every line has. */
static void put_line(struct stream_json *s, const char *type, json_t *line)
{
	json_auto_t *whole = json_pack("{s:s}", "type", type);
	char id[37];

	uuid_new(id);
	json_object_update(whole, line);
	json_put_str(whole, "session_id", session_id(s->options.session));
	json_put_str(whole, "uuid", id);
	jsonl_put(s->out, whole);
	json_decref(line);
}

static void put_init(struct stream_json *s)
{
	const struct stream_json_options *o = &s->options;

	if (s->begun)
		return;
	s->begun = true;
	put_line(s, "system",
	    json_pack("{s:s, s:s, s:o, s:[], s:s?, s:s, s:[], s:s, s:s, s:[], s:[], s:s}",
		"subtype", "init", "cwd", o->cwd, "tools", o->tools(o->ctx), "mcp_servers", "model",
		o->model, "permissionMode", o->approve, "slash_commands", "output_style", "default",
		"apiKeySource", "none", "skills", "plugins", "agent_version", AGENT_VERSION));
}

/* Writes the reply that waits for its usage, if there is one. */
static void put_assistant(struct stream_json *s, json_t *usage /* stolen; NULL: none came */)
{
	json_put(s->reply, "usage", usage);
	if (s->reply)
		put_line(s, "assistant",
		    json_pack("{s:o, s:n}", "message", s->reply, "parent_tool_use_id"));
	s->reply = NULL;
}

static json_t *usage_json(int64_t input, int64_t output, int64_t cached, int64_t written)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "input_tokens", (json_int_t)(input - cached),
	    "output_tokens", (json_int_t)output, "cache_read_input_tokens", (json_int_t)cached,
	    "cache_creation_input_tokens", (json_int_t)written);
}

static void note_usage(struct stream_json *s, const struct event *ev)
{
	const struct event_usage u = event_read_usage(ev->data);

	if (s->reply && text_is(u.role, "turn"))
		put_assistant(s, usage_json(u.input, u.output, u.cached, u.written));
	s->input += u.input;
	s->output += u.output;
	s->cached += u.cached;
	s->written += u.written;
	s->usd += u.cost_usd;
	if (u.context_tokens > 0)
		s->window = u.context_tokens;
}

static json_t *usage_of_models(const struct stream_json *s)
{
	return json_pack("{s:{s:I, s:I, s:I, s:I, s:f, s:I}}",
	    s->options.model ? s->options.model : "default", "inputTokens",
	    (json_int_t)(s->input - s->cached), "outputTokens", (json_int_t)s->output,
	    "cacheReadInputTokens", (json_int_t)s->cached, "cacheCreationInputTokens",
	    (json_int_t)s->written, "costUSD", isnan(s->usd) ? 0 : s->usd, "contextWindow",
	    (json_int_t)s->window);
}

static void put_result(struct stream_json *s, const struct event *ev)
{
	static const struct {
		const char *outcome, *subtype;
	} rows[] = {
	    {"answered", "success"},
	    {"unmet", "success"},
	    {"limit", "error_max_turns"},
	    {"timeout", "error_max_turns"},
	    {"budget", "error_max_budget_usd"},
	};
	const struct event_turn_end end = event_read_turn_end(ev->data);
	const struct event_totals totals = event_read_totals(end.totals);
	const char *subtype = "error_during_execution";
	const char *error = event_read_turn_error(end.error).message;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (text_is(end.outcome, rows[i].outcome))
			subtype = rows[i].subtype;
	const bool success = strcmp(subtype, "success") == 0;
	json_t *denials = json_array();
	json_each (call, end.denied) {
		const struct event_denied_call d = event_read_denied_call(call);
		json_array_append_new(denials, json_pack("{s:s, s:s, s:{}}", "tool_name", d.tool,
						   "tool_use_id", d.call, "tool_input"));
	}
	json_t *line = json_pack("{s:s, s:b, s:I, s:I, s:I, s:s, s:s?, s:f, s:o, s:o, s:o, s:o}",
	    "subtype", subtype, "is_error", !success, "duration_ms", (json_int_t)totals.duration_ms,
	    "duration_api_ms", (json_int_t)totals.duration_ms, "num_turns",
	    (json_int_t)totals.iterations, "result", end.answer ? end.answer : "", "stop_reason",
	    success ? "end_turn" : NULL, "total_cost_usd", isnan(s->usd) ? 0 : s->usd, "usage",
	    usage_json(s->input, s->output, s->cached, s->written), "modelUsage",
	    usage_of_models(s), "permission_denials", denials, "errors",
	    error ? json_pack("[s]", error) : json_array());

	json_put(line, "unverified", json_incref(end.unverified));
	put_line(s, "result", line);
}

static void stream_take(void *self, const struct event *ev)
{
	struct stream_json *s = self;

	if (ev->type == EVENT_USAGE) {
		note_usage(s, ev);
		return;
	}
	put_assistant(s, NULL);
	if (ev->type == EVENT_MESSAGE) {
		put_init(s);
		const struct event_message m = event_read_message(ev->data);
		if (text_is(m.role, "assistant")) {
			auto_free char *id = xasprintf("msg_%lld", (long long)ev->seq);
			s->reply = json_pack("{s:s, s:s, s:s, s:s?, s:o, s:s, s:n}", "id", id,
			    "type", "message", "role", "assistant", "model", s->options.model,
			    "content", message_blocks(ev->data), "stop_reason",
			    message_call_count(ev->data) ? "tool_use" : "end_turn",
			    "stop_sequence");
		}
	} else if (ev->type == EVENT_TOOL_RESULT) {
		/* The user's command or a check is in no conversation. */
		if (!event_read_tool_result(ev->data).by)
			put_line(s, "user",
			    json_pack("{s:{s:s, s:o}, s:n}", "message", "role", "user", "content",
				result_blocks(ev->data), "parent_tool_use_id"));
	} else if (ev->type == EVENT_DELTA) {
		const struct event_delta d = event_read_delta(ev->data);

		if (s->options.partial && text_is(d.kind, "text"))
			put_line(s, "stream_event",
			    json_pack("{s:{s:s, s:i, s:{s:s, s:s}}, s:n}", "event", "type",
				"content_block_delta", "index", 0, "delta", "type", "text_delta",
				"text", d.text, "parent_tool_use_id"));
	} else if (ev->type == EVENT_TURN_END) {
		put_init(s);
		put_result(s, ev);
	}
}

struct stream_json *stream_json_new(struct jsonl *out, const struct stream_json_options *options)
{
	struct stream_json *s = xcalloc(1, sizeof *s);

	s->out = out;
	s->options = *options;
	return s;
}

void stream_json_free(struct stream_json *s)
{
	if (s)
		json_decref(s->reply);
	free(s);
}

struct event_sink stream_json_sink(struct stream_json *s)
{
	return (struct event_sink){stream_take, s};
}
