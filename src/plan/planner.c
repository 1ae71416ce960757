/* SPDX-License-Identifier: MIT
 * The tools by which a model plans: write_todos, manage_todos, offer_branches; which of them it is given
 * (planner.tool), and plans from a reply's text.
 */

#include "plan/planner.h"

#include "base/base.h"
#include "base/text/names.h"
#include "config/prompt.h"
#include "session/event/event_data.h"

/* Emits the plan event. note: a remark of who changed the plan, NULL: none; by: "model", "user" or "text". */
static void plan_emit(struct session *s, const struct plan *p, const char *note, const char *by)
{
	struct buf line = BUF_INIT;

	plan_line(p, &line);
	emit(s, EVENT_PLAN, buf_take(&line),
	    event_build_plan(
		&(struct event_plan){.plan = plan_snapshot(p), .note = note, .by = by}));
}

/* Returns the items for the model, an array, new reference: their ids for later calls, status and outcome. */
static json_t *items_data(const struct plan *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];
		json_t *o = json_pack("{s:s, s:s, s:s, s:s*, s:s*}", "id", t->id, "content",
		    t->content, "status", todo_status_name(t->status), "result", t->result, "error",
		    t->error);

		if (t->total > 0)
			json_put(o, "progress",
			    json_pack("{s:i, s:i}", "processed", t->processed, "total", t->total));
		json_array_append_new(list, o);
	}
	return list;
}

/* Finishes the call with the plan's state and the warnings of the change (borrowed). items: list all items; else only
 * those that are not as the model sent them. */
static void planner_answer(struct call *c, const struct change *change, bool items)
{
	const struct plan *p = c->host->plan;
	const struct todo *now = plan_current(p);
	json_t *data = json_pack("{s:b, s:i, s:i, s:s?}", "ok", true, "revision", p->revision,
	    "todoCount", (int)p->count, "inProgress", now ? now->id : NULL);
	json_t *also = items ? NULL : plan_unsent(p, json_list(c->args, "todos"));

	if (items) {
		json_put_str(data, "goal", p->goal);
		json_put_str(data, "status", plan_status_name(p->status));
		json_put(data, "todos", items_data(p));
	} else if (change->kind == PLAN_SAME) {
		json_put_str(data, "unchanged", "the plan is as it was; go on with the next step");
	}
	if (also) { /* the plan differs from what the model sent, so it gets these items */
		json_put(data, "progress",
		    json_sprintf("%d/%zu",
			plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED), p->count));
		json_put(data, "also", also);
	}
	json_put_str(data, "warning", change->why);
	auto_free char *text = json_line(data);
	c->result.data = data;
	call_succeed(c, text, strlen(text),
	    xstrdup(change->kind == PLAN_SAME ? "plan unchanged" : "plan updated"));
}

/* Finishes the call with the result of a change, and frees that: fails if it was refused, else emits the plan event (if
 * the plan changed) and answers. items: as in planner_answer. */
static void planner_finish(struct call *c, struct change *change, bool items)
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

/* ---- write_todos: the model's whole snapshot of its plan (plan_replace.c has the rules) ---- */

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

static const struct tool tool_write_todos = {
    .name = "write_todos",
    .class = TOOL_PLANS,
    .setting = "planner.max_todos",
    .describe = write_todos_describe,
    .start = write_todos_start,
};

/* ---- manage_todos: one operation on the plan at a time (plan_edit.c has the rules) ---- */

#define SHOWN 60

static void manage_todos_describe(const json_t *args, struct buf *line)
{
	const char *id = json_str(args, "id", json_str(args, "todoId", NULL));
	const struct event_plan_edit said = event_read_plan_edit(args);
	const char *object = id ? id : said.goal;

	buf_addf(line, "manage_todos %s", said.action);
	if (object) {
		buf_addc(line, ' ');
		line_add(line, object, SHOWN);
	}
}

/* Renames arguments in o to the names that plan_edit reads. */
static void put_other_names(json_t *o)
{
	static const char *const names[][2] = {{"todoId", "id"}, {"activeForm", "active_form"}};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		json_t *value = json_object_get(o, names[i][0]);

		if (value && !json_object_get(o, names[i][1]))
			json_object_set(o, names[i][1], value);
		json_object_del(o, names[i][0]);
	}
}

/* Returns the arguments as plan_edit reads them; a result that is an object becomes one line of JSON. New reference. */
static json_t *normal_form(const json_t *args, const struct plan_limits *limits)
{
	json_t *o = json_deep_copy(args);
	json_t *result = json_object_get(o, "result");

	put_other_names(o);
	json_each (todo, json_list(o, "todos"))
		put_other_names(todo);
	if (json_is_object(result)) {
		auto_free char *text = json_line(result),
			       *line = text_line(text, (size_t)limits->max_result);

		json_put_str(o, "result", line);
	}
	return o;
}

static void manage_todos_start(struct call *c)
{
	const char *action = event_read_plan_edit(c->args).action;
	struct plan_limits limits = plan_limits_of(c->host->settings);
	/* actions after which the model needs the ids it did not choose */
	const bool shows = strcmp(action, "create") == 0 || strcmp(action, "add") == 0 ||
			   strcmp(action, "reorder") == 0;

	if (strcmp(action, "get") == 0) {
		planner_answer(c, &(struct change){.kind = PLAN_SAME}, true);
		return;
	}
	json_auto_t *args = normal_form(c->args, &limits);
	struct change change =
	    plan_edit(c->host->plan, args, c->host->goal, AUTHOR_MODEL, &limits, clock_now_ms());
	planner_finish(c, &change, shows);
}

static const struct tool tool_manage_todos = {
    .name = "manage_todos",
    .class = TOOL_PLANS,
    .describe = manage_todos_describe,
    .start = manage_todos_start,
};

/* ---- offer_branches: the user chooses among two or three ways for what is left of the plan. The agent asks before
 * the call starts (c->state is the answer) and has changed the plan by then; the call only reports the choice. ---- */

static void offer_branches_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "offer_branches");
	json_each_at (i, one, json_list(args, "alternatives")) {
		buf_adds(line, i ? ", " : " ");
		line_add(line, json_str(one, "title", ""), SHOWN);
	}
}

static const struct said {
	/* choice NULL: any other answer, in the user's own words */
	const char *choice, *prompt;
} says[] = {
    {"denied", "branch/unasked"},
    {PLAN_BRANCH_KEEP, "branch/kept"},
    {NULL, "branch/words"},
};

static void offer_branches_start(struct call *c)
{
	const json_t *data = c->state;
	const struct event_answer answer = event_read_answer(data);
	const char *choice = *answer.choice ? answer.choice : "denied";
	const bool taken = json_flag(data, "taken", false);
	const struct said *said = says;

	if (c->host->plan->status != PLAN_ACTIVE) {
		call_fail(c, "there is no active plan; begin one first");
		return;
	}
	while (said->choice && strcmp(said->choice, choice) != 0)
		said++;
	const char *words = !taken && answer.text ? answer.text : choice;
	auto_free char *text = prompt_text(
	    taken ? "branch/taken" : said->prompt, (struct prompt_var[]){{"words", words}}, 1);
	c->result.data = json_pack("{s:s, s:b, s:i}", "choice", choice, "taken", taken, "revision",
	    c->host->plan->revision);
	call_succeed(c, text, strlen(text), xstrdup(choice));
}

static const struct tool tool_offer_branches = {
    .name = "offer_branches",
    .class = TOOL_PLANS,
    .describe = offer_branches_describe,
    .start = offer_branches_start,
};

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
	const size_t i = row_named(doors, name);
	return i < ARRAY_SIZE(doors) ? (enum planner_tool)i : PLANNER_WRITE_TODOS;
}

const struct tool *const *planner_tools(enum planner_tool door)
{
	return doors[door].tools;
}

char *planner_rules(enum planner_tool door)
{
	if (door == PLANNER_OFF)
		return xstrdup("");
	auto_free char *key = xasprintf("plan/door/%s", doors[door].name);
	auto_free char *how = prompt_text(key, NULL, 0);
	return prompt_text("plan/planning", (struct prompt_var[]){{"how", how}}, 1);
}

char *planner_read_text(struct tool_host *host, const char *text)
{
	struct plan_limits limits = plan_limits_of(host->settings);
	json_auto_t *snapshot = plan_from_text(host->plan, text, &limits);
	freed_by(change_free) struct change change = {.kind = PLAN_SAME};
	char *told = NULL;

	if (snapshot)
		change = plan_replace(
		    host->plan, snapshot, host->goal, AUTHOR_TEXT, &limits, clock_now_ms());
	if (change.kind == PLAN_CHANGED)
		plan_emit(host->session, host->plan, NULL, "text");
	if (change.why)
		told = prompt_text("plan/text_kept", (struct prompt_var[]){{"why", change.why}}, 1);
	return told;
}

void planner_open_task(struct tool_host *host, const json_t *task)
{
	struct plan_limits limits = plan_limits_of(host->settings);
	const char *title = json_str(task, "title", json_str(task, "node", ""));
	auto_free char *goal = xasprintf("%s (%s)", title, json_str(task, "id", ""));
	json_auto_t *snapshot = json_pack("{s:[{s:s, s:s, s:s}]}", "todos", "id", "task", "content",
	    title, "status", "in_progress");

	plan_abandon(host->plan, clock_now_ms());
	struct change change =
	    plan_replace(host->plan, snapshot, goal, AUTHOR_MODEL, &limits, clock_now_ms());
	json_decref(host->plan->task);
	host->plan->task = json_copy((json_t *)task);
	if (change.kind == PLAN_CHANGED)
		plan_emit(host->session, host->plan, NULL, "model");
	change_free(&change);
}
