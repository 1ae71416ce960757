/* SPDX-License-Identifier: MIT
 * Scrolls the feed. Its place is the end, or the row that is drawn first, so nothing has to be
 * computed when blocks are added below, and the height of what is above is never needed.
 */
#include "ui/tui/feed/feed_scroll.h"

#include "base/base.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/picture.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/feed/feed.h"

#define FILL 4	     /* pieces at most that are read to fill a screen */
#define STEP_US 6000 /* of reading what is scrolled to, before a frame is drawn */

void feed_place_free(struct tui *t)
{
	work_stop(t->feed->reading);
	feed_rows_forget(t);
	json_decref(t->feed->pictures);
	free(t->feed->wrapped);
	feed_pieces_free(&t->feed->window);
	free_all(t->feed->find, t->feed);
}

/* Adjusts a block's number when `gone` blocks at `at` were replaced by `come` others. */
static void follow_block(size_t *block, size_t at, size_t gone, size_t come)
{
	if (*block >= at + gone)
		*block += come - gone;
	else if (*block > at)
		*block = at;
}

static void on_moved(void *ctx, size_t at, size_t gone, size_t come)
{
	struct tui *t = ctx;
	struct feed_place *f = t->feed;
	size_t *const places[] = {
	    &f->block, &f->first_block, &f->shown_block, &f->last_block, &f->found};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		follow_block(places[i], at, gone, come);
	if (f->cleared)
		follow_block(&f->cleared, at, gone, come);
	if (f->selected > at && f->selected <= at + gone)
		f->selected = 0;
	else if (f->selected > at)
		f->selected += come - gone;
	feed_rows_forget(t);
	f->removed = t->model.removed;
}

void feed_window_begin(struct tui *t, struct event_source *past, int64_t from, int64_t last)
{
	t->feed->window.moved = on_moved;
	t->feed->window.ctx = t;
	t->feed->window.last = last;
	feed_pieces_begin(&t->feed->window, past, from);
}

void feed_window_later(struct tui *t, size_t block)
{
	while (t->feed->window.gap == block && feed_pieces_later(&t->feed->window, &t->model) > 0)
		;
}

void feed_take(struct tui *t, const struct event *ev)
{
	feed_pieces_take(&t->feed->window, &t->model, ev);
	ui_model_take(&t->model, ev);
	if (!event_is_live(ev->type))
		feed_pieces_trim(
		    &t->feed->window, &t->model, t->feed->first_block, t->feed->last_block);
}

static size_t height(struct tui *t, size_t block)
{
	return feed_rows(t, block)->count;
}

/* Whether the feed ends within `rows` rows from the first row in view on. */
static bool end_in_view(struct tui *t, size_t rows)
{
	const struct feed_place *f = t->feed;
	size_t have = 0;

	for (size_t i = f->block; i < t->model.count && have <= rows + f->row; i++)
		have += height(t, i);
	return have <= rows + f->row;
}

/* Reads what is missing below the first row in view. Returns the block behind the screen. */
static size_t fill_below(struct tui *t)
{
	const struct feed_place *f = t->feed;
	const size_t rows = (size_t)t->layout.feed.rows + f->row;
	size_t have = 0, i = f->block;

	for (; i < t->model.count && have < rows; i++) {
		feed_window_later(t, i);
		have += height(t, i);
	}
	return i;
}

void feed_settle(struct tui *t, size_t rows)
{
	struct feed_place *f = t->feed;

	if (f->cleared > t->model.count)
		f->cleared = 0;
	if (f->follow)
		feed_pieces_end(&t->feed->window, &t->model);
	if (f->removed != t->model.removed || f->count > t->model.count) {
		feed_rows_forget(t);
		f->removed = t->model.removed;
	}
	if (f->block >= t->model.count)
		f->follow = true;
	if (!f->follow && t->feed->window.gap)
		fill_below(t);
	if (!f->follow && !ui_open_question(&t->model) && end_in_view(t, rows))
		f->follow = true;
	if (f->follow) {
		/* The first row is such that the last one is at the bottom. */
		size_t at, have;
		int pieces = 0;
		do {
			at = t->model.count;
			have = 0;
			while (at > f->cleared && have < rows)
				have += height(t, --at);
		} while (have < rows && f->cleared == 0 && pieces++ < FILL &&
			 feed_pieces_earlier(&t->feed->window, &t->model) > 0);
		f->first_block = at;
		f->first_row = have > rows ? have - rows : 0;
		return;
	}
	f->first_block = f->block;
	f->first_row = f->row;
}

static void scroll_rows(struct tui *t, int rows);

static bool scroll_rest(void *ctx)
{
	struct tui *t = ctx;
	const int rows = t->feed->rows_left;

	t->feed->rows_left = 0;
	scroll_rows(t, rows);
	redraw_now(t, PANEL_FEED | PANEL_TITLE);
	if (t->feed->rows_left)
		return true;
	t->feed->reading = NULL;
	return false;
}

/* Whether there is a block above the first row, reading it if need be. After until_us the `rows`
 * that are left are scrolled in later steps of the loop. */
static bool block_above(struct tui *t, int rows, int64_t until_us)
{
	struct feed_place *f = t->feed;

	if (t->feed->window.gap && f->block == t->feed->window.gap)
		feed_pieces_end(&t->feed->window, &t->model);
	if (f->block > 0)
		return true;
	if (clock_mono_us() < until_us)
		return feed_pieces_earlier(&t->feed->window, &t->model) > 0;
	f->rows_left = rows;
	if (!f->reading)
		f->reading = loop_work(t->loop, scroll_rest, t);
	return false;
}

static void leave_end(struct tui *t)
{
	if (t->feed->follow)
		t->feed->left_seq = t->model.seq;
	t->feed->follow = false;
}

static void scroll_rows(struct tui *t, int rows)
{
	struct feed_place *f = t->feed;
	const int64_t until_us = clock_mono_us() + STEP_US;

	if (t->model.count == 0)
		return;
	if (rows > 0 && !f->follow && end_in_view(t, (size_t)t->layout.feed.rows))
		f->follow = true;
	if (rows > 0 && f->follow)
		return;
	f->cleared = rows < 0 ? 0 : f->cleared;
	if (f->follow) {
		f->block = f->first_block;
		f->row = f->first_row;
	}
	leave_end(t);
	while (rows < 0 && (f->row > 0 || block_above(t, rows, until_us))) {
		if (f->row == 0)
			f->row = height(t, --f->block); /* a block may have none */
		if (f->row > 0) {
			f->row--;
			rows++;
		}
	}
	while (rows > 0 && f->block < t->model.count) {
		const size_t has = height(t, f->block); /* a block may have none */

		rows -= has > 0;
		if (++f->row >= has) {
			feed_window_later(t, f->block + 1);
			f->block++;
			f->row = 0;
		}
	}
	feed_pieces_trim(&t->feed->window, &t->model, f->block, fill_below(t));
}

void feed_scroll(struct tui *t, int rows)
{
	t->feed->rows_left = 0;
	scroll_rows(t, rows);
}

void feed_show(struct tui *t, size_t block, size_t row)
{
	struct feed_place *f = t->feed;
	size_t rows = (size_t)t->layout.feed.rows, below = 0;

	bool above = block < f->first_block || (block == f->first_block && row < f->first_row);
	for (size_t i = f->first_block; !above && i < block && below < rows + f->first_row; i++)
		below += height(t, i);
	if (!above && below + row < rows + f->first_row)
		return;
	f->cleared = 0;
	f->first_block = f->block = block;
	f->first_row = f->row = row;
	leave_end(t);
	feed_scroll(t, -(int)(rows / 3));
}

void feed_open(struct tui *t, size_t block)
{
	const struct block *b = &t->model.blocks[block];

	if (!picture_show(t, b) && !feed_rows_ungroup(t, block) && feed_folds(b))
		ui_fold(&t->model, block, !b->folded);
}

void feed_toggle(struct tui *t)
{
	bool folded = false, unrolled = false;
	size_t rows = 0, i, picked = t->feed->selected;

	if (picked && picked <= t->model.count) {
		feed_open(t, picked - 1);
		return;
	}
	for (i = t->feed->first_block;
	     i < t->model.count && rows < (size_t)t->layout.feed.rows + t->feed->first_row; i++) {
		const struct block *b = &t->model.blocks[i];
		folded = folded || (feed_folds(b) && b->folded && feed_rows_alone(t, i));
		rows += height(t, i);
	}
	for (size_t k = t->feed->first_block; k < i; k++)
		unrolled = feed_rows_ungroup(t, k) || unrolled;
	if (unrolled)
		return;
	for (size_t k = t->feed->first_block; k < i; k++)
		if (feed_folds(&t->model.blocks[k]))
			ui_fold(&t->model, k, !folded);
}
