/* SPDX-License-Identifier: MIT
 * Searches the feed from its end backwards, since the latest is looked for most. While a search is open
 * and the input is empty, n and N go to older and newer matches; folded details that hold the match are
 * unfolded. Earlier pieces of a long session are read as the search gets there, for LOOK_US a key.
 */
#include "ui/tui/feed_find.h"

#include "base/base.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/panel/panel_card.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/view/feed/feed.h"

#define LOOK_US 100000 /* for reading earlier pieces, a key */

static const char mode_find_keys[] = "Enter find  Esc back";

bool feed_release(struct tui *t)
{
	bool held = t->feed->find || t->feed->selected || t->feed->plain;

	if (t->feed->plain)
		feed_rows_forget(t);
	t->feed->plain = false;
	string_set(&t->feed->find, NULL);
	t->feed->selected = 0;
	return held;
}

static bool block_has(const struct tui *t, const struct block *b)
{
	return feed_passes(b, t->feed->phase) &&
	       (strcasestr(buf_str(&b->text), t->feed->find) ||
		   strcasestr(buf_str(&b->detail), t->feed->find));
}

/* Shows the block's next row with the word, beyond `row` (fresh: from its begin or end). False: there is none. */
static bool find_row(struct tui *t, size_t i, size_t row, int step, bool fresh)
{
	const struct lines *l = feed_rows(t, i);

	row = !fresh ? row + (size_t)step : step > 0 ? 0 : l->count - 1;
	while (row < l->count && !lines_have(l, row, t->feed->find))
		row += (size_t)step;
	if (row >= l->count)
		return false;
	t->feed->found = i;
	t->feed->found_row = row;
	feed_show(t, i, row);
	return true;
}

static bool find_in(struct tui *t, size_t i, size_t row, int step, bool fresh)
{
	const struct block *b = &t->model.blocks[i];

	if (!block_has(t, b))
		return false;
	feed_rows_ungroup(t, i);
	if (find_row(t, i, row, step, fresh))
		return true;
	if (!fresh || !feed_folds(b) || !b->folded)
		return false;
	ui_fold(&t->model, i, false);
	return find_row(t, i, row, step, true);
}

/* Whether there is a block *i, after reading the piece of the session it is in, which may change its number. */
static bool block_in_reach(struct tui *t, size_t *i, int step, int64_t until_us)
{
	if (step > 0) {
		feed_window_later(t, *i);
		return *i < t->model.count;
	}
	if (t->feed->window.gap && *i == t->feed->window.gap - 1) {
		feed_pieces_end(&t->feed->window, &t->model);
		*i = (size_t)-1;
	}
	if (*i == (size_t)-1 && clock_mono_us() < until_us)
		*i += feed_pieces_earlier(&t->feed->window, &t->model);
	return *i < t->model.count;
}

static bool find_next(struct tui *t, int step, int64_t look_us)
{
	const int64_t until_us = clock_mono_us() + look_us;
	size_t i = t->feed->found;

	if (i < t->model.count && find_in(t, i, t->feed->found_row, step, false))
		return true;
	for (i += (size_t)step; block_in_reach(t, &i, step, until_us); i += (size_t)step)
		if (find_in(t, i, 0, step, true))
			return true;
	return false;
}

static bool older_left(const struct tui *t)
{
	return t->feed->window.count && t->feed->window.cuts[0] > 1;
}

/* Appends "3/12": the shown match, counted from the top of what is read, of all rows with the word;
 * a block that has it only in folded text counts as one; "+" while older ones may follow. */
static void add_count(struct tui *t, struct buf *out)
{
	size_t count = 0, at = 0;

	for (size_t i = 0; i < t->model.count; i++) {
		const size_t before = count;
		if (!block_has(t, &t->model.blocks[i]))
			continue;
		const struct lines *l = feed_rows(t, i);
		for (size_t row = 0; row < l->count; row++) {
			count += lines_have(l, row, t->feed->find);
			if (i == t->feed->found && row == t->feed->found_row)
				at = count;
		}
		count += count == before;
	}
	buf_addf(out, "%zu/%zu%s", at, count, older_left(t) ? "+" : "");
}

static void say_match(struct tui *t, bool found, int step)
{
	auto_free char *older = tui_key(t, "find-older"), *newer = tui_key(t, "find-newer");
	auto_buf count = BUF_INIT;

	if (found) {
		add_count(t, &count);
		tui_hint(t, "%s  %s older, %s newer, Esc ends", buf_str(&count), older, newer);
	} else if (step < 0 && older_left(t)) {
		tui_hint(t, "no match of '%s' so far, %s looks further back", t->feed->find, older);
	} else {
		tui_hint(t, "no further match of '%s'", t->feed->find);
	}
}

/* Begins a search for the text of the input, from the end of the feed. False: no match. */
static bool find_text(struct tui *t, int64_t look_us)
{
	const char *text = composer_text(&t->input->composer);

	string_set(&t->feed->find, *text ? text : NULL);
	t->feed->found = t->feed->window.gap ? t->feed->window.gap : t->model.count;
	t->feed->found_row = 0;
	return t->feed->find && find_next(t, -1, look_us);
}

static void find_send(struct tui *t)
{
	const bool found = find_text(t, LOOK_US);

	input_mode_leave(t);
	chat_layout(t);
	if (t->feed->find)
		say_match(t, found, -1);
}

/* Searches as words are typed: shows the newest match, and how many there are. */
static void find_typed(struct tui *t)
{
	auto_buf count = BUF_INIT;

	if (find_text(t, 0))
		add_count(t, &count);
	else if (t->feed->find)
		buf_adds(&count, "no match");
	if (count.len)
		tui_hint(t, "%s  %s", buf_str(&count), mode_find_keys);
}

static enum handled find_key(struct tui *t, unsigned key)
{
	if (key == INPUT_ESC)
		feed_release(t);
	return KEY_PASSED;
}

static const struct input_mode mode_find = {.name = "find",
    .mark = " / ",
    .ghost = "find in the feed; Esc goes back",
    .keys = mode_find_keys,
    .key = find_key,
    .send = find_send,
    .changed = find_typed};

void feed_find_begin(struct tui *t)
{
	plan_focus(t, false);
	input_mode_enter(t, &mode_find, "");
}

enum handled feed_find_key(struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const int step = text_is(name, "find-older") ? -1 : text_is(name, "find-newer") ? 1 : 0;

	if (!t->feed->find || !input_mode_is_prompt(t) || !composer_empty(&t->input->composer))
		return KEY_PASSED;
	if (t->options.replay && key == INPUT_ESC)
		return feed_release(t) ? KEY_TAKEN : KEY_PASSED;
	if (!step)
		return KEY_PASSED;
	say_match(t, find_next(t, step, LOOK_US), step);
	return KEY_TAKEN;
}
