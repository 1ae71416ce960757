/*
 * The rows of the input: soft wrap that loses no byte, because the cursor may stand on any of
 * them. A row breaks behind the last space that fits, or inside a long word.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/text.h"
#include "ui/composer.h"

static void add_row(struct composer_rows *r, size_t from, size_t to)
{
	array_reserve(&r->row, &r->cap, r->count + 1, sizeof *r->row);
	r->row[r->count++] = (struct row){.from = from, .to = to};
}

static size_t break_at(const char *s, size_t len, int cells)
{
	size_t n = text_fit(s, len, cells);

	if (n >= len)
		return len;
	for (size_t i = n; i > 0; i--)
		if (s[i - 1] == ' ')
			return i;
	return n ? n : text_next(s, len, 0);
}

static void wrap_line(struct composer_rows *r, const char *text, size_t from, size_t end, int cells)
{
	do {
		size_t n = break_at(text + from, end - from, cells);
		add_row(r, from, from + n);
		from += n;
	} while (from < end);
}

static void place_cursor(
    const struct composer *c, const char *text, int cells, struct composer_rows *r)
{
	size_t i = r->count - 1;

	while (i > 0 && r->row[i].from > c->at)
		i--;
	r->cursor_row = i;
	r->cursor_column = text_width(text + r->row[i].from, c->at - r->row[i].from);
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
	out->count = 0;
	for (;;) {
		const char *nl = memchr(text + from, '\n', len - from);
		size_t end = nl ? (size_t)(nl - text) : len;
		wrap_line(out, text, from, end, cells);
		if (!nl)
			break;
		from = end + 1;
	}
	place_cursor(c, text, cells, out);
}

void composer_rows_free(struct composer_rows *r)
{
	free(r->row);
	*r = (struct composer_rows){0};
}
