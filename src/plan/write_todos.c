/*
 * write_todos: the model's whole snapshot of its plan. See plan_replace.c for the rules.
 */
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "plan/planner_tools.h"

static void write_todos_describe(const json_t *args, struct buf *line)
{
	size_t items = json_array_size(json_list(args, "todos"));

	buf_addf(line, "write_todos %zu item%s", items, text_plural(items, "", "s"));
}

static void write_todos_start(struct call *c)
{
	struct plan_limits limits = plan_limits_of(c->host->settings);
	struct change change = plan_replace(
	    c->host->plan, c->args, c->host->goal, AUTHOR_MODEL, &limits, clock_now_ms());

	planner_finish(c, &change, false);
}

const struct tool tool_write_todos = {
    .name = "write_todos",
    .class = TOOL_PLANS,
    .setting = "planner.max_todos",
    .describe = write_todos_describe,
    .start = write_todos_start,
};
