/*
 * The fold. A prompt is in the turn_start before it is a message: where the program was killed
 * between the two, the conversation has it from there. A call is open from the message that makes it to its result; a turn that begins while
 * calls are open means that the one before was cut, and they are answered here as
 * conversation_close would have. A result nobody asked for is left out, since no server accepts
 * one.
 */
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "session/conversation.h"
#include "session/session.h"

static const char cut[] = "interrupted, may have run";

void conversation_init(struct conversation *c)
{
	*c = (struct conversation){.items = json_array(), .open = json_object()};
}

void conversation_free(struct conversation *c)
{
	json_decref(c->items);
	json_decref(c->open);
	json_decref(c->prompt);
	*c = (struct conversation){0};
}

static void append(struct conversation *c, const char *type, int64_t seq, json_t *data)
{
	json_t *item = json_object();

	json_put_str(item, "type", type);
	json_put_int(item, "seq", seq);
	json_object_update_missing(item, data);
	json_array_append_new(c->items, item);
	c->bytes += item_bytes(item);
}

static void open_calls(struct conversation *c, json_t *message)
{
	json_t *part;
	size_t i;

	if (strcmp(json_str(message, "role", ""), "assistant") != 0)
		return;
	json_array_foreach (json_list(message, "parts"), i, part) {
		const char *call = json_str(part, "call", NULL);
		if (call && strcmp(json_str(part, "type", ""), "call") == 0)
			json_put_str(c->open, call, json_str(part, "tool", ""));
	}
}

static json_t *cut_result(const char *call, const char *tool)
{
	json_t *data = json_object();

	json_put_str(data, "call", call);
	json_put_str(data, "tool", tool);
	json_put(data, "ok", json_false());
	json_put_str(data, "text", cut);
	return data;
}

static void answer_open(struct conversation *c)
{
	const char *call;
	json_t *tool;

	json_object_foreach (c->open, call, tool) {
		json_t *data = cut_result(call, json_string_value(tool));
		append(c, "tool_result", 0, data);
		json_decref(data);
	}
	json_object_clear(c->open);
}

static void take_result(struct conversation *c, const struct event *ev)
{
	const char *call = json_str(ev->data, "call", "");

	if (json_object_del(c->open, call) == 0)
		append(c, "tool_result", ev->seq, ev->data);
}

static void take_start(struct conversation *c, const struct event *ev)
{
	answer_open(c);
	c->turn_open = true;
	c->turns++;
	if (!json_str(ev->data, "prompt", NULL))
		return;
	c->prompt = json_pack("{s:s, s:[{s:s, s:O}]}", "role", "user", "parts", "type", "text",
	    "text", json_object_get(ev->data, "prompt"));
	c->prompt_seq = ev->seq;
}

static bool is_prompt(const struct event *ev)
{
	return ev->type == EVENT_MESSAGE && strcmp(json_str(ev->data, "role", ""), "user") == 0 &&
	       !json_object_get(ev->data, "kind");
}

/* The message that should have followed a turn_start, when something else does. */
static void settle_prompt(struct conversation *c, const struct event *ev)
{
	static const enum event_type types[] = {
	    EVENT_TURN_START, EVENT_MESSAGE, EVENT_TOOL_RESULT, EVENT_COMPACTION, EVENT_TURN_END};
	bool counts = false;

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		counts |= types[i] == ev->type;
	if (!c->prompt || !counts)
		return;
	if (!is_prompt(ev))
		append(c, "message", c->prompt_seq, c->prompt);
	json_decref(c->prompt);
	c->prompt = NULL;
}

void conversation_take(struct conversation *c, const struct event *ev)
{
	/* Of all the types only these five matter here. */
	settle_prompt(c, ev);
	if (ev->type == EVENT_TURN_START) {
		take_start(c, ev);
	} else if (ev->type == EVENT_MESSAGE) {
		append(c, "message", ev->seq, ev->data);
		open_calls(c, ev->data);
	} else if (ev->type == EVENT_TOOL_RESULT)
		take_result(c, ev);
	else if (ev->type == EVENT_COMPACTION)
		conversation_compact(c, ev);
	else if (ev->type == EVENT_TURN_END)
		c->turn_open = false;
}

bool conversation_close_calls(struct conversation *c, struct session *s)
{
	json_t *open = json_deep_copy(c->open), *tool; /* the session's sink may be c */
	const bool any = json_object_size(open) > 0;
	const char *call;

	json_object_foreach (open, call, tool)
		emit(s, EVENT_TOOL_RESULT, xstrdup(cut), cut_result(call, json_string_value(tool)));
	json_decref(open);
	return any;
}

bool conversation_close(struct conversation *c, struct session *s)
{
	json_t *data;

	if (c->turn_open && session_turn(s) == 0)
		session_at(s, c->turns, 0);
	if (!c->turn_open)
		return conversation_close_calls(c, s);
	conversation_close_calls(c, s);
	data = json_object();
	json_put_str(data, "outcome", "interrupted");
	emit(s, EVENT_TURN_END, NULL, data);
	return true;
}
