/* SPDX-License-Identifier: MIT
 * The actions create, add, reorder, update and complete of plan_edit; plan_edit.c has the others.
 */
#include "base/base.h"
#include "plan/plan_item_edit.h"

char *edit_progress(const json_t *said, struct todo *t)
{
	const json_t *progress = json_map(said, "progress");
	int64_t processed = json_int(progress, "processed", -1);
	int64_t total = json_int(progress, "total", -1);

	if (!json_object_get(said, "progress"))
		return NULL;
	if (total < 1 || total > INT32_MAX || processed < 0 || processed > total)
		return xstrdup("progress: must be {processed, total} with 0 <= processed <= "
			       "total and total of at least 1");
	t->processed = (int)processed;
	t->total = (int)total;
	return NULL;
}

static char *update_texts(struct edit *e, struct todo *t)
{
	const char *content = e->said.content, *active_form = e->said.active_form;
	char *why;

	if ((why = check_text(e->args, "", "content", e->limits->max_content, false)) ||
	    (why = check_text(e->args, "", "active_form", e->limits->max_content, false)) ||
	    (why = check_text(e->args, "", "result", e->limits->max_result, false)) ||
	    (why = check_text(e->args, "", "error", e->limits->max_result, false)))
		return why;
	if (content && !string_same(content, t->content)) {
		if (t->user_set & USER_SET_CONTENT)
			return xasprintf(
			    "content: '%s' keeps the user's words: %s", t->id, t->content);
		todo_set_words(t, e->args);
		string_set(&t->active_form, NULL);
		edit_gate(e, t);
	}
	if (active_form)
		string_set(&t->active_form, active_form);
	return NULL;
}

static char *update_status(struct edit *e, struct todo *t)
{
	const struct todo *now = plan_current(e->to);
	const char *name = e->said.status;
	enum todo_status status;
	char *why;

	if (!name)
		return NULL;
	if (!todo_status_find(name, &status))
		return xstrdup(
		    "status: must be pending, in_progress, completed, failed or skipped");
	if (status == TODO_IN_PROGRESS && now && now != t)
		return xasprintf("status: '%s' is in_progress already; complete it or set it to "
				 "pending first",
		    now->id);
	if ((why = edit_forbids(e, t, status)))
		return why;
	edit_move(e, t, status);
	return NULL;
}

void edit_outcome(struct edit *e, struct todo *t, const json_t *said)
{
	const char *result = json_str(said, "result", NULL);
	const char *error = json_str(said, "error", NULL);

	if (result)
		string_set(&t->result, result);
	if (error && t->status == TODO_FAILED)
		string_set(&t->error, error);
	else if (error)
		edit_tell(e, "'%s' is not failed, so its error was not kept", t->id);
	else if (t->status == TODO_FAILED && !t->error)
		edit_tell(e, "say in error why '%s' failed", t->id);
}

char *action_update(struct edit *e)
{
	struct todo *t;
	char *why;

	if (!e->said.id && e->said.goal) {
		why = check_text(e->args, "", "goal", e->limits->max_goal, true);
		if (!why)
			string_set(&e->to->goal, e->said.goal);
		return why;
	}
	if (!(t = edit_item(e, &why)))
		return why;
	if ((why = update_texts(e, t)) || (why = edit_progress(e->args, t)) ||
	    (why = update_status(e, t)))
		return why;
	edit_outcome(e, t, e->args);
	t->updated_ms = e->now;
	return NULL;
}

static char *complete_plan(const struct edit *e)
{
	auto_buf open = BUF_INIT;

	for (size_t i = 0; i < e->to->count; i++)
		if (todo_open(&e->to->items[i]) || e->to->items[i].status == TODO_FAILED)
			buf_addf(&open, "%s'%s'", open.len ? ", " : "", e->to->items[i].id);
	if (open.len == 0 && e->to->count > 0)
		return NULL;
	return xasprintf(
	    "action: the plan is not done: %s; complete or skip what is left, by its id",
	    open.len ? buf_str(&open) : "it has no items");
}

char *action_complete(struct edit *e)
{
	struct todo *t;
	char *why;

	if (!e->said.id)
		return complete_plan(e);
	if (!(t = edit_item(e, &why)))
		return why;
	if ((why = update_texts(e, t)) || (why = edit_forbids(e, t, TODO_COMPLETED)))
		return why;
	edit_move(e, t, TODO_COMPLETED);
	edit_outcome(e, t, e->args);
	return NULL;
}

/* Returns a free id, "todo-N" with N from the number of items + 1 on. Caller frees. */
static char *free_id(const struct plan *p)
{
	for (size_t n = p->count + 1;; n++) {
		char *id = xasprintf("todo-%zu", n);
		if (!plan_find(p, id) && !plan_was_removed(p, id))
			return id;
		free(id);
	}
}

static char *check_new(const struct edit *e, const json_t *todo, const char *path)
{
	const char *id = json_str(todo, "id", NULL);
	char *why;

	if ((why = check_text(todo, path, "id", e->limits->max_id, false)) ||
	    (why = check_text(todo, path, "content", e->limits->max_content, true)) ||
	    (why = check_text(todo, path, "active_form", e->limits->max_content, false)))
		return why;
	if (plan_find(e->to, id))
		return xasprintf(
		    "%s.id: '%s' is the id of another item; ids are unique, or leave it out", path,
		    id);
	if (e->by != AUTHOR_USER && plan_was_removed(e->to, id))
		return xasprintf("%s.id: the user removed '%s'; it stays out", path, id);
	return NULL;
}

static void add_one(struct edit *e, const json_t *todo, size_t at)
{
	const char *id = json_str(todo, "id", NULL);
	char *own = id ? xstrdup(id) : free_id(e->to);
	struct todo *t = plan_append(e->to);

	*t = (struct todo){.id = own,
	    .active_form = xstrdup(json_str(todo, "active_form", NULL)),
	    .by = e->by,
	    .gate = e->by == AUTHOR_USER && json_flag(todo, "gate", false),
	    .user_set = e->by == AUTHOR_USER ? USER_SET_CONTENT : 0,
	    .created_ms = e->now,
	    .updated_ms = e->now};
	todo_set_words(t, todo);
	edit_gate(e, t);
	plan_place(e->to, e->to->count - 1, at);
}

/* As edit_add, but notes nothing for the model. */
static char *add_all(struct edit *e, const json_t *todos, size_t at)
{
	const int most = e->by == AUTHOR_USER ? e->limits->max_items : e->limits->max_todos;
	size_t count = json_array_size(todos);
	char path[32], *why;

	if (count > (size_t)most)
		return xasprintf("todos: must have at most %d item%s, not %zu", most,
		    text_plural(most, "", "s"), count);
	if (e->to->count + count > (size_t)e->limits->max_items)
		return xasprintf("todos: the plan would have more than %d item%s",
		    e->limits->max_items, text_plural(e->limits->max_items, "", "s"));
	for (size_t i = 0; i < count; i++) {
		snprintf(path, sizeof path, "todos[%zu]", i);
		why = check_new(e, json_array_get(todos, i), path);
		if (why)
			return why;
		add_one(e, json_array_get(todos, i), at + i);
	}
	return NULL;
}

char *edit_add(struct edit *e, const json_t *todos, size_t at)
{
	char *why = add_all(e, todos, at);

	if (!why) {
		size_t count = json_array_size(todos);
		for (size_t i = at; i < at + count; i++)
			edit_note(e, "added '%s' (%s) as item %zu of %zu", e->to->items[i].id,
			    e->to->items[i].content, i + 1, e->to->count);
	}
	return why;
}

char *action_create(struct edit *e)
{
	const json_t *todos = e->said.todos;
	char *why = check_text(e->args, "", "goal", e->limits->max_goal, e->goal == NULL);

	if (why)
		return why;
	edit_begin(e, e->said.goal);
	size_t steps = json_array_size(todos);
	if (steps > 0)
		edit_note(e, "began a new plan with %zu step%s: %s", steps,
		    text_plural((int64_t)steps, "", "s"), e->to->goal);
	else
		edit_note(e, "began a new plan: %s", e->to->goal);
	return add_all(e, todos, 0);
}

/* Adds items at a position. Where no plan is active only the user may: to a completed plan, which becomes active
 * again, or to a new one. */
char *action_add(struct edit *e)
{
	json_t *todos = e->said.todos, *one = NULL;
	bool none = e->to->status != PLAN_ACTIVE &&
		    (e->by != AUTHOR_USER || e->to->status != PLAN_COMPLETED);
	const json_t *position = e->said.position;

	if (none && e->by != AUTHOR_USER)
		return xstrdup("action: there is no active plan; begin one with action create");
	if (none)
		edit_begin(e, e->goal ? NULL : e->said.content);
	if (!todos && e->by == AUTHOR_USER)
		one = json_pack("[O]", e->args);
	if (json_array_size(one ? one : todos) == 0)
		return xasprintf("todos: must have 1 to %d items", e->limits->max_todos);
	int64_t at = json_is_integer(position) ? json_integer_value(position) : -1;
	at = position ? at : (int64_t)e->to->count;
	char *why = at < 0 || at > (int64_t)e->to->count
			? xasprintf("position: must be 0 to %zu", e->to->count)
			: edit_add(e, one ? one : todos, (size_t)at);
	json_decref(one);
	return why;
}

struct todo *edit_item(struct edit *e, char **why)
{
	const struct todo *t = NULL;

	*why = check_id(e->to, "id", e->said.id, &t);
	return t ? &e->to->items[t - e->to->items] : NULL;
}

/* Puts the listed ids first, in that order; the others follow in the order they had. */
char *action_reorder(struct edit *e)
{
	const json_t *order = e->said.order;
	const struct todo *t;
	size_t slot = 0;
	char path[32], *why;

	if (json_array_size(order) == 0)
		return xstrdup("order: must list the ids in their new order");
	if (e->by != AUTHOR_USER && e->to->ordered)
		return xstrdup("order: the order stays as the user set it");
	json_each_at (i, id, order) {
		snprintf(path, sizeof path, "order[%zu]", i);
		why = check_id(e->to, path, json_string_value(id), &t);
		if (why)
			return why;
		if ((size_t)(t - e->to->items) < slot)
			return xasprintf("%s: '%s' is listed twice", path, t->id);
		plan_place(e->to, (size_t)(t - e->to->items), slot++);
	}
	e->to->ordered |= e->by == AUTHOR_USER;
	edit_note(e, "set another order");
	return NULL;
}
