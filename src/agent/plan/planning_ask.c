/* SPDX-License-Identifier: MIT
 * What is asked about the plan before it goes on: whether it is to be carried out (approval mode
 * plan), whether a gated item may start, and which of several ways is taken. Without anyone to ask
 * nothing is carried out, a gate stays closed, and of several ways the model takes its own.
 */
#include "agent/plan/planning_ask.h"

#include "agent/plan/planning.h"
#include "agent/plan/planning_round.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/message.h"
#include "tools/tool.h"

/* Returns the model's words, without the plan if it is among them, and below them the plan: an answer that proposes it.
 * Caller frees. */
static char *proposal_text(const struct agent *a, const json_t *message)
{
	const struct plan *p = &a->plan;
	auto_free char *text = message_text(message);
	auto_free char *words =
	    a->head.door == PLANNER_TEXT ? plan_text_beside(text) : xstrdup(text);
	struct buf out = BUF_INIT;
	size_t len = strlen(words);

	while (len > 0 && words[len - 1] == '\n')
		len--;
	buf_addf(&out, "%.*s%s", (int)len, words, len ? "\n\n" : "");
	if (p->goal)
		buf_addf(&out, "%s\n\n", p->goal);
	for (size_t i = 0; i < p->count; i++)
		buf_addf(&out, "%zu. %s\n", i + 1, p->items[i].content);
	return buf_take(&out);
}

/* Tells the model at the next round: between a call and its result a message has no place. */
static void tell_next(struct turn *t, const char *prompt, const char *name, const char *value)
{
	auto_free char *text = prompt_with(prompt, {name, value});

	buf_addf(&t->planning->note, "%s%s", t->planning->note.len ? "\n\n" : "", text);
}

/* Accepts the plan: goes on in mode ask, forgets what the mode denied until now, and tells the model. */
static void accept_plan(struct turn *t)
{
	struct agent *a = t->agent;
	json_auto_t *mode = json_string("ask");

	if (setting_change(a->settings, "approve", json_incref(mode), NULL))
		emit(a->session, EVENT_SETTING, NULL,
		    event_build_setting(&(struct event_setting){
			.key = "approve", .value = json_incref(mode), .by = "user"}));
	t->denials.blocked = false;
	json_array_clear(t->denials.calls);
	tell_next(t, "plan/accepted", "goal", a->plan.goal ? a->plan.goal : "");
}

static void answer_open(struct agent *a, const char *choice)
{
	inbox_push(a->session,
	    (struct intent){INTENT_ANSWER,
		event_build_answer(&(struct event_answer){
		    .id = session_question(a->session), .choice = choice, .by = "rule"})});
}

static bool has_work(const struct plan *p)
{
	return p->status == PLAN_ACTIVE && plan_open(p) + plan_count(p, TODO_FAILED) > 0;
}

/* Carries out an edit while the plan's card is shown; takes the card back if nothing is left to do. */
static void on_edit(void *ctx, const json_t *edit)
{
	struct agent *a = ctx;

	planning_edit(a, edit);
	if (a->plan.status != PLAN_ACTIVE || plan_open(&a->plan) == 0)
		answer_open(a, "no");
}

bool planning_accept(struct turn *t, const json_t *message)
{
	struct agent *a = t->agent;
	json_auto_t *data = NULL;

	ask_await_edits(a->session,
	    event_build_question(&(struct event_question){
		.kind = "plan",
		.text = "carry out this plan?",
		.options = json_pack("[s, s, s]", "go", "change", "no"),
		.plan = plan_snapshot(&a->plan),
		.checking = criteria_checks(&t->strategy),
	    }),
	    on_edit, a, &data);
	struct event_answer answer = event_read_answer(data);
	if (strcmp(answer.choice, "go") == 0) {
		accept_plan(t);
	} else if (strcmp(answer.choice, "denied") == 0) {
		t->answer.text = proposal_text(a, message);
		t->denials.blocked = true;
		turn_finish(t, OUTCOME_BLOCKED);
	} else if (answer.text && *answer.text) {
		tell_next(t,
		    strcmp(answer.choice, "change") == 0 ? "plan/change_wanted" : "plan/refused",
		    "text", answer.text);
	} else if (!turn_cancelled(t)) {
		t->planning->closed = true;
	}
	return !t->planning->closed;
}

bool planning_accept_call(struct turn *t)
{
	const struct agent *a = t->agent;
	const struct plan *p = &a->plan;

	if (a->head.door == PLANNER_OFF || !has_work(p) || p->idle_turns > 0 ||
	    t->planning->refused == p->revision || !session_can_ask(a->session) ||
	    strcmp(setting_string(a->settings, "approve"), "plan") != 0)
		return false;
	planning_accept(t, NULL);
	t->planning->refused = p->revision;
	return strcmp(setting_string(a->settings, "approve"), "plan") != 0;
}

/* ---- Gates --------------------------------------------------------------------------------- */

static bool begins_work(const struct todo *t, const char *id, const char *status)
{
	enum todo_status wanted;

	return strcmp(id, t->id) == 0 && todo_status_find(status, &wanted) && wanted != t->status &&
	       (wanted == TODO_IN_PROGRESS || wanted == TODO_COMPLETED);
}

/* Whether the user ticked or skipped the item, so that no model starts it and there is nothing to
 * ask. */
static bool settled_by_user(const struct todo *t)
{
	return (t->user_set & USER_SET_STATUS) &&
	       (t->status == TODO_COMPLETED || t->status == TODO_SKIPPED);
}

/* Returns the gated item that a planner call would start, or tick without a start; NULL: none. */
static const struct todo *gated(const struct plan *p, const json_t *args)
{
	const struct event_plan_edit said = event_read_plan_edit(args);
	const char *status = strcmp(said.action, "complete") == 0 ? "completed"
			     : said.status			  ? said.status
								  : "";

	for (size_t k = 0; k < p->count && p->status == PLAN_ACTIVE; k++) {
		const struct todo *t = &p->items[k];

		if (!t->gate || t->status == TODO_IN_PROGRESS || settled_by_user(t))
			continue;
		if (begins_work(t, said.id ? said.id : json_str(args, "todoId", ""), status))
			return t;
		json_each (wanted, said.todos)
			if (begins_work(
				t, json_str(wanted, "id", ""), json_str(wanted, "status", "")))
				return t;
	}
	return NULL;
}

static const struct todo *item_named(const struct plan *p, const char *id)
{
	return p->status == PLAN_ACTIVE ? plan_find(p, id) : NULL;
}

struct gate_asked { /* the item as its card shows it */
	struct agent *agent;
	char *id, *words; /* (owned) */
};

/* Takes the card back, since the item changed while it was shown; whoever asked looks again. */
static void on_gate_edit(void *ctx, const json_t *edit)
{
	const struct gate_asked *g = ctx;

	planning_edit(g->agent, edit);
	const struct todo *item = item_named(&g->agent->plan, g->id);
	if (!item || !item->gate || settled_by_user(item) || strcmp(item->content, g->words) != 0)
		answer_open(g->agent, "none");
}

/* Does what planning_gate does for one item. True also when the question was taken back. */
static bool gate_opens(struct turn *t, const struct todo *item, bool stands, char **refusal)
{
	struct agent *a = t->agent;
	struct gate_asked asked = {a, xstrdup(item->id), xstrdup(item->content)};
	auto_free char *text = xasprintf("start '%s'?", item->content);
	json_auto_t *data = NULL;

	ask_await_edits(a->session,
	    event_build_question(&(struct event_question){
		.kind = "gate", .text = text, .options = json_pack("[s, s]", "go", "no")}),
	    on_gate_edit, &asked, &data);
	struct event_answer answer = event_read_answer(data);
	item = item_named(&a->plan, asked.id);
	bool open = strcmp(answer.choice, "none") == 0;
	if (strcmp(answer.choice, "go") == 0) {
		json_auto_t *edit = event_build_plan_edit(&(struct event_plan_edit){
		    .action = "gate", .id = asked.id, .closed = json_false()});

		open = !item || planning_change(a, edit);
	} else if (!open && item && strcmp(answer.choice, "cancelled") != 0) {
		*refusal = prompt_with(stands ? "gates/closed_stands" : "gates/closed",
		    {"item", item->content}, {"why", answer.text ? answer.text : ""});
		t->denials.blocked |= strcmp(answer.choice, "denied") == 0;
		string_set(&t->gate->item, item->id);
		string_set(&t->gate->words, item->content);
		t->gate->round = t->iteration;
	}
	free_all(asked.id, asked.words);
	return open;
}

const struct todo *item_behind_gate(const struct turn *t)
{
	const struct plan *p = &t->agent->plan;
	const struct todo *item = item_named(p, t->gate->item);
	bool left = item && (todo_open(item) || item->status == TODO_FAILED);

	return left && item->gate && !plan_current(p) ? item : NULL;
}

bool planning_gated(const struct turn *t, const json_t *args)
{
	return gated(&t->agent->plan, args) != NULL;
}

bool planning_gate(struct turn *t, const json_t *args, bool stands, char **refusal)
{
	const struct plan *p = &t->agent->plan;
	const bool active = p->status == PLAN_ACTIVE;
	const struct todo *item;

	*refusal = NULL;
	while ((item = gated(p, args)))
		if (!gate_opens(t, item, stands, refusal))
			return false;
	if (active && p->status != PLAN_ACTIVE) /* the user took away what was left */
		*refusal = prompt_text("plan/over", NULL, 0);
	return *refusal == NULL;
}

/* A list that ends a turn starts nothing: its gate is asked about when work goes on. */
void planning_read(struct turn *t, const json_t *message, bool works)
{
	struct agent *a = t->agent;
	struct plan_limits limits = plan_limits_of(a->settings);
	auto_free char *text = message_text(message), *refusal = NULL, *told = NULL;
	const char *said = text_spoken(text);
	json_auto_t *snapshot = plan_from_text(&a->plan, said, &limits);

	if (snapshot && works)
		planning_gate(t, snapshot, true, &refusal);
	if (snapshot && !turn_cancelled(t))
		told = planner_read_text(&a->host, said);
	/* A gate that came with this list can be asked about only now. */
	if (snapshot && works && !refusal && planning_gated(t, snapshot) &&
	    planning_gate(t, snapshot, true, &refusal)) {
		string_take(&told, planner_read_text(&a->host, said));
	}
	/* A model that writes the same list at each round is not told the same each time. */
	const char *words = refusal ? refusal : told;
	if (words && !text_is(t->planning->told, words)) {
		buf_adds(&t->planning->note, words);
		string_set(&t->planning->told, words);
	}
}

/* Carries out an edit while the question is open; takes it back if nothing is left to do. */
static void on_branch_edit(void *ctx, const json_t *edit)
{
	struct agent *a = ctx;

	planning_edit(a, edit);
	if (!has_work(&a->plan))
		answer_open(a, "none");
}

bool planning_branch(struct turn *t, struct call *c, json_t **answer)
{
	struct agent *a = t->agent;
	json_t *alternatives = json_list(c->args, "alternatives");

	*answer = NULL;
	if (strcmp(c->tool->name, "offer_branches") != 0 || a->plan.status != PLAN_ACTIVE)
		return true;
	json_t *options = json_array();
	json_each (one, alternatives)
		json_array_append(options, json_object_get(one, "title"));
	json_array_append_new(options, json_string(PLAN_BRANCH_KEEP));
	ask_await_edits(a->session,
	    event_build_question(&(struct event_question){
		.kind = "branch",
		.text = json_str(c->args, "question", "which way for what is left?"),
		.options = options,
		.call = c->id,
		.alternatives = json_incref(alternatives),
	    }),
	    on_branch_edit, a, answer);
	const char *choice = event_read_answer(*answer).choice;
	const json_t *taken = json_row(alternatives, "title", choice);
	if (taken) {
		json_auto_t *edit = event_build_plan_edit(&(struct event_plan_edit){
		    .action = "branch", .todos = json_incref(json_list(taken, "todos"))});
		json_put(*answer, "taken", json_boolean(planning_change(a, edit)));
	}
	c->state = *answer;
	return strcmp(choice, "cancelled") != 0;
}
