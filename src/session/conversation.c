/* SPDX-License-Identifier: MIT
 * Folds events into the conversation. A prompt is in turn_start before it is a message: if the program
 * was killed between the two, it is taken from there. A call is open from its message to its result. A
 * turn that begins while calls are open means that the turn before was cut; then they get the results
 * that conversation_close would have emitted. A result without a call is dropped, as servers refuse it.
 */
#include "session/conversation.h"

#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "session/session.h"

bool item_is_numbered(const json_t *item)
{
	return strcmp(json_str(item, "type", ""), "tool_result") == 0 &&
	       json_int(item, "seq", 0) > 0 && !json_flag(item, "quiet", false) &&
	       (json_flag(item, "ok", true) || json_map(item, "data"));
}

void conversation_init(struct conversation *c)
{
	*c = (struct conversation){.items = json_array(), .open = json_object()};
}

void conversation_free(struct conversation *c)
{
	json_decref_all(c->items, c->open, c->prompt);
	*c = (struct conversation){0};
}

void conversation_skip(struct conversation *c, int turns, bool turn_open)
{
	c->turns = turns;
	c->turn_open = turn_open;
}

static void append_item(struct conversation *c, const char *type, int64_t seq, json_t *data)
{
	json_t *item = json_pack("{s:s, s:I}", "type", type, "seq", (json_int_t)seq);

	json_object_update_missing(item, data);
	json_array_append_new(c->items, item);
	c->bytes += item_bytes(item);
}

/* Returns the data of a tool_result for a call that never got one; words: its text. New reference. */
static json_t *cut_result(const char *words, const char *call, const char *tool)
{
	return event_build_tool_result(&(struct event_tool_result){
	    .call = call, .text = words, .confidence = -1, .duration_ms = -1, .tool = tool});
}

/* Ends a turn. The stages of a roadmap's turn had requests of their own, so of such a turn only the prompt
 * and the answer, its last item, are kept: the next request then extends the one before the turn. */
static void end_turn(struct conversation *c, bool answered)
{
	const size_t count = json_array_size(c->items);

	c->turn_open = false;
	if (!c->aside)
		return;
	c->aside = false;
	for (size_t i = count - (answered && count > 0); i-- > c->aside_from;) {
		c->bytes -= item_bytes(json_array_get(c->items, i));
		json_array_remove(c->items, i);
	}
}

static void take_start(struct conversation *c, const struct event *ev)
{
	const struct event_turn_start start = event_read_turn_start(ev->data);
	auto_free char *words = prompt_text("history/missing", NULL, 0);

	json_members (call, tool, c->open) {
		json_auto_t *data = cut_result(words, call, json_string_value(tool));
		append_item(c, "tool_result", 0, data);
	}
	json_object_clear(c->open);
	end_turn(c, false);
	c->turn_open = true;
	c->turns++;
	c->aside = start.roadmap != NULL;
	c->aside_from = json_array_size(c->items) + 1;
	if (!start.prompt)
		return;
	c->prompt = message_of_text("user", NULL, start.prompt);
	c->prompt_seq = ev->seq;
}

/* Adds the pending prompt of a turn_start as a message if this event shows that its message is missing. */
static void settle_prompt(struct conversation *c, const struct event *ev)
{
	static const enum event_type types[] = {
	    EVENT_TURN_START, EVENT_MESSAGE, EVENT_TOOL_RESULT, EVENT_COMPACTION, EVENT_TURN_END};
	bool counts = false;

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		counts |= types[i] == ev->type;
	if (!c->prompt || !counts)
		return;
	const struct event_message m = event_read_message(ev->data);
	if (ev->type != EVENT_MESSAGE || strcmp(m.role, "user") != 0 || m.kind)
		append_item(c, "message", c->prompt_seq, c->prompt);
	json_decref(c->prompt);
	c->prompt = NULL;
}

void conversation_take(struct conversation *c, const struct event *ev)
{
	settle_prompt(c, ev);
	if (ev->type == EVENT_TURN_START) {
		take_start(c, ev);
	} else if (ev->type == EVENT_MESSAGE) {
		append_item(c, "message", ev->seq, ev->data);
		message_open_calls(ev->data, c->open);
	} else if (ev->type == EVENT_TOOL_RESULT) {
		if (json_object_del(c->open, event_read_tool_result(ev->data).call) == 0)
			append_item(c, "tool_result", ev->seq, ev->data);
	} else if (ev->type == EVENT_COMPACTION)
		conversation_compact(c, ev);
	else if (ev->type == EVENT_TURN_END)
		end_turn(c, event_read_turn_end(ev->data).answer != NULL);
}

bool conversation_close_calls(struct conversation *c, struct session *s)
{
	json_auto_t *open = json_deep_copy(c->open); /* the session's sink may be c */
	auto_free char *words = prompt_text("history/missing", NULL, 0);
	const bool any = json_object_size(open) > 0;

	json_members (call, tool, open)
		emit(s, EVENT_TOOL_RESULT, xstrdup(words),
		    cut_result(words, call, json_string_value(tool)));
	return any;
}

bool conversation_close(struct conversation *c, struct session *s)
{
	if (c->turn_open && session_turn(s) == 0)
		session_at(s, c->turns, 0);
	if (!c->turn_open)
		return conversation_close_calls(c, s);
	conversation_close_calls(c, s);
	emit(s, EVENT_TURN_END, NULL,
	    event_build_turn_end(&(struct event_turn_end){.outcome = "interrupted"}));
	return true;
}
