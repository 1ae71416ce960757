/* SPDX-License-Identifier: MIT
 * The fold of the feed, the turn around words and calls: questions and their answers, notices, and its end.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/fold.h"

#include "tools/tool.h"
#include "ui/model/blocks.h"
#include "ui/model/question_choices.h"
#include "ui/model/result_join.h"

/* Returns the call that a question is about: the one it names, else the newest that is open. A plan is about none. */
static struct block *asked_call(struct ui_model *m, const json_t *question)
{
	const struct event_question q = event_read_question(question);
	struct block *b = block_find(m, BLOCK_TAGGED, PHASE_ACT, q.call);

	for (size_t i = m->count; !b && i > m->turn_block && !text_is(q.kind, "plan"); i--)
		if (m->blocks[i - 1].phase == PHASE_ACT && m->blocks[i - 1].open)
			b = &m->blocks[i - 1];
	return b;
}

/* Returns the data of a card: the question's, with what would run. That is the arguments of the
 * call, if the question does not bring them. */
static json_t *card_data(struct ui_model *m, const struct event *ev)
{
	json_t *data = json_copy(ev->data);
	struct block *call = asked_call(m, ev->data);
	const struct event_question q = event_read_question(ev->data);
	const bool approval = text_is(q.kind, "approval");

	if (call && (approval || text_is(q.kind, "ask_user")))
		call->waits = true;
	if (!data || !approval || !call)
		return data;
	call->destructive = q.destructive;
	block_changed(m, call);
	if (!q.arguments)
		json_object_set(data, "arguments", event_read_tool_call(call->data).arguments);
	return data;
}

void fold_question(struct ui_model *m, const struct event *ev)
{
	const struct event_question q = event_read_question(ev->data);
	json_t *data = card_data(m, ev);
	struct block *b = block_add(m, BLOCK_QUESTION, ev);

	b->data = data;
	block_set_key(b, q.id);
	block_text(b, q.text ? q.text : "");
	block_append(&b->detail, q.detail ? q.detail : "");
	b->destructive = q.destructive;
	b->open = true;
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

/* The card that accepts a plan shows it as it is by now. */
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

/* Whether a command line has a word that begins as what was dangerous does, with its program. */
static bool names_program(const char *line, const char *danger)
{
	const size_t len = danger ? strcspn(danger, " ") : 0;
	bool found = false;

	for (const char *at = line; *at && !found; at++)
		found = len > 0 && strncmp(at, danger, len) == 0 &&
			(at == line || !isalnum((unsigned char)at[-1]));
	return found;
}

/* A call that the user edited says what ran, and keeps what was asked for beside it. It stays destructive where
 * it names a program that was so. */
static void take_edit(struct block *call, const json_t *arguments, const json_t *dangers)
{
	json_t *data = json_copy(call->data);
	const struct tool *tool = tool_named(event_read_tool_call(data).tool);

	json_object_set(data, "arguments", (json_t *)arguments);
	free(call->asked);
	call->asked = xstrdup(buf_str(&call->text));
	buf_clear(&call->text);
	if (tool)
		tool->describe(arguments, &call->text);
	else
		block_append(&call->text, event_read_tool_call(data).tool);
	json_decref(call->data);
	call->data = data;
	call->destructive = false;
	json_each (part, dangers)
		call->destructive |=
		    names_program(json_str(arguments, "command", ""), json_string_value(part));
	call->tests = call_tests(data);
}

void fold_answer(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;
	struct block *b = block_find(m, BLOCK_QUESTION, PHASE_NONE, event_read_answer(ev->data).id);
	struct block *call = b ? asked_call(m, b->data) : NULL;

	ui_answer_text(ev->data, &words);
	if (call && call->data && event_read_answer(ev->data).arguments)
		take_edit(call, event_read_answer(ev->data).arguments,
		    event_read_question(b->data).dangers);
	/* The time of a call that waited for an answer runs from the answer on. */
	if (call && call->waits) {
		call->waits = false;
		call->at_ms = ev->at_ms;
		block_changed(m, call);
	}
	if (call && !m->full) {
		free(call->answer);
		call->answer =
		    xstrdup(call->asked ? question_told(event_read_answer(ev->data).choice)
					: buf_str(&words));
		b->joined = true;
	}
	if (b) {
		free(b->answer);
		b->answer = buf_take(&words);
		b->open = false;
		block_changed(m, b);
	}
}

static struct block *add_notice(struct ui_model *m, const struct event *ev, enum level level)
{
	struct block *b = block_add(m, BLOCK_NOTICE, ev);

	b->level = level;
	return b;
}

void fold_notice(struct ui_model *m, const struct event *ev)
{
	const struct event_notice said = event_read_notice(ev->data);
	struct block *b = add_notice(m, ev, ui_level(said.level ? said.level : "info"));

	block_text(b, said.text);
	b->passing = said.passing;
}

void fold_retry(struct ui_model *m, const struct event *ev)
{
	fold_retries_end(m);
	struct block *b = add_notice(m, ev, LEVEL_WARNING);
	ui_retry_text(ev->data, &b->text);
	b->open = true;
	b->until_ms = ev->at_ms + event_read_retry(ev->data).wait_ms;
}

void fold_setting(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;

	ui_setting_text(ev->data, &words);
	struct block *b = add_notice(m, ev, LEVEL_INFO);
	block_append(&b->text, buf_str(&words));
	b->passing = true;
}

void fold_edit_check(struct ui_model *m, const struct event *ev)
{
	const struct event_edit_check check = event_read_edit_check(ev->data);
	struct block *b = block_add_row(m, ev);

	b->ok = false;
	block_append(&b->detail, check.text ? check.text : "");
}

void fold_job(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;

	ui_job_text(ev->data, &words);
	if (words.len)
		block_append(&add_notice(m, ev, ui_job_level(ev->data))->text, buf_str(&words));
}

void fold_hook_run(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;

	ui_hook_text(ev->data, &words);
	if (words.len)
		block_append(&add_notice(m, ev, ui_hook_level(ev->data))->text, buf_str(&words));
}

#define COMPACTION_KEY "compaction"

void fold_compaction(struct ui_model *m, const struct event *ev)
{
	struct block *b = block_find(m, BLOCK_NOTICE, PHASE_NONE, COMPACTION_KEY);

	if (!b || b->turn != m->turn)
		b = add_notice(m, ev, LEVEL_INFO);
	block_set_key(b, COMPACTION_KEY); /* later ones of the turn take its row */
	buf_clear(&b->text);
	ui_compaction_text(ev->data, &b->text);
	block_changed(m, b);
}

static void close_all(struct ui_model *m)
{
	for (size_t i = m->count; i > m->turn_block; i--) {
		struct block *b = &m->blocks[i - 1];
		if (b->open) {
			b->open = false;
			block_changed(m, b);
		}
	}
}

/* Keeps with the prompt how long its turn took, for the row that stands for the turn later. */
static void time_turn(struct ui_model *m, int64_t at_ms)
{
	struct block *b = m->turn_block < m->count ? &m->blocks[m->turn_block] : NULL;

	if (b && b->kind == BLOCK_USER && at_ms > m->turn_started_ms)
		b->took_ms = at_ms - m->turn_started_ms;
}

/* Whether an answer ends in what a block shows. */
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

/* Puts the whole answer in the place of the blocks that hold it one behind the other: one that was cut in the
 * middle of a sentence is read as one. */
static void join_parts(struct ui_model *m, size_t first, size_t last, const char *answer)
{
	for (size_t i = first; i < last; i++)
		if (m->blocks[i].kind != BLOCK_ANSWER)
			return;
	for (; last > first; last--)
		block_remove(m, last);
	block_text(&m->blocks[first], answer);
	block_changed(m, &m->blocks[first]);
}

/* Whether this answer is shown already, maybe in several blocks of the turn, the last of which ends it; words
 * that were only added to it join that block, behind it or, where an earlier answer was kept, in front of it. */
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
			return true; /* what it announced behind it is no part of the answer */
		rest = ui_answer_behind(rest, buf_str(&last->text));
		shown = rest != before;
		if (shown && before == answer)
			first = i;
	}
	if (!shown && last && answer_ends_in(answer, last)) {
		block_text(last, answer);
		block_changed(m, last);
		return true;
	}
	if (!shown)
		return false;
	if (*rest) {
		auto_free char *text = xasprintf("%s\n\n%s", buf_str(&last->text), rest);

		block_text(last, text);
		block_changed(m, last);
	}
	join_parts(m, first, (size_t)(last - m->blocks), answer);
	return true;
}

/* Words beside a call that closed the plan were taken for a reflection, and are the answer or its beginning. */
static void remove_reflected(struct ui_model *m, const char *answer)
{
	for (size_t i = m->count; i > m->turn_block; i--) {
		const struct block *b = &m->blocks[i - 1];

		if (b->kind == BLOCK_TAGGED && b->phase == PHASE_REFLECT &&
		    ui_answer_behind(answer, buf_str(b->detail.len ? &b->detail : &b->text)) !=
			answer)
			block_remove(m, i - 1);
	}
}

/* Evidence that does not hold is struck through where the answer names it. */
static void strike_mark(struct ui_model *m, struct block *b, const char *mark)
{
	auto_buf text = BUF_INIT;
	const char *rest = buf_str(&b->text), *at;

	if (!*mark || !strstr(rest, mark))
		return;
	for (; (at = strstr(rest, mark)); rest = at + strlen(mark)) {
		buf_add(&text, rest, (size_t)(at - rest));
		buf_addf(&text, "~~%s~~", mark);
	}
	buf_adds(&text, rest);
	block_text(b, buf_str(&text));
	block_changed(m, b);
}

static void fold_sum(struct ui_model *m, const struct event *ev)
{
	json_t *totals = event_read_turn_end(ev->data).totals;
	const size_t failed = json_array_size(event_read_turn_end(ev->data).failed_items);

	if (event_read_totals(totals).calls == 0)
		return;
	struct block *b = block_add(m, BLOCK_SUM, ev);
	b->ok = !failed && strcmp(m->outcome ? m->outcome : "", "answered") == 0;
	if (failed)
		buf_addf(
		    &b->text, "%zu step%s failed", failed, text_plural((int64_t)failed, "", "s"));
	b->data = json_incref(totals);
}

void fold_end(struct ui_model *m, const struct event *ev)
{
	auto_buf words = BUF_INIT;
	const char *said = event_read_turn_end(ev->data).answer;
	auto_free char *answer = text_clean(said ? said : "", said ? strlen(said) : 0);

	fold_thinking_end(m);
	close_all(m);
	time_turn(m, ev->at_ms);
	remove_reflected(m, answer);
	if (*answer && !answer_is_shown(m, answer))
		block_text(block_add(m, BLOCK_ANSWER, ev), answer);
	json_each (mark, event_read_turn_end(ev->data).untrue)
		for (size_t n = m->turn_block; n < m->count; n++)
			if (m->blocks[n].kind == BLOCK_ANSWER)
				strike_mark(m, &m->blocks[n], json_string_value(mark));
	ui_end_text(ev->data, &words);
	if (words.len) {
		struct block *b = block_add(m, BLOCK_END, ev);
		b->level = strcmp(m->outcome ? m->outcome : "", "failed") == 0 ? LEVEL_ERROR
									       : LEVEL_WARNING;
		block_append(&b->text, buf_str(&words));
	}
	fold_sum(m, ev);
}
