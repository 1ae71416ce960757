/* SPDX-License-Identifier: MIT
 * Folds the rest of a turn into the blocks of the feed: prompts, questions and their answers, notices, and its end.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/fold.h"

#include "tools/tool.h"
#include "ui/model/blocks.h"
#include "ui/model/question_choices.h"
#include "ui/model/result_join.h"

/* Adds a block of the user's words. Its detail has a label in place of each paste; ranges of an
 * imported event may not fit the text: from the first such one on they are ignored. */
static void user_block(
    struct ui_model *m, const struct event *ev, const char *text, const json_t *pasted)
{
	struct block *b = block_add(m, BLOCK_USER, ev);
	auto_buf marked = BUF_INIT;
	size_t at = 0, size = strlen(text);

	json_each (span, pasted) {
		const json_int_t from = json_integer_value(json_array_get(span, 0)),
				 len = json_integer_value(json_array_get(span, 1));

		if (from < (json_int_t)at || len <= 0 || from > (json_int_t)size ||
		    len > (json_int_t)size - from)
			break;
		auto_free char *label = paste_label(text + from, (size_t)len);
		buf_add(&marked, text + at, (size_t)from - at);
		buf_adds(&marked, label);
		at = (size_t)(from + len);
	}
	buf_adds(&marked, text + at);
	if (at)
		block_append(&b->detail, buf_str(&marked));
	block_text(m, b, text);
	b->folded = block_is_long_prompt(b);
}

void fold_prompt(struct ui_model *m, const struct event *ev)
{
	const struct event_turn_start turn = event_read_turn_start(ev->data);

	m->running = true;
	m->turn = ev->turn;
	m->turn_started_ms = ev->at_ms;
	m->max_iterations = (int)turn.max_iterations;
	if (turn.depth)
		string_set_line(&m->depth, turn.depth, TEXT_KEPT);
	string_set_line(&m->outcome, NULL, TEXT_KEPT);
	m->turn_block = m->count;
	m->turn_rows = 0;
	m->turn_observes = false;
	user_block(m, ev, turn.prompt ? turn.prompt : "", turn.pasted);
	if (m->full) /* else only the header says the depth */
		fold_sentence(m, ev);
}

void fold_steer(struct ui_model *m, const struct event *ev)
{
	const struct event_steer steer = event_read_steer(ev->data);

	user_block(m, ev, steer.text, steer.pasted);
}

/* Returns the block of the call that a question is about: the one it names, else the newest open
 * one; NULL for a plan or if there is none. */
static struct block *asked_call(struct ui_model *m, const json_t *question)
{
	const struct event_question q = event_read_question(question);
	struct block *b = block_find(m, BLOCK_TAGGED, PHASE_ACT, q.call);

	blocks_back (act, m, b || text_is(q.kind, "plan") ? m->count : m->turn_block)
		if (act->phase == PHASE_ACT && act->open)
			return act;
	return b;
}

void fold_question(struct ui_model *m, const struct event *ev)
{
	const struct event_question q = event_read_question(ev->data);
	const bool approval = text_is(q.kind, "approval");
	struct block *call = asked_call(m, ev->data);
	json_t *data = json_copy(ev->data);

	if (call && (approval || text_is(q.kind, "ask_user")))
		call->waits = true;
	if (call && approval) {
		call->destructive = q.destructive;
		block_changed(m, call);
		if (!q.arguments) /* the card shows what would run */
			json_object_set(
			    data, "arguments", event_read_tool_call(call->data).arguments);
	}
	struct block *b = block_add(m, BLOCK_QUESTION, ev);
	b->data = data;
	block_set_key(b, q.id);
	block_text(m, b, q.text ? q.text : "");
	block_append(&b->detail, q.detail ? q.detail : "");
	b->destructive = q.destructive;
	b->open = true;
	string_set_line(&m->question, q.id, TEXT_KEPT);
	m->more_rounds = (int)q.rounds;
}

/* Shows a plan that was read from a reply's words: the plan's row has the list, and of the words
 * the sentences beside it stay. */
void fold_plan_words(struct ui_model *m, const struct event *ev)
{
	struct block *b = m->count ? &m->blocks[m->count - 1] : NULL;

	if (!b || b->phase != PHASE_REFLECT || !text_is(event_read_plan(ev->data).by, "text"))
		return;
	buf_clear(&b->detail);
	block_changed(m, b);
}

/* Puts the changed plan on the open card that asks to accept it. */
void fold_plan_asked(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_find(m, BLOCK_QUESTION, PHASE_NONE, m->question);

	if (!b || !b->open || !text_is(event_read_question(b->data).kind, "plan"))
		return;
	json_t *data = json_copy(b->data);
	json_object_set(data, "plan", (json_t *)event_read_plan(ev->data).plan);
	json_decref(b->data);
	b->data = data;
	block_changed(m, b);
}

/* Makes a call's row say what ran after the user edited it, and keeps what was asked for. It stays
 * destructive if the command still names a program that made it so. */
static void take_edit(struct block *call, const json_t *arguments, const json_t *dangers)
{
	json_t *data = json_copy(call->data);
	const struct tool *tool = tool_named(event_read_tool_call(data).tool);
	const char *command = json_str(arguments, "command", "");

	json_object_set(data, "arguments", (json_t *)arguments);
	string_set(&call->asked, buf_str(&call->text));
	buf_clear(&call->text);
	if (tool)
		tool_line(tool, arguments, &call->text);
	else
		block_append(&call->text, event_read_tool_call(data).tool);
	json_decref(call->data);
	call->data = data;
	call->destructive = false;
	json_each (part, dangers) {
		const char *danger = json_string_value(part);
		const size_t len = danger ? strcspn(danger, " ") : 0; /* its program */

		for (const char *at = command; *at && len; at++)
			call->destructive |= strncmp(at, danger, len) == 0 &&
					     (at == command || !isalnum((unsigned char)at[-1]));
	}
	call->tests = call_tests(data);
}

void fold_answer(struct ui_model *m, const struct event *ev)
{
	const struct event_answer answer = event_read_answer(ev->data);
	auto_buf words = BUF_INIT;
	struct block *b = block_find(m, BLOCK_QUESTION, PHASE_NONE, answer.id);
	struct block *call = b ? asked_call(m, b->data) : NULL;

	string_set_line(&m->question, NULL, TEXT_KEPT);
	/* The answer may let the turn go on beyond its limit of rounds. */
	if (m->more_rounds > 0 && strcmp(answer.choice, "more") == 0)
		m->max_iterations += m->more_rounds;
	else if (m->more_rounds > 0 && strcmp(answer.choice, "nolimit") == 0)
		m->max_iterations = -1;
	m->more_rounds = 0;
	if (!b)
		return;
	ui_answer_text(ev->data, &words);
	if (call && call->data && answer.arguments)
		take_edit(call, answer.arguments, event_read_question(b->data).dangers);
	/* The time of a call that waited for an answer runs from the answer on. */
	if (call && call->waits) {
		call->waits = false;
		call->at_ms = ev->at_ms;
		block_changed(m, call);
	}
	if (call && !m->full) {
		string_set(
		    &call->answer, call->asked ? question_told(answer.choice) : buf_str(&words));
		b->joined = true;
	}
	string_set(&b->answer, buf_str(&words));
	b->open = false;
	block_changed(m, b);
}

/* Adds a notice of what the event says in one sentence; NULL: it says nothing. */
static struct block *add_notice(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;
	const enum level level = ui_sentence(ev, &words);

	if (!words.len)
		return NULL;
	struct block *b = block_add(m, BLOCK_NOTICE, ev);
	b->level = level;
	block_text(m, b, buf_str(&words));
	return b;
}

void fold_sentence(struct ui_model *m, const struct event *ev)
{
	/* A notice may say that the turn changes its depth in its middle. */
	const char *depth = ev->type == EVENT_NOTICE ? event_read_notice(ev->data).depth : NULL;
	struct block *b = add_notice(m, ev);

	if (depth)
		string_set_line(&m->depth, depth, TEXT_KEPT);
	if (b)
		b->passing = ev->type == EVENT_SETTING ||
			     (ev->type == EVENT_NOTICE && event_read_notice(ev->data).passing);
}

void fold_retry(struct ui_model *m, const struct event *ev)
{
	fold_retries_end(m);
	struct block *b = add_notice(m, ev);
	b->open = true;
	b->until_ms = ev->at_ms + event_read_retry(ev->data).wait_ms;
}

void fold_edit_check(struct ui_model *m, const struct event *ev)
{
	const struct event_edit_check check = event_read_edit_check(ev->data);
	struct block *b = fold_add_row(m, ev);

	b->ok = false;
	block_append(&b->detail, check.text ? check.text : "");
}

#define COMPACTION_KEY "compaction"

void fold_compaction(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_find(m, BLOCK_NOTICE, PHASE_NONE, COMPACTION_KEY);

	m->context_used = event_read_compaction(ev->data).tokens_after;
	if (!b || b->turn != m->turn) {
		block_set_key(add_notice(m, ev), COMPACTION_KEY);
		return;
	}
	buf_clear(&b->text); /* a later one of the turn takes the row of the first */
	ui_sentence(ev, &b->text);
	block_changed(m, b);
}

/* Whether an answer ends with the text of a block, blanks at both ends aside. */
static bool answer_ends_in(const char *answer, const struct block *b)
{
	const char *shown = buf_str(&b->text);
	size_t all = strlen(answer), len = strlen(shown);

	while (all && strchr(" \t\n", answer[all - 1]))
		all--;
	while (len && strchr(" \t\n", shown[len - 1]))
		len--;
	return len && len <= all && memcmp(answer + all - len, shown, len) == 0;
}

/* Whether the blocks of the turn already show this answer, of which words that are missing are
 * added to the last one. Several blocks of it that stand directly behind each other become one. */
static bool answer_is_shown(struct ui_model *m, const char *answer)
{
	struct block *last = NULL;
	const char *rest = answer;
	size_t first = 0;
	bool shown = false;

	for (size_t i = m->turn_block; i < m->count; i++) {
		const char *before = rest;

		if (m->blocks[i].kind != BLOCK_ANSWER)
			continue;
		last = &m->blocks[i];
		if (ui_answer_behind(buf_str(&last->text), answer) != buf_str(&last->text))
			return true; /* the block has this answer and more */
		rest = ui_answer_behind(rest, buf_str(&last->text));
		shown = rest != before;
		if (shown && before == answer)
			first = i;
	}
	if (!shown && last && answer_ends_in(answer, last)) {
		block_text(m, last, answer);
		return true;
	}
	if (!shown)
		return false;
	if (*rest) {
		auto_free char *text = xasprintf("%s\n\n%s", buf_str(&last->text), rest);

		block_text(m, last, text);
	}
	/* An answer cut in the middle of a sentence is read as one where its blocks stand behind each other. */
	size_t end = first;
	while (m->blocks[end].kind == BLOCK_ANSWER && &m->blocks[end] < last)
		end++;
	if (&m->blocks[end] < last)
		return true;
	for (; end > first; end--)
		block_remove(m, end);
	block_text(m, &m->blocks[first], answer);
	return true;
}

/* Removes reflections that are the answer or its beginning: words beside the call that closed the plan. */
static void remove_reflected(struct ui_model *m, const char *answer)
{
	blocks_back (b, m, m->turn_block)
		if (b->kind == BLOCK_TAGGED && b->phase == PHASE_REFLECT &&
		    ui_answer_behind(answer, buf_str(b->detail.len ? &b->detail : &b->text)) !=
			answer)
			block_remove(m, (size_t)(b - m->blocks));
}

/* Strikes evidence that does not hold through where the answer names it. */
static void strike_mark(struct ui_model *m, struct block *b, const char *mark)
{
	auto_free char *struck = xasprintf("~~%s~~", mark);
	auto_buf text = BUF_INIT;

	if (*mark && text_fill(&text, buf_str(&b->text), mark, struck))
		block_text(m, b, buf_str(&text));
}

void fold_end(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;
	const struct event_turn_end end = event_read_turn_end(ev->data);
	auto_free char *answer =
	    text_clean(end.answer ? end.answer : "", end.answer ? strlen(end.answer) : 0);

	fold_thinking_end(m);
	blocks_back (b, m, m->turn_block)
		if (b->open) {
			b->open = false;
			block_changed(m, b);
		}
	/* The prompt keeps how long its turn took, for the row that stands for the turn later. */
	struct block *prompt = m->turn_block < m->count ? &m->blocks[m->turn_block] : NULL;
	if (prompt && prompt->kind == BLOCK_USER && ev->at_ms > m->turn_started_ms)
		prompt->took_ms = ev->at_ms - m->turn_started_ms;
	remove_reflected(m, answer);
	if (*answer && !answer_is_shown(m, answer))
		block_text(m, block_add(m, BLOCK_ANSWER, ev), answer);
	json_each (mark, end.untrue)
		for (size_t n = m->turn_block; n < m->count; n++)
			if (m->blocks[n].kind == BLOCK_ANSWER && json_is_string(mark))
				strike_mark(m, &m->blocks[n], json_string_value(mark));
	ui_end_text(ev->data, &words);
	if (words.len) {
		struct block *b = block_add(m, BLOCK_END, ev);
		b->level = text_is(m->outcome, "failed") ? LEVEL_ERROR : LEVEL_WARNING;
		block_append(&b->text, buf_str(&words));
	}
	if (event_read_totals(end.totals).calls == 0)
		return;
	const size_t failed = json_array_size(end.failed_items);
	struct block *sum = block_add(m, BLOCK_SUM, ev);
	sum->ok = !failed && text_is(m->outcome, "answered");
	if (failed)
		buf_addf(
		    &sum->text, "%zu step%s failed", failed, text_plural((int64_t)failed, "", "s"));
	sum->data = json_incref(end.totals);
}
