/*
 * The first door: a whole snapshot by the model replaces the list. Every rule of what it may do is
 * here.
 *
 * A snapshot is checked as a whole before anything changes, so a refused one leaves no trace. Items
 * match by id and keep what the program knows of them. What the model leaves out of a running plan
 * is dropped while it was only intended (pending, in progress); what happened (completed, failed,
 * skipped) and what the user added stays.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/utf8.h"
#include "plan/item.h"

static struct change change_refuse(char *why)
{
	return (struct change){.kind = PLAN_REFUSED, .why = why};
}

static bool too_long(const char *s, int max)
{
	return s && utf8_count(s, strlen(s)) > (size_t)max;
}

static char *check_item(const json_t *todos, size_t i, const struct plan_limits *limits)
{
	const json_t *todo = json_array_get(todos, i);
	const char *id = json_str(todo, "id", ""), *content = json_str(todo, "content", "");
	enum todo_status status;

	if (!*id || too_long(id, limits->max_id))
		return xasprintf(
		    "$.todos[%zu].id: must have 1 to %d characters", i, limits->max_id);
	if (!*content || too_long(content, limits->max_content))
		return xasprintf(
		    "$.todos[%zu].content: must have 1 to %d characters", i, limits->max_content);
	if (!todo_status_find(json_str(todo, "status", NULL), &status))
		return xasprintf(
		    "$.todos[%zu].status: must be pending, in_progress or completed", i);
	for (size_t k = 0; k < i; k++)
		if (strcmp(json_str(json_array_get(todos, k), "id", ""), id) == 0)
			return xasprintf(
			    "$.todos[%zu].id: '%s' is the id of $.todos[%zu] too; ids are unique",
			    i, id, k);
	return NULL;
}

/* One in progress: a second one is refused with the name of the first. */
static char *check_single_start(const json_t *todos)
{
	const char *first = NULL;

	for (size_t i = 0; i < json_array_size(todos); i++) {
		const json_t *todo = json_array_get(todos, i);

		if (strcmp(json_str(todo, "status", ""), "in_progress") != 0)
			continue;
		if (first)
			return xasprintf("$.todos[%zu].status: '%s' is in_progress already; "
					 "complete it or set it to pending first",
			    i, first);
		first = json_str(todo, "id", "");
	}
	return NULL;
}

static char *check_snapshot(const json_t *snapshot, const struct plan_limits *limits)
{
	const json_t *todos = json_list(snapshot, "todos");
	const char *focus = json_str(snapshot, "focus", NULL);
	size_t count = json_array_size(todos);
	bool focus_found = !focus;
	char *why;

	if (count < 1 || count > (size_t)limits->max_todos)
		return xasprintf(
		    "$.todos: must have 1 to %d items, not %zu", limits->max_todos, count);
	for (size_t i = 0; i < count; i++) {
		if ((why = check_item(todos, i, limits)))
			return why;
		focus_found |=
		    focus && strcmp(focus, json_str(json_array_get(todos, i), "id", "")) == 0;
	}
	if ((why = check_single_start(todos)))
		return why;
	if (too_long(focus, limits->max_focus))
		return xasprintf("$.focus: must have at most %d characters", limits->max_focus);
	if (!focus_found)
		return xasprintf("$.focus: no item has the id '%s'", focus);
	if (too_long(json_str(snapshot, "note", NULL), limits->max_note))
		return xasprintf("$.note: must have at most %d characters", limits->max_note);
	return NULL;
}

static void set_string(char **field, const char *value)
{
	free(*field);
	*field = xstrdup(value);
}

/* Moves an item to a status, keeping its times and attempts. Returns true when work was claimed
 * that never began. */
static bool todo_move(struct todo *t, enum todo_status status, int64_t now)
{
	bool skipped_start = false;

	if (t->status == status)
		return false;
	if (t->status == TODO_IN_PROGRESS)
		t->active_ms += now - t->started_ms;
	if (status == TODO_IN_PROGRESS) {
		t->attempts++;
		t->started_ms = now;
		t->calls = 0;
		t->claimed = false;
	}
	if (status == TODO_COMPLETED) {
		skipped_start = t->status != TODO_IN_PROGRESS;
		t->claimed = t->calls == 0;
	}
	t->status = status;
	t->updated_ms = now;
	return skipped_start;
}

static struct todo todo_take(struct plan *old, const json_t *wanted, enum author by, int64_t now)
{
	const char *id = json_str(wanted, "id", "");
	struct todo *known = plan_find(old, id), t = {0};

	if (known) {
		t = *known;
		*known = (struct todo){.id = xstrdup("")};
	} else {
		t = (struct todo){
		    .id = xstrdup(id), .by = by, .created_ms = now, .updated_ms = now};
	}
	if (!t.content || strcmp(t.content, json_str(wanted, "content", "")) != 0) {
		set_string(&t.content, json_str(wanted, "content", ""));
		set_string(&t.active_form, NULL);
		t.updated_ms = now;
	}
	return t;
}

/* What the snapshot does not mention but must not be lost. */
static bool stays(const struct todo *t, bool same_plan)
{
	bool open = t->status == TODO_PENDING || t->status == TODO_IN_PROGRESS;

	if (!*t->id)
		return false;
	if (t->by == AUTHOR_USER)
		return same_plan || open;
	return same_plan && !open;
}

static bool continues(const struct plan *p, const json_t *todos)
{
	if (p->status != PLAN_ACTIVE)
		return false;
	for (size_t i = 0; i < json_array_size(todos); i++)
		if (plan_find(p, json_str(json_array_get(todos, i), "id", NULL)))
			return true;
	return false;
}

static enum plan_status status_of(const struct plan *p)
{
	int done = plan_count(p, TODO_COMPLETED), skipped = plan_count(p, TODO_SKIPPED);

	return done > 0 && done + skipped == (int)p->count ? PLAN_COMPLETED : PLAN_ACTIVE;
}

/* Items that stay keep their order: each goes in behind the item it stood behind, as far as that is
 * still there. */
static void keep_rest(struct plan *next, struct plan *old, bool same_plan)
{
	for (size_t i = 0; i < old->count; i++)
		if (stays(&old->items[i], same_plan)) {
			size_t at = i < next->count ? i : next->count;

			plan_append(next);
			memmove(&next->items[at + 1], &next->items[at],
			    (next->count - 1 - at) * sizeof *next->items);
			next->items[at] = old->items[i];
			old->items[i] = (struct todo){.id = xstrdup("")};
		}
}

static void take_items(struct plan *next, struct plan *old, const json_t *todos, enum author by,
    int64_t now, struct buf *warning)
{
	for (size_t i = 0; i < json_array_size(todos); i++) {
		const json_t *wanted = json_array_get(todos, i);
		enum todo_status status = TODO_PENDING;
		struct todo t = todo_take(old, wanted, by, now);

		todo_status_find(json_str(wanted, "status", "pending"), &status);
		if (todo_move(&t, status, now))
			buf_addf(warning,
			    "%s'%s' was completed without being in_progress first; set an item to "
			    "in_progress before working on it",
			    warning->len ? "; " : "", t.id);
		*plan_append(next) = t;
	}
}

struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now)
{
	const json_t *todos = json_list(snapshot, "todos");
	struct buf warning = BUF_INIT;
	struct plan next = {0}, before = {0};
	char *refusal = check_snapshot(snapshot, limits);
	bool same_plan = continues(p, todos), equal;
	json_t *stored;

	if (refusal)
		return change_refuse(refusal);
	stored = plan_snapshot(p);
	plan_load(&before, stored, NULL);
	json_decref(stored);
	if (same_plan)
		memcpy(next.id, p->id, sizeof next.id);
	else
		ulid_new(next.id);
	next.goal = xstrdup(same_plan && p->goal ? p->goal : goal);
	next.focus = xstrdup(json_str(snapshot, "focus", NULL));
	next.note = xstrdup(json_str(snapshot, "note", NULL));
	take_items(&next, p, todos, by, now, &warning);
	keep_rest(&next, p, same_plan);
	next.status = status_of(&next);
	next.revision = same_plan ? p->revision : 0;
	next.updated_ms = before.updated_ms;
	equal = same_plan && plan_equal(&next, &before);
	plan_free(p);
	if (equal) {
		plan_free(&next);
		*p = before;
		buf_free(&warning);
		return (struct change){.kind = PLAN_SAME};
	}
	plan_free(&before);
	*p = next;
	p->revision++;
	p->updated_ms = now;
	return (struct change){
	    .kind = PLAN_CHANGED, .why = warning.len ? buf_take(&warning) : NULL};
}
