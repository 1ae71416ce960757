/* SPDX-License-Identifier: MIT
 * Asks the evaluator. A verdict is cached by its request and the last write (consult.h), so that the same work is not
 * judged twice.
 */

#include "agent/strategy/verdict.h"

#include "agent/roles/consult.h"
#include "agent/state/agent_state.h"
#include "agent/state/role.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "agent/strategy/work_report.h"
#include "base/base.h"
#include "config/prompt.h"

static char *request_of(struct turn *t, const char *what, const char *shown)
{
	auto_buf strategy = BUF_INIT;
	size_t bytes = (size_t)setting_int(t->settings, "strategy.context_bytes");
	size_t window = (size_t)setting_int(t->settings, "evaluation.shown_bytes");
	auto_free char *some = text_excerpt(shown, window), *title = prompt_text(what, NULL, 0);
	auto_free char *work = work_report(t->agent, "evaluator",
	    buf_str(&t->evaluation->step.output), t->start_seq, window, true);

	strategy_context(&t->strategy, "strategy/shown", t->past_steps, bytes, &strategy);
	return prompt_with("roles/evaluator/request", {"request", t->prompt},
	    {"strategy", buf_str(&strategy)}, {"what", title}, {"shown", some}, {"work", work});
}

/* Judges the criteria by the verdict, but those that the program checks: they are not a matter of opinion. */
static void judge_criteria(struct turn *t, const json_t *value)
{
	json_each (row, json_list(value, "criteria"))
		array_each (c, t->strategy.criteria, t->strategy.count) {
			const json_t *met = json_object_get(row, "met");

			if (criterion_runs(c) || strcmp(c->id, json_str(row, "id", "")) != 0)
				continue;
			criterion_judge(c,
			    json_is_true(met)	 ? MET_YES
			    : json_is_false(met) ? MET_NO
						 : MET_UNKNOWN,
			    json_str(row, "evidence", NULL));
			c->at_write = t->agent->folds.last_write;
		}
}

static json_t *verdict_list(const json_t *value, const char *name)
{
	json_t *list = json_list(value, name);

	return list ? json_incref(list) : json_array();
}

static void verdict_emit(struct turn *t, const json_t *value, const struct step_judgement *v)
{
	emit(t->session, EVENT_EVALUATION,
	    xasprintf("%s%s", v->on_track ? "" : "off track: ", v->reasoning),
	    event_build_evaluation(&(struct event_evaluation){
		.on_track = v->on_track,
		.goal_achieved = v->goal_achieved,
		.confidence = json_num(value, "confidence", 0),
		.reasoning = v->reasoning,
		.issues = verdict_list(value, "issues"),
		.adjustments = verdict_list(value, "adjustments"),
		.plan_adjustments = verdict_list(value, "plan_adjustments"),
		.goes_on = json_flag(value, "continue", !v->goal_achieved),
		.criteria = criteria_state(&t->strategy),
		.by = "evaluator",
	    }));
}

static char *lines_of(const json_t *value)
{
	static const char *const names[] = {"adjustments", "plan_adjustments"};
	struct buf out = BUF_INIT;

	for (size_t n = 0; n < 2; n++)
		json_each (line, json_list(value, names[n]))
			buf_addf(&out, "- %s\n", json_string_value(line));
	tags_neutralise(&out);
	return buf_take(&out);
}

bool verdict_ask(struct turn *t, const char *what, const char *shown, struct step_judgement *out)
{
	struct question q = {
	    ROLE_EVALUATOR, "roles/evaluator", NULL, "evaluation", "judging the work"};
	auto_free char *request = request_of(t, what, shown), *why = NULL;

	q.request = request;
	json_auto_t *value = consult(t, &q, &why);
	if (value) {
		double least = setting_number(t->settings, "evaluation.confidence");
		const char *final = json_str(value, "final_response", "");

		*out = (struct step_judgement){
		    .on_track = json_flag(value, "on_track", true),
		    .goal_achieved = json_flag(value, "goal_achieved", false),
		    .counts = json_num(value, "confidence", 0) > least,
		    .stops = json_is_false(json_object_get(value, "continue")),
		    .reasoning = text_line(json_str(value, "reasoning", ""), 400),
		    .adjustments = lines_of(value),
		    .final_response =
			text_is_blank(final) ? NULL : text_clean(final, strlen(final)),
		};
		if (out->counts)
			judge_criteria(t, value);
		verdict_emit(t, value, out);
	} else if (!t->over && !turn_cancelled(t)) {
		emit_passing(t->session, "no verdict: %s", why);
	}
	return value != NULL;
}

void verdict_free(struct step_judgement *v)
{
	free_all(v->reasoning, v->adjustments, v->final_response);
}
