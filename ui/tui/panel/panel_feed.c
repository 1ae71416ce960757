/* SPDX-License-Identifier: MIT
 * The feed's panel: the blocks in view, with marks of what is selected or found. A page or list
 * that covers the feed is drawn in its place.
 */
#include "ui/tui/panel/panel_feed.h"

#include "base/base.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/terminal/paint.h"
#include "ui/view/welcome.h"

#define BELOW_MOST 999 /* rows below the screen are counted up to this */

/* Marks the selected block in the margin of its first row that is not empty. */
static void draw_mark(struct tui *t, const struct rect *r, int y, const struct lines *l, size_t row)
{
	size_t first = 0;

	while (first < l->count && l->line[first].len == 0)
		first++;
	if (row == first)
		screen_glyph(&t->screen, r->y + y, r->x, tui_ascii(t) ? ">" : "›", STYLE_KEY);
}

/* Draws a row without its margin and marks, so that what the terminal selects is clean text. */
static void draw_bare(struct tui *t, const struct rect *r, int y, const struct lines *l, size_t row,
    enum block_kind kind)
{
	static const size_t margins[] = {[BLOCK_USER] = 3, [BLOCK_ANSWER] = 1, [BLOCK_TAGGED] = 11};
	const size_t most = kind < ARRAY_SIZE(margins) ? margins[kind] : 0;
	auto_lines one = {0};
	size_t len;
	const char *text = lines_text(l, row, &len);

	size_t from = strspn(text, " ");
	if (strncmp(text, "▌", 3) == 0)
		from = 3;
	from = from >= len ? 0 : from < most ? from : most > 0 ? most : 0;
	lines_slice(&one, l, row, from, SIZE_MAX);
	lines_end(&one);
	screen_row(&t->screen, r, y, &one, 0);
}

static int draw_blocks(struct tui *t, const struct rect *r, size_t *last)
{
	const struct feed_place *f = t->feed;
	int y = 0;
	size_t i = f->first_block;

	for (; i < t->model.count && y < r->rows; i++) {
		const struct lines *l = feed_rows(t, i);
		size_t row = i == f->first_block ? f->first_row : 0;
		for (; row < l->count && y < r->rows; row++, y++) {
			const bool here = i == f->found && row == f->found_row;
			if (f->plain) {
				draw_bare(t, r, y, l, row, t->model.blocks[i].kind);
			} else if (f->find) {
				auto_lines one = {0};

				lines_mark(
				    &one, l, row, f->find, here ? STYLE_CURSOR : STYLE_FOUND);
				lines_end(&one);
				screen_row(&t->screen, r, y, &one, 0);
			} else {
				screen_row(&t->screen, r, y, l, row);
			}
			if (i + 1 == f->selected)
				draw_mark(t, r, y, l, row);
		}
		*last = row >= l->count ? i + 1 : i;
	}
	return y;
}

/* Returns how many rows lower the feed begins than when it was drawn last; 0 also for more than a screen. */
static int rows_moved(struct tui *t, int rows)
{
	const struct feed_place *f = t->feed;
	size_t block = f->shown_block, row = f->shown_row;
	bool down = f->first_block > block || (f->first_block == block && f->first_row > row);
	size_t from = down ? block : f->first_block, to = down ? f->first_block : block;
	long sum = down ? (long)f->first_row - (long)row : (long)row - (long)f->first_row;

	for (; from < to && sum <= rows; from++)
		sum += (long)feed_rows(t, from)->count;
	return sum > rows ? 0 : down ? (int)sum : -(int)sum;
}

void panel_feed_below(struct tui *t, struct buf *out)
{
	const struct feed_place *f = t->feed;
	const size_t seen = (size_t)t->layout.feed.rows + f->first_row;
	size_t rows = 0, i = f->first_block;

	if (f->follow || overlay_open(t))
		return;
	for (; i < t->model.count && rows < seen + BELOW_MOST; i++)
		rows += feed_rows(t, i)->count;
	rows = rows > seen ? rows - seen : 0;
	if (rows == 0)
		return;
	buf_addf(out, "%s %zu%s more", tui_ascii(t) ? "v" : "↓",
	    rows < BELOW_MOST ? rows : BELOW_MOST, rows >= BELOW_MOST || f->window.gap ? "+" : "");
	if (t->model.seq > f->left_seq && !t->options.replay)
		buf_adds(out, tui_ascii(t) ? " - new output" : " · new output");
}

/* ---- An empty chat ------------------------------------------------------------------------------- */

static bool is_empty(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	if (t->options.replay || m->turn > 0 || m->running)
		return false;
	for (size_t i = 0; i < m->count; i++)
		if (m->blocks[i].kind != BLOCK_NOTICE && m->blocks[i].kind != BLOCK_QUESTION)
			return false;
	return true;
}

static struct welcome *load_welcome(struct tui *t)
{
	const char *backend = t->options.backend_line;

	if (!t->welcome)
		t->welcome =
		    welcome_load(t->options.cwd, backend && strncmp(backend, "offline", 7) == 0);
	return t->welcome;
}

/* Draws the welcome of an empty chat, from this row on. Returns the row behind it. */
static int draw_welcome(struct tui *t, const struct rect *r, int row)
{
	auto_lines out = {0};

	if (!is_empty(t) || row >= r->rows)
		return row;
	welcome_lines(load_welcome(t), &t->keys, r->cells, r->rows - row, &out);
	for (size_t i = 0; i < out.count && row < r->rows; i++, row++)
		screen_row(&t->screen, r, row, &out, i);
	return row;
}

enum handled panel_welcome_key(struct tui *t, unsigned key)
{
	if (key != INPUT_TAB || !input_mode_is_prompt(t) || !is_empty(t))
		return KEY_PASSED;
	const char *text = welcome_next(load_welcome(t), composer_text(&t->input->composer));
	if (!text)
		return KEY_PASSED;
	composer_set(&t->input->composer, text);
	return KEY_TAKEN;
}

static void draw(struct tui *t, const struct rect *r)
{
	size_t shown = 0;

	if (overlay_open(t)) {
		overlay_draw(t, r);
		return;
	}
	feed_settle(t, (size_t)r->rows);
	if (t->feed->shown_block < t->model.count)
		screen_scroll(&t->screen, r, rows_moved(t, r->rows));
	t->feed->shown_block = t->feed->first_block;
	t->feed->shown_row = t->feed->first_row;
	int y = draw_blocks(t, r, &shown);
	screen_blank(&t->screen, r, draw_welcome(t, r, y));
	t->feed->last_block = shown;
	feed_rows_trim(t, t->feed->first_block, shown);
}

const struct panel panel_feed = {.place = offsetof(struct layout, feed), .draw = draw};
