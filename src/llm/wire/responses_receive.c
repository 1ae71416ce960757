/* SPDX-License-Identifier: MIT
 * Reads events of Responses into a reply. What ends it is one event: completed, incomplete, failed
 * or an error; servers that implement a part of the protocol leave out most of the others.
 *
 * The output is items: messages, calls, reasoning. An event names its item by output_index, else by
 * item_id, else it means the last one: one server changes the ids with every event, another sends
 * no index. What an item holds at its end counts, whatever came before.
 */
#include "base/base.h"
#include "llm/http/server_error.h"
#include "llm/wire/responses.h"

#define ITEMS 1000	 /* of one reply */
#define NO_INDEX 1000000 /* places of items without output_index begin here */

static bool is(const json_t *item, const char *type)
{
	return strcmp(json_str(item, "type", ""), type) == 0;
}

static bool is_call(const json_t *item)
{
	return is(item, "function_call") || is(item, "custom_tool_call");
}

static const char *id_of(const json_t *event)
{
	return json_str(event, "item_id", json_str(json_map(event, "item"), "id", NULL));
}

/* Returns the latest part of this kind that the event speaks of; NULL: there is none. */
static struct reply_part *part_find(struct reply *r, const json_t *event, enum reply_part_kind kind)
{
	int64_t index = json_int(event, "output_index", -1);
	const char *id = id_of(event);

	for (size_t i = r->part_count; i-- > 0;) {
		struct reply_part *p = &r->parts[i];

		if (p->kind != kind)
			continue;
		if (index >= 0 ? p->index == index : id ? p->id && strcmp(p->id, id) == 0 : true)
			return p;
	}
	return NULL;
}

static struct reply_part *part_new(struct reply *r, const json_t *event, enum reply_part_kind kind)
{
	int64_t index = json_int(event, "output_index", -1);

	reply_end_text(r);
	struct reply_part *p =
	    reply_part_new(r, kind, index >= 0 ? index : NO_INDEX + (int64_t)r->part_count);
	p->id = xstrdup(id_of(event));
	return p;
}

/* Begins the part (and the call) of the output item in an event. */
static bool item_added(struct reply *r, const json_t *event, struct error *e)
{
	const json_t *item = json_map(event, "item");
	const char *phase = json_str(item, "phase", NULL);

	if (r->part_count >= ITEMS)
		return error_set(e, ERR_LIMIT, "the reply has more than %d items", ITEMS);
	if (is_call(item)) {
		struct reply_call *call =
		    reply_call_new(r, part_new(r, event, REPLY_CALL)->index, e);
		if (!call)
			return false;
		reply_call_name(call, json_str(item, "call_id", ""), json_str(item, "name", ""));
	} else if (is(item, "message")) {
		if (phase) /* the phase of a text goes back with it, as a part before it */
			reply_part_new(r, REPLY_OPAQUE, -1)->data =
			    json_pack("{s:s}", "phase", phase);
		part_new(r, event, REPLY_TEXT);
	} else if (is(item, "reasoning")) {
		part_new(r, event, REPLY_OPAQUE);
	}
	return true;
}

/* Adds to the item an event speaks of: to its text, its thinking or the arguments of its call. */
static bool item_more(
    struct reply *r, const json_t *event, enum reply_part_kind kind, struct error *e)
{
	const json_t *delta = json_object_get(event, "delta");
	struct reply_part *p = part_find(r, event, kind);
	const char *text = json_string_value(delta);
	size_t len = json_string_length(delta);
	struct reply_call *call;

	if (!text)
		return true;
	if (!p && kind != REPLY_CALL)
		p = part_new(r, event, kind);
	switch (kind) {
	case REPLY_TEXT:
		reply_add_text(r, text, len);
		break;
	case REPLY_OPAQUE:
		reply_add_thought(r, p, delta);
		break;
	case REPLY_CALL:
		call = p ? reply_call_at(r, p->index) : NULL;
		return !call || reply_call_add(call, text, len, e);
	}
	return reply_fits(r, e);
}

/* Takes a finished call. The words of a custom tool call become {input: words}. */
static bool call_done(
    struct reply *r, const struct reply_part *p, const json_t *item, struct error *e)
{
	struct reply_call *call = reply_call_at(r, p->index);
	const json_t *words = json_object_get(item, "input");
	const char *arguments = json_str(item, "arguments", NULL);
	auto_free char *made = NULL;

	if (!call)
		return true;
	reply_call_name(call, json_str(item, "call_id", ""), json_str(item, "name", ""));
	if (is(item, "custom_tool_call") && json_is_string(words)) {
		json_auto_t *object = json_pack("{s:O}", "input", words);

		arguments = made = json_line(object);
	}
	if (!arguments)
		return true;
	buf_clear(&call->arguments);
	return reply_call_add(call, arguments, strlen(arguments), e);
}

static void texts_of(struct buf *out, const json_t *list)
{
	json_each (part, list) {
		const json_t *text = json_object_get(part, "text");

		text = text ? text : json_object_get(part, "refusal");
		buf_add(out, json_string_value(text), json_string_length(text));
	}
}

static void reasoning_done(struct reply *r, struct reply_part *p, const json_t *item)
{
	json_t *kept = json_object();

	json_members (key, value, item)
		if (!json_is_null(value))
			json_object_set(kept, key, value);
	json_decref(p->data);
	p->data = json_pack("{s:o}", "item", kept);
	if (p->text.len)
		return;
	texts_of(&p->text, json_list(item, "content"));
	if (!p->text.len)
		texts_of(&p->text, json_list(item, "summary"));
	reply_add_thinking(r, buf_str(&p->text), p->text.len);
}

static bool item_done(struct reply *r, const json_t *event, struct error *e)
{
	const json_t *item = json_map(event, "item");
	enum reply_part_kind kind = is_call(item)	    ? REPLY_CALL
				    : is(item, "reasoning") ? REPLY_OPAQUE
							    : REPLY_TEXT;

	if (kind == REPLY_TEXT && !is(item, "message"))
		return true;
	if (!part_find(r, event, kind) && !item_added(r, event, e))
		return false;
	struct reply_part *p = part_find(r, event, kind);
	if (!p)
		return true;
	if (kind == REPLY_CALL)
		return call_done(r, p, item, e);
	if (kind == REPLY_OPAQUE) {
		reasoning_done(r, p, item);
	} else if (r->text.len <= p->from && !r->split.held) { /* the text was sent only here */
		auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

		texts_of(&text, json_list(item, "content"));
		reply_add_text(r, buf_str(&text), text.len);
	}
	return true;
}

/* Takes the end of the reply, whose items are read only if none was sent by itself before. */
static bool take_end(struct reply *r, const json_t *response, struct error *e)
{
	const char *status = json_str(response, "status", "completed");
	const char *reason = json_str(json_map(response, "incomplete_details"), "reason", NULL);
	bool failed = strcmp(status, "failed") == 0 || strcmp(status, "cancelled") == 0;
	const json_t *output = r->part_count ? NULL : json_list(response, "output");

	reply_model(r, json_str(response, "model", ""));
	reply_usage(r, json_map(response, "usage"), "input_tokens", "output_tokens");
	reply_tier(&r->usage, json_str(response, "service_tier", NULL));
	if (failed || json_object_size(json_map(response, "error")))
		return reply_refuse(r, response, e);
	json_each_at (i, item, output) {
		json_auto_t *event =
		    json_pack("{s:I, s:O}", "output_index", (json_int_t)i, "item", item);

		if (!item_done(r, event, e))
			return false;
	}
	reply_finish(r, reason ? reason : strcmp(status, "incomplete") == 0 ? "length" : "stop");
	r->ended = r->finished = true;
	return true;
}

bool responses_take_event(struct reply *r, const char *event, const json_t *data, struct error *e)
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
	const char *type = json_str(data, "type", event);

	if (strcmp(type, "response.reasoning_summary_part.added") == 0 &&
	    json_int(data, "summary_index", 0) >= 1) { /* parts of a summary are paragraphs */
		json_auto_t *gap = json_pack("{s:s}", "delta", "\n\n");

		json_object_update_missing(gap, (json_t *)data);
		item_more(r, gap, REPLY_OPAQUE, NULL);
	}
	for (size_t i = 0; i < ARRAY_SIZE(deltas); i++)
		if (strcmp(type, deltas[i].type) == 0)
			return item_more(r, data, deltas[i].kind, e);
	if (strcmp(type, "response.output_item.added") == 0)
		return item_added(r, data, e);
	if (strcmp(type, "response.output_item.done") == 0)
		return item_done(r, data, e);
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (strcmp(type, ends[i]) == 0)
			return take_end(r, json_map(data, "response"), e);
	if (strcmp(type, "error") == 0 || server_error_in(data))
		return reply_refuse(r, data, e);
	reply_model(r, json_str(json_map(data, "response"), "model", ""));
	return true;
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
