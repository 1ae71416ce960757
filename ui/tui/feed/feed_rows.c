/* SPDX-License-Identifier: MIT
 * Makes and keeps the rows of blocks. Only blocks in view are wrapped, once per width and version;
 * an answer that streams keeps the rows it has, and only the new ones are made.
 */
#include "ui/tui/feed/feed_rows.h"

#include "base/base.h"
#include "ui/view/feed/feed.h"
#include "ui/view/feed/row_groups.h"

#define KEPT 512 /* wrapped blocks; with more, those out of view are forgotten */

static void forget_block(struct feed_place *f, size_t i)
{
	if (!f->wrapped[i].lines)
		return;
	lines_free(f->wrapped[i].lines);
	free_all(f->wrapped[i].lines, f->wrapped[i].growth);
	f->wrapped[i] = (struct wrapped){0};
	f->made--;
}

void feed_rows_forget(struct tui *t)
{
	for (size_t i = 0; i < t->feed->count; i++)
		forget_block(t->feed, i);
	t->feed->count = 0;
}

void feed_rows_trim(struct tui *t, size_t first, size_t last)
{
	for (size_t i = 0; t->feed->made > KEPT && i < t->feed->count; i++)
		if (i < first || i > last)
			forget_block(t->feed, i);
}

static struct feed_view view_of(const struct tui *t, int cells)
{
	const struct settings *s = t->options.settings;
	const bool rolling = strcmp(setting_string(s, "ui.reasoning"), "rolling") == 0;

	return (struct feed_view){.cells = cells,
	    .ascii = tui_ascii(t),
	    .now_ms = tui_now(t),
	    .live_rows = 5,
	    .folder = t->model.cwd,
	    .only = t->feed->phase,
	    .level = feed_level(setting_string(s, "ui.feed")),
	    .group = true,
	    .last_rows = rolling ? (int)setting_int(s, "ui.rolling_rows") : 0,
	    .card_apart = true};
}

void feed_rows_print(struct tui *t, size_t block, struct lines *out)
{
	struct feed_view v = view_of(t, t->screen.columns);

	v.card_apart = false;
	feed_block(&t->model, block, &v, out);
}

const struct lines *feed_rows(struct tui *t, size_t i)
{
	struct feed_place *f = t->feed;
	const int cells = t->layout.feed.cells;
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
	if (!feed_grows(b) || w->cells != cells) {
		lines_clear(w->lines);
		free(w->growth);
		w->growth = NULL;
	}
	if (feed_grows(b)) {
		w->growth = w->growth ? w->growth : xcalloc(1, sizeof *w->growth);
		feed_grow(&t->model, i, &v, w->lines, w->growth);
	} else {
		feed_block(&t->model, i, &v, w->lines);
	}
	w->rolled = rolled;
	w->version = b->version;
	w->cells = cells;
	return w->lines;
}

bool feed_rows_ungroup(struct tui *t, size_t i)
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

bool feed_rows_alone(const struct tui *t, size_t i)
{
	struct feed_view v = view_of(t, t->layout.feed.cells);
	size_t end;

	return row_group_of(&t->model, i, &v, &end) == ROW_ALONE;
}
