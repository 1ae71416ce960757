/* SPDX-License-Identifier: MIT
 * Changes the plan while turns run. Each change by the user ends in settle_change: with a plan event, or a notice that
 * says why it was refused.
 */

#include "agent/plan/planning.h"

#include "agent/plan/planning_end.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/route.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/run/kept_plan.h"

/* Emits the plan. text: what the user did, in words for the model; NULL: the user did nothing. */
static void emit_plan(struct agent *a, const char *by, const char *text, bool undo)
{
	struct buf line = BUF_INIT;

	plan_line(&a->plan, &line);
	if (text)
		buf_addf(&line, " · you %s", text);
	emit(a->session, EVENT_PLAN, buf_take(&line),
	    event_build_plan(&(struct event_plan){
		.plan = plan_snapshot(&a->plan),
		.note = a->plan.note,
		.by = by,
		.text = text,
		.undo = undo,
	    }));
}

bool plan_task_over(const struct plan *p)
{
	return p->task && !json_object_get(p->task, "done") && p->status == PLAN_COMPLETED;
}

int planning_record_task(struct agent *a, const char *result)
{
	const char *id = json_str(a->plan.task, "id", ""),
		   *node = json_str(a->plan.task, "node", "");
	struct kept_change change = {0};
	auto_error e = ERROR_INIT;
	char took[DURATION_ROOM];
	int64_t ms = 0;

	for (size_t i = 0; i < a->plan.count; i++)
		ms += todo_active_ms(&a->plan.items[i], clock_now_ms());
	duration_spell(ms < 60000 ? 1 : ms / 60000, 0, took);
	json_auto_t *edits = json_pack(
	    "[{s:s, s:s, s:s, s:s}]", "op", "status", "id", node, "status", "done", "took", took);
	auto_free char *reason =
	    xasprintf("'%s' is done%s%s", node, result ? ": " : "", result ? result : "");
	if (kept_edit(session_store(a->session), id, edits, reason, &change, &e)) {
		json_put(a->plan.task, "done", json_true());
		json_put_str(a->plan.task, "took", took);
		emit_plan(a, "rule", NULL, false);
		emit_notice(a->session, "info", "'%s' of %s is done, in %s: revision %d",
		    json_str(a->plan.task, "title", node), id, took, change.revision);
	} else {
		emit_notice(a->session, "warning", "'%s' of %s is not recorded as done: %s", node,
		    id, e.message);
	}
	buf_free(&change.diff);
	return change.revision;
}

/* Emits the new plan after a change by the user, or why it was refused; frees change. Returns whether it changed. */
static bool settle_change(struct agent *a, struct change *change, bool undo)
{
	bool changed = change->kind == PLAN_CHANGED;

	if (changed)
		emit_plan(a, "user", change->note, undo);
	else if (change->kind == PLAN_REFUSED)
		emit_notice(a->session, "warning", "the plan was not changed: %s",
		    plan_refusal(change->why));
	if (changed && !a->turn && plan_task_over(&a->plan))
		planning_record_task(a, "ticked by hand");
	if (changed)
		planning_offer_check(a);
	change_free(change);
	return changed;
}

bool planning_change(struct agent *a, const json_t *edit)
{
	struct plan_limits limits = plan_limits_of(a->settings);
	struct change change =
	    plan_edit(&a->plan, edit, a->host.goal, AUTHOR_USER, &limits, clock_now_ms());

	return settle_change(a, &change, false);
}

/* Undoes the user's last edit that was not undone yet. */
static void take_back(struct agent *a)
{
	struct plan_limits limits = plan_limits_of(a->settings);
	const json_t *list = a->folds.user_edits.list;
	const json_t *edit = json_array_get(list, json_array_size(list) - 1);

	if (!edit) {
		emit_notice(
		    a->session, "warning", "you changed nothing in the plan that could be undone");
		return;
	}
	struct change change = plan_undo(&a->plan, edit, &limits, clock_now_ms());
	settle_change(a, &change, true);
}

/* ---- The user's own criteria ------------------------------------------------------------------ */

/* Each change is a strategy event with all criteria, so that the screen, a replay and the next turn see the same ones.
 * Where no strategist was asked there are the user's criteria alone. */
static void emit_own(struct agent *a, struct strategy *s, char *summary /* steals */)
{
	if (!s->approach) {
		s->approach = prompt_text("strategy/own", NULL, 0);
		s->complexity = xstrdup("moderate");
	}
	json_t *data = strategy_event(s, a->turn ? a->turn->limits.rounds : 0, NULL);
	json_put_str(data, "by", "user");
	emit(a->session, EVENT_STRATEGY, summary, data);
	if (a->turn)
		turn_escalate(a->turn, "there are criteria of yours");
}

/* Carries out an edit (strategy_edit) on the turn's criteria, between turns on those that wait for the next. */
static void own_criteria_edit(struct agent *a, const char *words)
{
	freed_by(strategy_free) struct strategy waiting = {0};
	struct strategy *s = a->turn ? &a->turn->strategy : &waiting;

	if (!a->turn)
		unfinished_read(&a->folds.unfinished, s);
	auto_free char *said = strategy_edit(s, words);
	if (said)
		emit_own(a, s, xasprintf("you %s", said));
	else
		emit_notice(a->session, "warning",
		    "the criteria stay as they are: none is meant by '%s'; usage: /criteria add "
		    "TEXT "
		    "[`COMMAND`] | mend N TEXT | strike N",
		    words);
}

void own_criteria_begin(struct turn *t)
{
	freed_by(strategy_free) struct strategy before = {0};

	if (!unfinished_read(&t->agent->folds.unfinished, &before))
		return;
	strategy_keep_own(&t->strategy, &before);
	if (t->strategy.count)
		emit_own(t->agent, &t->strategy, xstrdup("your criteria hold until they are met"));
}

/* ---- Edits ---------------------------------------------------------------------------------- */

/* Asks the model for alternatives for what is left of the plan, as the user wished. */
static void want_branches(struct agent *a)
{
	const char *prompt = a->head.door == PLANNER_TEXT ? "plan/branch_text" : "plan/branch";

	if (a->head.door == PLANNER_OFF) {
		emit_notice(
		    a->session, "warning", "the model knows of no plan: planner.tool is off");
	} else if (a->plan.status != PLAN_ACTIVE ||
		   plan_open(&a->plan) + plan_count(&a->plan, TODO_FAILED) == 0) {
		emit_notice(a->session, "warning", "there is no plan with open items");
	} else if (a->turn) {
		model_note(a->session, prompt, NULL, 0);
	} else {
		planning_push(a, prompt);
	}
}

void planning_edit(struct agent *a, const json_t *edit)
{
	const struct event_plan_edit said = event_read_plan_edit(edit);

	if (strcmp(said.action, "criteria") == 0)
		own_criteria_edit(a, said.text ? said.text : "");
	else if (strcmp(said.action, "branch") == 0 && !said.todos)
		want_branches(a);
	else if (strcmp(said.action, "undo") == 0)
		take_back(a);
	else if (planning_change(a, edit) &&
		 strcmp(setting_string(a->settings, "planner.tool"), "off") == 0)
		/* The setting is read, since this is asked before the head is made, which chooses how the
		 * model plans. */
		emit_notice(
		    a->session, "warning", "the model is not told of this: planner.tool is off");
	planning_offer_more(a);
}

/* Does one action of the program's own on the item in progress. said: its result, steals. */
static void change_current(struct turn *t, const char *action, char *said)
{
	struct agent *a = t->agent;
	auto_free char *result = said;
	const struct todo *now = plan_current(&a->plan);
	struct plan_limits limits = plan_limits_of(a->settings);
	auto_free char *line = text_line(result, (size_t)limits.max_result);
	json_auto_t *edit = event_build_plan_edit(
	    &(struct event_plan_edit){.action = action, .id = now->id, .result = line});
	freed_by(change_free) struct change change =
	    plan_edit(&a->plan, edit, a->host.goal, AUTHOR_MODEL, &limits, clock_now_ms());

	if (change.kind == PLAN_CHANGED)
		emit_plan(a, "text", NULL, false);
}

void planning_mark(struct turn *t, const char *why)
{
	if (t->agent->plan.status == PLAN_ACTIVE && plan_current(&t->agent->plan))
		change_current(t, "update", xasprintf("off track: %s", why));
}

bool planning_ends(struct turn *t, const char *answer)
{
	const struct plan *p = &t->agent->plan;
	const struct todo *now = plan_current(p);
	/* Only the item in progress is open, something was done for it, and the last of that worked. */
	const bool ends = now && plan_open(p) == 1 && now->since.calls > 0 && !t->last_failed;

	if (text_is_blank(answer) || !ends)
		return false;
	change_current(
	    t, "complete", text_sentence(answer, (size_t)plan_limits_of(t->settings).max_result));
	return plan_open(p) == 0;
}

void planning_give_up_stale(struct agent *a)
{
	if (plan_stale(&a->plan, a->settings) && plan_abandon(&a->plan, clock_now_ms()))
		emit_plan(a, "rule", NULL, false);
}
