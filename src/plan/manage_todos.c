/*
 * manage_todos: one operation on the plan at a time. See plan_edit.c for the rules.
 */
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "plan/planner_tools.h"

#define SHOWN 60

static void describe(const json_t *args, struct buf *line)
{
	const char *object = json_str(args, "id", json_str(args, "goal", NULL));

	buf_addf(line, "manage_todos %s", json_str(args, "action", ""));
	if (object) {
		buf_addc(line, ' ');
		line_add(line, object, SHOWN);
	}
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

static void start(struct call *c)
{
	const char *action = json_str(c->args, "action", "");
	struct plan_limits limits = plan_limits_of(c->host->settings);
	struct change change;

	if (strcmp(action, "get") == 0) {
		planner_answer(c, &(struct change){.kind = PLAN_SAME}, true);
		return;
	}
	change =
	    plan_edit(c->host->plan, c->args, c->host->goal, AUTHOR_MODEL, &limits, clock_now_ms());
	planner_finish(c, &change, shows_items(action));
}

const struct tool tool_manage_todos = {
    .name = "manage_todos",
    .class = TOOL_PLANS,
    .describe = describe,
    .start = start,
};
