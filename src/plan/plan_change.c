/* SPDX-License-Identifier: MIT
 * plan_change and the rules that plan_replace and plan_edit share. A change is made on a copy, as a whole or
 * not at all. One item is in progress; what the user set, the model does not undo; only the user opens a
 * gate; a plan is over when no item is open or failed.
 */
#include "base/base.h"
#include "plan/plan.h"

#include "plan/plan_item_edit.h"

void change_free(struct change *c)
{
	free_all(c->why, c->note);
	*c = (struct change){0};
}

const char *plan_refusal(const char *why)
{
	size_t path = strcspn(why, " ");

	return path && why[path] && why[path - 1] == ':' ? why + path + 1 : why;
}

__attribute__((format(printf, 2, 0))) static void sentence(
    struct buf *out, const char *fmt, va_list ap)
{
	if (out->len)
		buf_adds(out, "; ");
	buf_vaddf(out, fmt, ap);
}

void edit_tell(struct edit *e, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	sentence(&e->told, fmt, ap);
	va_end(ap);
}

void edit_note(struct edit *e, const char *fmt, ...)
{
	va_list ap;

	if (e->by != AUTHOR_USER)
		return;
	va_start(ap, fmt);
	sentence(&e->note, fmt, ap);
	va_end(ap);
}

static char *forbidden_by_hand(const struct todo *t, enum todo_status status)
{
	const char *now = todo_status_name(t->status);

	switch (t->status) {
	case TODO_COMPLETED:
	case TODO_SKIPPED:
	case TODO_FAILED:
		return xasprintf("the user set '%s' to %s; it stays so", t->id, now);
	case TODO_PENDING:
		if (status == TODO_IN_PROGRESS)
			return NULL;
		return xasprintf(
		    "the user set '%s' back to pending; set it in_progress and work on it", t->id);
	case TODO_IN_PROGRESS:
		if (status == TODO_COMPLETED || status == TODO_FAILED)
			return NULL;
		return xasprintf(
		    "the user set '%s' in_progress; complete it, or say why it failed", t->id);
	}
	return NULL;
}

char *edit_forbids(const struct edit *e, const struct todo *t, enum todo_status status)
{
	const struct todo *next = plan_find(e->to, e->to->next);
	char *why = NULL;

	if (e->by == AUTHOR_USER || t->status == status)
		return NULL;
	if (t->user_set & USER_SET_STATUS)
		why = forbidden_by_hand(t, status);
	if (!why && t->gate && t->status != TODO_IN_PROGRESS &&
	    (status == TODO_IN_PROGRESS || status == TODO_COMPLETED))
		why = xasprintf("'%s' is a gate: only the user lets it start; ask, or go on with "
				"another item",
		    t->id);
	if (!why && status == TODO_IN_PROGRESS && next && next->status == TODO_PENDING &&
	    strcmp(next->id, t->id) != 0)
		why =
		    xasprintf("the user wants '%s' done next; set it in_progress first", next->id);
	return why;
}

void edit_move(struct edit *e, struct todo *t, enum todo_status status)
{
	if (t->status == status)
		return;
	if (todo_move(t, status, e->now, e->to->resting) && e->by == AUTHOR_MODEL)
		edit_tell(e,
		    "'%s' was completed without being in_progress first; set an item to "
		    "in_progress before working on it",
		    t->id);
	if (e->by == AUTHOR_USER)
		t->user_set |= USER_SET_STATUS;
	else
		t->user_set &= ~USER_SET_STATUS;
	if (status != TODO_PENDING && string_same(e->to->next, t->id))
		string_set(&e->to->next, NULL);
}

/* Appends `one` (steals it) to a list that keeps the newest entries, each once, and at most
 * limits->max_items of them. */
static void list_add_newest(json_t **list, json_t *one, const struct plan_limits *limits)
{
	if (!*list)
		*list = json_array();
	for (size_t i = json_array_size(*list); i-- > 0;)
		if (json_equal(json_array_get(*list, i), one))
			json_array_remove(*list, i);
	json_array_append_new(*list, one);
	while (json_array_size(*list) > (size_t)limits->max_items)
		json_array_remove(*list, 0);
}

bool plan_was_removed(const struct plan *p, const char *id)
{
	return id && json_holds_str(p->removed, id);
}

void edit_removed(struct edit *e, const struct todo *t)
{
	list_add_newest(&e->to->removed, json_string(t->id), e->limits);
	edit_reworded(e, t);
}

void edit_reworded(struct edit *e, const struct todo *t)
{
	list_add_newest(
	    &e->to->former, json_pack("{s:s, s:s}", "id", t->id, "content", t->content), e->limits);
}

void edit_begin(struct edit *e, const char *goal)
{
	freed_by(plan_free) struct plan old = *e->to;
	bool running = old.status == PLAN_ACTIVE;

	*e->to =
	    (struct plan){.created_ms = e->now, .resting = old.resting, .waiting = old.waiting};
	e->to->seen_ms = old.seen_ms;
	if (running && old.idle_turns == 0) /* the task is worked on in other steps */
		e->to->task = json_incref(old.task);
	ulid_new(e->to->id);
	string_set(&e->to->goal, goal && *goal ? goal : e->goal);
	for (size_t i = 0; running && i < old.count; i++) {
		struct todo *t = &old.items[i];

		if (t->by != AUTHOR_USER || !todo_open(t))
			continue;
		edit_tell(e, "the user's open item '%s' (%s) was taken over", t->id, t->content);
		*plan_append(e->to) = *t;
		*t = (struct todo){0};
	}
	e->fresh = true;
}

/* Leaves one item in progress. There are two when one was kept in progress and another is started: one whose
 * status the user set wins, else the one that started later. */
static void settle_single(struct edit *e)
{
	struct todo *keep = NULL;

	if (plan_count(e->to, TODO_IN_PROGRESS) < 2)
		return;
	for (size_t i = 0; i < e->to->count; i++) {
		struct todo *t = &e->to->items[i];
		bool by_hand = t->user_set & USER_SET_STATUS;

		if (t->status != TODO_IN_PROGRESS)
			continue;
		if (!keep || by_hand ||
		    (!(keep->user_set & USER_SET_STATUS) && t->started_ms > keep->started_ms))
			keep = t;
	}
	for (size_t i = 0; i < e->to->count; i++) {
		struct todo *t = &e->to->items[i];

		if (t == keep || t->status != TODO_IN_PROGRESS)
			continue;
		todo_move(t, TODO_PENDING, e->now, e->to->resting);
		edit_tell(e, "'%s' is pending again, since '%s' is in_progress", t->id, keep->id);
	}
}

static void settle_invariants(struct edit *e)
{
	struct plan *p = e->to;

	if (!plan_find(p, p->next))
		string_set(&p->next, NULL);
	if (plan_find(e->from, p->focus) && !plan_find(p, p->focus))
		string_set(&p->focus, NULL); /* focus named an item that is gone */
	settle_single(e);
	if (p->status != PLAN_ABANDONED) {
		const bool over =
		    p->count > 0 && plan_open(p) == 0 && plan_count(p, TODO_FAILED) == 0;
		const bool any = plan_count(p, TODO_COMPLETED) > 0;

		p->status = !over ? PLAN_ACTIVE : any ? PLAN_COMPLETED : PLAN_ABANDONED;
	}
	if (p->status == PLAN_ABANDONED && plan_current(p))
		todo_move(plan_current(p), TODO_PENDING, e->now, p->resting);
}

static bool plan_same(const struct plan *a, const struct plan *b)
{
	bool same = a->status == b->status && a->count == b->count && a->ordered == b->ordered &&
		    string_same(a->goal, b->goal) && string_same(a->focus, b->focus) &&
		    string_same(a->note, b->note) && string_same(a->why, b->why) &&
		    string_same(a->next, b->next) &&
		    (a->removed == b->removed || json_equal(a->removed, b->removed));

	for (size_t i = 0; same && i < a->count; i++) {
		const struct todo *t = &a->items[i], *u = &b->items[i];

		same = string_same(t->id, u->id) && string_same(t->content, u->content) &&
		       string_same(t->whole, u->whole) &&
		       string_same(t->active_form, u->active_form) && t->status == u->status &&
		       t->attempts == u->attempts && string_same(t->result, u->result) &&
		       string_same(t->error, u->error) && t->processed == u->processed &&
		       t->total == u->total && t->gate == u->gate && t->user_set == u->user_set &&
		       t->claimed == u->claimed;
	}
	return same;
}

struct change plan_change(struct plan *p, plan_op *op, const json_t *args, const char *goal,
    enum author by, const struct plan_limits *limits, int64_t now)
{
	struct plan next;
	json_auto_t *cleaned = edit_shorten(edit_clean(args), by, limits);
	struct edit e = {.to = &next,
	    .from = p,
	    .args = cleaned,
	    .goal = goal,
	    .by = by,
	    .limits = limits,
	    .now = now};
	struct change c = {.kind = PLAN_REFUSED};

	plan_copy(&next, p);
	c.why = op(&e);
	if (!c.why) {
		settle_invariants(&e);
		c.kind = e.fresh || !plan_same(&next, p) ? PLAN_CHANGED : PLAN_SAME;
		c.why = e.told.len ? buf_take(&e.told) : NULL;
		c.note = e.note.len ? buf_take(&e.note) : NULL;
	}
	if (c.kind == PLAN_CHANGED) {
		next.revision = e.fresh ? 1 : p->revision + 1;
		next.updated_ms = now;
		next.idle_turns = next.idle_rounds = 0;
		plan_free(p);
		*p = next;
	} else {
		plan_free(&next);
	}
	buf_free(&e.told);
	buf_free(&e.note);
	return c;
}
