/* SPDX-License-Identifier: MIT
 * The rules that judge steps and answers, and what follows from a verdict.
 */

#include "agent/strategy/evaluate.h"

#include "agent/plan/planning.h"
#include "agent/plan/planning_round.h"
#include "agent/state/agent_state.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/strategy/criteria_check.h"
#include "agent/strategy/recover.h"
#include "agent/strategy/verdict.h"
#include "base/base.h"
#include "config/prompt.h"
#include "tools/tool_set.h"

/* Whether the turn is judged: not that of the offline backend, which follows rules itself. */
static bool judged(const struct turn *t)
{
	return !t->over && *t->agent->backend->wire;
}

static bool asked_when(const struct turn *t, const char *when)
{
	const json_t *list = setting_json(t->settings, "evaluation.when");

	return json_holds_str(list, when) && !json_holds_str(list, "never");
}

void evaluation_free(struct evaluation *e)
{
	buf_free(&e->step.error);
	buf_free(&e->step.output);
	json_decref(e->errors);
	json_decref(e->refused_checks);
}

void step_begin(struct turn *t)
{
	buf_free(&t->evaluation->step.error);
	buf_free(&t->evaluation->step.output);
	t->evaluation->step = (struct evaluated_step){0};
}

static void keep_step(struct turn *t, const struct call *call)
{
	size_t most = (size_t)setting_int(t->settings, "strategy.steps");
	auto_buf line = BUF_INIT;

	if (call->args)
		tool_line(call->tool, call->args, &line);
	buf_addf(&line, ": %s", call->result.summary ? call->result.summary : "done");
	auto_free char *text = text_line(buf_str(&line), EVENT_SUMMARY_MAX);
	json_array_append_new(t->past_steps, json_string(text));
	while (json_array_size(t->past_steps) > most)
		json_array_remove(t->past_steps, 0);
}

/* Whether the failure of a call is one of its step: a read or an edit fails by an argument, and its result helps on. */
static bool is_act(const struct call *call)
{
	const enum tool_class class = tool_class_of(call->tool, call->args);

	return class != TOOL_READS && class != TOOL_WRITES;
}

void step_note(struct turn *t, const struct call *call)
{
	const struct result *r = &call->result;

	if (!call->tool || call->tool->class == TOOL_PLANS || r->denied || r->malformed)
		return;
	t->evaluation->step.calls++;
	t->last_failed = !r->ok;
	/* The answer is compared with a command that ran, or runs on. */
	const char *command = json_str(call->args, "command", NULL);
	if (call->tool == &tool_run_command && command && r->data &&
	    !json_flag(r->data, "stopped", false) && !json_flag(r->data, "interrupted", false))
		claims_ran(&t->claims, claims_run(call->id, command, r->data, buf_str(&r->text)));
	int again = recover_again(t, call);
	if (is_act(call) && !r->ok && (!r->exited || again > 1) &&
	    t->evaluation->step.failures++ == 0)
		buf_addf(&t->evaluation->step.error, "%s: %s", call->tool->name,
		    r->summary ? r->summary : "failed");
	if (is_act(call) && again > t->evaluation->step.again)
		t->evaluation->step.again = again;
	if (!r->ok) {
		auto_free char *some = text_excerpt(
		    buf_str(&r->text), (size_t)setting_int(t->settings, "strategy.output_chars"));

		if (call->args)
			tool_line(call->tool, call->args, &t->evaluation->step.output);
		buf_addf(&t->evaluation->step.output, "\n%s\n", some);
	}
	keep_step(t, call);
	criteria_note(t, call);
}

/* Appends which criteria changed since the last event, in words. */
static void changes(struct turn *t, struct buf *out)
{
	static const char *const words[] = {
	    [MET_UNKNOWN] = "not known", [MET_YES] = "met", [MET_NO] = "not met"};

	array_each (c, t->strategy.criteria, t->strategy.count) {
		if (c->met == c->told)
			continue;
		buf_addf(out, "%s%s: %s", out->len ? "; " : "", c->text, words[c->met]);
		if (c->evidence)
			buf_addf(out, " (%s)", c->evidence);
	}
}

static void all_told(struct turn *t)
{
	for (size_t i = 0; i < t->strategy.count; i++)
		t->strategy.criteria[i].told = t->strategy.criteria[i].met;
}

static bool all_met(const struct strategy *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->criteria[i].met != MET_YES)
			return false;
	return s->count > 0;
}

/* Emits the rules' own verdict, unless there is no news. rung: of a failed step; then: what is done now; or NULL. */
static void rules_emit(struct turn *t, const struct rung *rung, const char *then)
{
	struct buf line = BUF_INIT;
	bool failed = rung != NULL, unmet = criteria_unmet(&t->strategy, BY_CHECKS, NULL) > 0;
	json_t *issues = json_array(), *recovery = NULL;

	if (failed) {
		buf_addf(&line, "%s", buf_str(&t->evaluation->step.error));
		json_array_append_new(issues, json_string(buf_str(&line)));
		buf_addf(&line, " - %s (%d of %d)", rung->name, rung->number, rung->of);
	}
	changes(t, &line);
	all_told(t);
	if (line.len == 0 && !then) {
		json_decref(issues);
		return;
	}
	if (then)
		buf_addf(&line, "%s%s", line.len ? " - " : "", then);
	if (failed)
		recovery = event_build_recovery(&(struct event_recovery){
		    .rung = rung->name, .number = rung->number, .of = rung->of});
	json_t *data = event_build_evaluation(&(struct event_evaluation){
	    .on_track = !failed && !(then && unmet),
	    .goal_achieved = all_met(&t->strategy),
	    .confidence = 1,
	    .reasoning = buf_str(&line),
	    .issues = issues,
	    .adjustments = json_array(),
	    .goes_on = !all_met(&t->strategy),
	    .criteria = criteria_state(&t->strategy),
	    .by = "rules",
	    .recovery = recovery,
	});
	emit(t->session, EVENT_EVALUATION, buf_take(&line), data);
}

/* Changes the course after an off-track step: the model is told, the user sees it, the plan shows
 * it. */
static void off_track(struct turn *t, const struct step_judgement *v)
{
	auto_free char *now = text_line(v->adjustments, 400);

	emit_notice(t->session, "warning", "%s%s",
	    *now ? "the course is changed: " : "the course is changed",
	    *now == '-' ? now + 2 : now);
	planning_mark(t, v->reasoning);
	turn_advise(t, ADVICE_COURSE, "strategy/off_track",
	    PROMPT_VARS({"reasoning", v->reasoning}, {"adjustments", v->adjustments}));
}

/* Acts on the evaluator's verdict of a step. Returns the message that is the answer, new reference, or NULL. */
static json_t *judge_by_model(struct turn *t)
{
	struct step_judgement v;
	json_t *answer = NULL;
	const json_t *last = json_array_get(t->past_steps, json_array_size(t->past_steps) - 1);

	if (!verdict_ask(t, "roles/evaluator/step", last ? json_string_value(last) : "", &v))
		return NULL;
	all_told(t);
	if (!v.on_track && v.counts)
		off_track(t, &v);
	else if (v.goal_achieved && v.counts && v.final_response &&
		 (t->strategy.count == 0 || all_met(&t->strategy)))
		answer = turn_say(t, v.final_response);
	else if (v.goal_achieved && v.counts && all_met(&t->strategy))
		turn_advise(t, ADVICE_COURSE, "strategy/achieved", NULL, 0);
	verdict_free(&v);
	return answer;
}

/* Whether a step failed: it had calls and none of them worked. */
static bool step_failed(const struct turn *t)
{
	return t->evaluation->step.calls > 0 &&
	       t->evaluation->step.failures == t->evaluation->step.calls;
}

static struct rung rung_of(const struct turn *t)
{
	return recover_rung(t->settings, t->depth, t->evaluation->step.again);
}

json_t *step_judge(struct turn *t)
{
	const bool failed = step_failed(t);

	if (!judged(t) || t->evaluation->step.calls == 0)
		return NULL;
	criteria_check(t, false);
	struct rung rung = rung_of(t);
	rules_emit(t, failed ? &rung : NULL, NULL);
	/* Without a strategy there is nothing to judge a step by. */
	const bool asks = t->strategy.approach &&
			  (asked_when(t, "every_step") ||
			      (t->evaluation->step.failures > 0 && asked_when(t, "on_error")));
	return asks ? judge_by_model(t) : NULL;
}

void step_recover(struct turn *t)
{
	const struct rung rung = rung_of(t);

	if (judged(t) && step_failed(t))
		recover(t, &rung);
}

/* Whether the evaluator is asked about an answer: a criterion that only it can judge is not met, or was
 * judged before the last write. */
static bool asks_about_answer(const struct turn *t)
{
	if (!asked_when(t, "at_end"))
		return false;
	array_each (c, t->strategy.criteria, t->strategy.count) {
		if (!criterion_runs(c) &&
		    (c->met != MET_YES || c->at_write != t->agent->folds.last_write))
			return true;
	}
	return false;
}

/* Returns what failed checks printed, so that the model need not run them again to see it. */
static char *outputs(const struct strategy *s)
{
	struct buf out = BUF_INIT;

	array_each (c, s->criteria, s->count) {
		if (c->met != MET_NO || !c->output)
			continue;
		auto_free char *text =
		    prompt_with("strategy/held_back_output", {"id", c->id}, {"output", c->output});
		buf_addf(&out, "%s\n", text);
	}
	tags_neutralise(&out);
	return buf_take(&out);
}

/* Sends an answer back. v: the evaluator's verdict, without words where only checks judged. */
static void send_back(struct turn *t, int most, const struct step_judgement *v)
{
	const bool checks = criteria_unmet(&t->strategy, BY_CHECKS, NULL) > 0;
	auto_buf unmet = BUF_INIT, words = BUF_INIT;
	auto_free char *output = outputs(&t->strategy), *then = NULL;

	t->evaluation->reflections++;
	t->evaluation->held_calls = t->calls;
	criteria_unmet(&t->strategy, BY_ALL, &unmet);
	if (v->reasoning)
		buf_addf(&words, "%s\n%s", v->reasoning, v->adjustments);
	tags_neutralise(&words);
	then = xasprintf("the answer is sent back%s (%d of %d)", checks ? "" : " by the evaluator",
	    t->evaluation->reflections, most);
	rules_emit(t, NULL, then);
	turn_advise(t, ADVICE_ANSWER, checks ? "strategy/held_back" : "strategy/held_back_answer",
	    PROMPT_VARS(
		{"unmet", buf_str(&unmet)}, {"output", output}, {"words", buf_str(&words)}));
}

/* Whether an answer stands, by what was judged of it; false: it was sent back. */
static bool verdict_lets(struct turn *t, const struct step_judgement *v)
{
	const int most = (int)setting_int(t->settings, "limits.reflections");
	const bool explained =
	    t->evaluation->reflections > 0 && t->evaluation->held_calls == t->calls;

	if (turn_out_of_time(t) || explained || (v->counts && v->stops) ||
	    criteria_unmet(&t->strategy, BY_ALL, NULL) == 0)
		return true;
	if (t->evaluation->reflections < most) {
		send_back(t, most, v);
		return false;
	}
	if (most > 0)
		emit_notice(t->session, "warning",
		    "the answer was sent back %d time%s, which is the limit "
		    "(limits.reflections): it stands as it is",
		    most, text_plural(most, "", "s"));
	return true;
}

bool answer_holds(struct turn *t, const char *answer)
{
	struct step_judgement v = {0};

	if (t->strategy.count == 0 || !judged(t) || t->planning->closed)
		return true;
	/* From here on the end of the turn's time only leaves open what was not checked yet. */
	string_set(&t->answer.judged, NULL);
	if (!criteria_check(t, true))
		return false;
	/* While a check fails there is nothing to ask the evaluator about. */
	if (criteria_unmet(&t->strategy, BY_CHECKS, NULL) == 0 && !turn_out_of_time(t) &&
	    asks_about_answer(t)) {
		t->strategy.unjudged = !verdict_ask(t, "roles/evaluator/answer", answer, &v);
		if (!t->strategy.unjudged)
			all_told(t);
		if (v.counts && v.goal_achieved && v.final_response && all_met(&t->strategy) &&
		    !t->agent->answer_schema)
			string_set(&t->answer.judged, v.final_response);
	}
	bool holds = !t->over && (turn_out_of_time(t) || !turn_cancelled(t)) && verdict_lets(t, &v);
	verdict_free(&v);
	if (holds)
		rules_emit(t, NULL, NULL);
	return holds;
}
