/*
 * The second door's ways to move one item on: update and complete, with what came of it.
 */
#include <stdint.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/plan_action.h"

/* Refuses to start an item while another one is in progress, and names that one. */
static char *check_start(const struct edit *e, const struct todo *t)
{
	const struct todo *now = plan_current(e->to);

	if (!now || now == t)
		return NULL;
	return xasprintf(
	    "status: '%s' is in_progress already; complete it or set it to pending first", now->id);
}

static char *update_progress(const struct edit *e, struct todo *t)
{
	const json_t *progress = json_map(e->args, "progress");
	int64_t processed = json_int(progress, "processed", -1);
	int64_t total = json_int(progress, "total", -1);

	if (!json_object_get(e->args, "progress"))
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
	const char *content = json_str(e->args, "content", NULL);
	const char *active_form = json_str(e->args, "active_form", NULL);
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
	const char *name = json_str(e->args, "status", NULL);
	enum todo_status status;
	char *why;

	if (!name)
		return NULL;
	if (!todo_status_find(name, &status))
		return xstrdup(
		    "status: must be pending, in_progress, completed, failed or skipped");
	if (status == TODO_IN_PROGRESS && (why = check_start(e, t)))
		return why;
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

static char *update_goal(struct edit *e)
{
	char *why = check_text(e->args, "", "goal", e->limits->max_goal, true);

	if (!why)
		string_set(&e->to->goal, json_str(e->args, "goal", NULL));
	return why;
}

char *action_update(struct edit *e)
{
	struct todo *t;
	char *why;

	if (!json_str(e->args, "id", NULL) && json_str(e->args, "goal", NULL))
		return update_goal(e);
	if (!(t = edit_item(e, &why)))
		return why;
	if ((why = update_texts(e, t)) || (why = update_progress(e, t)) ||
	    (why = update_status(e, t)))
		return why;
	edit_outcome(e, t, e->args);
	t->updated_ms = e->now;
	return NULL;
}

static char *complete_plan(const struct edit *e)
{
	struct buf open = BUF_INIT;
	char *why = NULL;

	for (size_t i = 0; i < e->to->count; i++)
		if (todo_open(&e->to->items[i]) || e->to->items[i].status == TODO_FAILED)
			buf_addf(&open, "%s'%s'", open.len ? ", " : "", e->to->items[i].id);
	if (open.len || e->to->count == 0)
		why = xasprintf("action: the plan is not done: %s; complete or skip what is "
				"left, by its id",
		    open.len ? buf_str(&open) : "it has no items");
	buf_free(&open);
	return why;
}

char *action_complete(struct edit *e)
{
	struct todo *t;
	char *why;

	if (!json_object_get(e->args, "id"))
		return complete_plan(e);
	if (!(t = edit_item(e, &why)))
		return why;
	if ((why = update_texts(e, t)) || (why = edit_forbids(e, t, TODO_COMPLETED)))
		return why;
	edit_move(e, t, TODO_COMPLETED);
	edit_outcome(e, t, e->args);
	return NULL;
}
