/*
 * Several things may hold an answer back, asked in this order: words of the user that came meanwhile, the plan,
 * changes that nothing checked, the criteria, the schema.
 */
#include "agent/turn/turn_answer.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/answer_schema.h"
#include "agent/plan/planning_round.h"
#include "agent/roles/model_call.h"
#include "agent/state/model_note.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_depth.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/strategy/evaluate.h"
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "llm/written/written_calls.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

void turn_answer_free(struct turn_answer *a)
{
	free(a->text);
	free(a->held);
	free(a->begun);
}

/* Steps of a plan that a limit cut off. */
static void undone(const struct turn *t, struct buf *out)
{
	const struct plan *p = &t->agent->plan;

	if (!t->wrap_up || p->status != PLAN_ACTIVE)
		return;
	for (size_t i = 0; i < p->count; i++)
		if (todo_open(&p->items[i]))
			buf_addf(out, "- %s\n", p->items[i].content);
}

void turn_say_left(struct turn *t)
{
	struct buf unmet = BUF_INIT, denied = BUF_INIT, open = BUF_INIT, left = BUF_INIT,
		   text = BUF_INIT;

	if (t->agent->answer_schema)
		return; /* a program reads it */
	criteria_unmet(&t->strategy, BY_CHECKS, &unmet);
	criteria_unmet(&t->strategy, BY_EVALUATOR, &denied);
	criteria_unverified(&t->strategy, &open);
	undone(t, &left);
	buf_adds(&text, t->answer.text);
	while ((unmet.len || open.len || left.len) && text.len && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	if (unmet.len)
		buf_addf(&text, "\n\nNot met:\n%.*s", (int)unmet.len - 1, buf_str(&unmet));
	if (denied.len)
		buf_addf(&text, "\n\nNot met, as the evaluator sees it:\n%.*s", (int)denied.len - 1,
		    buf_str(&denied));
	if (open.len)
		buf_addf(&text, "\n\nNot checked:\n%.*s", (int)open.len - 1, buf_str(&open));
	if (left.len)
		buf_addf(&text, "\n\nOpen in the plan:\n%.*s", (int)left.len - 1, buf_str(&left));
	free(t->answer.text);
	t->answer.text = buf_take(&text);
	buf_free(&unmet);
	buf_free(&denied);
	buf_free(&open);
	buf_free(&left);
}

void turn_answer_forget_begun(struct turn *t)
{
	free(t->answer.begun);
	t->answer.begun = NULL;
}

/* The text with what came of it before it was cut at a budget or paused; that beginning is no part of a
 * later answer. Owned. */
static char *take_whole_text(struct turn *t, const json_t *message)
{
	char *text = turn_answer_text(t, message), *whole;

	if (!t->answer.begun)
		return text;
	whole = xasprintf("%s%s", t->answer.begun, text);
	free(text);
	turn_answer_forget_begun(t);
	return whole;
}

/* Keeps a text that does not count, to be the answer at the end should nothing better come. */
static void hold(struct turn *t, char *text)
{
	if (text_is_blank(text)) {
		free(text);
		return;
	}
	free(t->answer.held);
	t->answer.held = text;
}

/* A call that stands in the words did not run, and words with it are no answer: they go back once, and then the
 * turn has failed. In a block of code it may be meant to be read. Takes the text where it returns true. */
static bool answer_calls(struct turn *t, char *text)
{
	const struct agent *a = t->agent;
	bool in_code;

	if (a->answer_schema || t->roadmap || !json_array_size(a->head.tools) ||
	    !written_calls_left(text, a->head.tools, &in_code) || (t->answer.called && in_code))
		return false;
	if (t->answer.called) {
		t->answer.text = text;
		error_set(&t->error, ERR_SERVER,
		    "the model writes its calls as text, so nothing of them ran; use another model "
		    "(-m), or "
		    "a server that reads its calls");
		turn_finish(t, OUTCOME_FAILED);
		return true;
	}
	t->answer.called = true;
	hold(t, text);
	model_note(a->session,
	    written_calls_are_read(a->conversation.items, a->backend->model)
		? "written_call"
		: "written_call_native",
	    NULL, 0);
	return true;
}

void turn_answer(struct turn *t, const json_t *message)
{
	char *text;

	if (inbox_peek(t->agent->session, INTENT_STEER))
		return; /* words came meanwhile: another round takes them up */
	text = take_whole_text(t, message);
	if (answer_calls(t, text))
		return;
	if (planning_goes_on(t, message) || t->over || unchecked_changes_hold(t)) {
		hold(t, text);
		return;
	}
	t->answer.text = text;
	if (text_is_blank(t->answer.text))
		t->answer.text[0] = '\0'; /* blanks are no answer */
	if (!answer_holds(t, t->answer.text)) {
		hold(t, t->answer.text);
		t->answer.text = NULL;
		return;
	}
	if (!*t->answer.text && !t->denials.blocked) {
		if (turn_escalate(t, "there was no answer")) {
			free(t->answer.text);
			t->answer.text = NULL;
			return;
		}
		error_set(&t->error, ERR_SERVER,
		    "the model gave an empty answer; ask again or use another model (-m)");
		turn_finish(t, OUTCOME_FAILED);
		return;
	}
	if (!answer_schema_holds(t, &t->answer.text))
		return;
	turn_say_left(t);
	turn_finish(t, t->denials.blocked				   ? OUTCOME_BLOCKED
		       : criteria_unmet(&t->strategy, BY_CHECKS, NULL) > 0 ? OUTCOME_UNMET
									   : OUTCOME_ANSWERED);
}

/* The reply was cut at the length a budget allowed, not at the longest the server gives. */
bool turn_answer_cut(const struct turn *t, const struct completed *c)
{
	return c->finish == FINISH_LENGTH && t->agent->spending.clamped &&
	       message_call_count(c->message) == 0;
}

void turn_answer_pauses(struct turn *t, const json_t *message)
{
	t->answer.begun = take_whole_text(t, message);
	t->answer.paused = true;
}

/* Where there is more of the budget, another reply goes on with it; else it is what there is. */
void turn_answer_goes_on(struct turn *t, const json_t *message)
{
	t->answer.begun = take_whole_text(t, message);
	t->answer.paused = false;
	model_note(t->agent->session, "answer_cut", NULL, 0);
}
