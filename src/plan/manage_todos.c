/*
 * manage_todos: one operation on the plan at a time. See plan_edit.c for the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "plan/planner_tools.h"

#define SHOWN 60

static void manage_todos_describe(const json_t *args, struct buf *line)
{
	const char *id = json_str(args, "id", json_str(args, "todoId", NULL));
	const char *object = id ? id : json_str(args, "goal", NULL);

	buf_addf(line, "manage_todos %s", json_str(args, "action", ""));
	if (object) {
		buf_addc(line, ' ');
		line_add(line, object, SHOWN);
	}
}

/* Puts arguments that have other names for the same under the one that the rules know. */
static void put_other_names(json_t *o)
{
	static const char *const names[][2] = {{"todoId", "id"}, {"activeForm", "active_form"}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		json_t *value = json_object_get(o, names[i][0]);

		if (value && !json_object_get(o, names[i][1]))
			json_object_set(o, names[i][1], value);
		json_object_del(o, names[i][0]);
	}
}

/* The arguments as the rules take them; a result that is an object as one line. New reference. */
static json_t *normal_form(const json_t *args, const struct plan_limits *limits)
{
	json_t *o = json_deep_copy(args), *todo;
	json_t *result = json_object_get(o, "result");
	size_t i;

	put_other_names(o);
	json_array_foreach (json_list(o, "todos"), i, todo)
		put_other_names(todo);
	if (json_is_object(result)) {
		char *text = json_line(result), *line = text_line(text, (size_t)limits->max_result);

		json_put_str(o, "result", line);
		free(line);
		free(text);
	}
	return o;
}

/* Actions after which the model needs the ids it did not choose. */
static bool shows_items(const char *action)
{
	static const char *const names[] = {"get", "create", "add", "reorder", NULL};

	for (size_t i = 0; names[i]; i++)
		if (strcmp(names[i], action) == 0)
			return true;
	return false;
}

static void manage_todos_start(struct call *c)
{
	const char *action = json_str(c->args, "action", "");
	struct plan_limits limits = plan_limits_of(c->host->settings);
	struct change change;
	json_t *args;

	if (strcmp(action, "get") == 0) {
		planner_answer(c, &(struct change){.kind = PLAN_SAME}, true);
		return;
	}
	args = normal_form(c->args, &limits);
	change =
	    plan_edit(c->host->plan, args, c->host->goal, AUTHOR_MODEL, &limits, clock_now_ms());
	json_decref(args);
	planner_finish(c, &change, shows_items(action));
}

const struct tool tool_manage_todos = {
    .name = "manage_todos",
    .class = TOOL_PLANS,
    .describe = manage_todos_describe,
    .start = manage_todos_start,
};
