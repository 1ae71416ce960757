/*
 * The feed: only the blocks in view are wrapped, once per width and version. The place is the
 * first row drawn, or the end; so adding below costs nothing and no height above is ever needed.
 */
#include "ui/tui/panel_feed.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "ui/tui/card_input.h"
#include "ui/tui/draw.h"
#include "ui/tui/overlay.h"
#include "ui/tui/panel_welcome.h"
#include "ui/tui/tui.h"
#include "ui/view/feed.h"
#include "ui/view/row_groups.h"

#define KEPT 512       /* wrapped blocks; more are made again when they are seen */
#define BELOW_MOST 999 /* rows below the screen are counted up to there */
#define FILL 4	       /* pieces that are read to fill a screen */
#define STEP_US 6000   /* of reading what is scrolled to, before what was read is drawn */

static const struct rect *rect(const struct tui *t)
{
	return &t->layout.feed;
}

static void let_go(struct feed_place *f, size_t i)
{
	if (!f->wrapped[i].lines)
		return;
	lines_free(f->wrapped[i].lines);
	free(f->wrapped[i].lines);
	free(f->wrapped[i].growth);
	f->wrapped[i] = (struct wrapped){0};
	f->made--;
}

void feed_forget(struct tui *t)
{
	for (size_t i = 0; i < t->feed->count; i++)
		let_go(t->feed, i);
	t->feed->count = 0;
}

void panel_feed_open(struct tui *t)
{
	t->feed = xcalloc(1, sizeof *t->feed);
	t->feed->follow = true;
}

void panel_feed_free(struct tui *t)
{
	work_stop(t->feed->reading);
	feed_forget(t);
	free(t->feed->wrapped);
	feed_pieces_free(&t->feed->window);
	free(t->feed->find);
	free(t->feed);
}

static int rolling_rows(const struct tui *t)
{
	const struct settings *s = t->options.settings;
	bool rolling = strcmp(setting_string(s, "ui.reasoning"), "rolling") == 0;

	return rolling ? (int)setting_int(s, "ui.rolling_rows") : 0;
}

static struct feed_view view_of(const struct tui *t, int cells)
{
	return (struct feed_view){.cells = cells,
	    .ascii = tui_ascii(t),
	    .now_ms = tui_now(t),
	    .live_rows = 5,
	    .folder = t->model.cwd,
	    .only = t->feed->only,
	    .level = feed_level(setting_string(t->options.settings, "ui.feed")),
	    .group = true,
	    .last_rows = rolling_rows(t),
	    .card_apart = true};
}

/* An answer that streams keeps the rows it has, at this width; others are made again. */
static void make(struct tui *t, size_t i, const struct feed_view *v, struct wrapped *w)
{
	const bool grows = feed_grows(&t->model.blocks[i]);

	if (!grows || w->cells != v->cells) {
		lines_clear(w->lines);
		free(w->growth);
		w->growth = NULL;
	}
	if (!grows) {
		feed_block(&t->model, i, v, w->lines);
		return;
	}
	if (!w->growth)
		w->growth = xcalloc(1, sizeof *w->growth);
	feed_grow(&t->model, i, v, w->lines, w->growth);
}

void feed_print(struct tui *t, size_t block, struct lines *out)
{
	struct feed_view v = view_of(t, t->screen.columns);

	v.card_apart = false;
	feed_block(&t->model, block, &v, out);
}

static const struct lines *wrapped(struct tui *t, size_t i, int cells)
{
	struct feed_place *f = t->feed;
	const struct block *b = &t->model.blocks[i];

	array_reserve(&f->wrapped, &f->cap, t->model.count, sizeof *f->wrapped);
	while (f->count < t->model.count)
		f->wrapped[f->count++] = (struct wrapped){0};
	struct wrapped *w = &f->wrapped[i];
	struct feed_view v = view_of(t, cells);
	size_t end = 0, rolled = (size_t)row_group_of(&t->model, i, &v, &end);
	rolled += rolled == ROW_GROUP_FIRST ? end : 0;
	if (w->lines && w->version == b->version && w->cells == cells && w->rolled == rolled &&
	    !feed_moves(b))
		return w->lines;
	if (!w->lines) {
		w->lines = xcalloc(1, sizeof *w->lines);
		f->made++;
	}
	w->rolled = rolled;
	make(t, i, &v, w);
	w->version = b->version;
	w->cells = cells;
	return w->lines;
}

const struct lines *feed_rows(struct tui *t, size_t block)
{
	return wrapped(t, block, t->layout.feed.cells);
}

static size_t height(struct tui *t, size_t i)
{
	return wrapped(t, i, t->layout.feed.cells)->count;
}

/* The first row such that the last one is at the bottom. */
static void place_at_end(struct tui *t, size_t rows)
{
	struct feed_place *f = t->feed;
	size_t i, have;
	int pieces = 0;

	do {
		i = t->model.count;
		have = 0;
		while (i > f->cleared && have < rows)
			have += height(t, --i);
	} while (have < rows && f->cleared == 0 && pieces++ < FILL && feed_reach_back(t) > 0);
	f->first_block = i;
	f->first_row = have > rows ? have - rows : 0;
}

/* Whether the rows from the place on end within the screen. */
static bool end_in_view(struct tui *t, size_t rows)
{
	const struct feed_place *f = t->feed;
	size_t have = 0;

	for (size_t i = f->block; i < t->model.count && have <= rows + f->row; i++)
		have += height(t, i);
	return have <= rows + f->row;
}

/* The rows below the place are there. Returns the block behind them. */
static size_t fill(struct tui *t)
{
	const struct feed_place *f = t->feed;
	const size_t rows = (size_t)t->layout.feed.rows + f->row;
	size_t have = 0, i = f->block;

	for (; i < t->model.count && have < rows; i++) {
		feed_reach_on(t, i);
		have += height(t, i);
	}
	return i;
}

static void find_first(struct tui *t, size_t rows)
{
	struct feed_place *f = t->feed;

	if (f->cleared > t->model.count)
		f->cleared = 0;
	if (f->follow)
		feed_to_end(t);
	if (f->removed != t->model.removed || f->count > t->model.count) {
		feed_forget(t);
		f->removed = t->model.removed;
	}
	if (f->block >= t->model.count)
		f->follow = true;
	if (!f->follow && t->feed->window.gap)
		fill(t);
	if (!f->follow && !card_input_block(t) && end_in_view(t, rows))
		f->follow = true;
	if (f->follow) {
		place_at_end(t, rows);
		return;
	}
	f->first_block = f->block;
	f->first_row = f->row;
}

static void scroll(struct tui *t, int rows);

static bool scroll_on(void *ctx)
{
	struct tui *t = ctx;
	const int rows = t->feed->owed;

	t->feed->owed = 0;
	scroll(t, rows);
	t->drawing->urgent = true;
	draw_dirty(t, PANEL_FEED);
	if (t->feed->owed)
		return true;
	t->feed->reading = NULL;
	return false;
}

/* There is something above the place; where it takes long to be read, the rows are owed. */
static bool above(struct tui *t, int rows, int64_t until_us)
{
	struct feed_place *f = t->feed;

	if (t->feed->window.gap && f->block == t->feed->window.gap)
		feed_to_end(t);
	if (f->block > 0)
		return true;
	if (clock_mono_us() < until_us)
		return feed_reach_back(t) > 0;
	f->owed = rows;
	if (!f->reading)
		f->reading = loop_work(t->loop, scroll_on, t);
	return false;
}

static void leave_end(struct tui *t)
{
	if (t->feed->follow)
		t->feed->left_seq = t->model.seq;
	t->feed->follow = false;
}

static void scroll(struct tui *t, int rows)
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
	while (rows < 0 && (f->row > 0 || above(t, rows, until_us))) {
		if (f->row == 0)
			f->row = height(t, --f->block); /* may be none */
		if (f->row > 0) {
			f->row--;
			rows++;
		}
	}
	while (rows > 0 && f->block < t->model.count) {
		const size_t has = height(t, f->block); /* may be none */

		rows -= has > 0;
		if (++f->row >= has) {
			feed_reach_on(t, f->block + 1);
			f->block++;
			f->row = 0;
		}
	}
	feed_let_go(t, f->block, fill(t));
}

void feed_scroll(struct tui *t, int rows)
{
	t->feed->owed = 0;
	scroll(t, rows);
}

/* Whether it was rolled up with others, which are shown again. */
bool feed_unroll(struct tui *t, size_t i)
{
	struct feed_view v = view_of(t, t->layout.feed.cells);
	size_t end = 0;

	while (i > 0 && row_group_of(&t->model, i, &v, &end) == ROW_IN_GROUP)
		i--;
	if (row_group_of(&t->model, i, &v, &end) != ROW_GROUP_FIRST)
		return false;
	row_group_open(&t->model, i, end);
	return true;
}

static bool shown_alone(const struct tui *t, size_t i)
{
	struct feed_view v = view_of(t, t->layout.feed.cells);
	size_t end;

	return row_group_of(&t->model, i, &v, &end) == ROW_ALONE;
}

/* Scrolls only when it must; then it stands in the upper third. */
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

/* What is in view unfolds; when nothing of it is folded, it folds. */
void feed_toggle(struct tui *t)
{
	bool folded = false, unrolled = false;
	size_t rows = 0, i, picked = t->feed->picked;

	if (picked && picked <= t->model.count) {
		if (feed_unroll(t, picked - 1))
			return;
		if (feed_folds(&t->model.blocks[picked - 1]))
			ui_fold(&t->model, picked - 1, !t->model.blocks[picked - 1].folded);
		return;
	}

	for (i = t->feed->first_block;
	     i < t->model.count && rows < (size_t)t->layout.feed.rows + t->feed->first_row; i++) {
		const struct block *b = &t->model.blocks[i];
		folded = folded || (feed_folds(b) && b->folded && shown_alone(t, i));
		rows += height(t, i);
	}
	for (size_t k = t->feed->first_block; k < i; k++)
		unrolled = feed_unroll(t, k) || unrolled;
	if (unrolled)
		return;
	for (size_t k = t->feed->first_block; k < i; k++)
		if (feed_folds(&t->model.blocks[k]))
			ui_fold(&t->model, k, !folded);
}

/* Blocks begin with an empty margin; of the selected one it holds a mark. */
static void draw_mark(struct tui *t, const struct rect *r, int y, const struct lines *l, size_t row)
{
	size_t first = 0;

	while (first < l->count && l->line[first].len == 0)
		first++;
	if (row == first)
		screen_glyph(&t->screen, r->y + y, r->x, tui_ascii(t) ? ">" : "›", STYLE_KEY);
}

static void draw_found(
    struct tui *t, const struct rect *r, int y, const struct lines *l, size_t row, bool here)
{
	struct lines one = {0};

	lines_mark(&one, l, row, t->feed->find, here ? STYLE_CURSOR : STYLE_FOUND);
	lines_end(&one);
	screen_row(&t->screen, r, y, &one, 0);
	lines_free(&one);
}

/* The words of a row, so that what the terminal selects is clean text. */
static void draw_bare(struct tui *t, const struct rect *r, int y, const struct lines *l, size_t row,
    enum block_kind kind)
{
	static const size_t margins[] = {[BLOCK_USER] = 3, [BLOCK_ANSWER] = 1, [BLOCK_TAGGED] = 11};
	const size_t most = kind < sizeof margins / sizeof *margins ? margins[kind] : 0;
	struct lines one = {0};
	size_t len, from;
	const char *text = lines_text(l, row, &len);

	from = strspn(text, " ");
	if (strncmp(text, "▌", 3) == 0)
		from = 3;
	lines_copy_from(&one, l, row, from < len ? (from < most ? from : most > 0 ? most : 0) : 0);
	lines_end(&one);
	screen_row(&t->screen, r, y, &one, 0);
	lines_free(&one);
}

static int draw_blocks(struct tui *t, const struct rect *r, size_t *last)
{
	const struct feed_place *f = t->feed;
	int y = 0;
	size_t i = f->first_block;

	for (; i < t->model.count && y < r->rows; i++) {
		const struct lines *l = wrapped(t, i, r->cells);
		size_t row = i == f->first_block ? f->first_row : 0;
		for (; row < l->count && y < r->rows; row++, y++) {
			bool here = i == t->feed->found && row == t->feed->found_row;
			if (f->bare)
				draw_bare(t, r, y, l, row, t->model.blocks[i].kind);
			else if (t->feed->find)
				draw_found(t, r, y, l, row, here);
			else
				screen_row(&t->screen, r, y, l, row);
			if (i + 1 == t->feed->picked)
				draw_mark(t, r, y, l, row);
		}
		*last = row >= l->count ? i + 1 : i;
	}
	return y;
}

static void drop_far(struct tui *t, size_t first, size_t last)
{
	for (size_t i = 0; t->feed->made > KEPT && i < t->feed->count; i++)
		if (i < first || i > last)
			let_go(t->feed, i);
}

/* How many rows lower the feed begins than when it was drawn last, as far as one screen tells. */
static int moved(struct tui *t, int rows)
{
	const struct feed_place *f = t->feed;
	size_t block = f->shown_block, row = f->shown_row;
	bool down = f->first_block > block || (f->first_block == block && f->first_row > row);
	size_t from = down ? block : f->first_block, to = down ? f->first_block : block;
	long sum = down ? (long)f->first_row - (long)row : (long)row - (long)f->first_row;

	for (; from < to && sum <= rows; from++)
		sum += (long)height(t, from);
	return sum > rows ? 0 : down ? (int)sum : -(int)sum;
}

void feed_below(struct tui *t, struct buf *out)
{
	const struct feed_place *f = t->feed;
	const size_t seen = (size_t)t->layout.feed.rows + f->first_row;
	size_t rows = 0, i = f->first_block;

	if (f->follow || overlay_open(t))
		return;
	for (; i < t->model.count && rows < seen + BELOW_MOST; i++)
		rows += height(t, i);
	rows = rows > seen ? rows - seen : 0;
	if (rows == 0)
		return;
	buf_addf(out, "%s %zu%s more", tui_ascii(t) ? "v" : "↓",
	    rows < BELOW_MOST ? rows : BELOW_MOST, rows >= BELOW_MOST || f->window.gap ? "+" : "");
	if (t->model.seq > f->left_seq && !t->options.replay)
		buf_adds(out, tui_ascii(t) ? " - new output" : " · new output");
}

static void draw(struct tui *t, const struct rect *r)
{
	size_t shown = 0;

	if (overlay_open(t)) {
		overlay_draw(t, r);
		return;
	}
	find_first(t, (size_t)r->rows);
	if (t->feed->shown_block < t->model.count)
		screen_scroll(&t->screen, r, moved(t, r->rows));
	t->feed->shown_block = t->feed->first_block;
	t->feed->shown_row = t->feed->first_row;
	int y = draw_blocks(t, r, &shown);
	screen_blank(&t->screen, r, panel_welcome_draw(t, r, y));
	t->feed->last_block = shown;
	drop_far(t, t->feed->first_block, shown);
}

const struct panel panel_feed = {.name = "feed", .rect = rect, .draw = draw};
