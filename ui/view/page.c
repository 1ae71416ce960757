/*
 * See page.h.
 */
#include "ui/view/page.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "ui/keys/keys.h"

#define HANG_MOST 40

struct page {
	char *title;	    /* (owned) */
	struct lines body;  /* (owned) */
	struct lines shown; /* (owned) wrapped for `cells` */
	int cells, hang;
	size_t top, rows;	   /* first row shown, how many fit */
	struct page_source source; /* fill NULL: the body stays as it is */
};

struct page *page_new(const char *title, struct lines *body, int hang)
{
	struct page *p = xcalloc(1, sizeof *p);

	p->title = xstrdup(title);
	p->body = *body;
	p->hang = hang < HANG_MOST ? hang : HANG_MOST;
	*body = (struct lines){0};
	return p;
}

struct page *page_new_of(const char *title, const struct page_source *source)
{
	struct lines none = {0};
	struct page *p = page_new(title, &none, 0);

	p->source = *source;
	return p;
}

const char *page_keys(const struct page *p)
{
	return p->source.keys;
}

void page_free(struct page *p)
{
	if (!p)
		return;
	if (p->source.closed)
		p->source.closed(p->source.ctx);
	free(p->title);
	lines_free(&p->body);
	lines_free(&p->shown);
	free(p);
}

static void wrap(struct page *p, int cells)
{
	char rest[HANG_MOST + 1];
	int hang = p->hang < cells / 2 ? p->hang : cells / 4;
	struct margin m = {.first = "", .rest = rest, .style = STYLE_TEXT};

	if (p->source.fill) {
		lines_clear(&p->body);
		p->source.fill(p->source.ctx, cells, &p->body);
	}
	memset(rest, ' ', (size_t)hang);
	rest[hang] = '\0';
	lines_clear(&p->shown);
	for (size_t i = 0; i < p->body.count; i++)
		lines_wrap(&p->shown, &p->body, i, cells, &m);
	p->cells = cells;
}

static size_t last_top(const struct page *p)
{
	return p->shown.count > p->rows ? p->shown.count - p->rows : 0;
}

void page_lines(struct page *p, int cells, int rows, struct lines *out)
{
	if (p->cells != cells)
		wrap(p, cells);
	if (rows > 3) {
		lines_addf(out, STYLE_HEADING, " %s", p->title);
		lines_end(out);
		rows--;
		if (rows > 6) {
			lines_end(out);
			rows--;
		}
	}
	p->rows = rows > 0 ? (size_t)rows : 1;
	if (p->top > last_top(p))
		p->top = last_top(p);
	for (size_t i = p->top; i < p->shown.count && i < p->top + p->rows; i++) {
		lines_copy(out, &p->shown, i);
		lines_end(out);
	}
}

static bool move(struct page *p, long by)
{
	long to = (long)p->top + by, last = (long)last_top(p);

	p->top = (size_t)(to < 0 ? 0 : to > last ? last : to);
	return true;
}

/* To the next heading (of a file in a diff, of a part of the help), or the one before. */
static bool move_heading(struct page *p, int step)
{
	for (size_t i = p->top + (size_t)step; i < p->shown.count; i += (size_t)step) {
		const enum style style = lines_style(&p->shown, i, 1);

		if (p->shown.line[i].len && (style == STYLE_STRONG || style == STYLE_HEADING))
			return move(p, (long)i - (long)p->top);
	}
	return move(p, step > 0 ? 0 : -(long)p->top);
}

bool page_key(struct page *p, unsigned key)
{
	long rows = p->rows > 2 ? (long)p->rows - 1 : 1;

	if (p->source.key && p->source.key(p->source.ctx, key)) {
		p->cells = 0;
		return true;
	}
	switch (key) {
	case INPUT_UP:
	case INPUT_WHEEL_UP:
	case 'k':
		return move(p, -1);
	case INPUT_DOWN:
	case INPUT_WHEEL_DOWN:
	case 'j':
		return move(p, 1);
	case INPUT_PAGE_UP:
		return move(p, -rows);
	case INPUT_PAGE_DOWN:
	case ' ':
		return move(p, rows);
	case 'n':
		return move_heading(p, 1);
	case 'p':
		return move_heading(p, -1);
	case INPUT_HOME:
	case 'g':
		return move(p, -(long)p->shown.count);
	case INPUT_END:
	case 'G':
		return move(p, (long)p->shown.count);
	}
	return false;
}

void page_place(const struct page *p, struct buf *out)
{
	size_t last = p->top + p->rows;

	if (p->shown.count > p->rows)
		buf_addf(out, "%zu-%zu of %zu", p->top + 1,
		    last < p->shown.count ? last : p->shown.count, p->shown.count);
}
