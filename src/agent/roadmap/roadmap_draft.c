/* SPDX-License-Identifier: MIT
 * Runs the stages in which the model drafts. A stage asks the model until it calls the tool that makes the artefact, or
 * calls none. The confidence in the draft then decides whether the run goes on, the program mends it, the model tries
 * again or the run pauses. The prompts of the stages are in prompts/roadmap.
 */
#include "agent/roadmap/roadmap_draft.h"

#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/call/calls.h"
#include "agent/roadmap/roadmap_approval.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/roles/model_call.h"
#include "agent/state/agent_state.h"
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

/* ---- What the model is told ---------------------------------------------------------------------- */

struct roadmap_task { /* one row for each stage */
	enum controller_state state;
	const char *name, *prompt;
	const char *known[4];	      /* the artefacts that the model is shown */
	const char *tool;	      /* its call ends the stage */
	const char *instead;	      /* its call does so, too, without one of `tool`; NULL: none */
	const char *tools;	      /* all that must be called, in words */
	enum controller_outcome well; /* of a draft that is good enough */
};
static const struct roadmap_task tasks[] = {
    {STATE_COLLECT_CONTEXT, "context", "roadmap/collect_context", {"context"}, "elicit_context",
	NULL, "elicit_context", OUTCOME_SUFFICIENT_CONTEXT},
    {STATE_DRAFT_OUTLINE, "outline", "roadmap/draft_outline", {"context", "ideas", "outline"},
	"generate_nodes", NULL, "select_pattern and generate_nodes", OUTCOME_SUCCESS},
    {STATE_DRAFT_ROADMAP, "roadmap", "roadmap/draft_roadmap", {"context", "outline", "options"},
	"build_roadmap", "edit_roadmap", "resolve_dependencies and build_roadmap", OUTCOME_SUCCESS},
    {STATE_DRAFT_SCHEDULE, "schedule", "roadmap/draft_schedule", {"roadmap"}, "generate_schedule",
	NULL, "generate_schedule", OUTCOME_SUCCESS},
};

/* Returns the row of the stage that the controller is in. Never NULL. */
static const struct roadmap_task *roadmap_task_of(const struct turn *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(tasks); i++)
		if (tasks[i].state == t->roadmap->run->controller.state)
			return &tasks[i];
	return &tasks[0];
}

/* Returns an artefact as the model is shown it, new reference. Of a roadmap, which is to be scheduled,
 * these are its dates and limits; its nodes are for the scheduler. */
static json_t *known_value(const struct planning_run *run, const char *name)
{
	json_t *copy = json_copy((json_t *)planning_artifact(run, name));

	if (strcmp(name, "roadmap") == 0) {
		json_object_del(copy, "nodes");
		json_object_del(copy, "options_tried");
	}
	if (strcmp(name, "options") != 0)
		json_object_del(copy, "goal");
	if (strcmp(name, "context") == 0 || strcmp(name, "roadmap") == 0)
		json_object_del(copy, "pattern"); /* it belongs to the outline */
	return copy;
}

static char *known_text(const struct turn *t, const struct roadmap_task *task)
{
	json_auto_t *known = json_object();

	for (size_t i = 0; i < 4 && task->known[i]; i++) {
		const char *name = task->known[i];
		json_auto_t *value = planning_artifact(t->roadmap->run, name)
					 ? known_value(t->roadmap->run, name)
					 : NULL;

		if (value && !json_equal(value, json_object_get(t->roadmap->known, name)))
			json_object_set(known, name, value);
	}
	json_object_update(t->roadmap->known, known);
	return json_object_size(known)		     ? json_line(known)
	       : json_object_size(t->roadmap->known) ? xstrdup("as above")
						     : xstrdup("nothing");
}

static char *shapes_text(void)
{
	json_auto_t *table = config_table_usable("patterns.yaml");
	struct buf out = BUF_INIT;

	json_each_at (i, row, json_list(table, "patterns")) {
		buf_addf(&out, "%s- %s: %s", i ? "\n" : "", json_str(row, "name", ""),
		    json_str(row, "says", ""));
		json_each_at (k, need, json_list(row, "needs"))
			buf_addf(&out, "%s%d %s with %s", k ? ", " : "; needs ",
			    (int)json_int(need, "at_least", 1), json_str(need, "level", ""),
			    json_str(need, "axis", ""));
		json_each_at (k, one, json_list(row, "subtypes"))
			buf_addf(
			    &out, "%s%s", k ? ", " : "; subtypes: ", json_str(one, "name", ""));
	}
	return buf_take(&out);
}

/* Returns an example of an outline of the pattern that was chosen, else of the one the goal's words hint at. */
static char *example_text(const struct planning_run *run)
{
	json_auto_t *table = config_table_usable("patterns.yaml");
	struct pattern_spec spec;

	pattern_read(&spec, planning_artifact(run, "pattern"));
	if (!spec.type && !pattern_guess(table, run->goal, &spec))
		spec.type = xstrdup("milestone_project");
	const json_t *row = pattern_row(table, spec.type);
	char *text = xstrdup(json_str(row, "example", ""));
	pattern_free(&spec);
	return text;
}

/* Returns the task of a stage in words, with what is known. Caller frees. */
static char *task_text(const struct turn *t, const struct roadmap_task *task)
{
	const struct planning_run *run = t->roadmap->run;
	const struct interaction_policy *p = &run->policy;
	auto_buf list = BUF_INIT;

	json_each_at (i, wish, run->wishes)
		buf_addf(&list, "%s- %s", i ? "\n" : "", json_string_value(wish));
	auto_free char *wishes =
	    list.len ? prompt_with("roadmap/wishes", {"list", buf_str(&list)}) : xstrdup("");
	auto_free char *known = known_text(t, task), *patterns = shapes_text(),
		       *example = example_text(run);
	auto_free char *ideas = p->brainstorming == BRAINSTORM_ALWAYS
				    ? prompt_text("roadmap/brainstorm", NULL, 0)
				    : xstrdup("");
	char questions[2] = {(char)('0' + p->probing_depth), '\0'};
	char options[2] = {(char)('0' + interaction_policy_options(p)), '\0'};
	return prompt_with(task->prompt, {"goal", run->goal}, {"known", known}, {"wishes", wishes},
	    {"patterns", patterns}, {"questions", questions}, {"options", options},
	    {"brainstorm", ideas}, {"example", example});
}

/* Sends a stage's task: whole the first time, as the turn's requests hold nothing of earlier turns; then why again. */
static void roadmap_task_tell(struct turn *t, const struct roadmap_task *task)
{
	struct roadmap_turn *r = t->roadmap;
	auto_free char *again = r->why ? prompt_with("roadmap/again", {"stage", task->name},
					     {"why", r->why}, {"tools", task->tools})
				       : NULL;
	auto_free char *whole = again && r->told[task->state] ? NULL : task_text(t, task);

	char *text =
	    again && whole ? xasprintf("%s\n\n%s", whole, again) : xstrdup(again ? again : whole);
	struct planning_run *run = t->roadmap->run;
	json_t *message = user_message(text, "stage");

	json_put_str(message, "stage", controller_state_name(run->controller.state));
	emit(t->session, EVENT_MESSAGE, NULL, message);
	free(text);
	r->told[task->state] = true;
}

/* ---- One request --------------------------------------------------------------------------- */

/* Checks the caps of requests and time, and the soft limit of money, beyond which the user is asked; other caps of
 * money are checked for every request (budget_admit.h). False: the stage ends with *out. */
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
	if (run->caps.turn_soft_usd <= 0 || t->spent->usd <= run->caps.turn_soft_usd ||
	    planning_allowed(run, "spending"))
		return true;
	char *text = xasprintf("this plan has cost $%.2f so far, more than $%.2f: go on?",
	    t->spent->usd, run->caps.turn_soft_usd);
	if (session_can_ask(t->session)) {
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
	const enum budget kind = t->budget->exhausted;

	if (kind == BUDGET_TURN)
		return false;
	t->roadmap->run->controller.cap = kind == BUDGET_DAY ? CAP_DAY_USD : CAP_SESSION_USD;
	return true;
}

/* Asks the model once and runs what it calls. Returns the number of calls. */
static size_t stage_round(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const double usd = t->spent->usd;
	struct completed c;
	size_t calls = 0;

	session_at(t->session, t->number, ++t->iteration);
	intents_take(t);
	int64_t began = clock_mono_ms();
	turn_ask(t, TOOLS_OFFERED, &c);
	int64_t took = clock_mono_ms() - began;
	if (c.message)
		emit(t->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	spend_note(t, &c, ROLE_TURN, t->agent->backend);
	controller_spend(&r->run->controller, !is_unaffordable(t), took, t->spent->usd - usd);
	r->usd += t->spent->usd - usd;
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
	json_each_back (row, run->tools)
		if (strcmp(json_str(row, "tool", ""), tool) == 0)
			return json_flag(row, "ok", false);
	return -1;
}

static void measure(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const enum controller_state state = r->run->controller.state;
	const char *product = planning_product(state);
	double rules = 1; /* checked when it was made; feasibility has a stage of its own */

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

/* Measures a draft. Between the thresholds the known fixes are applied once; then the model tries again. */
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
				     : prompt_with("roadmap/no_call", {"tools", task->tools}));
			return OUTCOME_RETRY;
		}
	}
	return out;
}
