/*
 * The plan as a value: its items, and what is read off them. The rules of change are in
 * plan_replace.c, the stored form in plan_json.c, what the model is shown in plan_context.c.
 */
#include "plan/plan.h"

#include <string.h>

#include "base/alloc.h"
#include "plan/item.h"

static const char *const status_names[] = {
    [TODO_PENDING] = "pending",
    [TODO_IN_PROGRESS] = "in_progress",
    [TODO_COMPLETED] = "completed",
    [TODO_FAILED] = "failed",
    [TODO_SKIPPED] = "skipped",
};

const char *todo_status_name(enum todo_status status)
{
	return status_names[status];
}

bool todo_status_find(const char *name, enum todo_status *out)
{
	for (size_t i = 0; name && i < sizeof status_names / sizeof *status_names; i++)
		if (strcmp(name, status_names[i]) == 0) {
			*out = i;
			return true;
		}
	return false;
}

void todo_free(struct todo *t)
{
	free(t->id);
	free(t->content);
	free(t->active_form);
	free(t->result);
	free(t->error);
	json_decref(t->rest);
	*t = (struct todo){0};
}

void plan_init(struct plan *p)
{
	*p = (struct plan){0};
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		todo_free(&p->items[i]);
	free(p->items);
	free(p->goal);
	free(p->focus);
	free(p->note);
	plan_init(p);
}

struct todo *plan_find(const struct plan *p, const char *id)
{
	for (size_t i = 0; id && i < p->count; i++)
		if (strcmp(p->items[i].id, id) == 0)
			return &p->items[i];
	return NULL;
}

struct todo *plan_append(struct plan *p)
{
	array_reserve(&p->items, &p->cap, p->count + 1, sizeof *p->items);
	p->items[p->count] = (struct todo){0};
	return &p->items[p->count++];
}

int plan_count(const struct plan *p, enum todo_status status)
{
	int n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].status == status;
	return n;
}

const struct todo *plan_current(const struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_IN_PROGRESS)
			return &p->items[i];
	return NULL;
}

void plan_act(struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_IN_PROGRESS)
			p->items[i].calls++;
}

bool plan_abandon(struct plan *p)
{
	if (p->status != PLAN_ACTIVE)
		return false;
	p->status = PLAN_ABANDONED;
	p->revision++;
	return true;
}

bool plan_equal(const struct plan *a, const struct plan *b)
{
	json_t *x = plan_snapshot(a), *y = plan_snapshot(b);
	bool equal = json_equal(x, y);

	json_decref(x);
	json_decref(y);
	return equal;
}

void plan_line(const struct plan *p, struct buf *out)
{
	const struct todo *now = plan_current(p);
	int done = plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED);

	if (p->revision <= 1 && done == 0) {
		buf_addf(out, "%zu step%s", p->count, p->count == 1 ? "" : "s");
		if (now)
			buf_addf(out, "; %s", now->active_form ? now->active_form : now->content);
		return;
	}
	buf_addf(out, "%d/%zu", done, p->count);
	if (now)
		buf_addf(out, " %s", now->active_form ? now->active_form : now->content);
	else if (p->status == PLAN_COMPLETED)
		buf_adds(out, " done");
	else if (p->status == PLAN_ABANDONED)
		buf_adds(out, " abandoned");
}
