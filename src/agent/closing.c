/*
 * The last request of a turn that comes to a limit: it offers no tools, and what the model answers
 * is the turn's answer, so that what was found is not lost. The outcome stays that of the limit.
 */
#include "agent/closing.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/calls.h"
#include "agent/intents.h"
#include "agent/model_call.h"
#include "agent/role.h"
#include "agent/spend.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "base/json.h"
#include "config/prompt.h"

struct closing {
	enum closing_kind kind;
	enum outcome outcome;
	const char *prompt; /* what the model is told */
};
static const struct closing closings[] = {
    {CLOSING_ROUNDS, OUTCOME_LIMIT, "closing/rounds"},
    {CLOSING_TIME, OUTCOME_TIMEOUT, "closing/time"},
    {CLOSING_REPEATED, OUTCOME_FAILED, "closing/repeated"},
    {CLOSING_BUDGET, OUTCOME_BUDGET, "closing/budget"},
    {CLOSING_TOKENS, OUTCOME_LIMIT, "closing/budget"},
};

void closing_begin(struct turn *t, enum closing_kind kind)
{
	if (!t->closing.why)
		t->closing.why = &closings[kind];
}

bool closing_for_budget(const struct turn *t)
{
	const struct closing *why = t->closing.why;

	return why && (why->kind == CLOSING_BUDGET || why->kind == CLOSING_TOKENS);
}

/* Whatever was cut to make room for the answer is over: its calls have results. */
static void settle(struct turn *t)
{
	struct agent *a = t->agent;

	if (t->limits.made_room)
		session_cancel(a->session)->requested = false;
	t->limits.made_room = false;
	session_settle(a->session, NULL);
	conversation_close_calls(&a->conversation, a->session);
	session_settle(a->session, NULL);
}

static void tell(struct turn *t)
{
	char *text = prompt_text(t->closing.why->prompt, NULL, 0);

	emit(t->agent->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

/* Some servers refuse a conversation with calls in it when no tools are named. */
static void ask(struct turn *t, struct completed *c)
{
	t->closing.without_tools = true;
	turn_ask(t, c);
	t->closing.without_tools = false;
	if (c->failure != FAILURE_REQUEST || t->over)
		return;
	completed_free(c);
	turn_ask(t, c);
}

static void finish(struct turn *t, const struct completed *c)
{
	char *text = c->message ? turn_answer_text(t, c->message) : xstrdup("");
	bool said = c->failure == FAILURE_NONE && text[strspn(text, " \t\r\n")];

	if (said) {
		answer_schema_keep(t, &text);
		t->answer = text;
		turn_say_left(t);
	} else {
		if (!turn_cancelled(t) && c->failure != FAILURE_NONE)
			emit_notice(t->agent->session, "warning", "no answer at the end: %s",
			    c->error.message ? c->error.message : "the reply was cut");
		free(text);
	}
	turn_finish(t, t->closing.why->outcome);
}

void closing_round(struct turn *t)
{
	struct agent *a = t->agent;
	struct completed c;

	settle(t);
	intents_take(t);
	tell(t);
	ask(t, &c);
	if (c.message)
		emit(a->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	spend_note(t, &c, ROLE_TURN, a->backend);
	if (c.message && calls_count(c.message) > 0)
		calls_run(t, c.message, c.finish); /* each is told that it was not run */
	finish(t, &c);
	completed_free(&c);
}

/* What the model said last in this turn, beside its calls. Owned; NULL: nothing. */
static char *last_said(const struct turn *t)
{
	json_t *items = t->agent->conversation.items;

	for (size_t i = json_array_size(items); i > t->first_item; i--) {
		const json_t *item = json_array_get(items, i - 1);
		char *text;

		if (strcmp(json_str(item, "role", ""), "assistant") != 0)
			continue;
		text = turn_text(item);
		if (text[strspn(text, " \t\r\n")])
			return text;
		free(text);
	}
	return NULL;
}

/* Owned; NULL: there is nothing. */
static char *best_there_is(const struct turn *t)
{
	char *said, *text;

	if (t->closing.begun)
		return xasprintf("%s\n\n(cut here: the budget is spent)", t->closing.begun);
	if (t->closing.held)
		return xasprintf(
		    "(held back, since the work was not done:)\n\n%s", t->closing.held);
	said = t->outcome == OUTCOME_BUDGET || t->outcome == OUTCOME_LIMIT ? last_said(t) : NULL;
	if (!said)
		return NULL;
	text = xasprintf("(no answer yet; what was said last:)\n\n%s", said);
	free(said);
	return text;
}

void closing_held(struct turn *t)
{
	bool wanted = t->outcome == OUTCOME_LIMIT || t->outcome == OUTCOME_TIMEOUT ||
		      t->outcome == OUTCOME_BUDGET || t->outcome == OUTCOME_FAILED;
	char *text = wanted && !(t->answer && *t->answer) ? best_there_is(t) : NULL;

	answer_schema_keep(t, &text);
	if (!text)
		return;
	free(t->answer);
	t->answer = text;
	turn_say_left(t);
}
