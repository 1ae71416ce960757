/*
 * The fold of the feed, words: what prompts, deltas and messages add to, change in or take from the
 * blocks. Words said beside calls become their [Reflect] row, so nothing stands twice.
 */
#include "session/event/event_data.h"
#include "ui/model/fold.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/model/blocks.h"

void fold_nothing(struct ui_model *m, const struct event *ev)
{
}

void fold_row(struct ui_model *m, const struct event *ev)
{
	if (ev->phase != PHASE_NONE && ev->summary && *ev->summary)
		block_add_row(m, ev);
}

static bool said_above(const struct ui_model *m, const char *words)
{
	const struct block *above = m->count ? &m->blocks[m->count - 1] : NULL;

	return above && above->kind == BLOCK_TAGGED && above->phase == PHASE_OBS &&
	       above->text.len && strstr(words, buf_str(&above->text));
}

/* Adds an evaluation's row. Of "ERROR - what is done about it" only the second half is shown
 * where the outcome above it is that error. */
void fold_evaluation(struct ui_model *m, const struct event *ev)
{
	const json_t *issues = event_read_evaluation(ev->data).issues;
	const char *error = json_string_value(json_array_get(issues, 0));
	const bool said = error && said_above(m, error);
	const size_t len = said ? strlen(error) : 0, count = m->count;
	struct block *b;
	char *then;

	fold_row(m, ev);
	b = m->count > count ? &m->blocks[count] : NULL;
	if (!b || !said || strncmp(buf_str(&b->text), error, len) != 0 ||
	    strncmp(buf_str(&b->text) + len, " - ", 3) != 0)
		return;
	then = xstrdup(buf_str(&b->text) + len + 3);
	block_text(b, then);
	free(then);
}

static void user_block(struct ui_model *m, const struct event *ev, const char *text)
{
	struct block *b = block_add(m, BLOCK_USER, ev);

	block_text(b, text);
}

void fold_prompt(struct ui_model *m, const struct event *ev)
{
	const char *prompt = event_read_turn_start(ev->data).prompt;
	struct buf text = BUF_INIT;

	m->turn_block = m->count;
	m->turn_rows = 0;
	m->turn_observes = false;
	user_block(m, ev, prompt ? prompt : "");
	ui_depth_text(ev->data, &text);
	if (text.len) {
		struct block *b = block_add(m, BLOCK_NOTICE, ev);

		b->level = LEVEL_INFO;
		b->passing = true;
		block_text(b, buf_str(&text));
	}
	buf_free(&text);
}

void fold_steer(struct ui_model *m, const struct event *ev)
{
	user_block(m, ev, event_read_steer(ev->data).text);
}

void fold_retries_end(struct ui_model *m)
{
	struct block *b = block_last_open(m, BLOCK_NOTICE);

	if (!b)
		return;
	b->open = false;
	block_changed(m, b);
}

/* Takes back what was shown as the answer so far: it was thinking. */
static void take_back(struct ui_model *m)
{
	struct block *b = block_last_open(m, BLOCK_ANSWER);

	if (!b)
		return;
	b->kind = BLOCK_THINKING;
	b->folded = true;
	block_changed(m, b);
}

/* Marks an answer that was cut and is asked for again. It is seen as what it is until the whole
 * one is there. */
static void mark_cut(struct ui_model *m)
{
	for (size_t i = m->turn_block; i < m->count; i++) {
		struct block *b = &m->blocks[i];

		if (!b->open || (b->kind != BLOCK_ANSWER && b->kind != BLOCK_THINKING))
			continue;
		b->kind = BLOCK_THINKING;
		b->folded = true;
		b->ok = false;
		block_changed(m, b);
	}
}

void fold_delta(struct ui_model *m, const struct event *ev)
{
	const struct event_delta delta = event_read_delta(ev->data);
	const bool thinking = text_is(delta.kind, "thinking");
	enum block_kind kind = thinking ? BLOCK_THINKING : BLOCK_ANSWER;
	struct block *b = block_last_open(m, kind);

	fold_retries_end(m);
	if (text_is(delta.kind, "taken_back")) {
		take_back(m);
		return;
	}
	if (text_is(delta.kind, "cut")) {
		mark_cut(m);
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

static bool said_in(const json_t *parts, struct buf *text)
{
	bool calls = false;
	size_t i;
	json_t *value;

	json_array_foreach (parts, i, value) {
		const struct event_message_part part = event_read_message_part(value);

		calls = calls || strcmp(part.type, "call") == 0;
		if (strcmp(part.type, "text") == 0 && part.text)
			block_append(text, part.text);
	}
	return calls;
}

/* Keys of an answer: said beside calls, to be gone on with in the next message. */
#define CALLS "calls"
#define PAUSED "paused"

/* NULL: the newest answer is a whole one. */
static struct block *paused_answer(struct ui_model *m)
{
	for (size_t i = m->count; i > m->turn_block; i--) {
		struct block *b = &m->blocks[i - 1];

		if (b->kind == BLOCK_ANSWER && !b->open)
			return b->key && strcmp(b->key, PAUSED) == 0 ? b : NULL;
	}
	return NULL;
}

/* The rest of an answer becomes one block with its beginning, in the place of that; the block in which it
 * came (NULL: none) goes. */
static struct block *join_answer(
    struct ui_model *m, struct block *begun, struct block *came, struct buf *rest)
{
	struct buf whole = BUF_LIMIT(BLOCK_TEXT_MAX);

	block_append(&whole, buf_str(&begun->text));
	block_append(&whole, buf_str(rest));
	buf_free(rest);
	*rest = whole;
	if (came)
		block_remove(m, (size_t)(came - m->blocks));
	return begun;
}

void fold_message(struct ui_model *m, const struct event *ev)
{
	const struct event_message message = event_read_message(ev->data);
	struct buf text = BUF_LIMIT(BLOCK_TEXT_MAX);

	if (strcmp(message.role, "assistant") != 0)
		return;
	fold_retries_end(m);
	fold_thinking_end(m);
	bool calls = said_in(message.parts, &text);
	struct block *b = block_last_open(m, BLOCK_ANSWER), *begun = paused_answer(m);
	if (begun)
		block_set_key(begun, NULL);
	if (text.len == 0) {
		if (b)
			block_remove(m, (size_t)(b - m->blocks));
		buf_free(&text);
		return;
	}
	if (begun)
		b = join_answer(m, begun, b, &text);
	else if (!b)
		b = block_add(m, BLOCK_ANSWER, ev);
	buf_free(&b->text);
	b->text = text;
	b->open = false;
	b->seq = ev->seq;
	b->ok = !message.interrupted;
	block_set_key(b, calls ? CALLS : message.paused ? PAUSED : NULL);
	block_changed(m, b);
}

/* The block with what was said beside the newest calls; notices may have come since. NULL:
 * nothing was said. */
static struct block *said_beside_calls(struct ui_model *m)
{
	size_t i = m->count;

	while (i > 0 && m->blocks[i - 1].kind == BLOCK_NOTICE)
		i--;
	return i > 0 && m->blocks[i - 1].kind == BLOCK_ANSWER && m->blocks[i - 1].key &&
		       strcmp(m->blocks[i - 1].key, CALLS) == 0
		   ? &m->blocks[i - 1]
		   : NULL;
}

/* Puts a reflection in the place of the words it was taken from, which unfold below it. */
void fold_reflection(struct ui_model *m, const struct event *ev)
{
	struct block *b = said_beside_calls(m);

	if (!b) {
		fold_row(m, ev);
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
