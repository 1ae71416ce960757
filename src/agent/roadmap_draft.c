/*
 * The stages in which the model drafts: context, outline, roadmap, schedule. Each is told what is known,
 * one complete example and what is asked; it ends when its artefact is there and judged.
 */
#include <string.h>
#include "agent/agent_internal.h"
#include "agent/calls.h"
#include "agent/intents.h"
#include "agent/model_call.h"
#include "agent/roadmap_state.h"
#include "agent/role.h"
#include "agent/budget.h"
#include "agent/spend.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "config/prompt.h"
#include "roadmap/planning_summary.h"
#include "session/event_data.h"

/* One row for each stage: its prompt, the artefacts it is told of, the tool that ends it. */
static const struct draft_stage {
	enum controller_state state;
	const char *name, *prompt;
	const char *known[4];
	const char *tool, *tools; /* the last call of it, and all of them in words */
	enum controller_outcome well;
} draft_stages[] = {
    {STATE_COLLECT_CONTEXT, "context", "roadmap/collect_context", {"context"}, "elicit_context",
	"elicit_context", OUTCOME_SUFFICIENT_CONTEXT},
    {STATE_DRAFT_OUTLINE, "outline", "roadmap/draft_outline", {"context", "ideas", "outline"},
	"generate_nodes", "select_pattern and generate_nodes", OUTCOME_SUCCESS},
    {STATE_DRAFT_ROADMAP, "roadmap", "roadmap/draft_roadmap", {"context", "outline", "options"},
	"build_roadmap", "resolve_dependencies and build_roadmap", OUTCOME_SUCCESS},
    {STATE_DRAFT_SCHEDULE, "schedule", "roadmap/draft_schedule", {"roadmap"}, "generate_schedule",
	"generate_schedule", OUTCOME_SUCCESS},
};

static const struct draft_stage *stage_of(const struct turn *t)
{
	for (size_t i = 0; i < sizeof draft_stages / sizeof *draft_stages; i++)
		if (draft_stages[i].state == t->roadmap->run->controller.state)
			return &draft_stages[i];
	return &draft_stages[0];
}

/* ---- What a stage is told ------------------------------------------------------------------ */

/* Of a roadmap that is to be scheduled its dates and limits; the nodes are the scheduler's. */
static json_t *known_value(const struct planning_run *run, const char *name)
{
	json_t *copy = json_copy((json_t *)planning_artifact(run, name));

	if (strcmp(name, "roadmap") == 0) {
		json_object_del(copy, "nodes");
		json_object_del(copy, "options_tried");
	}
	if (strcmp(name, "options") != 0)
		json_object_del(copy, "goal");
	return copy;
}

static char *known_text(const struct turn *t, const struct draft_stage *stage)
{
	json_t *known = json_object();
	char *text;

	for (size_t i = 0; i < 4 && stage->known[i]; i++)
		if (planning_artifact(t->roadmap->run, stage->known[i]))
			json_object_set_new(
			    known, stage->known[i], known_value(t->roadmap->run, stage->known[i]));
	text = json_object_size(known) ? json_line(known) : xstrdup("nothing");
	json_decref(known);
	return text;
}

static char *wishes_text(const struct planning_run *run)
{
	struct buf list = BUF_INIT;
	json_t *wish;
	size_t i;
	char *text;

	json_array_foreach (run->wishes, i, wish)
		buf_addf(&list, "%s- %s", i ? "\n" : "", json_string_value(wish));
	text = list.len ? prompt_text(
			      "roadmap/wishes", (struct prompt_var[]){{"list", buf_str(&list)}}, 1)
			: xstrdup("");
	buf_free(&list);
	return text;
}

static void put_subtypes(const json_t *row, struct buf *out)
{
	json_t *one;
	size_t i;

	json_array_foreach (json_list(row, "subtypes"), i, one)
		buf_addf(out, "%s%s", i ? ", " : "; subtypes: ", json_str(one, "name", ""));
}

static void put_needs(const json_t *row, struct buf *out)
{
	json_t *need;
	size_t i;

	json_array_foreach (json_list(row, "needs"), i, need)
		buf_addf(out, "%s%d %s with %s", i ? ", " : "; needs ",
		    (int)json_int(need, "at_least", 1), json_str(need, "level", ""),
		    json_str(need, "axis", ""));
}

static char *patterns_text(void)
{
	json_t *table = config_table_usable("patterns.yaml"), *row;
	struct buf out = BUF_INIT;
	size_t i;

	json_array_foreach (json_list(table, "patterns"), i, row) {
		buf_addf(&out, "%s- %s: %s", i ? "\n" : "", json_str(row, "name", ""),
		    json_str(row, "says", ""));
		put_needs(row, &out);
		put_subtypes(row, &out);
	}
	json_decref(table);
	return buf_take(&out);
}

static void tell(struct turn *t, char *text /* steals */)
{
	struct planning_run *run = t->roadmap->run;
	json_t *message = user_message(text, "stage");

	json_put_str(message, "stage", controller_state_name(run->controller.state));
	emit(t->agent->session, EVENT_MESSAGE, NULL, message);
	free(text);
}

/* The task of a stage, with what is known. */
static char *task_text(const struct turn *t, const struct draft_stage *stage)
{
	const struct planning_run *run = t->roadmap->run;
	const struct interaction_policy *p = &run->policy;
	char *known = known_text(t, stage), *wishes = wishes_text(run), *patterns = patterns_text();
	char *ideas = p->brainstorming == BRAINSTORM_ALWAYS
			  ? prompt_text("roadmap/brainstorm", NULL, 0)
			  : xstrdup("");
	char questions[2] = {(char)('0' + p->probing_depth), '\0'};
	char options[2] = {(char)('0' + interaction_policy_options(p)), '\0'};
	char *text = prompt_text(stage->prompt,
	    (struct prompt_var[]){{"goal", run->goal}, {"known", known}, {"wishes", wishes},
		{"patterns", patterns}, {"questions", questions}, {"options", options},
		{"brainstorm", ideas}},
	    7);

	free(known);
	free(wishes);
	free(patterns);
	free(ideas);
	return text;
}

/* The requests of a turn hold nothing of the turns before it: the first time the task is told whole. */
static void stage_tell(struct turn *t, const struct draft_stage *stage)
{
	struct roadmap_turn *r = t->roadmap;
	char *again = r->why ? prompt_text("roadmap/again",
				   (struct prompt_var[]){{"stage", stage->name}, {"why", r->why},
				       {"tools", stage->tools}},
				   3)
			     : NULL;
	char *task = again && r->told[stage->state] ? NULL : task_text(t, stage);

	tell(t, again && task ? xasprintf("%s\n\n%s", task, again) : xstrdup(again ? again : task));
	r->told[stage->state] = true;
	free(again);
	free(task);
}

/* ---- One request --------------------------------------------------------------------------- */

/* Over the soft limit the user is told what it came to, and asked. False: the stage ends with *out. */
static bool spending_allowed(struct turn *t, enum controller_outcome *out)
{
	struct planning_run *run = t->roadmap->run;
	json_t *answer = NULL;
	struct buf so_far = BUF_INIT;
	char *text;
	bool go_on;

	if (run->caps.turn_soft_usd <= 0 || t->spent.usd <= run->caps.turn_soft_usd ||
	    planning_allowed(run, "spending"))
		return true;
	text = xasprintf("this plan has cost $%.2f so far, more than $%.2f: go on?", t->spent.usd,
	    run->caps.turn_soft_usd);
	if (session_can_ask(t->agent->session)) {
		planning_so_far(run, &so_far);
		buf_addf(&so_far, "\n%s", text);
		ask_await(t->agent->session,
		    event_build_question(&(struct event_question){.kind = "ask_user",
			.text = buf_str(&so_far),
			.options = json_pack("[s, s]", "go on", "stop here")}),
		    &answer);
		go_on = strcmp(event_read_answer(answer).choice, "go on") == 0;
		json_decref(answer);
		buf_free(&so_far);
		free(text);
		if (go_on) {
			planning_allow(run, "spending");
			return true;
		}
		text = xstrdup("it was stopped because of what it costs");
	}
	roadmap_pause(t, WAIT_BUDGET, text);
	*out = OUTCOME_NO_RESPONSE;
	return false;
}

/* Turns and time are looked at before each request; money is where every request is admitted (budget.h). */
static bool may_ask(struct turn *t, enum controller_outcome *out)
{
	struct planning_run *run = t->roadmap->run;
	const enum controller_cap cap = controller_breaks(&run->controller, &run->caps);

	if (cap != CAP_NONE) {
		run->controller.cap = cap;
		*out = OUTCOME_FATAL_ERROR;
		return false;
	}
	return spending_allowed(t, out);
}

/* A request that the money of the run or the day does not allow was not made. */
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
	int64_t began, took;
	struct completed c;
	size_t calls = 0;

	session_at(t->agent->session, t->number, ++t->iteration);
	intents_take(t);
	began = clock_mono_ms();
	turn_ask(t, &c);
	took = clock_mono_ms() - began;
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
	} else {
		calls = calls_count(c.message);
		if (calls) {
			turn_reflect(t, c.message);
			calls_run(t, c.message, c.finish);
		}
	}
	completed_free(&c);
	return calls;
}

/* ---- What came of it ----------------------------------------------------------------------- */

/* How the last call of a tool in this stage went: 1 well, 0 not, -1 there was none. */
static int tool_went(const struct planning_run *run, const char *tool)
{
	for (size_t i = json_array_size(run->tools); i-- > 0;) {
		const json_t *row = json_array_get(run->tools, i);

		if (strcmp(json_str(row, "tool", ""), tool) == 0)
			return json_flag(row, "ok", false);
	}
	return -1;
}

static double rules_score(struct turn *t)
{
	const enum controller_state state = t->roadmap->run->controller.state;
	json_t *found;
	double score;

	if (state == STATE_COLLECT_CONTEXT || state == STATE_DRAFT_SCHEDULE)
		return 1; /* held to its contract when it was made; feasibility is judged by itself */
	found = planning_check(t->roadmap->run);
	score = json_num(found, "confidence", 0);
	json_decref(found);
	return score;
}

static void measure(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const char *product = planning_product(r->run->controller.state);

	r->confidence = confidence_of(&r->run->rules, r->run->self_score, rules_score(t),
	    confidence_heuristics(product, planning_artifact(r->run, product), r->run->goal));
	r->judged = true;
}

static char *unsure_text(const struct roadmap_turn *r)
{
	json_t *found = planning_check(r->run), *violation;
	struct buf out = BUF_INIT;
	size_t i;

	buf_addf(&out,
	    "The draft is not sure enough yet: %.2f of %.2f (your own %.2f, rules %.2f, experience "
	    "%.2f). Make it narrower: fewer and plainer steps, each with its effort.",
	    r->confidence.total, r->run->rules.go_on, r->confidence.model, r->confidence.rules,
	    r->confidence.heuristics);
	if (planning_artifact(r->run, "outline"))
		json_array_foreach (json_list(found, "violations"), i, violation)
			buf_addf(&out, "\n- %s", json_str(violation, "text", ""));
	json_decref(found);
	return buf_take(&out);
}

static enum controller_outcome escalate(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;

	if (r->run->controller.state != STATE_DRAFT_OUTLINE)
		roadmap_pause(t, WAIT_MENDING,
		    xasprintf("the draft is too unsure to build on (%.2f, at least %.2f is needed)",
			r->confidence.total, r->run->rules.retry));
	return OUTCOME_LOW_CONFIDENCE;
}

/* Between the thresholds: the fixes there are, once; then once more with what was wrong. */
static enum controller_outcome judge(struct turn *t, const struct draft_stage *stage)
{
	struct roadmap_turn *r = t->roadmap;
	enum confidence_verdict verdict;

	measure(t);
	verdict = confidence_judge(&r->run->rules, &r->confidence);
	if (verdict == CONFIDENCE_RETRY && stage->state != STATE_COLLECT_CONTEXT && !r->mended) {
		r->mended = true;
		if (planning_mend(r->run))
			measure(t);
		verdict = confidence_judge(&r->run->rules, &r->confidence);
	}
	if (verdict == CONFIDENCE_GO_ON || planning_allowed(r->run, "unsure"))
		return stage->state == STATE_COLLECT_CONTEXT
			   ? roadmap_gate(t, "context", stage->well)
			   : stage->well;
	if (verdict == CONFIDENCE_ESCALATE)
		return escalate(t);
	roadmap_again(t, unsure_text(r));
	return OUTCOME_RETRY;
}

static enum controller_outcome questions_open(struct turn *t)
{
	const struct planning_run *run = t->roadmap->run;
	struct buf out = BUF_INIT;
	json_t *question;
	size_t i;

	buf_adds(&out, "before it can be planned, this has to be known:");
	json_array_foreach (run->questions, i, question)
		buf_addf(&out, "\n- %s", json_string_value(question));
	roadmap_pause(t, WAIT_QUESTIONS, buf_take(&out));
	return OUTCOME_NEEDS_CLARIFICATION;
}

enum controller_outcome roadmap_draft(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const struct draft_stage *stage = stage_of(t);
	enum controller_outcome out = OUTCOME_FATAL_ERROR;

	stage_tell(t, stage);
	while (!t->over && !t->closing.why && may_ask(t, &out)) {
		const size_t calls = stage_round(t);
		const int went = tool_went(run, stage->tool);

		if (t->over || t->closing.why || is_unaffordable(t))
			return OUTCOME_FATAL_ERROR;
		if (run->asked_in_vain)
			return questions_open(t);
		if (went == 1)
			return judge(t, stage);
		if (calls == 0 || went == 0) {
			roadmap_again(t,
			    calls ? xasprintf("%s was refused; its result says why.", stage->tool)
				  : prompt_text("roadmap/no_call",
					(struct prompt_var[]){{"tools", stage->tools}}, 1));
			return OUTCOME_RETRY;
		}
	}
	return out;
}
