/*
 * write_todos: the model's whole snapshot of its plan. See plan_replace.c for the rules.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "plan/plan.h"
#include "tools/tool.h"

static void describe(const json_t *args, struct buf *line)
{
	buf_addf(line, "write_todos %zu items", json_array_size(json_list(args, "todos")));
}

static void plan_emit(struct session *s, const struct plan *p, const char *note, const char *by)
{
	struct buf line = BUF_INIT;

	plan_line(p, &line);
	emit(s, EVENT_PLAN, buf_take(&line),
	    json_pack("{s:o, s:s*, s:s}", "plan", plan_snapshot(p), "note", note, "by", by));
}

/* The answer of row A1, and what the model should know beside it. */
static void answer(struct call *c, const struct change *change)
{
	const struct plan *p = c->host->plan;
	const struct todo *now = plan_current(p);
	json_t *data = json_pack("{s:b, s:i, s:i, s:s?}", "ok", true, "revision", p->revision,
	    "todoCount", (int)p->count, "inProgress", now ? now->id : NULL);
	char *text;

	if (change->kind == PLAN_SAME)
		json_put_str(data, "unchanged", "the plan is as it was; go on with the next step");
	if (change->why)
		json_put_str(data, "warning", change->why);
	text = json_line(data);
	result_text(c, text, strlen(text));
	free(text);
	c->result.data = data;
	c->result.ok = true;
	c->result.summary = xstrdup(change->kind == PLAN_SAME ? "plan unchanged" : "plan updated");
}

static void start(struct call *c)
{
	struct plan *p = c->host->plan;
	struct plan_limits limits = plan_limits_of(c->host->settings);
	struct change change =
	    plan_replace(p, c->args, c->host->goal, AUTHOR_MODEL, &limits, clock_now_ms());

	if (change.kind == PLAN_REFUSED) {
		call_fail(c, "the plan was not changed: %s", change.why);
		free(change.why);
		return;
	}
	if (change.kind == PLAN_CHANGED)
		plan_emit(c->host->session, p, json_str(c->args, "note", NULL), "model");
	answer(c, &change);
	free(change.why);
	call_finish(c);
}

static const struct tool write_todos = {
    .name = "write_todos",
    .class = TOOL_PLANS,
    .describe = describe,
    .start = start,
};

const struct tool *const plan_tools[] = {&write_todos, NULL};
