/*
 * The plan as a value: its items, and what is read off them. The rules of change are in
 * plan_change.c and the two doors (plan_replace.c, plan_edit.c), what happens while an item is
 * worked on in plan_fold.c, the stored form in plan_json.c, what the model is shown in
 * plan_context.c.
 */
#include "plan/plan.h"

#include <string.h>

#include "base/core/alloc.h"
#include "base/text/text.h"
#include "plan/plan_item_edit.h"

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
	free(p->why);
	free(p->next);
	json_decref(p->removed);
	json_decref(p->former);
	json_decref(p->rest);
	plan_init(p);
}

void plan_copy(struct plan *to, const struct plan *from)
{
	*to = *from;
	to->goal = xstrdup(from->goal);
	to->focus = xstrdup(from->focus);
	to->note = xstrdup(from->note);
	to->why = xstrdup(from->why);
	to->next = xstrdup(from->next);
	to->removed = json_copy(from->removed);
	to->former = json_copy(from->former);
	to->rest = json_copy(from->rest);
	to->cap = from->count;
	to->items = from->count ? xcalloc(from->count, sizeof *to->items) : NULL;
	for (size_t i = 0; i < from->count; i++)
		todo_copy(&to->items[i], &from->items[i]);
}

struct todo *plan_find(const struct plan *p, const char *id)
{
	for (size_t i = 0; id && i < p->count; i++)
		if (strcmp(p->items[i].id, id) == 0)
			return &p->items[i];
	return NULL;
}

struct todo *plan_find_near(const struct plan *p, const char *id, size_t at)
{
	if (at < p->count && strcmp(p->items[at].id, id) == 0)
		return &p->items[at];
	return plan_find(p, id);
}

struct todo *plan_append(struct plan *p)
{
	array_reserve(&p->items, &p->cap, p->count + 1, sizeof *p->items);
	p->items[p->count] = (struct todo){0};
	return &p->items[p->count++];
}

void plan_place(struct plan *p, size_t from, size_t to)
{
	struct todo t = p->items[from];

	if (to < from)
		memmove(&p->items[to + 1], &p->items[to], (from - to) * sizeof t);
	else
		memmove(&p->items[from], &p->items[from + 1], (to - from) * sizeof t);
	p->items[to] = t;
}

void plan_cut(struct plan *p, size_t at)
{
	todo_free(&p->items[at]);
	memmove(&p->items[at], &p->items[at + 1], (p->count - at - 1) * sizeof *p->items);
	p->count--;
}

int plan_count(const struct plan *p, enum todo_status status)
{
	int n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].status == status;
	return n;
}

int plan_open(const struct plan *p)
{
	return plan_count(p, TODO_PENDING) + plan_count(p, TODO_IN_PROGRESS);
}

struct todo *plan_current_mut(struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_IN_PROGRESS)
			return &p->items[i];
	return NULL;
}

const struct todo *plan_current(const struct plan *p)
{
	return plan_current_mut((struct plan *)p);
}

bool plan_abandon(struct plan *p, int64_t now)
{
	if (p->status != PLAN_ACTIVE)
		return false;
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_IN_PROGRESS)
			todo_move(&p->items[i], TODO_PENDING, now, p->resting);
	p->status = PLAN_ABANDONED;
	p->revision++;
	p->updated_ms = now;
	return true;
}

void plan_progress(const struct plan *p, struct buf *out)
{
	int skipped = plan_count(p, TODO_SKIPPED);

	buf_addf(out, "%d/%zu", plan_count(p, TODO_COMPLETED), p->count);
	if (skipped > 0)
		buf_addf(out, ", %d skipped", skipped);
}

/* "Teaching the parser ISO (3 of 10)" */
static void add_current(const struct todo *t, struct buf *out)
{
	buf_addf(out, " %s", t->active_form ? t->active_form : t->content);
	if (todo_in_part(t))
		buf_addf(out, " (%d of %d)", t->processed, t->total);
}

/* Adds what to say where no item is in progress: what failed, and what is to be next. */
static void line_between(const struct plan *p, struct buf *out)
{
	int failed = plan_count(p, TODO_FAILED);

	if (failed > 0)
		buf_addf(out, ", %d failed", failed);
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_PENDING) {
			buf_addf(out, ", next: %s", p->items[i].content);
			return;
		}
}

void plan_line(const struct plan *p, struct buf *out)
{
	const struct todo *now = plan_current(p);
	int done = plan_count(p, TODO_COMPLETED), skipped = plan_count(p, TODO_SKIPPED);

	if (p->revision <= 1 && done + skipped == 0) {
		buf_addf(out, "%zu step%s", p->count, text_plural(p->count, "", "s"));
		if (now) {
			buf_addc(out, ';');
			add_current(now, out);
		}
		return;
	}
	if (p->status == PLAN_COMPLETED) {
		buf_addf(out, "%d/%zu done", done, p->count);
		if (skipped > 0)
			buf_addf(out, ", %d skipped", skipped);
		return;
	}
	plan_progress(p, out);
	if (now && skipped > 0)
		buf_addc(out, ',');
	if (now)
		add_current(now, out);
	else if (p->status == PLAN_ABANDONED)
		buf_adds(out, " abandoned");
	else
		line_between(p, out);
}
