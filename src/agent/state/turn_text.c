/*
 * Takes the text out of a message, and the sentence of it that is shown as a reflection.
 */
#include "agent/state/turn_text.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/state/turn_state.h"
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

char *turn_answer_text(const struct turn *t, const json_t *message)
{
	char *text = message_text(message), *unmarked;

	if (t->agent->head.door != PLANNER_TEXT)
		return text;
	unmarked = plan_text_unmarked(text);
	if (text_is_blank(unmarked)) { /* better a mark than no answer */
		free(unmarked);
		return text;
	}
	free(text);
	return unmarked;
}

json_t *turn_say(struct turn *t, const char *words)
{
	char *clean = text_clean(words, strlen(words));
	json_t *message = message_of_text("assistant", NULL, clean);

	emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(message));
	free(clean);
	return message;
}

/* One capped sentence of what the model says beside its calls; never its thinking. */
void turn_reflect(struct turn *t, const json_t *message)
{
	char *text = message_text(message);
	const char *said = text_spoken(text);
	char *beside = t->agent->head.door == PLANNER_TEXT ? plan_text_beside(said) : xstrdup(said);
	char *sentence = text_sentence(beside, EVENT_SUMMARY_MAX);

	if (*sentence)
		emit(t->agent->session, EVENT_REFLECTION, xstrdup(sentence),
		    event_build_reflection(&(struct event_reflection){sentence}));
	free(sentence);
	free(beside);
	free(text);
}
