/* SPDX-License-Identifier: MIT
 * Reports and offers what is left of a plan. Nobody waits for the answer to an offer, so it is turned into intents, as
 * if the user had typed them.
 */

#include "agent/plan/planning_end.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"

#define NAMED 3 /* steps by name, of those that are open or failed */

bool planning_may_go_on(const struct agent *a)
{
	return session_can_ask(a->session) && !a->one_shot && a->level == 0;
}

json_t *planning_open_items(const struct plan *p)
{
	json_t *open = json_array();

	array_each (item, p->items, p->status == PLAN_ACTIVE ? p->count : 0) {
		if (todo_open(item))
			json_array_append_new(open, json_string(item->content));
		else if (item->status == TODO_FAILED)
			json_array_append_new(
			    open, json_sprintf("%s (failed%s%s)", item->content,
				      item->error ? ": " : "", item->error ? item->error : ""));
	}
	return open;
}

json_t *planning_failed_items(const struct plan *p)
{
	json_t *failed = json_array();

	for (size_t i = 0; p->status == PLAN_ACTIVE && i < p->count; i++)
		if (p->items[i].status == TODO_FAILED)
			json_array_append_new(
			    failed, event_build_failed_item(
					&(struct event_failed_item){.id = p->items[i].id,
					    .content = p->items[i].content,
					    .error = p->items[i].error}));
	return failed;
}

/* Whether the plan has open items and at most `idle` turns have ended since one worked on it. */
static bool ends_open(const struct agent *a, int idle)
{
	return a->head.door != PLANNER_OFF && a->plan.status == PLAN_ACTIVE &&
	       plan_open(&a->plan) > 0 && a->plan.idle_turns <= idle;
}

void planning_say_open(struct turn *t)
{
	struct agent *a = t->agent;
	auto_buf names = BUF_INIT;
	int named = 0, open = plan_open(&a->plan);

	if (planning_may_go_on(a) || t->outcome == OUTCOME_INTERRUPTED || !ends_open(a, 0))
		return;
	for (size_t i = 0; i < a->plan.count && named <= NAMED; i++) {
		const struct todo *one = &a->plan.items[i];

		if (!todo_open(one))
			continue;
		if (named++ < NAMED)
			buf_addf(&names, "%s%s", names.len ? "; " : "", one->content);
		else
			buf_addf(&names, " and %d more", open - NAMED);
	}
	emit_notice(a->session, "info", "%d of %zu step%s %s open: %s", open, a->plan.count,
	    text_plural((int64_t)a->plan.count, "", "s"), text_plural(open, "is", "are"),
	    buf_str(&names));
}

/* Returns the first failed item of a plan since whose last work at most `idle` turns have ended, or NULL. */
static const struct todo *first_failed(const struct agent *a, int idle)
{
	const struct plan *p = &a->plan;

	for (size_t i = 0; p->status == PLAN_ACTIVE && p->idle_turns <= idle && i < p->count; i++)
		if (p->items[i].status == TODO_FAILED)
			return &p->items[i];
	return NULL;
}

void planning_say_failed(struct turn *t)
{
	const struct plan *p = &t->agent->plan;
	auto_buf names = BUF_INIT;
	int named = 0, failed = plan_count(p, TODO_FAILED);

	if (!first_failed(t->agent, 0))
		return;
	for (size_t i = 0; i < p->count && named < NAMED; i++) {
		const struct todo *item = &p->items[i];

		if (item->status == TODO_FAILED)
			buf_addf(&names, "%s%s%s%s%s", named++ ? "; " : "", item->content,
			    item->error ? " (" : "", item->error ? item->error : "",
			    item->error ? ")" : "");
	}
	if (failed > NAMED)
		buf_addf(&names, " and %d more", failed - NAMED);
	emit_notice(
	    t->session, "warning", "%d of %zu steps failed: %s", failed, p->count, buf_str(&names));
}

void planning_push(struct agent *a, const char *prompt)
{
	auto_free char *text = prompt_text(prompt, NULL, 0);

	inbox_push(a->session, (struct intent){INTENT_PROMPT, json_pack("{s:s}", "text", text)});
}

static void push_edit(struct agent *a, const char *action, const char *id)
{
	inbox_push(a->session, (struct intent){INTENT_PLAN_EDIT, plan_edit_plain(action, id)});
}

static void on_open(void *ctx, const json_t *answer)
{
	struct agent *a = ctx;
	const char *choice = event_read_answer(answer).choice;

	if (strcmp(choice, "go") == 0)
		planning_push(a, "plan/go_on");
	else if (strcmp(choice, "abandon") == 0)
		push_edit(a, "abandon", NULL);
}

static void on_failed(void *ctx, const json_t *answer)
{
	struct agent *a = ctx;
	const char *choice = event_read_answer(answer).choice;

	if (strcmp(choice, "skip") == 0) {
		push_edit(a, "skip", a->plan_question->failed);
		a->plan_question->next = true;
	} else if (strcmp(choice, "retry") == 0) {
		push_edit(a, "retry", a->plan_question->failed);
		planning_push(a, "plan/go_on");
	} else if (strcmp(choice, "branch") == 0) {
		push_edit(a, "branch", NULL);
	}
	string_set(&a->plan_question->failed, NULL);
}

/* Offers a question about the rest of a plan: about a failed item first, else about the open ones. Its words count no
 * items, since the user may change the plan while it is open. */
static void offer_next(struct agent *a, int idle)
{
	const struct todo *failed = a->head.door == PLANNER_OFF ? NULL : first_failed(a, idle);

	if (failed) {
		auto_free char *text = xasprintf("'%s' failed%s%s", failed->content,
		    failed->error ? ": " : "", failed->error ? failed->error : "");

		session_offer(a->session,
		    event_build_question(&(struct event_question){
			.kind = "failed_item",
			.text = text,
			.options = json_pack("[s, s, s, s]", "retry", "skip", "branch", "leave"),
		    }),
		    on_failed, a);
		string_set(&a->plan_question->failed, failed->id);
	} else if (ends_open(a, idle)) {
		session_offer(a->session,
		    event_build_question(&(struct event_question){
			.kind = "open_plan",
			.text = "the plan has open steps",
			.options = json_pack("[s, s, s]", "go", "leave", "abandon"),
		    }),
		    on_open, a);
	}
}

void planning_offer(struct turn *t)
{
	struct agent *a = t->agent;

	if (t->outcome == OUTCOME_ANSWERED && planning_may_go_on(a))
		offer_next(a, 1);
}

void planning_offer_more(struct agent *a)
{
	if (a->plan_question->next && !a->turn)
		offer_next(a, INT_MAX);
	a->plan_question->next = false;
}

void planning_offer_check(struct agent *a)
{
	const struct plan *p = &a->plan;
	const struct todo *asked = plan_find(p, a->plan_question->failed);

	if (p->status != PLAN_ACTIVE || plan_open(p) == 0)
		session_withdraw_of(a->session, on_open);
	if (p->status != PLAN_ACTIVE || !asked || asked->status != TODO_FAILED)
		session_withdraw_of(a->session, on_failed);
}
