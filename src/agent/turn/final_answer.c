/* SPDX-License-Identifier: MIT
 * Asks the model once more, with a note that says which limit the turn came to (endings). If it gives no answer,
 * the best of what it said before is taken.
 */
#include "agent/turn/final_answer.h"

#include "agent/budget/spend.h"
#include "agent/call/calls.h"
#include "agent/context/answer_schema.h"
#include "agent/roles/model_call.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/turn/intents.h"
#include "agent/turn/turn_answer.h"
#include "agent/turn/turn_request.h"
#include "base/base.h"
#include "session/event/message.h"

static const struct {
	enum outcome outcome;
	const char *prompt; /* what the model is told */
} endings[] = {
    [WRAP_UP_ROUNDS] = {OUTCOME_LIMIT, "closing/rounds"},
    [WRAP_UP_TIME] = {OUTCOME_TIMEOUT, "closing/time"},
    [WRAP_UP_REPEATED] = {OUTCOME_FAILED, "closing/repeated"},
    [WRAP_UP_BUDGET] = {OUTCOME_BUDGET, "closing/budget"},
    [WRAP_UP_TOKENS] = {OUTCOME_LIMIT, "closing/budget"},
};

static void finish(struct turn *t, const struct completed *c)
{
	auto_free char *text = c->message ? turn_answer_text(t, c->message) : xstrdup("");

	if (c->failure == FAILURE_NONE && !(text_is_blank(text) && text_is_blank(t->answer.kept))) {
		answer_schema_keep(t, &text);
		t->answer.text = turn_answer_join(t, text);
		turn_say_left(t);
	} else if (!turn_cancelled(t) && c->failure != FAILURE_NONE) {
		emit_notice(t->session, "warning", "no answer at the end: %s",
		    c->error.message ? c->error.message : "the reply was cut");
	}
	turn_finish(t, endings[t->wrap_up].outcome);
}

void final_answer_ask(struct turn *t)
{
	struct agent *a = t->agent;
	struct completed c;

	/* What was cut to leave time for the answer is over; its calls get results. */
	if (t->limits.cut_for_answer)
		session_cancel(a->session)->requested = false;
	t->limits.cut_for_answer = false;
	session_settle(a->session, NULL);
	conversation_close_calls(&a->conversation, a->session);
	session_settle(a->session, NULL);
	intents_take(t);
	turn_advice_drop(t);
	model_note(a->session, endings[t->wrap_up].prompt, NULL, 0);
	turn_ask(t, TOOLS_WITHHELD, &c);
	if (c.failure == FAILURE_REQUEST && !t->over) {
		/* Some servers refuse a conversation with calls in it when no tools are named. */
		completed_free(&c);
		turn_ask(t, TOOLS_OFFERED, &c);
	}
	if (c.message)
		emit(a->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	spend_note(t, &c, ROLE_TURN, a->backend);
	if (c.message && message_call_count(c.message) > 0)
		calls_run(t, c.message, c.finish); /* each is told that it was not run */
	finish(t, &c);
	completed_free(&c);
}

/* Returns the last text of the model in this turn; replies that were cut do not count. Owned; NULL if
 * there is none. */
static char *last_said(const struct turn *t)
{
	json_t *items = t->agent->conversation.items;

	for (size_t i = json_array_size(items); i > t->first_item; i--) {
		const json_t *item = json_array_get(items, i - 1);

		if (strcmp(json_str(item, "role", ""), "assistant") != 0 ||
		    json_is_true(json_object_get(item, "interrupted")))
			continue;
		char *text = message_text(item);
		if (!text_is_blank(text))
			return text;
		free(text);
	}
	return NULL;
}

/* Returns what to answer without an answer: what was begun, held back or said last. Caller frees; NULL: nothing. */
static char *best_there_is(const struct turn *t)
{
	if (t->answer.begun && !t->answer.paused)
		return xasprintf("%s\n\n(cut here%s)", t->answer.begun,
		    t->outcome == OUTCOME_BUDGET ? ": the budget is spent" : "");
	if (t->answer.begun)
		return xstrdup(t->answer.begun);
	if (!text_is_blank(t->answer.kept))
		return xasprintf("(held back, since more was asked for and did not come:)\n\n%s",
		    t->answer.kept);
	auto_free char *said = t->outcome == OUTCOME_INTERRUPTED ? NULL : last_said(t);
	if (!said)
		return NULL;
	return xasprintf("(no answer yet; what was said last:)\n\n%s", said);
}

void final_answer_held(struct turn *t)
{
	char *text = t->answer.text && *t->answer.text ? NULL : best_there_is(t);

	answer_schema_keep(t, &text);
	if (!text)
		return;
	string_take(&t->answer.text, text);
	turn_say_left(t);
}
