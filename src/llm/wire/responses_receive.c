/*
 * Events of Responses become a reply. What ends it is one event: completed, incomplete, failed or an
 * error; servers that implement a part of the protocol leave out most of the others.
 */
#include <string.h>
#include "base/json/json.h"
#include "base/text/text.h"
#include "llm/http/server_error.h"
#include "llm/wire/responses.h"

static int64_t tokens(const json_t *usage, const char *key)
{
	int64_t n = json_int(usage, key, 0);

	return n > 0 ? n : 0;
}

static void take_usage(struct reply *r, const json_t *usage)
{
	const json_t *input = json_map(usage, "input_tokens_details");

	if (!json_object_size(usage))
		return;
	r->usage = (struct usage){
	    .input = tokens(usage, "input_tokens"),
	    .output = tokens(usage, "output_tokens"),
	    .cached = tokens(input, "cached_tokens"),
	    .written = tokens(input, "cache_write_tokens"),
	    .reasoning = tokens(json_map(usage, "output_tokens_details"), "reasoning_tokens"),
	    .known = true,
	};
	if (r->usage.cached > r->usage.input)
		r->usage.cached = r->usage.input;
	if (r->usage.written > r->usage.input - r->usage.cached)
		r->usage.written = r->usage.input - r->usage.cached;
	reply_cost(&r->usage, usage);
}

static void take_head(struct reply *r, const json_t *response)
{
	const char *model = json_str(response, "model", "");

	reply_model(r, model);
}

static bool take_output(struct reply *r, const json_t *response, struct error *e)
{
	const json_t *item;
	bool ok = true;
	size_t i;

	json_array_foreach (json_list(response, "output"), i, item) {
		json_t *event =
		    json_pack("{s:I, s:O}", "output_index", (json_int_t)i, "item", item);

		ok = ok && responses_item_done(r, event, e);
		json_decref(event);
	}
	return ok;
}

/* The end of the reply. Items stand in it once more, for whom they were not sent one by one. */
static bool take_end(struct reply *r, const json_t *response, struct error *e)
{
	const char *status = json_str(response, "status", "completed");
	const char *reason = json_str(json_map(response, "incomplete_details"), "reason", NULL);
	bool failed = strcmp(status, "failed") == 0 || strcmp(status, "cancelled") == 0;

	take_head(r, response);
	take_usage(r, json_map(response, "usage"));
	reply_tier(&r->usage, json_str(response, "service_tier", NULL));
	if (failed || json_object_size(json_map(response, "error")))
		return reply_refuse(r, response, e);
	if (!r->part_count && !take_output(r, response, e))
		return false;
	reply_finish(r, reason ? reason : strcmp(status, "incomplete") == 0 ? "length" : "stop");
	r->ended = r->finished = true;
	return true;
}

static bool take_event(struct reply *r, const char *type, const json_t *data, struct error *e)
{
	static const struct {
		const char *type;
		enum reply_part_kind kind;
	} deltas[] = {
	    {"response.output_text.delta", REPLY_TEXT},
	    {"response.refusal.delta", REPLY_TEXT},
	    {"response.function_call_arguments.delta", REPLY_CALL},
	    {"response.reasoning_summary_text.delta", REPLY_OPAQUE},
	    {"response.reasoning_text.delta", REPLY_OPAQUE},
	};
	static const char *const ends[] = {
	    "response.completed", "response.incomplete", "response.failed", "response.done"};

	for (size_t i = 0; i < sizeof deltas / sizeof *deltas; i++)
		if (strcmp(type, deltas[i].type) == 0)
			return responses_more(r, data, deltas[i].kind, e);
	if (strcmp(type, "response.output_item.added") == 0)
		return responses_item_added(r, data, e);
	if (strcmp(type, "response.output_item.done") == 0)
		return responses_item_done(r, data, e);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strcmp(type, ends[i]) == 0)
			return take_end(r, json_map(data, "response"), e);
	if (strcmp(type, "error") == 0 || server_error_in(data))
		return reply_refuse(r, data, e);
	take_head(r, json_map(data, "response"));
	return true;
}

/* Parts of a summary are paragraphs. */
static void part_a_summary(struct reply *r, const char *type, const json_t *data)
{
	static const char line[] = "{\"delta\":\"\\n\\n\"}";
	json_t *gap;

	if (strcmp(type, "response.reasoning_summary_part.added") != 0 ||
	    json_int(data, "summary_index", 0) < 1)
		return;
	gap = json_parse(line, sizeof line - 1, NULL);
	json_object_update_missing(gap, (json_t *)data);
	responses_more(r, gap, REPLY_OPAQUE, NULL);
	json_decref(gap);
}

static bool is_end_mark(const char *data, size_t len)
{
	return len >= 6 && memcmp(data, "[DONE]", 6) == 0;
}

static bool receive_json(
    struct reply *r, const struct sse_event *ev, const json_t *data, struct error *e)
{
	const char *type = json_str(data, "type", ev->event);
	bool ok;

	part_a_summary(r, type, data);
	ok = take_event(r, type, data, e);
	buf_clear(&r->last); /* what it was learnt from is another item */
	if (ok && strcmp(type, "response.output_text.delta") == 0 &&
	    json_is_string(json_object_get(data, "delta")))
		reply_fast_learn(r, ev->data, ev->len, "\"delta\"");
	return ok;
}

bool responses_receive(struct reply *r, const struct sse_event *ev, struct error *e)
{
	json_t *data;
	bool ok;

	if (r->ended || !ev->len || reply_fast(r, ev->data, ev->len) ||
	    is_end_mark(ev->data, ev->len))
		return true;
	data = json_parse_foreign(ev->data, ev->len, NULL);
	ok = json_is_object(data) ? receive_json(r, ev, data, e)
				  : reply_not_json(ev->data, ev->len, e);
	json_decref(data);
	return ok;
}

bool responses_receive_whole(struct reply *r, const char *body, size_t len, struct error *e)
{
	json_t *response = json_parse_foreign(body, len, NULL);
	bool ok;

	if (!json_is_object(response))
		ok = reply_not_json(body, len, e);
	else if (json_list(response, "output") || json_str(response, "status", NULL))
		ok = take_end(r, response, e);
	else if (server_error_in(response))
		ok = reply_refuse(r, response, e);
	else
		ok = error_set(e, ERR_PARSE, "the server's answer holds no reply");
	json_decref(response);
	return ok;
}
