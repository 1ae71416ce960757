/* SPDX-License-Identifier: MIT
 * The text of a message as an answer, and the sentence of it that is shown as a reflection.
 */
#include "agent/state/turn_text.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

char *turn_answer_text(const struct turn *t, const json_t *message)
{
	const bool marked = t->agent->head.door == PLANNER_TEXT;
	auto_free char *text = message_text(message),
		       *unmarked = marked ? plan_text_unmarked(text) : NULL;

	return xstrdup(text_is_blank(unmarked) ? text : unmarked); /* better a mark than nothing */
}

json_t *turn_say(struct turn *t, const char *words)
{
	auto_free char *clean = text_clean(words, strlen(words));
	json_t *message = message_of_text("assistant", NULL, clean);

	emit(t->session, EVENT_MESSAGE, NULL, json_incref(message));
	return message;
}

/* Returns the summary of the model's thinking that its provider wrote for people; NULL: there is
 * none. Borrowed. Thinking itself is never taken. */
static const char *thinking_summary(const json_t *message)
{
	json_each (part, json_list(message, "parts")) {
		const json_t *item = json_map(event_read_thinking_part(part).data, "item");
		const char *text =
		    json_str(json_array_get(json_list(item, "summary"), 0), "text", NULL);

		if (text && part_type(part) == PART_THINKING)
			return text + strspn(text, "*# \n");
	}
	return NULL;
}

/* Removes the last "**" of an odd number: its partner was cut off with the text around the sentence. */
static void drop_odd_mark(char *sentence)
{
	size_t count = 0;
	char *last = NULL;

	for (char *at = sentence; (at = strstr(at, "**")); at += 2, count++)
		last = at;
	if (count % 2)
		memmove(last, last + 2, strlen(last + 2) + 1);
}

/* Emits one capped sentence of what the model says beside its calls, or of the summary of its
 * thinking where it says nothing. */
void turn_reflect(struct turn *t, const json_t *message)
{
	auto_free char *text = message_text(message);
	const char *said = text_spoken(text);
	auto_free char *beside =
	    t->agent->head.door == PLANNER_TEXT ? plan_text_beside(said) : xstrdup(said);
	auto_free char *sentence = text_sentence(beside, EVENT_SUMMARY_MAX);
	const char *summary =
	    !*sentence && message_call_count(message) ? thinking_summary(message) : NULL;

	if (summary)
		string_take(&sentence, text_sentence(summary, EVENT_SUMMARY_MAX));
	drop_odd_mark(sentence);
	if (*sentence)
		emit(t->session, EVENT_REFLECTION, xstrdup(sentence),
		    event_build_reflection(&(struct event_reflection){sentence}));
}
