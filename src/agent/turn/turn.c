/* SPDX-License-Identifier: MIT
 * One turn, top to bottom: rounds of asking the model and running what it calls, until it answers
 * or something ends it.
 */
#include "agent/turn/turn.h"

#include "agent/budget/spend.h"
#include "agent/call/background.h"
#include "agent/call/calls.h"
#include "agent/context/answer_schema.h"
#include "agent/context/folder_view.h"
#include "agent/context/mcp_head.h"
#include "agent/context/request_head.h"
#include "agent/hook/hook_points.h"
#include "agent/plan/planning.h"
#include "agent/plan/planning_ask.h"
#include "agent/plan/planning_round.h"
#include "agent/roles/model_call.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "agent/state/role.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/strategy/criteria_check.h"
#include "agent/strategy/evaluate.h"
#include "agent/strategy/strategist.h"
#include "agent/turn/final_answer.h"
#include "agent/turn/intents.h"
#include "agent/turn/skill_invoke.h"
#include "agent/turn/turn_answer.h"
#include "agent/turn/turn_end.h"
#include "agent/turn/turn_parts.h"
#include "agent/turn/turn_request.h"
#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/run/kept_plan.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

static void read_plan(struct turn *t, const json_t *message)
{
	if (message && t->agent->head.door == PLANNER_TEXT)
		planning_read(t, message, message_call_count(message) > 0);
}

/* Makes a task's check the criterion of the turn's strategy: it runs through the same permissions as any, and an
 * answer before it passes is sent back. */
static void task_strategy(struct turn *t, const char *check)
{
	auto_free char *approach = prompt_text("roadmap/due", NULL, 0);
	json_t *criteria = json_pack(
	    "[{s:s, s:s, s:{s:s}}]", "id", "check", "text", approach, "check", "command", check);
	json_auto_t *value = json_pack("{s:s, s:s, s:o}", "approach", approach, "complexity",
	    "moderate", "success_criteria", criteria);

	strategy_load(&t->strategy, value);
	emit(t->session, EVENT_STRATEGY, xstrdup(approach),
	    strategy_event(&t->strategy, t->limits.rounds, NULL));
}

/* Records the plan's task as done if it is over, or its check passes. Returns its roadmap's revision; 0: there is no
 * task, or it stays open; a notice says so unless unattended. */
static int task_end(struct turn *t, bool unattended)
{
	struct agent *a = t->agent;
	const json_t *task = a->plan.task;
	const bool check = json_str(task, "check", NULL) != NULL, over = plan_task_over(&a->plan);

	if (!task || json_object_get(task, "done") || (!over && !(check && unattended)))
		return 0;
	const bool answered = t->outcome == OUTCOME_ANSWERED;
	if (check && answered)
		criteria_check(t, true);
	if (check ? answered && t->strategy.count > 0 && t->strategy.criteria[0].met == MET_YES
		  : !unattended && *a->backend->wire) /* fixed rules judge nothing */
		return planning_record_task(
		    a, check ? "its check passed" : a->plan.items[a->plan.count - 1].result);
	if (!unattended)
		emit_notice(a->session, "warning", "'%s' of %s stays open: %s",
		    json_str(task, "node", ""), json_str(task, "id", ""),
		    check ? "its check did not pass" : "no model worked on it");
	return 0;
}

/* Takes a reply with calls: runs them and judges what came of them. */
static void take_reply_calls(struct turn *t, const struct completed *c)
{
	turn_answer_forget_begun(t);
	turn_escalate(t, "it needs tools");
	turn_reflect(t, c->message);
	read_plan(t, c->message);
	step_begin(t);
	calls_run(t, c->message, c->finish);
	/* Where the model began a task in this round its check holds from now on. */
	const json_t *task = t->agent->plan.task;
	const char *check = json_str(task, "check", NULL);
	if (check && !json_object_get(task, "done") && t->strategy.count == 0)
		task_strategy(t, check);
	/* An answer may come of it: the evaluator's own words. */
	json_auto_t *answer = step_judge(t);
	if (answer)
		turn_answer(t, answer);
	step_recover(t);
	turn_answer_beside(t, c->message);
}

static void take_reply(struct turn *t, const struct completed *c)
{
	if (c->failure == FAILURE_NONE && turn_answer_cut(t, c)) {
		turn_answer_goes_on(t, c->message);
	} else if (c->failure != FAILURE_NONE) {
		read_plan(t, c->message);
		if (!t->over)
			turn_fail(t, c);
	} else if (c->finish == FINISH_PAUSED && c->message) {
		turn_answer_pauses(t, c->message);
	} else if (message_call_count(c->message) > 0) {
		take_reply_calls(t, c);
	} else {
		read_plan(t, c->message);
		if (turn_answer_is_nothing(t, c->message))
			return;
		if (c->finish == FINISH_FILTER)
			emit_notice(
			    t->session, "warning", "the server's content filter ended the answer");
		turn_answer(t, c->message);
	}
}

static void turn_round(struct turn *t)
{
	struct completed c;

	session_at(t->session, t->number, ++t->iteration);
	intents_take(t);
	background_tell(t);
	limits_tell(t);
	hooks_round(t);
	planning_tell(t);
	turn_advice_tell(t);
	turn_ask(t, t->schema->asked ? TOOLS_WITHHELD : TOOLS_OFFERED, &c);
	if (c.message) {
		if (c.finish == FINISH_PAUSED)
			json_object_set_new(c.message, "paused", json_true());
		calls_translate(t, c.message);
		emit(t->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	}
	spend_note(t, &c, ROLE_TURN, t->agent->backend);
	take_reply(t, &c);
	completed_free(&c);
}

static void turn_rounds(struct turn *t)
{
	while (!t->over) {
		if (t->wrap_up) {
			final_answer_ask(t);
		} else {
			turn_round(t);
			limits_round(t);
		}
	}
}

static void make_ready(struct agent *a, const char *words)
{
	folder_view_begin(a);
	mcp_head_wait(a);
	head_build(a, words);
	agent_begin(a, words, NULL);
	hooks_begin(a);
}

enum outcome turn_run(struct agent *a, struct prompt prompt)
{
	bool routed = false;
	struct turn_parts parts;

	make_ready(a, prompt.words);
	struct route route = turn_route(a, prompt.words, &routed);
	skill_route(a, prompt.words, routed, &route);
	struct turn *t = turn_begin(&parts, a, prompt, route, routed, NULL);
	skill_invoke(t);
	if (!t->over)
		answer_schema_tell(t);
	if (a->head.notice)
		emit_notice(a->session, "warning", "%s", a->head.notice);
	string_set(&a->head.notice, NULL);
	if (t->depth == DEPTH_STRATEGIC && !t->over)
		strategy_think(t, t->prompt);
	else if (!t->over)
		own_criteria_begin(t);
	turn_rounds(t);
	task_end(t, false);
	turn_end(t);
	return t->outcome;
}

enum outcome turn_run_task(struct agent *a, const json_t *task, bool unattended, int *revision)
{
	const char *check = json_str(task, "check", NULL);
	auto_free char *prompt = kept_task_prompt(task);
	auto_error e = ERROR_INIT;
	struct turn_parts parts;

	*revision = 0;
	make_ready(a, prompt);
	struct turn *t = turn_begin(&parts, a, (struct prompt){.words = prompt},
	    (struct route){
		check ? DEPTH_STRATEGIC : DEPTH_REACT, xstrdup("a task of a roadmap that is due")},
	    false, NULL);
	if (!kept_task_begin(&a->host, task, &e))
		emit_notice(a->session, "warning", "%s", e.message);
	if (check)
		task_strategy(t, check);
	turn_rounds(t);
	*revision = task_end(t, unattended);
	turn_end(t);
	return t->outcome;
}
