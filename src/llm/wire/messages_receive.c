/* SPDX-License-Identifier: MIT
 * Reads events of Messages into a reply. A block is known by its index until the message ends, for
 * servers close blocks late and let them overlap; a second message_start begins the reply anew.
 * Signed thinking is kept word for word.
 */
#include "base/base.h"
#include "llm/http/server_error.h"
#include "llm/wire/messages.h"

#define BLOCKS 1000 /* of one reply */

static struct reply_part *part_at(const struct reply *r, int64_t index)
{
	for (size_t i = r->part_count; i-- > 0;)
		if (r->parts[i].index == index)
			return &r->parts[i];
	return NULL;
}

/* Reads usage, which gives input in three parts; what an event leaves out or sets to null stays as it was. */
static void take_usage(struct reply *r, const json_t *usage)
{
	struct usage *u = &r->usage;
	int64_t fresh = u->input - u->cached - u->written;
	const json_t *kept = json_map(usage, "cache_creation");

	if (!json_object_size(usage))
		return;
	fresh = usage_tokens(usage, "input_tokens", fresh);
	u->cached = usage_tokens(usage, "cache_read_input_tokens", u->cached);
	u->written = usage_tokens(usage, "cache_creation_input_tokens", u->written);
	u->written_long = usage_tokens(kept, "ephemeral_1h_input_tokens", u->written_long);
	if (u->written_long > u->written)
		u->written_long = u->written;
	u->input = fresh + u->cached + u->written;
	u->output = usage_tokens(usage, "output_tokens", u->output);
	u->reasoning =
	    usage_tokens(json_map(usage, "output_tokens_details"), "thinking_tokens", u->reasoning);
	u->known = true;
	reply_cost(u, usage);
	reply_tier(u, json_str(usage, "service_tier", NULL));
	reply_tier(u, json_str(usage, "speed", NULL));
}

static void take_message(struct reply *r, const json_t *message)
{
	const struct reply fresh = {.started_ms = r->started_ms,
	    .max_calls = r->max_calls,
	    .max_arguments = r->max_arguments,
	    .no_shortcut = r->no_shortcut,
	    .usage = r->usage,
	    .restarted = r->text.len > 0};

	if (r->part_count) { /* a proxy asked again: what it had sent counts no more */
		reply_free(r);
		*r = fresh;
	}
	take_usage(r, json_map(message, "usage"));
	reply_model(r, json_str(message, "model", ""));
}

/* Begins a part of the reply. Other types are of tools that the server runs, which it was not asked for. */
static bool begin_block(struct reply *r, int64_t index, const json_t *block, struct error *e)
{
	const char *type = json_str(block, "type", "");
	const json_t *signature = json_object_get(block, "signature"),
		     *input = json_map(block, "input");

	if (r->part_count >= BLOCKS)
		return error_set(e, ERR_LIMIT, "the reply has more than %d blocks", BLOCKS);
	reply_end_text(r);
	if (strcmp(type, "text") == 0) {
		reply_part_new(r, REPLY_TEXT, index);
		reply_add_value(r, json_object_get(block, "text"));
	} else if (strcmp(type, "thinking") == 0) {
		struct reply_part *p = reply_part_new(r, REPLY_OPAQUE, index);

		reply_add_thought(r, p, json_object_get(block, "thinking"));
		buf_add(&p->sealed, json_string_value(signature), json_string_length(signature));
	} else if (strcmp(type, "redacted_thinking") == 0) {
		reply_part_new(r, REPLY_OPAQUE, index)->data =
		    json_pack("{s:O?}", "redacted", json_object_get(block, "data"));
	} else if (strcmp(type, "tool_use") == 0) {
		struct reply_call *call = reply_call_new(r, index, e);

		if (!call)
			return false;
		reply_call_name(call, json_str(block, "id", ""), json_str(block, "name", ""));
		reply_part_new(r, REPLY_CALL, index);
		return !json_object_size(input) || reply_call_add_value(call, input, e);
	}
	return true;
}

/* Adds to a block; some servers never begin one. */
static bool take_delta(struct reply *r, int64_t index, const json_t *delta, struct error *e)
{
	const char *type = json_str(delta, "type", "");
	struct reply_part *p = part_at(r, index);
	const json_t *sealed = json_object_get(delta, "signature");
	struct reply_call *call = reply_call_at(r, index);

	if (strcmp(type, "text_delta") == 0) {
		if (!p)
			reply_part_new(r, REPLY_TEXT, index);
		reply_add_value(r, json_object_get(delta, "text"));
	} else if (strcmp(type, "thinking_delta") == 0) {
		if (!p)
			p = reply_part_new(r, REPLY_OPAQUE, index);
		reply_add_thought(r, p, json_object_get(delta, "thinking"));
	} else if (strcmp(type, "signature_delta") == 0 && p) {
		buf_add(&p->sealed, json_string_value(sealed), json_string_length(sealed));
	} else if (strcmp(type, "input_json_delta") == 0) {
		return !call ||
		       reply_call_add_value(call, json_object_get(delta, "partial_json"), e);
	}
	return reply_fits(r, e);
}

static void take_stop(struct reply *r, const json_t *from)
{
	reply_finish(r, json_str(from, "stop_reason", NULL));
	reply_refusal(r, json_str(json_map(from, "stop_details"), "explanation", NULL));
}

bool messages_take_event(struct reply *r, const char *event, const json_t *data, struct error *e)
{
	const char *type = json_str(data, "type", event);
	int64_t index = json_int(data, "index", 0);
	struct reply_part *p = part_at(r, index);
	bool open = false;

	if (strcmp(type, "message_start") == 0) {
		take_message(r, json_map(data, "message"));
	} else if (strcmp(type, "content_block_start") == 0) {
		return begin_block(r, index, json_map(data, "content_block"), e);
	} else if (strcmp(type, "content_block_delta") == 0) {
		return take_delta(r, index, json_map(data, "delta"), e);
	} else if (strcmp(type, "content_block_stop") == 0) {
		if (p)
			p->closed = true;
	} else if (strcmp(type, "message_delta") == 0) {
		take_usage(r, json_map(data, "usage"));
		take_stop(r, json_map(data, "delta"));
	} else if (strcmp(type, "message_stop") == 0) {
		/* When llama.cpp fails in the middle of a block, it ends the message there and gives no reason. */
		for (size_t i = 0; i < r->part_count; i++)
			open |= !r->parts[i].closed;
		r->ended = true;
		r->finished |= !open;
	} else if (strcmp(type, "error") == 0 || server_error_in(data)) {
		return reply_refuse(r, data, e);
	}
	return true;
}

bool messages_is_plain(const struct reply *r, const char *event, const json_t *data)
{
	const json_t *delta = json_map(data, "delta");
	const struct reply_part *p = part_at(r, json_int(data, "index", 0));

	return strcmp(json_str(data, "type", event), "content_block_delta") == 0 && p &&
	       p->kind == REPLY_TEXT && strcmp(json_str(delta, "type", ""), "text_delta") == 0 &&
	       json_is_string(json_object_get(delta, "text"));
}

bool messages_take_body(struct reply *r, const json_t *message, struct error *e)
{
	const json_t *blocks = json_list(message, "content");
	bool ok = true;

	if (!blocks)
		return wire_no_reply(r, message, e);
	take_message(r, message);
	json_each_at (i, block, blocks)
		ok = ok && begin_block(r, (int64_t)i, block, e);
	take_stop(r, message);
	return ok;
}

bool messages_finish(struct reply *r, struct error *e)
{
	if (!reply_end(r, e))
		return false;
	for (size_t i = 0; i < r->part_count; i++) {
		struct reply_part *p = &r->parts[i];

		if (p->kind != REPLY_OPAQUE || p->data)
			continue;
		p->data = json_object();
		json_put(p->data, "signature", json_stringn(buf_str(&p->sealed), p->sealed.len));
	}
	return true;
}
