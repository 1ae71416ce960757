/*
 * Which door the model is given, and what both tools answer.
 */
#include "plan/planner.h"

#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "plan/planner_tools.h"
#include "session/event/event_data.h"

const struct tool *const plan_tools[] = {
    &tool_write_todos, &tool_manage_todos, &tool_offer_branches, NULL};

static const struct {
	const char *name;
	const struct tool *tools[2];
} doors[] = {
    [PLANNER_OFF] = {"off", {NULL}},
    [PLANNER_WRITE_TODOS] = {"write_todos", {&tool_write_todos}},
    [PLANNER_MANAGE_TODOS] = {"manage_todos", {&tool_manage_todos}},
    [PLANNER_TEXT] = {"text", {NULL}},
};

enum planner_tool planner_tool(const struct settings *s, const char *known)
{
	const char *name = setting_string(s, "planner.tool");

	if (strcmp(name, "auto") == 0 && known)
		name = known;
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
		if (strcmp(doors[i].name, name) == 0)
			return (enum planner_tool)i;
	return PLANNER_WRITE_TODOS;
}

const struct tool *const *planner_tools(enum planner_tool door)
{
	return doors[door].tools;
}

char *planner_rules(enum planner_tool door)
{
	char *key, *how, *text;

	if (door == PLANNER_OFF)
		return xstrdup("");
	key = xasprintf("planner/%s", doors[door].name);
	how = prompt_text(key, NULL, 0);
	text = prompt_text("planning", (struct prompt_var[]){{"how", how}}, 1);
	free(how);
	free(key);
	return text;
}

/* Emits the plan event. note: a line by whoever changed the plan; NULL: none. by: "model",
 * "user", "text". */
static void plan_emit(struct session *s, const struct plan *p, const char *note, const char *by)
{
	struct buf line = BUF_INIT;

	plan_line(p, &line);
	emit(s, EVENT_PLAN, buf_take(&line),
	    event_build_plan(
		&(struct event_plan){.plan = plan_snapshot(p), .note = note, .by = by}));
}

char *planner_read_text(struct tool_host *host, const char *text)
{
	struct plan_limits limits = plan_limits_of(host->settings);
	json_t *snapshot = plan_from_text(host->plan, text, &limits);
	struct change change = {.kind = PLAN_SAME};
	char *told = NULL;

	if (snapshot)
		change = plan_replace(
		    host->plan, snapshot, host->goal, AUTHOR_TEXT, &limits, clock_now_ms());
	if (change.kind == PLAN_CHANGED)
		plan_emit(host->session, host->plan, NULL, "text");
	if (change.why)
		told = prompt_text("plan_text_kept", (struct prompt_var[]){{"why", change.why}}, 1);
	change_free(&change);
	json_decref(snapshot);
	return told;
}

/* The items as the model may want them back: their ids for what comes next, and what came of
 * them when it asks. */
static json_t *items_data(const struct plan *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];
		json_t *o = json_pack("{s:s, s:s, s:s}", "id", t->id, "content", t->content,
		    "status", todo_status_name(t->status));

		json_put_str(o, "result", t->result);
		json_put_str(o, "error", t->error);
		if (t->total > 0)
			json_put(o, "progress",
			    json_pack("{s:i, s:i}", "processed", t->processed, "total", t->total));
		json_array_append_new(list, o);
	}
	return list;
}

void planner_answer(struct call *c, const struct change *change, bool items)
{
	const struct plan *p = c->host->plan;
	const struct todo *now = plan_current(p);
	json_t *data = json_pack("{s:b, s:i, s:i, s:s?}", "ok", true, "revision", p->revision,
	    "todoCount", (int)p->count, "inProgress", now ? now->id : NULL);
	json_t *also = items ? NULL : plan_unsent(p, json_list(c->args, "todos"));
	char *text;

	if (items) {
		json_put_str(data, "goal", p->goal);
		json_put_str(data, "status", plan_status_name(p->status));
		json_put(data, "todos", items_data(p));
	} else if (change->kind == PLAN_SAME) {
		json_put_str(data, "unchanged", "the plan is as it was; go on with the next step");
	}
	if (also) { /* the plan is not just what the model sent, so it is told the items */
		json_put(data, "progress",
		    json_sprintf("%d/%zu",
			plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED), p->count));
		json_put(data, "also", also);
	}
	json_put_str(data, "warning", change->why);
	text = json_line(data);
	result_text(c, text, strlen(text));
	free(text);
	c->result.data = data;
	c->result.ok = true;
	c->result.summary = xstrdup(change->kind == PLAN_SAME ? "plan unchanged" : "plan updated");
	call_finish(c);
}

void planner_finish(struct call *c, struct change *change, bool items)
{
	if (change->kind == PLAN_REFUSED) {
		call_fail(c, "the plan was not changed: %s", change->why);
	} else {
		if (change->kind == PLAN_CHANGED)
			plan_emit(c->host->session, c->host->plan,
			    json_str(c->args, "note", NULL) ? c->host->plan->note : NULL, "model");
		planner_answer(c, change, items);
	}
	change_free(change);
}
