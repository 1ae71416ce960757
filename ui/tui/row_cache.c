/*
 * What stands in a row already is not painted again: while an answer streams most rows of the feed
 * are those of the frame before. A row keeps the words and styles it was painted with, for two
 * rectangles side by side; whatever else is painted there makes it forget them.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "ui/tui/screen.h"

#define SIDES 2
#define KEPT_BYTES 8192

struct cached_row {
	struct cached_side {
		int x, cells;	  /* cells 0: not known */
		struct buf bytes; /* its runs, then its text */
	} side[SIDES];
};

void row_cache_clear(struct screen *s)
{
	for (int y = 0; y < s->cached_rows; y++)
		for (int i = 0; i < SIDES; i++)
			buf_free(&s->cached[y].side[i].bytes);
	free(s->cached);
	s->cached = NULL;
	s->cached_rows = 0;
}

static struct cached_row *row_at(struct screen *s, int y)
{
	if (!s->cached) {
		s->cached = xcalloc((size_t)s->rows, sizeof *s->cached);
		s->cached_rows = s->rows;
	}
	return y >= 0 && y < s->cached_rows ? &s->cached[y] : NULL;
}

void row_cache_over(struct screen *s, int y, int x, int cells)
{
	struct cached_row *p = row_at(s, y);

	for (int i = 0; p && i < SIDES; i++)
		if (x < p->side[i].x + p->side[i].cells && p->side[i].x < x + cells)
			p->side[i].cells = 0;
}

static bool same(const struct buf *b, const void *runs, size_t runs_len, const char *s, size_t len)
{
	return b->len == runs_len + len && memcmp(b->data, runs, runs_len) == 0 &&
	       memcmp(b->data + runs_len, s, len) == 0;
}

bool row_cache_same(struct screen *s, int y, int x, int cells, const struct lines *l, size_t i)
{
	const struct line *line = &l->line[i];
	const char *text = buf_str(&l->text) + line->at;
	const size_t runs_len = line->spans * sizeof *l->span;
	struct cached_row *p = row_at(s, y);
	struct cached_side *side = NULL;

	if (!p || !line->len || line->len > KEPT_BYTES) {
		row_cache_over(s, y, x, cells);
		return false;
	}
	for (int k = 0; k < SIDES; k++)
		if (p->side[k].cells == cells && p->side[k].x == x)
			side = &p->side[k];
	if (side && same(&side->bytes, l->span + line->span, runs_len, text, line->len))
		return true;
	row_cache_over(s, y, x, cells);
	for (int k = 0; !side && k < SIDES; k++)
		if (!p->side[k].cells)
			side = &p->side[k];
	if (!side)
		side = p->side;
	side->x = x;
	side->cells = cells;
	buf_clear(&side->bytes);
	buf_add(&side->bytes, l->span + line->span, runs_len);
	buf_add(&side->bytes, text, line->len);
	return false;
}
