/*
 * Events of Messages become a reply. A block is known by its index until the message ends, for
 * servers close blocks late and let them overlap; a second message_start begins the reply anew. What
 * is signed is kept word for word.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "llm/http/server_error.h"
#include "llm/wire/messages.h"

#define BLOCKS 1000 /* of one reply */

static struct reply_part *part_at(struct reply *r, int64_t index)
{
	for (size_t i = r->part_count; i-- > 0;)
		if (r->parts[i].index == index)
			return &r->parts[i];
	return NULL;
}

static struct reply_call *call_at(struct reply *r, int64_t index)
{
	for (size_t i = r->call_count; i-- > 0;)
		if (r->calls[i].index == index)
			return &r->calls[i];
	return NULL;
}

/* Begins anew, since a proxy asked again: what it had sent counts no more. */
static void begin_anew(struct reply *r)
{
	struct usage usage = r->usage;
	struct reply fresh;

	if (!r->part_count)
		return;
	reply_init(&fresh);
	fresh.started_ms = r->started_ms;
	fresh.max_calls = r->max_calls;
	fresh.max_arguments = r->max_arguments;
	fresh.no_shortcut = r->no_shortcut;
	fresh.usage = usage;
	fresh.restarted = r->text.len > 0;
	reply_free(r);
	*r = fresh;
}

static int64_t tokens(const json_t *usage, const char *key, int64_t before)
{
	int64_t n = json_int(usage, key, before);

	return n > 0 ? n : 0;
}

/* Input is told in three parts; what an event leaves out or says null to stays as it was. */
static void take_usage(struct reply *r, const json_t *usage)
{
	struct usage *u = &r->usage;
	int64_t fresh = u->input - u->cached - u->written;
	const json_t *kept = json_map(usage, "cache_creation");

	if (!json_object_size(usage))
		return;
	fresh = tokens(usage, "input_tokens", fresh);
	u->cached = tokens(usage, "cache_read_input_tokens", u->cached);
	u->written = tokens(usage, "cache_creation_input_tokens", u->written);
	u->written_long = tokens(kept, "ephemeral_1h_input_tokens", u->written_long);
	if (u->written_long > u->written)
		u->written_long = u->written;
	u->input = fresh + u->cached + u->written;
	u->output = tokens(usage, "output_tokens", u->output);
	u->reasoning =
	    tokens(json_map(usage, "output_tokens_details"), "thinking_tokens", u->reasoning);
	u->known = true;
	reply_cost(u, usage);
	reply_tier(u, json_str(usage, "service_tier", NULL));
	reply_tier(u, json_str(usage, "speed", NULL));
}

static void take_message(struct reply *r, const json_t *message)
{
	const char *model = json_str(message, "model", "");

	begin_anew(r);
	take_usage(r, json_map(message, "usage"));
	reply_model(r, model);
}

static bool add_thinking(struct reply *r, struct reply_part *p, const json_t *text)
{
	reply_add_thinking(r, json_string_value(text), json_string_length(text));
	buf_add(&p->text, json_string_value(text), json_string_length(text));
	return !p->text.truncated;
}

static void add_text(struct reply *r, const json_t *text)
{
	if (json_is_string(text))
		reply_add_text(r, json_string_value(text), json_string_length(text));
}

static bool begin_call(struct reply *r, int64_t index, const json_t *block, struct error *e)
{
	const char *id = json_str(block, "id", ""), *name = json_str(block, "name", "");
	json_t *input = json_map(block, "input");
	struct reply_call *call = reply_call_new(r, index, e);
	char *line;
	bool ok = true;

	if (!call)
		return false;
	call->id = *id ? xstrdup(id) : NULL;
	call->name = *name ? xstrdup(name) : NULL;
	reply_part_new(r, REPLY_CALL, index);
	if (json_object_size(input)) {
		line = json_line(input);
		ok = reply_call_add(call, line, strlen(line), e);
		free(line);
	}
	return ok;
}

static void begin_thinking(struct reply *r, int64_t index, const json_t *block)
{
	struct reply_part *p = reply_part_new(r, REPLY_OPAQUE, index);
	const json_t *signature = json_object_get(block, "signature");

	add_thinking(r, p, json_object_get(block, "thinking"));
	buf_add(&p->sealed, json_string_value(signature), json_string_length(signature));
}

/* Blocks of other kinds are of tools that the server runs, which it was not asked for. */
static bool begin_block(struct reply *r, int64_t index, const json_t *block, struct error *e)
{
	const char *type = json_str(block, "type", "");

	if (r->part_count >= BLOCKS)
		return error_set(e, ERR_LIMIT, "the reply has more than %d blocks", BLOCKS);
	reply_end_text(r);
	if (strcmp(type, "text") == 0) {
		reply_part_new(r, REPLY_TEXT, index);
		add_text(r, json_object_get(block, "text"));
	} else if (strcmp(type, "thinking") == 0) {
		begin_thinking(r, index, block);
	} else if (strcmp(type, "redacted_thinking") == 0) {
		reply_part_new(r, REPLY_OPAQUE, index)->data =
		    json_pack("{s:O?}", "redacted", json_object_get(block, "data"));
	} else if (strcmp(type, "tool_use") == 0) {
		return begin_call(r, index, block, e);
	}
	return true;
}

static bool add_arguments(struct reply *r, int64_t index, const json_t *delta, struct error *e)
{
	const json_t *more = json_object_get(delta, "partial_json");
	struct reply_call *call = call_at(r, index);

	return !call || !json_is_string(more) ||
	       reply_call_add(call, json_string_value(more), json_string_length(more), e);
}

/* More of a block; some servers never began it. */
static bool take_delta(struct reply *r, int64_t index, const json_t *delta, struct error *e)
{
	const char *type = json_str(delta, "type", "");
	struct reply_part *p = part_at(r, index);
	const json_t *sealed = json_object_get(delta, "signature");

	if (strcmp(type, "text_delta") == 0) {
		if (!p)
			reply_part_new(r, REPLY_TEXT, index);
		add_text(r, json_object_get(delta, "text"));
	} else if (strcmp(type, "thinking_delta") == 0) {
		if (!p)
			p = reply_part_new(r, REPLY_OPAQUE, index);
		add_thinking(r, p, json_object_get(delta, "thinking"));
	} else if (strcmp(type, "signature_delta") == 0 && p) {
		buf_add(&p->sealed, json_string_value(sealed), json_string_length(sealed));
	} else if (strcmp(type, "input_json_delta") == 0) {
		return add_arguments(r, index, delta, e);
	}
	return (!r->text.truncated && !r->thinking.truncated) ||
	       error_set(e, ERR_LIMIT, "the reply is longer than can be kept");
}

static void take_stop(struct reply *r, const json_t *from)
{
	reply_finish(r, json_str(from, "stop_reason", NULL));
	reply_refusal(r, json_str(json_map(from, "stop_details"), "explanation", NULL));
}

static void close_block(struct reply *r, int64_t index)
{
	struct reply_part *p = part_at(r, index);

	if (p)
		p->closed = true;
}

/* llama.cpp ends a message that it failed to go on with in the middle of a block, and gives no reason. */
static bool has_open_block(const struct reply *r)
{
	for (size_t i = 0; i < r->part_count; i++)
		if (!r->parts[i].closed)
			return true;
	return false;
}

static bool take_event(struct reply *r, const char *type, const json_t *data, struct error *e)
{
	int64_t index = json_int(data, "index", 0);

	if (strcmp(type, "message_start") == 0) {
		take_message(r, json_map(data, "message"));
	} else if (strcmp(type, "content_block_start") == 0) {
		return begin_block(r, index, json_map(data, "content_block"), e);
	} else if (strcmp(type, "content_block_delta") == 0) {
		return take_delta(r, index, json_map(data, "delta"), e);
	} else if (strcmp(type, "content_block_stop") == 0) {
		close_block(r, index);
	} else if (strcmp(type, "message_delta") == 0) {
		take_usage(r, json_map(data, "usage"));
		take_stop(r, json_map(data, "delta"));
	} else if (strcmp(type, "message_stop") == 0) {
		r->ended = true;
		r->finished |= !has_open_block(r);
	} else if (strcmp(type, "error") == 0 || server_error_in(data)) {
		return reply_refuse(r, data, e);
	}
	return true;
}

static bool is_plain(struct reply *r, const char *type, const json_t *data)
{
	const json_t *delta = json_map(data, "delta");
	const struct reply_part *p = part_at(r, json_int(data, "index", 0));

	return strcmp(type, "content_block_delta") == 0 && p && p->kind == REPLY_TEXT &&
	       strcmp(json_str(delta, "type", ""), "text_delta") == 0 &&
	       json_is_string(json_object_get(delta, "text"));
}

bool messages_receive(struct reply *r, const struct sse_event *ev, struct error *e)
{
	const char *type;
	json_t *data;
	bool ok;

	if (r->ended || !ev->len || reply_fast(r, ev->data, ev->len))
		return true;
	data = json_parse_foreign(ev->data, ev->len, NULL);
	type = json_str(data, "type", ev->event);
	if (strcmp(type, "error") == 0 && !json_is_object(data)) {
		json_decref(data);
		data = json_text(ev->data, ev->len);
		ok = reply_refuse(r, data, e);
	} else if (!json_is_object(data)) {
		ok = reply_not_json(ev->data, ev->len, e);
	} else {
		ok = take_event(r, type, data, e);
		buf_clear(&r->last); /* what it was learnt from is another block */
		if (ok && is_plain(r, type, data))
			reply_fast_learn(r, ev->data, ev->len, "\"text\"");
	}
	json_decref(data);
	return ok;
}

bool messages_receive_whole(struct reply *r, const char *body, size_t len, struct error *e)
{
	json_t *message = json_parse_foreign(body, len, NULL), *block;
	bool ok = true;
	size_t i;

	if (!json_is_object(message)) {
		ok = reply_not_json(body, len, e);
	} else if (!json_list(message, "content")) {
		ok = server_error_in(message)
			 ? reply_refuse(r, message, e)
			 : error_set(e, ERR_PARSE, "the server's answer holds no reply");
	} else {
		take_message(r, message);
		json_array_foreach (json_list(message, "content"), i, block)
			ok = ok && begin_block(r, (int64_t)i, block, e);
		take_stop(r, message);
		r->ended = r->finished = ok;
	}
	json_decref(message);
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
