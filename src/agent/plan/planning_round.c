/* SPDX-License-Identifier: MIT
 * Tells the model about the plan between rounds: by notes in the conversation, so that a resumed session has them, too.
 */
#include "agent/plan/planning_round.h"

#include "agent/plan/planning.h"
#include "agent/plan/planning_ask.h"
#include "agent/plan/planning_end.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/route.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"

void turn_planning_free(struct turn_planning *p)
{
	buf_free(&p->note);
	free(p->told);
}

/* Advises to make a plan, once, if a complex request is worked on without one. */
static void suggest(struct turn *t)
{
	struct agent *a = t->agent;
	if (t->advice.text || t->planning->suggested || t->calls == 0 ||
	    a->head.door == PLANNER_OFF || a->plan.status == PLAN_ACTIVE ||
	    !setting_bool(a->settings, "planner.suggest") || !*a->backend->wire ||
	    !turn_is_complex(t))
		return;
	t->planning->suggested = true;
	turn_advise(t, ADVICE_SUGGESTION, "plan/suggestion", NULL, 0);
	emit_notice(a->session, "info",
	    "a complex request without a plan: the model was told once that one would help");
}

void planning_tell(struct turn *t)
{
	struct agent *a = t->agent;
	char *reminder;

	session_settle(a->session, session_cancel(a->session));
	const struct buf *edits = &a->folds.user_edits.notes;
	if (edits->len > 0 && a->head.door != PLANNER_OFF) {
		auto_free char *text = prompt_with("plan/edited", {"edits", buf_str(edits)});
		json_t *message = user_message(text, "note");
		json_put(message, "plan_edits", json_true());
		emit(a->session, EVENT_MESSAGE, NULL, message);
	}
	if (t->planning->note.len > 0) {
		model_note_text(a->session, buf_str(&t->planning->note));
		buf_clear(&t->planning->note);
	}
	if (t->iteration == 1)
		planning_give_up_stale(a);
	else if (a->head.door != PLANNER_OFF &&
		 (reminder = plan_reminder(&a->plan, a->plan.idle_rounds, a->settings)))
		turn_advise_text(t, ADVICE_REMINDER, reminder);
	suggest(t);
}

bool planning_goes_on(struct turn *t, const json_t *message, const char *text)
{
	struct agent *a = t->agent;

	if (a->head.door == PLANNER_OFF || a->plan.status != PLAN_ACTIVE ||
	    plan_open(&a->plan) == 0 || turn_is_direct(t) || a->plan.idle_turns > 0 ||
	    t->planning->closed)
		return false;
	if (strcmp(setting_string(a->settings, "approve"), "plan") == 0)
		return planning_accept(t, message);
	if (planning_ends(t, text) || planning_may_go_on(a) || t->denials.blocked ||
	    t->planning->nudges >= setting_int(a->settings, "planner.nudges"))
		return false;
	t->planning->nudges++;
	auto_buf items = BUF_INIT;
	for (const struct todo *i = a->plan.items; i < a->plan.items + a->plan.count; i++)
		if (todo_open(i))
			buf_addf(&items, "- %s: %s\n", i->id, i->content);
		else if (i->status == TODO_FAILED)
			buf_addf(&items, "- %s: %s (failed: %s)\n", i->id, i->content,
			    i->error ? i->error : "it is not said why");
	turn_advise(t, ADVICE_ANSWER, "plan/open_items", PROMPT_VARS({"items", buf_str(&items)}));
	return true;
}
