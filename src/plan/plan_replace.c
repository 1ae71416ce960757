/* SPDX-License-Identifier: MIT
 * plan_replace: a whole snapshot by the model replaces the items of the plan.
 *
 * Items match by id and keep what the program knows of them. What the model leaves out of a running
 * plan is dropped if it is open (pending, in progress); what is completed, failed or skipped stays, and
 * so does what the user added or changed. Where the snapshot would undo what the user did, that is merged
 * back, and the answer says so. An item that comes with another id and the same words
 * is the same item. A snapshot that shares nothing with an active plan begins a new one, unless
 * something of that plan is done and the turn works on it: then what was done stays.
 */

#include "base/base.h"
#include "plan/plan_item_edit.h"

static char *check_item(const json_t *todos, size_t i, const struct plan_limits *limits)
{
	const json_t *todo = json_array_get(todos, i);
	enum todo_status status;
	char path[32], *why;

	snprintf(path, sizeof path, "todos[%zu]", i);
	if ((why = check_text(todo, path, "id", limits->max_id, true)) ||
	    (why = check_text(todo, path, "content", limits->max_content, true)) ||
	    (why = check_text(todo, path, "active_form", limits->max_content, false)) ||
	    (why = check_text(todo, path, "result", limits->max_result, false)) ||
	    (why = check_text(todo, path, "error", limits->max_result, false)))
		return why;
	if (!todo_status_find(json_str(todo, "status", ""), &status))
		return xasprintf(
		    "%s.status: must be pending, in_progress, completed, failed or skipped", path);
	return NULL;
}

static char *check_ids(const json_t *todos)
{
	json_auto_t *places = json_object();

	json_each_at (i, todo, todos) {
		const char *id = json_str(todo, "id", "");
		const int64_t before = json_int(places, id, -1);

		if (before >= 0)
			return xasprintf("todos[%zu].id: '%s' is the id of todos[%" PRId64
					 "] too; ids are unique",
			    i, id, before);
		json_put_int(places, id, (int64_t)i);
	}
	return NULL;
}

/* Returns the item of p that a row of the snapshot stands for: the one with the row's id, else one with
 * its content that no row names by its id. NULL: the row is a new item. */
static struct todo *item_of_row(const struct plan *p, const json_t *todos, size_t row)
{
	const json_t *todo = json_array_get(todos, row);
	const char *content = json_str(todo, "content", "");
	struct todo *t = plan_find_near(p, json_str(todo, "id", ""), row);

	for (size_t i = 0; !t && i < p->count; i++)
		if (*p->items[i].id && string_same(p->items[i].content, content) &&
		    !json_row(todos, "id", p->items[i].id))
			t = &p->items[i];
	return t;
}

static bool is_users(const struct todo *t)
{
	return t->by == AUTHOR_USER || t->user_set;
}

/* Returns how many items of the snapshot are open and the model's own. */
static int count_own_open(const struct edit *e, const json_t *todos)
{
	int count = 0;

	for (size_t i = 0; i < json_array_size(todos); i++) {
		const json_t *todo = json_array_get(todos, i);
		const struct todo *known = item_of_row(e->to, todos, i);
		struct todo sent = {0};

		todo_status_find(json_str(todo, "status", NULL), &sent.status);
		count += todo_open(&sent) && (!known || !is_users(known));
	}
	return count;
}

static char *check_snapshot(const struct edit *e)
{
	const json_t *todos = json_list(e->args, "todos");
	const size_t count = json_array_size(todos), most = (size_t)e->limits->max_items;
	char *why;

	if (count < 1 || count > most)
		return xasprintf("todos: must have 1 to %zu items, not %zu", most, count);
	int own = e->by == AUTHOR_TEXT ? 0 : count_own_open(e, todos);
	if (own > e->limits->max_todos)
		return xasprintf("todos: %d of the items are open, at most %d may be; put small "
				 "ones together, or add the last when others are done",
		    own, e->limits->max_todos);
	for (size_t i = 0; i < count; i++)
		if ((why = check_item(todos, i, e->limits)))
			return why;
	if ((why = check_ids(todos)) ||
	    (why = check_text(e->args, "", "focus", e->limits->max_focus, false)))
		return why;
	return check_text(e->args, "", "note", e->limits->max_note, false);
}

/* Whether the snapshot belongs to plan p: it names an item of p by its id, or at least half of its rows
 * have the words of one. One such row is not enough: plans of different requests may well have a "Run all
 * tests" each. */
static bool shares_items(const struct plan *p, const json_t *todos)
{
	size_t same = 0;

	for (size_t i = 0; i < json_array_size(todos); i++) {
		if (plan_find(p, json_str(json_array_get(todos, i), "id", NULL)))
			return true;
		same += item_of_row(p, todos, i) != NULL;
	}
	return same > 0 && 2 * same >= json_array_size(todos);
}

/* Whether the snapshot changes the active plan and does not begin a new one: it shares items with the plan, or work on
 * the plan is under way (some item is done, and this turn changed the plan or its prompt says to go on). */
static bool continues_plan(struct edit *e, const json_t *todos)
{
	const struct plan *p = e->to;

	if (p->status != PLAN_ACTIVE)
		return false;
	if (shares_items(p, todos))
		return true;
	if (plan_open(p) == (int)p->count ||
	    (p->idle_turns > 0 && !(e->goal && edit_matches(e->limits->go_on, e->goal))))
		return false;
	edit_tell(e, "none of these ids was in the plan; what was done stays in it");
	return true;
}

static void take_content(struct edit *e, struct todo *t, const json_t *todo)
{
	const char *whole = json_str(todo, "whole", NULL);

	if (string_same(t->content, json_str(todo, "content", "")) &&
	    (!whole || string_same(t->whole, whole)))
		return;
	if (t->user_set & USER_SET_CONTENT) {
		edit_tell(e, "'%s' keeps the user's words: %s", t->id, t->content);
		return;
	}
	todo_set_words(t, todo);
	string_set(&t->active_form, NULL);
	edit_gate(e, t);
	t->updated_ms = e->now;
}

/* Appends the items of the snapshot to the empty list, in its order; those that `old` has move over
 * from there and leave an item with the id "". */
static void take_items(struct edit *e, struct plan *old)
{
	const json_t *todos = json_list(e->args, "todos");

	json_each_at (i, todo, todos) {
		const char *id = json_str(todo, "id", "");
		struct todo *known = item_of_row(old, todos, i), *t;

		if (!known && plan_was_removed(e->to, id)) {
			edit_tell(e, "the user removed '%s'; it stays out", id);
			continue;
		}
		t = plan_append(e->to);
		if (known) {
			*t = *known;
			*known = (struct todo){.id = xstrdup("")};
			if (string_same(e->to->next, t->id))
				string_set(&e->to->next, id);
			string_set(&t->id, id);
		} else {
			*t = (struct todo){.id = xstrdup(id),
			    .by = e->by == AUTHOR_USER ? AUTHOR_USER : AUTHOR_MODEL,
			    .created_ms = e->now};
		}
		take_content(e, t, todo);
		if (json_str(todo, "active_form", NULL) && !(t->user_set & USER_SET_CONTENT))
			string_set(&t->active_form, json_str(todo, "active_form", NULL));
	}
}

/* Sets the statuses once all items are there, since "next" names one of them. Items that start are set
 * last, after the one that was in progress has left that status. */
static void take_statuses(struct edit *e)
{
	const char *first = NULL;

	for (int starts = 0; starts < 2; starts++)
		json_each_at (i, todo, json_list(e->args, "todos")) {
			struct todo *t = plan_find_near(e->to, json_str(todo, "id", ""), i);
			enum todo_status status = TODO_PENDING;

			todo_status_find(json_str(todo, "status", "pending"), &status);
			if (!t || (status == TODO_IN_PROGRESS) != starts)
				continue;
			if (starts && first) {
				edit_tell(e,
				    "'%s' is pending: '%s' is in_progress already, one at a time",
				    t->id, first);
				status = TODO_PENDING;
			}
			auto_free char *why = edit_forbids(e, t, status);
			if (!why) {
				edit_move(e, t, status);
				if (e->by != AUTHOR_TEXT)
					edit_outcome(e, t, todo);
				why = edit_progress(todo, t);
			}
			if (why)
				edit_tell(e, "%s", why);
			if (starts && t->status == TODO_IN_PROGRESS)
				first = t->id;
		}
}

/* Puts the items of `old` that the snapshot left out and that must stay back at the index they had, or at
 * the end of a shorter list or a new plan. */
static void keep_rest(struct edit *e, struct plan *old)
{
	for (size_t i = 0; i < old->count; i++) {
		struct todo *t = &old->items[i];
		size_t last = e->to->count;

		if (!(*t->id && (is_users(t) || !todo_open(t))))
			continue;
		if (todo_open(t) && !e->fresh)
			edit_tell(e, "'%s' (%s) stays, the user %s it", t->id, t->content,
			    t->by == AUTHOR_USER ? "added" : "edited");
		*plan_append(e->to) = *t;
		*t = (struct todo){.id = xstrdup("")};
		plan_place(e->to, last, i < last && !e->fresh ? i : last);
	}
}

/* Restores the order that the user gave the items, for all that are in `was`, the plan before the change. */
static void keep_order(struct edit *e, const struct plan *was)
{
	size_t slot = 0;
	bool moved = false;

	for (size_t i = 0; i < was->count; i++) {
		const struct todo *t = plan_find(e->to, was->items[i].id);

		if (!t)
			continue;
		while (!plan_find(was, e->to->items[slot].id))
			slot++;
		moved |= t != &e->to->items[slot];
		plan_place(e->to, (size_t)(t - e->to->items), slot++);
	}
	if (moved)
		edit_tell(e, "the order stays as the user set it");
}

static char *replace_items_by_snapshot(struct edit *e)
{
	const char *note = json_str(e->args, "note", NULL);
	struct plan *to = e->to;
	char *refusal = check_snapshot(e);

	if (refusal)
		return refusal;
	if (!continues_plan(e, json_list(e->args, "todos")))
		edit_begin(e, NULL);
	freed_by(plan_free) struct plan old = {
	    .items = to->items, .count = to->count, .cap = to->cap};
	to->items = NULL;
	to->count = to->cap = 0;
	take_items(e, &old);
	keep_rest(e, &old);
	take_statuses(e);
	if (to->ordered && !e->fresh)
		keep_order(e, e->from);
	if (json_int(e->args, "beyond", 0) > 0 && e->by == AUTHOR_TEXT)
		edit_tell(e, "a list has at most %d item%s; what came after was left out",
		    e->limits->max_todos, text_plural(e->limits->max_todos, "", "s"));
	if (to->count > (size_t)e->limits->max_items)
		return xasprintf(
		    "todos: the plan would have more than %d item%s; finish some first",
		    e->limits->max_items, text_plural(e->limits->max_items, "", "s"));
	string_set(&to->focus, json_str(e->args, "focus", NULL));
	if (note)
		string_set(&to->note, note);
	return NULL;
}

struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now)
{
	return plan_change(p, replace_items_by_snapshot, snapshot, goal, by, limits, now);
}
