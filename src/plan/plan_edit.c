/* SPDX-License-Identifier: MIT
 * plan_edit: changes a plan by one action at a time, {action, ...}, for the model's tool manage_todos and for the user
 * (the panel's keys, /plan). A table says who may do what. What the user sets is marked, so that no snapshot of the
 * model undoes it, and noted for the model. The actions create, add, reorder, update and complete are in plan_update.c.
 */
#include "base/base.h"
#include "plan/plan_item_edit.h"

static size_t index_of(const struct edit *e, const struct todo *t)
{
	return (size_t)(t - e->to->items);
}

static char *item_reword(struct edit *e, struct todo *t)
{
	char *why = check_text(e->args, "", "content", e->limits->max_content, true);

	if (why)
		return why;
	edit_reworded(e, t);
	todo_set_words(t, e->args);
	string_set(&t->active_form, NULL);
	t->user_set |= USER_SET_CONTENT;
	t->updated_ms = e->now;
	edit_note(e, "reworded '%s': %s", t->id, t->content);
	return NULL;
}

static char *item_move(struct edit *e, struct todo *t)
{
	int64_t to = json_is_integer(e->said.position) ? json_integer_value(e->said.position) : -1;

	if (to < 0 || to >= (int64_t)e->to->count)
		return xasprintf("position: must be 0 to %zu", e->to->count - 1);
	edit_note(e, "moved '%s' to place %d of %zu", t->id, (int)to + 1, e->to->count);
	e->to->ordered |= index_of(e, t) != (size_t)to;
	plan_place(e->to, index_of(e, t), (size_t)to);
	return NULL;
}

static char *item_tick(struct edit *e, struct todo *t)
{
	if (t->status == TODO_COMPLETED)
		return xasprintf("id: '%s' is ticked already; untick takes that back", t->id);
	edit_move(e, t, TODO_COMPLETED);
	t->claimed = false; /* an item that the user ticked needs no act */
	edit_note(e, "set '%s' (%s) to completed", t->id, t->content);
	return NULL;
}

static char *item_untick(struct edit *e, struct todo *t)
{
	if (t->status != TODO_COMPLETED)
		return xasprintf("id: '%s' is not ticked", t->id);
	edit_move(e, t, TODO_PENDING);
	edit_note(e, "set '%s' (%s) back to pending", t->id, t->content);
	return NULL;
}

static char *item_skip(struct edit *e, struct todo *t)
{
	edit_move(e, t, TODO_SKIPPED);
	edit_note(e, "skipped '%s' (%s): leave it out", t->id, t->content);
	return NULL;
}

static char *item_remove(struct edit *e, struct todo *t)
{
	if (e->by != AUTHOR_USER && (t->by == AUTHOR_USER || t->user_set))
		return xasprintf("id: '%s' is the user's; skip it with a reason, or ask", t->id);
	edit_note(e, "removed '%s' (%s)", t->id, t->content);
	if (e->by == AUTHOR_USER)
		edit_removed(e, t);
	plan_cut(e->to, index_of(e, t));
	return NULL;
}

static void set_next(struct edit *e, struct todo *t)
{
	size_t from = index_of(e, t), to = 0;

	while (to < e->to->count && to != from && e->to->items[to].status != TODO_PENDING)
		to++;
	if (t->status != TODO_PENDING)
		edit_move(e, t, TODO_PENDING);
	string_set(&e->to->next, t->id);
	e->to->ordered |= to != from;
	plan_place(e->to, from, to > from ? to - 1 : to);
}

/* Puts the item before all pending ones; the model must start it before any other. */
static char *item_next(struct edit *e, struct todo *t)
{
	if (t->status == TODO_IN_PROGRESS)
		return NULL;
	edit_note(e, "asked for '%s' (%s) to be done next", t->id, t->content);
	set_next(e, t);
	return NULL;
}

/* Starts a failed or skipped item again, or makes it the next one if another is in progress. */
static char *item_retry(struct edit *e, struct todo *t)
{
	if (t->status != TODO_FAILED && t->status != TODO_SKIPPED)
		return xasprintf("id: '%s' is %s; only what failed or was skipped is tried again",
		    t->id, todo_status_name(t->status));
	edit_note(e, "asked for '%s' (%s) to be tried again", t->id, t->content);
	if (plan_current(e->to))
		set_next(e, t);
	else
		edit_move(e, t, TODO_IN_PROGRESS);
	return NULL;
}

/* Closes or opens the gate before an item as "closed" says; without "closed" it is toggled. */
static char *item_gate(struct edit *e, struct todo *t)
{
	t->gate = json_is_boolean(e->said.closed) ? json_is_true(e->said.closed) : !t->gate;
	t->updated_ms = e->now;
	if (t->gate)
		edit_note(
		    e, "put a gate before '%s' (%s): ask before it starts", t->id, t->content);
	else
		edit_note(e, "let '%s' (%s) start", t->id, t->content);
	return NULL;
}

/* Replaces the open and failed items by those of the alternative that the user chose. */
static char *plan_branch(struct edit *e)
{
	const json_t *todos = e->said.todos;

	if (json_array_size(todos) == 0)
		return xasprintf("todos: must have 1 to %d items", e->limits->max_items);
	for (size_t i = e->to->count; i-- > 0;)
		if (todo_open(&e->to->items[i]) || e->to->items[i].status == TODO_FAILED) {
			edit_removed(e, &e->to->items[i]);
			plan_cut(e->to, i);
		}
	edit_note(e, "chose another way for the rest");
	return edit_add(e, todos, e->to->count);
}

static char *plan_give_up(struct edit *e)
{
	const char *text = e->said.text;
	char *why = check_text(e->args, "", "text", e->limits->max_note, false);

	if (why)
		return why;
	e->to->status = PLAN_ABANDONED;
	string_set(&e->to->why, text);
	edit_note(e, "abandoned the plan%s%s", text ? ": " : "", text ? text : "");
	return NULL;
}

/* One row for each action: it has `run`, or `on_item` for an action on the item that "id" names. */
static const struct plan_action {
	const char *name;
	enum { BY_MODEL = 1, BY_USER = 2, BY_ANYONE = BY_MODEL | BY_USER } who;
	/* When the action is possible: with or without a plan; with an active plan; with an active plan, and
	 * for the user also with a completed one. */
	enum { ON_ANY, ON_ACTIVE, ON_KNOWN } on;
	plan_op *run;
	char *(*on_item)(struct edit *e, struct todo *t);
} actions[] = {
    {"create", BY_ANYONE, ON_ANY, action_create, NULL},
    {"add", BY_ANYONE, ON_ANY, action_add, NULL},
    {"update", BY_MODEL, ON_ACTIVE, action_update, NULL},
    {"complete", BY_MODEL, ON_ACTIVE, action_complete, NULL},
    {"remove", BY_ANYONE, ON_KNOWN, NULL, item_remove},
    {"reorder", BY_ANYONE, ON_ACTIVE, action_reorder, NULL},
    {"edit", BY_USER, ON_KNOWN, NULL, item_reword},
    {"move", BY_USER, ON_ACTIVE, NULL, item_move},
    {"tick", BY_USER, ON_KNOWN, NULL, item_tick},
    {"untick", BY_USER, ON_KNOWN, NULL, item_untick},
    {"skip", BY_USER, ON_KNOWN, NULL, item_skip},
    {"retry", BY_USER, ON_KNOWN, NULL, item_retry},
    {"next", BY_USER, ON_KNOWN, NULL, item_next},
    {"gate", BY_USER, ON_ACTIVE, NULL, item_gate},
    {"branch", BY_USER, ON_ACTIVE, plan_branch, NULL},
    {"abandon", BY_USER, ON_ACTIVE, plan_give_up, NULL},
};

static char *run_edit_action(struct edit *e)
{
	const int who = e->by == AUTHOR_USER ? BY_USER : BY_MODEL;
	const enum plan_status status = e->to->status;
	struct buf may = BUF_INIT;
	char *why;

	e->said = event_read_plan_edit(e->args);
	for (size_t i = 0; i < ARRAY_SIZE(actions); i++) {
		const struct plan_action *a = &actions[i];

		if (!(a->who & who))
			continue;
		if (strcmp(a->name, e->said.action) == 0) {
			buf_free(&may);
			if (a->on != ON_ANY && status != PLAN_ACTIVE &&
			    (a->on != ON_KNOWN || who != BY_USER || status != PLAN_COMPLETED))
				return xstrdup("action: there is no active plan; begin one with "
					       "action create");
			if (a->run)
				return a->run(e);
			struct todo *t = edit_item(e, &why);
			return t ? a->on_item(e, t) : why;
		}
		buf_addf(&may, "%s%s", may.len ? ", " : "", a->name);
	}
	why = xasprintf("action: must be one of %s", buf_str(&may));
	buf_free(&may);
	return why;
}

json_t *plan_edit_plain(const char *action, const char *id)
{
	return event_build_plan_edit(&(struct event_plan_edit){.action = action, .id = id});
}

struct change plan_edit(struct plan *p, const json_t *args, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now)
{
	return plan_change(p, run_edit_action, args, goal, by, limits, now);
}
