/* SPDX-License-Identifier: MIT
 * A stage asks the model until it calls the tool that makes the artefact, or calls none. How sure the draft is
 * then decides whether the run goes on, the program mends it, the model tries again or the run pauses.
 */
#include "agent/roadmap/roadmap_draft.h"

#include "agent/agent_internal.h"
#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/call/calls.h"
#include "agent/roadmap/roadmap_approval.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/roadmap/roadmap_task.h"
#include "agent/roles/model_call.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/turn/intents.h"
#include "agent/turn/turn_request.h"
#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/run/planning_summary.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

/* ---- One request --------------------------------------------------------------------------- */

/* Turns and time are looked at before each request; money is where every request is admitted (budget.h), but for the soft
 * limit: over it the user is told what it came to, and asked. False: the stage ends with *out. */
static bool may_ask(struct turn *t, enum controller_outcome *out)
{
	struct planning_run *run = t->roadmap->run;
	const enum controller_cap cap = controller_breaks(&run->controller, &run->caps);
	json_auto_t *answer = NULL;
	auto_buf so_far = BUF_INIT;

	if (cap != CAP_NONE) {
		run->controller.cap = cap;
		*out = OUTCOME_FATAL_ERROR;
		return false;
	}
	if (run->caps.turn_soft_usd <= 0 || t->spent.usd <= run->caps.turn_soft_usd ||
	    planning_allowed(run, "spending"))
		return true;
	char *text = xasprintf("this plan has cost $%.2f so far, more than $%.2f: go on?",
	    t->spent.usd, run->caps.turn_soft_usd);
	if (session_can_ask(t->agent->session)) {
		planning_so_far(run, &so_far);
		buf_addf(&so_far, "\n%s", text);
		roadmap_ask(t,
		    event_build_question(&(struct event_question){.kind = "ask_user",
			.text = buf_str(&so_far),
			.options = json_pack("[s, s]", "go on", "stop here")}),
		    &answer);
		free(text);
		if (strcmp(event_read_answer(answer).choice, "go on") == 0) {
			planning_allow(run, "spending");
			return true;
		}
		text = xstrdup("it was stopped because of what it costs");
	}
	roadmap_pause(t, WAIT_BUDGET, text);
	*out = OUTCOME_NO_RESPONSE;
	return false;
}

/* Whether the last request was not made, because the money of the run or of the day does not allow it; the
 * run then names that cap. */
static bool is_unaffordable(struct turn *t)
{
	const enum budget kind = t->budget.exhausted;

	if (kind == BUDGET_TURN)
		return false;
	t->roadmap->run->controller.cap = kind == BUDGET_DAY ? CAP_DAY_USD : CAP_SESSION_USD;
	return true;
}

/* Asks the model once and runs what it calls. The number of calls. */
static size_t stage_round(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const double usd = t->spent.usd;
	struct completed c;
	size_t calls = 0;

	session_at(t->agent->session, t->number, ++t->iteration);
	intents_take(t);
	int64_t began = clock_mono_ms();
	turn_ask(t, TOOLS_OFFERED, &c);
	int64_t took = clock_mono_ms() - began;
	if (c.message)
		emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	spend_note(t, &c, ROLE_TURN, t->agent->backend);
	controller_spend(&r->run->controller, !is_unaffordable(t), took, t->spent.usd - usd);
	r->usd += t->spent.usd - usd;
	if (is_unaffordable(t)) {
		/* the stage ends with the cap */
	} else if (c.failure != FAILURE_NONE) {
		if (!t->over)
			turn_fail(t, &c);
	} else if ((calls = message_call_count(c.message))) {
		turn_reflect(t, c.message);
		calls_run(t, c.message, c.finish);
	}
	completed_free(&c);
	return calls;
}

/* ---- What came of it ----------------------------------------------------------------------- */

/* Returns how the last call of a tool in this stage went: 1 well, 0 not, -1 there was none. */
static int tool_went(const struct planning_run *run, const char *tool)
{
	for (size_t i = json_array_size(run->tools); i-- > 0;) {
		const json_t *row = json_array_get(run->tools, i);

		if (strcmp(json_str(row, "tool", ""), tool) == 0)
			return json_flag(row, "ok", false);
	}
	return -1;
}

static void measure(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const enum controller_state state = r->run->controller.state;
	const char *product = planning_product(state);
	double rules =
	    1; /* held to its contract when it was made; feasibility is judged by itself */

	if (state != STATE_COLLECT_CONTEXT && state != STATE_DRAFT_SCHEDULE) {
		json_auto_t *found = planning_check(r->run);
		rules = json_num(found, "confidence", 0);
	}
	r->confidence = confidence_of(&r->run->rules, r->run->self_score, rules,
	    confidence_heuristics(product, planning_artifact(r->run, product), r->run->goal));
	r->judged = true;
}

static char *unsure_text(const struct roadmap_turn *r)
{
	json_auto_t *found = planning_check(r->run);
	struct buf out = BUF_INIT;

	buf_addf(&out,
	    "The draft is not sure enough yet: %.2f of %.2f (your own %.2f, rules %.2f, experience "
	    "%.2f). Make it narrower: fewer and plainer steps, each with its effort.",
	    r->confidence.total, r->run->rules.go_on, r->confidence.model, r->confidence.rules,
	    r->confidence.heuristics);
	if (planning_artifact(r->run, "outline"))
		json_each (violation, json_list(found, "violations"))
			buf_addf(&out, "\n- %s", json_str(violation, "text", ""));
	return buf_take(&out);
}

/* Between the thresholds: the fixes there are, once; then once more with what was wrong. */
static enum controller_outcome judge_draft(struct turn *t, const struct roadmap_task *task)
{
	struct roadmap_turn *r = t->roadmap;

	measure(t);
	enum confidence_verdict verdict = confidence_judge(&r->run->rules, &r->confidence);
	if (verdict == CONFIDENCE_RETRY && task->state != STATE_COLLECT_CONTEXT && !r->mended) {
		r->mended = true;
		if (planning_mend(r->run))
			measure(t);
		verdict = confidence_judge(&r->run->rules, &r->confidence);
	}
	if (verdict == CONFIDENCE_GO_ON || planning_allowed(r->run, "unsure"))
		return task->state == STATE_COLLECT_CONTEXT ? roadmap_gate(t, "context", task->well)
							    : task->well;
	if (verdict == CONFIDENCE_ESCALATE) {
		if (r->run->controller.state != STATE_DRAFT_OUTLINE)
			roadmap_pause(t, WAIT_MENDING,
			    xasprintf("the draft is too unsure to build on (%.2f, at least %.2f is "
				      "needed)",
				r->confidence.total, r->run->rules.retry));
		return OUTCOME_LOW_CONFIDENCE;
	}
	roadmap_again(t, unsure_text(r));
	return OUTCOME_RETRY;
}

static enum controller_outcome questions_open(struct turn *t)
{
	const struct planning_run *run = t->roadmap->run;
	struct buf out = BUF_INIT;

	buf_adds(&out, "before it can be planned, this has to be known:");
	json_each (question, run->questions)
		buf_addf(&out, "\n- %s", json_string_value(question));
	roadmap_pause(t, WAIT_QUESTIONS, buf_take(&out));
	return OUTCOME_NEEDS_CLARIFICATION;
}

enum controller_outcome roadmap_draft(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const struct roadmap_task *task = roadmap_task_of(t);
	enum controller_outcome out = OUTCOME_FATAL_ERROR;

	roadmap_task_tell(t, task);
	while (!t->over && !t->wrap_up && may_ask(t, &out)) {
		const size_t calls = stage_round(t);
		int went = tool_went(run, task->tool);

		if (went == -1 && task->instead)
			went = tool_went(run, task->instead);
		if (t->over || t->wrap_up || is_unaffordable(t))
			return OUTCOME_FATAL_ERROR;
		if (run->asked_in_vain)
			return questions_open(t);
		if (went == 1)
			return judge_draft(t, task);
		if (calls == 0 || went == 0) {
			roadmap_again(
			    t, calls ? xasprintf("%s was refused; its result says why.", task->tool)
				     : prompt_text("roadmap/no_call",
					   (struct prompt_var[]){{"tools", task->tools}}, 1));
			return OUTCOME_RETRY;
		}
	}
	return out;
}
