/* SPDX-License-Identifier: MIT
 * Events of Responses become a reply. What ends it is one event: completed, incomplete, failed or an
 * error; servers that implement a part of the protocol leave out most of the others.
 */
#include "base/base.h"
#include "llm/http/server_error.h"
#include "llm/wire/responses.h"

static void take_usage(struct reply *r, const json_t *usage)
{
	const json_t *input = json_map(usage, "input_tokens_details");

	if (!json_object_size(usage))
		return;
	r->usage = (struct usage){
	    .input = usage_tokens(usage, "input_tokens", 0),
	    .output = usage_tokens(usage, "output_tokens", 0),
	    .cached = usage_tokens(input, "cached_tokens", 0),
	    .written = usage_tokens(input, "cache_write_tokens", 0),
	    .reasoning =
		usage_tokens(json_map(usage, "output_tokens_details"), "reasoning_tokens", 0),
	    .known = true,
	};
	usage_hold(&r->usage);
	reply_cost(&r->usage, usage);
}

static bool take_output(struct reply *r, const json_t *response, struct error *e)
{
	bool ok = true;

	json_each_at (i, item, json_list(response, "output")) {
		json_auto_t *event =
		    json_pack("{s:I, s:O}", "output_index", (json_int_t)i, "item", item);

		ok = ok && responses_item_done(r, event, e);
	}
	return ok;
}

/* The end of the reply. Items stand in it once more, for whom they were not sent one by one. */
static bool take_end(struct reply *r, const json_t *response, struct error *e)
{
	const char *status = json_str(response, "status", "completed");
	const char *reason = json_str(json_map(response, "incomplete_details"), "reason", NULL);
	bool failed = strcmp(status, "failed") == 0 || strcmp(status, "cancelled") == 0;

	reply_model(r, json_str(response, "model", ""));
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

static bool take_typed(struct reply *r, const char *type, const json_t *data, struct error *e)
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
	reply_model(r, json_str(json_map(data, "response"), "model", ""));
	return true;
}

/* Parts of a summary are paragraphs. */
static void part_a_summary(struct reply *r, const char *type, const json_t *data)
{
	static const char line[] = "{\"delta\":\"\\n\\n\"}";

	if (strcmp(type, "response.reasoning_summary_part.added") != 0 ||
	    json_int(data, "summary_index", 0) < 1)
		return;
	json_auto_t *gap = json_parse(line, sizeof line - 1, NULL);
	json_object_update_missing(gap, (json_t *)data);
	responses_more(r, gap, REPLY_OPAQUE, NULL);
}

bool responses_take_event(struct reply *r, const char *event, const json_t *data, struct error *e)
{
	const char *type = json_str(data, "type", event);

	part_a_summary(r, type, data);
	return take_typed(r, type, data, e);
}

bool responses_is_plain(const struct reply *r, const char *event, const json_t *data)
{
	return strcmp(json_str(data, "type", event), "response.output_text.delta") == 0 &&
	       json_is_string(json_object_get(data, "delta"));
}

bool responses_take_body(struct reply *r, const json_t *response, struct error *e)
{
	return json_list(response, "output") || json_str(response, "status", NULL)
		   ? take_end(r, response, e)
		   : wire_no_reply(r, response, e);
}
