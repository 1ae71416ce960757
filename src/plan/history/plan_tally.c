/* SPDX-License-Identifier: MIT
 * Counts plans and tasks from stored events; plan_tally.h has the terms. Each plan event is compared with
 * the one before it: the difference is what ended, failed or was started again. The events between the
 * two are the work.
 */
#include "plan/history/plan_tally.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "plan/plan_event_fields.h"
#include "plan/plan_item_edit.h"
#include "tools/tool.h"

#define NONE SIZE_MAX

static struct tally_plan *current_plan(const struct tally *t)
{
	return t->planning ? &t->plans[t->plan_count - 1] : NULL;
}

static bool is_active(const struct tally_plan *p)
{
	return p && p->ending == ENDING_NONE;
}

static int count_of(const struct tally_plan *p, enum todo_status status)
{
	int n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].status == status;
	return n;
}

static const struct tally_item *item_find(const struct tally_plan *p, uint64_t id)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].id == id)
			return &p->items[i];
	return NULL;
}

static void turn_close(struct tally *t, const struct plan_row_end *end)
{
	struct tally_turn turn = t->turn;

	t->turn = (struct tally_turn){.task = NONE};
	if (!turn.open)
		return;
	if (turn.task == NONE) {
		turn.task = t->task_count;
		array_push(t->tasks, t->task_count, t->task_cap,
		    (struct tally_task){.key = turn.key,
			.session = t->session,
			.began_ms = turn.began_ms,
			.priced = true});
	}
	struct tally_task *task = &t->tasks[turn.task];
	task->turns++;
	task->steps += turn.steps;
	task->planned |= turn.planned;
	task->ended = end != NULL;
	task->answered = end && end->answered;
	task->ms += end && end->ms > 0 && end->ms < PLAN_NUMBER_MAX ? end->ms : 0;
	task->usd += end && end->priced ? end->usd : 0;
	task->priced &= end && end->priced;
	if (turn.planned && current_plan(t) && current_plan(t)->task == NONE)
		current_plan(t)->task = turn.task;
}

static void take_turn_start(struct tally *t, const struct store_row *row)
{
	uint64_t key = hash_bytes(HASH_START, &row->at_ms, sizeof row->at_ms);

	turn_close(t, NULL);
	key = hash_bytes(key, &row->turn, sizeof row->turn);
	t->turn = (struct tally_turn){.open = true,
	    .key = hash_bytes(key, row->data, row->len),
	    .began_ms = row->at_ms,
	    .number = row->turn,
	    .step = -1,
	    .task = NONE};
}

static void take_turn_end(struct tally *t, const struct store_row *row)
{
	struct plan_row_end end;

	if (plan_row_end(row, &end))
		turn_close(t, &end);
	else
		t->unreadable++;
}

static void tally_call(struct tally *t, const struct store_row *row)
{
	struct tally_plan *p = current_plan(t);

	if (plan_row_member_is(row, "by", "check"))
		return;
	if (t->turn.open && t->turn.step != row->iteration) {
		t->turn.step = row->iteration;
		t->turn.steps++;
	}
	t->work_turn = row->turn;
	t->work_round = row->iteration;
	if (is_active(p) && count_of(p, TODO_PENDING) + count_of(p, TODO_IN_PROGRESS) > 0) {
		p->acts++;
		p->held += count_of(p, TODO_IN_PROGRESS);
	}
}

static bool is_planner(const char *tool)
{
	for (size_t i = 0; plan_tools[i]; i++)
		if (strcmp(plan_tools[i]->name, tool) == 0)
			return true;
	return false;
}

static void tally_result(struct tally *t, const struct store_row *row)
{
	char tool[TALLY_WORD];
	bool ok;

	if (!plan_row_result(row, &ok, tool))
		t->unreadable++;
	else if (!ok && *tool && !is_planner(tool))
		memcpy(t->tool, tool, sizeof tool);
}

static void plan_begin(struct tally *t, const struct plan_row *row, int64_t at_ms)
{
	struct tally_plan *before = current_plan(t);

	if (is_active(before))
		before->ending = ENDING_REPLACED;
	array_push(t->plans, t->plan_count, t->plan_cap,
	    (struct tally_plan){.id = row->id, .began_ms = at_ms, .task = NONE});
	t->planning = true;
	t->tool[0] = '\0';
	if (t->turn.open)
		t->turn.planned = true;
}

static void item_failed(struct tally *t, const struct plan_row *row, size_t i)
{
	const struct tally_item *item = &row->items[i];

	array_reserve(&t->failures, &t->failure_cap, t->failure_count + 1, sizeof *t->failures);
	struct tally_failure *f = &t->failures[t->failure_count++];
	*f = (struct tally_failure){.plan = t->plan_count - 1, .place = i, .of = row->count};
	memcpy(f->kind, item->kind, sizeof f->kind);
	memcpy(f->tool, t->tool, sizeof f->tool);
}

/* Carries over whether an item (was: its state before, NULL: none) failed, was retried or recovered, and counts
 * in p what of these is new. */
static void item_carry(struct tally_plan *p, struct tally_item *item, const struct tally_item *was)
{
	const bool fails = item->status == TODO_FAILED, done = item->status == TODO_COMPLETED;

	if (was) {
		item->failed = was->failed;
		item->retried = was->retried;
		item->recovered = was->recovered;
	}
	if (fails && !item->failed) {
		item->failed = true;
		p->failed++;
		p->explained += item->explained;
	} else if (item->failed && !item->retried && was->status == TODO_FAILED &&
		   (done || item->status == TODO_IN_PROGRESS)) {
		item->retried = true;
		p->retried++;
	}
	if (item->failed && !item->recovered && done) {
		item->recovered = true;
		p->recovered++;
	}
}

static bool has_ended(const struct tally_item *item, const struct tally_item *was)
{
	return (item->status == TODO_COMPLETED || item->status == TODO_FAILED) &&
	       (!was || was->status != item->status);
}

static void items_compare(struct tally *t, const struct store_row *row, const struct plan_row *next)
{
	struct tally_plan *p = current_plan(t);
	/* Completed when its work ended: alone, and in the reply that saw the last call's result or in the
	 * reply that made the call. */
	const bool then = row->turn == t->work_turn && row->iteration <= t->work_round + 1;
	int endings = 0;

	for (size_t i = 0; i < next->count; i++)
		endings += has_ended(&next->items[i], item_find(p, next->items[i].id));
	for (size_t i = 0; i < next->count; i++) {
		struct tally_item *item = &next->items[i];
		const struct tally_item *was = item_find(p, item->id);
		const bool marked = was && was->status == TODO_IN_PROGRESS;

		if (item->status == TODO_FAILED && has_ended(item, was))
			item_failed(t, next, i);
		item_carry(p, item, was);
		if (next->by_user || !has_ended(item, was))
			continue;
		p->ended++;
		p->marked += marked;
		if (item->status != TODO_COMPLETED)
			continue;
		p->completed++;
		p->at_once += marked && then && endings == 1;
	}
}

static uint64_t running_item(const struct tally_item *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (items[i].status == TODO_IN_PROGRESS)
			return items[i].id;
	return 0;
}

/* Whether a plan event by the user changed items or the status. Opening a gate does not: it only answers a
 * question of the program. */
static bool is_edit(const struct tally_plan *p, const struct plan_row *next)
{
	if (p->count != next->count || next->status != PLAN_ACTIVE)
		return true;
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].id != next->items[i].id ||
		    p->items[i].words != next->items[i].words ||
		    p->items[i].status != next->items[i].status)
			return true;
	return false;
}

static void plan_put(struct tally *t, const struct store_row *row, struct plan_row *next)
{
	struct tally_plan *p = current_plan(t);
	const uint64_t was = running_item(p->items, p->count),
		       is = running_item(next->items, next->count);

	if (was != is || !was) {
		t->tool[0] = '\0';
		t->work_turn = row->turn;
		t->work_round = row->iteration;
	}
	free(p->items);
	p->count = next->count;
	p->items = next->items;
	next->items = NULL;
	p->ending = next->status == PLAN_COMPLETED   ? ENDING_DONE
		    : next->status != PLAN_ABANDONED ? ENDING_NONE
		    : next->by_user		     ? ENDING_USER
						     : ENDING_IDLE;
	p->changed_ms = row->at_ms;
}

static void take_plan(struct tally *t, const struct store_row *row)
{
	freed_by(plan_row_free) struct plan_row next = {0};
	struct tally_plan *p = current_plan(t);

	if (!plan_row_plan(row, &next)) {
		t->unreadable++;
		return;
	}
	if (!p || p->id != next.id) {
		plan_begin(t, &next, row->at_ms);
	} else if (t->turn.open && next.status != PLAN_ABANDONED) {
		/* The turn works on a plan that was there before: begun by an earlier turn, or by the user in
		 * between. */
		if (p->task == NONE)
			t->turn.planned = true;
		else if (t->turn.task == NONE)
			t->turn.task = p->task;
	}
	p = current_plan(t);
	if (next.by_user && p->changed_ms)
		p->edits += is_edit(p, &next);
	items_compare(t, row, &next);
	plan_put(t, row, &next);
}

static void note_plan_card(struct tally *t, const struct store_row *row)
{
	t->card = plan_row_member_is(row, "kind", "plan");
}

static void tally_answer(struct tally *t, const struct store_row *row)
{
	if (t->card && is_active(current_plan(t)))
		current_plan(t)->refusals += plan_row_member_is(row, "choice", "change") ||
					     plan_row_member_is(row, "choice", "no");
	t->card = false;
}

static void take_steer(struct tally *t, const struct store_row *row)
{
	if (is_active(current_plan(t)))
		current_plan(t)->steers++;
}

static void (*const takes[])(struct tally *, const struct store_row *) = {
    [EVENT_TURN_START] = take_turn_start,
    [EVENT_TURN_END] = take_turn_end,
    [EVENT_TOOL_CALL] = tally_call,
    [EVENT_TOOL_RESULT] = tally_result,
    [EVENT_PLAN] = take_plan,
    [EVENT_QUESTION] = note_plan_card,
    [EVENT_ANSWER] = tally_answer,
    [EVENT_STEER] = take_steer,
};

void tally_take(void *ctx, const struct store_row *row)
{
	struct tally *t = ctx;
	const size_t type = (size_t)row->type;

	if (t->sessions == 0 || row->session != t->session) {
		turn_close(t, NULL);
		t->session = row->session;
		t->sessions++;
		t->planning = t->card = false;
		t->tool[0] = '\0';
	}
	t->events++;
	if (row->type == EVENT_UNKNOWN)
		t->unknown++;
	else if (type < ARRAY_SIZE(takes) && takes[type])
		takes[type](t, row);
}

/* A plan or task that may be in the tally more than once, since a fork has copies of its parent's. */
struct tally_copy {
	uint64_t key;  /* the same for all copies of one thing */
	int64_t worth; /* the copy with the highest counts; of equal ones the first */
	size_t place;  /* its index in the tally */
	bool *copy;    /* (borrowed) set for all but the one that counts */
};

static int by_key_and_worth(const void *a, const void *b)
{
	const struct tally_copy *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->worth != y->worth)
		return x->worth > y->worth ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void mark_copies(struct tally_copy *list, size_t count)
{
	qsort(list, count, sizeof *list, by_key_and_worth);
	for (size_t i = 1; i < count; i++)
		*list[i].copy = list[i].key == list[i - 1].key;
}

void tally_end(struct tally *t)
{
	auto_free struct tally_copy *list = NULL;

	turn_close(t, NULL);
	list = xcalloc(
	    (t->task_count > t->plan_count ? t->task_count : t->plan_count) + 1, sizeof *list);
	for (size_t i = 0; i < t->task_count; i++)
		list[i] =
		    (struct tally_copy){t->tasks[i].key, t->tasks[i].steps, i, &t->tasks[i].copy};
	mark_copies(list, t->task_count);
	for (size_t i = 0; i < t->plan_count; i++)
		list[i] = (struct tally_copy){
		    t->plans[i].id, t->plans[i].changed_ms, i, &t->plans[i].copy};
	mark_copies(list, t->plan_count);
}

void tally_free(struct tally *t)
{
	for (size_t i = 0; i < t->plan_count; i++)
		free(t->plans[i].items);
	free_all(t->plans, t->tasks, t->failures);
	*t = (struct tally){0};
}
