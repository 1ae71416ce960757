/* SPDX-License-Identifier: MIT
 * The composer's rows: soft wrap that loses no byte, because the cursor may stand on any of them. A
 * row breaks behind the last space that fits, or inside a long word. A tab and the mark of a paste
 * have widths of their own.
 */
#include "base/base.h"
#include "ui/input/composer_edit.h"

#define PIECE 16384 /* bytes scanned at a time, so that no row scans the rest of a long line */

/* Returns where plain text ends: at the next tab or mark, at `to`, or about PIECE bytes on. */
static size_t plain_end(const struct composer *c, size_t from, size_t to)
{
	const char *s = composer_text(c);

	if (to - from > PIECE)
		for (to = from + PIECE; ((unsigned char)s[to] & 0xc0) == 0x80;)
			to--;
	const char *tab = memchr(s + from, '\t', to - from);
	const char *mark = mark_next(s + from, tab ? (size_t)(tab - s) - from : to - from);

	return mark ? (size_t)(mark - s) : tab ? (size_t)(tab - s) : to;
}

static bool is_odd(const struct composer *c, size_t at)
{
	return c->text.data[at] == '\t' || composer_mark(c, at);
}

/* Returns the width of the tab or mark at a place, at most a row's. */
static int odd_cells(const struct composer *c, size_t at)
{
	const struct composer_paste *p = composer_mark(c, at);
	int cells = p ? p->cells : COMPOSER_TAB;

	return cells < c->cells ? cells : c->cells;
}

static int composer_width(const struct composer *c, size_t from, size_t to)
{
	int cells = 0;

	while (from < to) {
		size_t end = plain_end(c, from, to);
		cells += text_width(composer_text(c) + from, end - from);
		from = end;
		if (from < to && is_odd(c, from)) {
			cells += odd_cells(c, from);
			from = char_after(c, from);
		}
	}
	return cells;
}

size_t composer_fit(const struct composer *c, size_t start, size_t to, int cells)
{
	size_t from = start;

	while (from < to) {
		size_t end = plain_end(c, from, to);
		size_t n = text_fit(composer_text(c) + from, end - from, cells);
		cells -= text_width(composer_text(c) + from, n);
		from += n;
		if (from < end)
			break;
		if (from == to || !is_odd(c, from))
			continue;
		if (odd_cells(c, from) > cells)
			break;
		cells -= odd_cells(c, from);
		from = char_after(c, from);
	}
	return from - start;
}

static void wrap_line(
    struct composer_rows *r, const struct composer *c, size_t from, size_t end, int cells)
{
	do {
		const char *s = composer_text(c) + from;
		const size_t fits = composer_fit(c, from, end, cells);
		size_t n = fits;

		while (n > 0 && s[n - 1] != ' ')
			n--;
		size_t to = n > 0 ? from + n : fits ? from + fits : char_after(c, from);
		to = from + fits >= end ? end : to;
		array_push(r->row, r->count, r->cap, (struct row){.from = from, .to = to});
		from = to;
	} while (from < end);
}

static void place_cursor(const struct composer *c, int cells, struct composer_rows *r)
{
	size_t i = r->count - 1;

	while (i > 0 && r->row[i].from > c->at)
		i--;
	r->cursor_row = i;
	r->cursor_column = composer_width(c, r->row[i].from, c->at);
	if (r->cursor_column < cells)
		return;
	if (i + 1 == r->count || c->at == r->row[i].to) { /* behind a full row */
		array_reserve(&r->row, &r->cap, r->count + 1, sizeof *r->row);
		memmove(r->row + i + 2, r->row + i + 1, (r->count - i - 1) * sizeof *r->row);
		r->row[i + 1] = (struct row){.from = c->at, .to = c->at};
		r->count++;
		r->cursor_row = i + 1;
		r->cursor_column = 0;
	}
}

void composer_layout(struct composer *c, int cells, struct composer_rows *out)
{
	const char *text = composer_text(c);
	size_t from = 0, len = c->text.len;

	cells = cells < 2 ? 2 : cells;
	c->cells = cells;
	if (out->version == c->version && out->at == c->at && out->cells == cells)
		return;
	out->count = 0;
	for (;;) {
		const char *nl = memchr(text + from, '\n', len - from);
		size_t end = nl ? (size_t)(nl - text) : len;
		wrap_line(out, c, from, end, cells);
		if (!nl)
			break;
		from = end + 1;
	}
	place_cursor(c, cells, out);
	out->version = c->version;
	out->at = c->at;
	out->cells = cells;
}

void composer_rows_free(struct composer_rows *r)
{
	free(r->row);
	*r = (struct composer_rows){0};
}
