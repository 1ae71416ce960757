/* SPDX-License-Identifier: MIT
 * Folds calls, results and the model's words into the blocks of the feed. Words said beside calls
 * become their [Reflect] row, so nothing stands twice. A call has a row, below which its output
 * stands while it runs and its result when it has ended.
 */
#include "ui/model/fold.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "ui/model/blocks.h"
#include "ui/model/result_join.h"

struct block *fold_add_row(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_add(m, BLOCK_TAGGED, ev);

	ui_row_text(ev, &b->text);
	b->folded = true;
	b->ordinal = ++m->turn_rows;
	if ((ev->type == EVENT_TOOL_CALL || ev->type == EVENT_TOOL_RESULT) &&
	    event_is_by(ev, "user"))
		b->turn = 0; /* the user's own command is of no turn, and not rolled up with one */
	return b;
}

/* ---- Calls --------------------------------------------------------------------------------------- */

void fold_call(struct ui_model *m, const struct event *ev)
{
	const struct event_tool_call call = event_read_tool_call(ev->data);

	m->commanding = text_is(call.by, "user");
	if (ui_is_quiet(ev))
		return;
	struct block *b = fold_add_row(m, ev);
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

	if (b && b->open)
		block_live(m, b, output.text);
}

/* Adds a step of a delegate below its call, while it works. */
void fold_child(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_find(m, BLOCK_TAGGED, PHASE_ACT, event_read_child(ev->data).call);
	auto_buf line = BUF_INIT;

	ui_child_text(ev->data, &line);
	if (b && b->open && line.len) {
		buf_addc(&line, '\n');
		block_live(m, b, buf_str(&line));
	}
}

/* Notes which files a call changed, to be counted when its turn becomes one row. */
void fold_file_change(struct ui_model *m, const struct event *ev)
{
	const struct event_file_change change = event_read_file_change(ev->data);
	struct block *call = block_find(m, BLOCK_TAGGED, PHASE_ACT, change.call);

	if (!call || !change.path)
		return;
	call->files = call->files ? call->files : json_object();
	json_put(call->files, change.path, json_true());
	call->added += (int)change.lines_added; /* an edit's own result says it again */
	call->removed += (int)change.lines_removed;
}

/* Adds and returns the row of a result that does not join its call's row. call, or NULL, is read
 * first: it is invalid once a block is added, since that moves the others. */
static struct block *result_row(struct ui_model *m, const struct block *call,
    const struct event *ev, const struct event_tool_result *result)
{
	const bool reads = result->ok && call && call->reads;
	const size_t tool = result->tool ? strlen(result->tool) : 0;
	const char *row = ev->summary;
	struct block *b = fold_add_row(m, ev);

	b->ok = result->ok;
	b->reads = reads;
	if (json_str(result->data, "sandbox", NULL) || json_object_get(result->data, "images"))
		b->data = json_incref(ev->data);
	block_set_key(b, result->call);
	result_keep_path(b, result);
	if (b->text.len == 0)
		buf_adds(&b->text, result->ok ? "done" : "failed");
	block_append(&b->detail, result_output(m, result));
	if (text_is(result->by, "user"))
		b->folded = false; /* the user asked for this output */
	/* The detail goes if the row says the same; the row of a refused planner call has the
	 * tool's name in front. */
	if (tool && row && strncmp(row, result->tool, tool) == 0 &&
	    strncmp(row + tool, ": ", 2) == 0)
		row += tool + 2;
	if (row && strcmp(row, buf_str(&b->detail)) == 0)
		buf_clear(&b->detail);
	return b;
}

void fold_result(struct ui_model *m, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);
	const bool quiet = ui_plans(result.class, result.tool);
	/* Where a result is quiet no row is looked for: servers that count calls anew in each
	 * reply would give the plan's result an older row. */
	struct block *call = quiet ? NULL : block_find(m, BLOCK_TAGGED, PHASE_ACT, result.call);

	m->commanding = m->commanding && !text_is(result.by, "user");
	if (quiet && result.ok)
		return;
	if (call) {
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
	const bool pinned = !m->turn_observes && !result.denied;
	const bool joins = result_joins(&result) && (!pinned || result_changes_file(&result));
	m->turn_observes = m->turn_observes || pinned || !joins;
	if (call && joins && (!m->full || result_changes_file(&result))) {
		/* The first outcome of a turn (pinned) gets a row of its own even if its diff joins
		 * the call: each turn that acts shows one. */
		result_join(m, call, ev);
		if (pinned) {
			struct block *b = fold_add_row(m, ev);
			b->ok = b->pinned = true;
			m->turn_rows--;
		}
		return;
	}
	if (call && pinned)
		result_keep_path(call, &result); /* its row names the file all the same */
	result_row(m, call, ev, &result)->pinned = pinned;
	/* only what does not join counts, so that it is the same whatever the feed holds */
	m->turn_rows -= joins;
}

void fold_nothing(struct ui_model *m, const struct event *ev)
{
}

void fold_row(struct ui_model *m, const struct event *ev)
{
	if (ev->phase != PHASE_NONE && ev->summary && *ev->summary)
		fold_add_row(m, ev);
}

/* Adds an evaluation's row. Of "ERROR - what is done about it" only the second half is shown
 * where the outcome above it is that error. */
void fold_evaluation(struct ui_model *m, const struct event *ev)
{
	const struct event_evaluation evaluation = event_read_evaluation(ev->data);
	const char *error = json_string_value(json_array_get(evaluation.issues, 0));
	const struct block *above = m->count ? &m->blocks[m->count - 1] : NULL;
	const bool said = error && above && above->kind == BLOCK_TAGGED &&
			  above->phase == PHASE_OBS && above->text.len &&
			  strstr(error, buf_str(&above->text));
	const size_t len = said ? strlen(error) : 0, count = m->count;

	fold_row(m, ev);
	if (m->count == count)
		return;
	struct block *b = &m->blocks[count];
	b->by_rules = text_is(evaluation.by, "rules");
	if (said && strncmp(buf_str(&b->text), error, len) == 0 &&
	    strncmp(buf_str(&b->text) + len, " - ", 3) == 0)
		buf_drop(&b->text, len + 3);
}

void fold_retries_end(struct ui_model *m)
{
	struct block *b = block_last_open(m, BLOCK_NOTICE);

	if (b) {
		b->open = false;
		block_changed(m, b);
	}
}

static void show_as_thinking(struct ui_model *m, struct block *b)
{
	b->kind = BLOCK_THINKING;
	b->folded = true;
	block_changed(m, b);
}

void fold_delta(struct ui_model *m, const struct event *ev)
{
	const struct event_delta delta = event_read_delta(ev->data);
	const bool thinking = text_is(delta.kind, "thinking");
	enum block_kind kind = thinking ? BLOCK_THINKING : BLOCK_ANSWER;
	struct block *b = block_last_open(m, kind);

	/* What the status waited for comes now, and the stage stays the same. */
	if (m->status && !m->status_stays)
		string_set_line(
		    &m->status, thinking ? "the model thinks" : "the model answers", TEXT_KEPT);
	fold_retries_end(m);
	if (text_is(
		delta.kind, "taken_back")) { /* what was shown as the answer so far was thinking */
		struct block *answer = block_last_open(m, BLOCK_ANSWER);
		if (answer)
			show_as_thinking(m, answer);
		return;
	}
	if (text_is(delta.kind, "cut")) {
		for (size_t i = m->turn_block; i < m->count; i++) {
			struct block *cut = &m->blocks[i];
			if (!cut->open ||
			    (cut->kind != BLOCK_ANSWER && cut->kind != BLOCK_THINKING))
				continue;
			cut->ok = false; /* shown as cut off until the whole one is there */
			show_as_thinking(m, cut);
		}
		return;
	}
	if (!b || !b->ok) {
		b = block_add(m, kind, ev);
		b->open = true;
		b->folded = thinking;
	}
	block_append(&b->text, delta.text);
	block_changed(m, b);
}

void fold_thinking_end(struct ui_model *m)
{
	struct block *b;

	while ((b = block_last_open(m, BLOCK_THINKING)))
		block_remove(m, (size_t)(b - m->blocks));
}

/* Keys of an answer's block: words said beside calls; an answer that the next message continues. */
#define CALLS "calls"
#define PAUSED "paused"

/* Returns the newest answer if the next message continues it; else NULL. */
static struct block *paused_answer(struct ui_model *m)
{
	blocks_back (b, m, m->turn_block)
		if (b->kind == BLOCK_ANSWER && !b->open)
			return text_is(b->key, PAUSED) ? b : NULL;
	return NULL;
}

void fold_message(struct ui_model *m, const struct event *ev)
{
	const struct event_message message = event_read_message(ev->data);
	struct buf text = BUF_LIMIT(BLOCK_TEXT_MAX);

	if (strcmp(message.role, "assistant") != 0)
		return;
	fold_retries_end(m);
	fold_thinking_end(m);
	const bool calls = message_call_count(ev->data) > 0;
	auto_free char *said = message_text(ev->data);
	block_append(&text, said);
	if (text.len && !calls) {
		/* An answer that was sent back and comes again word for word stands once, where it
		 * came last. */
		blocks_back (b, m, m->turn_block)
			if (b->kind == BLOCK_ANSWER && !b->open && !text_is(b->key, PAUSED) &&
			    strcmp(buf_str(&b->text), buf_str(&text)) == 0)
				block_remove(m, (size_t)(b - m->blocks));
	}
	struct block *b = block_last_open(m, BLOCK_ANSWER), *begun = paused_answer(m);
	if (begun)
		block_set_key(begun, NULL);
	if (text.len == 0) {
		if (b)
			block_remove(m, (size_t)(b - m->blocks));
		buf_free(&text);
		return;
	}
	if (begun) { /* the rest is appended to it; the block it streamed into goes */
		block_append(&begun->text, buf_str(&text));
		buf_free(&text);
		if (b)
			block_remove(m, (size_t)(b - m->blocks));
		b = begun;
	} else {
		b = b ? b : block_add(m, BLOCK_ANSWER, ev);
		buf_free(&b->text);
		b->text = text;
	}
	b->open = false;
	b->seq = ev->seq;
	b->ok = !message.interrupted;
	block_set_key(b, calls ? CALLS : message.paused ? PAUSED : NULL);
	block_changed(m, b);
}

/* Puts a reflection in the place of the words it was taken from, which unfold below it. */
void fold_reflection(struct ui_model *m, const struct event *ev)
{
	size_t i = m->count;

	while (i > 0 && m->blocks[i - 1].kind == BLOCK_NOTICE)
		i--;
	struct block *b = i > 0 ? &m->blocks[i - 1] : NULL;
	if (!b || b->kind != BLOCK_ANSWER || !text_is(b->key, CALLS)) {
		fold_row(m, ev); /* nothing was said beside the newest calls */
		return;
	}
	struct buf words = b->text;
	b->text = (struct buf){.max = BLOCK_TEXT_MAX};
	ui_row_text(ev, &b->text);
	if (strcmp(buf_str(&b->text), buf_str(&words)) == 0) {
		buf_free(&words);
	} else {
		buf_free(&b->detail);
		b->detail = words;
	}
	block_set_key(b, NULL);
	b->kind = BLOCK_TAGGED;
	b->ordinal = ++m->turn_rows;
	b->phase = PHASE_REFLECT;
	b->seq = ev->seq;
	b->folded = true;
	block_changed(m, b);
}
