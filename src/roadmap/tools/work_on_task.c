/* SPDX-License-Identifier: MIT
 * list_roadmap and work_on_task: tools by which the model of a chat sees kept plans and begins a task. The task
 * becomes its todo plan; the outcome is recorded when that plan is over.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "plan/planner.h"
#include "roadmap/run/kept_plan.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

#define ROWS_SHOWN 80
#define DAYS_AHEAD 400

static void finish_with(struct call *c, const char *text, const char *summary)
{
	call_succeed(c, text, strlen(text), xstrdup(summary));
}

/* Returns the store of the session. NULL: there is none, and the call has failed. */
static struct store *store_of_call(struct call *c)
{
	struct store *store = session_store(c->host->session);

	if (!store)
		call_fail(c, "there is no session database, so no plan is kept");
	return store;
}

static void list_all(struct call *c, struct store *store)
{
	auto_error e = ERROR_INIT;
	json_auto_t *plans = store_roadmap_list(store, NULL, &e),
		    *due = kept_due(store, clock_now_ms() / 60000 + DAYS_AHEAD * DAY, NULL);
	auto_buf out = BUF_INIT;
	size_t shown = 0;

	json_each (plan, plans) {
		buf_addf(&out, "%s: %s; %d of %d done, until %.10s\n", json_str(plan, "id", ""),
		    json_str(plan, "goal", ""), (int)json_int(plan, "done", 0),
		    (int)json_int(plan, "tasks", 0),
		    moment_text(json_int(plan, "finish", 0), zone_find(NULL, NULL)));
	}
	buf_adds(&out,
	    json_array_size(plans) ? "can be begun next (plan, task):\n" : "no plan is kept\n");
	json_each (task, due)
		if (!json_str(task, "waits_for", NULL) && shown++ < ROWS_SHOWN)
			buf_addf(&out, "- %s %s \"%s\" begins %s%s%s\n", json_str(task, "id", ""),
			    json_str(task, "node", ""), json_str(task, "title", ""),
			    moment_text(json_int(task, "start", 0), zone_find(NULL, NULL)),
			    json_str(task, "check", NULL) ? "; check: " : "",
			    json_str(task, "check", ""));
	finish_with(c, buf_str(&out), "kept plans");
}

static void task_row(const json_t *task, json_t *document, struct buf *out)
{
	const json_t *node = document_node(document, json_str(task, "id", ""));
	const char *check = json_str(node, "check", NULL), *note = json_str(node, "note", NULL);
	const char *status = json_str(task, "status", "dropped");

	buf_addf(out, "- %s (%s) \"%s\" %s, %.16s to %.16s%s%s%s%s\n", json_str(task, "id", ""),
	    json_str(task, "level", ""), json_str(task, "title", ""), status,
	    json_str(task, "start", ""), json_str(task, "finish", ""),
	    strcmp(status, "pending") == 0 ? "; " : "",
	    strcmp(status, "pending") == 0 ? json_str(task, "why", "") : "",
	    check ? "; check: " : "", check ? check : "");
	if (note)
		buf_addf(out, "    %s\n", note);
}

static void list_one(struct call *c, struct store *store, const char *id)
{
	auto_error e = ERROR_INIT;
	json_auto_t *row = roadmap_store_revision(store, id, 0, &e);
	const json_t *tasks = json_list(json_map(row, "schedule"), "tasks");
	auto_buf out = BUF_INIT;
	size_t shown = 0;

	if (!row) {
		call_fail(c, "%s", e.message);
		return;
	}
	buf_addf(&out, "%s: %s, revision %d\n", json_str(row, "id", id),
	    json_str(json_map(row, "document"), "goal", ""), (int)json_int(row, "revision", 0));
	json_each (task, tasks)
		if (shown++ < ROWS_SHOWN)
			task_row(task, json_map(row, "document"), &out);
	if (shown > ROWS_SHOWN)
		buf_addf(&out, "... and %zu more\n", shown - ROWS_SHOWN);
	finish_with(c, buf_str(&out), json_str(row, "id", id));
}

static void list_roadmap_start(struct call *c)
{
	const char *id = json_str(c->args, "roadmap", "");
	struct store *store = store_of_call(c);

	if (store && *id)
		list_one(c, store, id);
	else if (store)
		list_all(c, store);
}

static void list_roadmap_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "list_roadmap ");
	line_add(line, json_str(args, "roadmap", "of all plans"), 60);
}

/* ---- Work on one ------------------------------------------------------------------------------ */

json_t *kept_task(struct store *store, const char *word, const char *task, struct error *e)
{
	json_auto_t *row = roadmap_store_revision(store, word, 0, e);
	const char *id = json_str(json_map(row, "document"), "id", word);
	freed_by(roadmap_free) struct roadmap r = {0};
	json_t *found = NULL;

	if (!row || !roadmap_read(&r, json_map(row, "document"), "roadmap", NULL, NULL)) {
		if (row)
			error_set(e, ERR_USAGE, "'%s' is no plan that can be worked on yet", word);
		return NULL;
	}
	const int number = roadmap_find_titled(&r, task);
	const struct roadmap_node *n = number >= 0 ? &r.outline.nodes[number] : NULL;
	if (!n || n->level == LEVEL_GOAL || n->level == LEVEL_PHASE)
		error_set(e, ERR_USAGE, "no task '%s' in '%s'", task, id);
	else if (n->status == NODE_DONE)
		error_set(e, ERR_USAGE, "'%s' of '%s' is done already", n->id, id);
	else
		found = json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:s*, s:s}", "id", id, "node", n->id,
		    "title", roadmap_title(n), "check", n->check, "run", n->run, "note",
		    json_str(n->source, "note", NULL), "goal", r.outline.goal);
	return found;
}

bool kept_task_begin(struct tool_host *host, const json_t *task, struct error *e)
{
	json_auto_t *edits = json_pack("[{s:s, s:s, s:s}]", "op", "status", "id",
	    json_str(task, "node", ""), "status", "in_progress");
	json_auto_t *shown = json_pack("{s:s, s:s, s:s, s:s*}", "id", json_str(task, "id", ""),
	    "node", json_str(task, "node", ""), "title", json_str(task, "title", ""), "check",
	    json_str(task, "check", NULL));
	struct kept_change change = {0};
	const bool ok = kept_edit(session_store(host->session), json_str(task, "id", ""), edits,
	    "work on it began", &change, e);

	buf_free(&change.diff);
	if (ok)
		planner_open_task(host, shown);
	return ok;
}

char *kept_task_prompt(const json_t *task)
{
	const char *check = json_str(task, "check", NULL);
	auto_free char *how =
	    check ? prompt_text("roadmap/work_check", (struct prompt_var[]){{"check", check}}, 1)
		  : prompt_text("roadmap/work_plain", NULL, 0);

	auto_buf words = BUF_INIT;

	if (json_str(task, "note", NULL))
		buf_addf(&words, "%s\n", json_str(task, "note", NULL));
	if (json_str(task, "run", NULL))
		buf_addf(&words, "%s\n", json_str(task, "run", NULL));
	return prompt_text("roadmap/work",
	    (struct prompt_var[]){{"title", json_str(task, "title", "")},
		{"goal", json_str(task, "goal", "")}, {"words", buf_str(&words)}, {"how", how}},
	    4);
}

static void work_on_task_start(struct call *c)
{
	struct store *store = store_of_call(c);
	auto_error e = ERROR_INIT;

	if (!store)
		return;
	json_auto_t *task =
	    kept_task(store, json_str(c->args, "roadmap", ""), json_str(c->args, "task", ""), &e);
	if (!task || !kept_task_begin(c->host, task, &e)) {
		call_fail(c, "%s; list_roadmap has the plans and their tasks", e.message);
		return;
	}
	auto_free char *text = kept_task_prompt(task);
	c->result.data = json_incref(task);
	finish_with(c, text, json_str(task, "title", ""));
}

static void work_on_task_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "work_on_task ");
	line_add(line, json_str(args, "task", ""), 60);
	buf_adds(line, " of ");
	line_add(line, json_str(args, "roadmap", ""), 60);
}

static const struct tool tool_list_roadmap = {.name = "list_roadmap",
    .class = TOOL_READS,
    .describe = list_roadmap_describe,
    .start = list_roadmap_start};
static const struct tool tool_work_on_task = {.name = "work_on_task",
    .class = TOOL_PLANS,
    .describe = work_on_task_describe,
    .start = work_on_task_start};

const struct tool *const kept_plan_tools[] = {&tool_list_roadmap, &tool_work_on_task, NULL};
