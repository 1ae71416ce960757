/*
 * The fold of the feed, calls: each has a row, below which its output stands while it runs. A result that
 * changed a file or says no more than that the call went well joins that row (result_join.c); any other is a
 * row of its own.
 */
#include "session/event/event_data.h"
#include "ui/model/fold.h"

#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/model/blocks.h"
#include "ui/model/result_join.h"

void fold_call(struct ui_model *m, const struct event *ev)
{
	const struct event_tool_call call = event_read_tool_call(ev->data);

	if (ui_is_quiet(ev))
		return;
	struct block *b = block_add_row(m, ev);
	block_set_key(b, call.call);
	b->data = json_incref(ev->data);
	b->open = true;
	b->destructive = call.destructive;
	b->reads = strcmp(call_class(ev->data), "reads") == 0;
	b->tests = call_tests(ev->data);
}

void fold_output(struct ui_model *m, const struct event *ev)
{
	const struct event_tool_output output = event_read_tool_output(ev->data);
	struct block *b = block_find(m, BLOCK_TAGGED, PHASE_ACT, output.call);

	if (!b || !b->open)
		return;
	block_live(b, output.text);
	block_changed(m, b);
}

/* Adds a step of a delegate below its call, while it works. */
void fold_child(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_find(m, BLOCK_TAGGED, PHASE_ACT, event_read_child(ev->data).call);
	struct buf line = BUF_INIT;

	ui_child_text(ev->data, &line);
	if (b && b->open && line.len) {
		buf_addc(&line, '\n');
		block_live(b, buf_str(&line));
		block_changed(m, b);
	}
	buf_free(&line);
}

/* Notes which files a call changed: they are counted where its turn is told in one row. */
void fold_file_change(struct ui_model *m, const struct event *ev)
{
	const struct event_file_change change = event_read_file_change(ev->data);
	struct block *call = block_find(m, BLOCK_TAGGED, PHASE_ACT, change.call);

	if (!call || !change.path)
		return;
	call->files = call->files ? call->files : json_object();
	json_put(call->files, change.path, json_true());
}

static void end_call(struct ui_model *m, struct block *call, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);

	call->open = call->waits = false;
	call->ended = true;
	call->ok = result.ok;
	call->runs_on = json_flag(result.data, "running", false);
	call->ran = !result.denied && !call->runs_on && result.duration_ms >= 0 &&
		    (result.ok || result.duration_ms > 0);
	call->took_ms = result.duration_ms > 0 ? result.duration_ms : 0;
	buf_clear(&call->detail);
	block_changed(m, call);
}

/* Whether the row says all that was put out; a refused planner call's names the tool before it. */
static bool row_says(const char *row, const char *tool, const char *output)
{
	size_t len = tool ? strlen(tool) : 0;

	if (!row)
		return false;
	if (len && strncmp(row, tool, len) == 0 && strncmp(row + len, ": ", 2) == 0)
		row += len + 2;
	return strcmp(row, output) == 0;
}

/* The outcome of a change whose diff stands with its call: a row of its own says it too where the turn has none
 * yet, so that each turn that acts shows what came of it. */
static void add_pinned(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_add_row(m, ev);

	b->ok = b->pinned = true;
	m->turn_rows--;
}

void fold_result(struct ui_model *m, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);
	const char *id = result.call;
	const bool ok = result.ok;
	const bool quiet = ui_plans(result.class, result.tool);
	/* Where a result is quiet no row is looked for: servers that count calls anew in each
	 * reply would give the plan's result an older row. */
	struct block *call = quiet ? NULL : block_find(m, BLOCK_TAGGED, PHASE_ACT, id);

	if (quiet && ok)
		return;
	if (call)
		end_call(m, call, ev);
	const bool pinned = !m->turn_observes && !result.denied;
	const bool joins = result_joins(&result) && (!pinned || result_changes_file(&result));
	m->turn_observes = m->turn_observes || pinned || !joins;
	if (call && joins && (!m->full || result_changes_file(&result))) {
		result_join(m, call, ev);
		if (pinned)
			add_pinned(m, ev);
		return;
	}
	if (call && pinned)
		result_keep_path(call, &result); /* its row names the file all the same */
	bool reads = ok && call && call->reads;
	struct block *b = block_add_row(m, ev); /* adding a block may have moved the call */
	/* Counted by events, so that it is the same whatever the feed holds. */
	m->turn_rows -= joins;
	b->ok = ok;
	b->reads = reads;
	b->pinned = pinned;
	if (json_str(result.data, "sandbox", NULL))
		b->data = json_incref(ev->data);
	block_set_key(b, id);
	result_keep_path(b, &result);
	if (b->text.len == 0)
		buf_adds(&b->text, ok ? "done" : "failed");
	block_append(&b->detail, result_output(m, &result));
	if (text_is(result.by, "user"))
		b->folded = false; /* what was wanted is what it says */
	if (row_says(ev->summary, result.tool, buf_str(&b->detail)))
		buf_clear(&b->detail);
}
