/* SPDX-License-Identifier: MIT
 * A text to be read, with scrolling and search. It is kept as it came and once more wrapped for the
 * width it is shown at; keys move through the wrapped rows.
 */
#include "ui/view/page.h"

#include "base/base.h"
#include "ui/keys/keys.h"

#define HANG_MOST 40
#define NARROW_HANG 4 /* the hang if the wanted one would take half of the width */
#define FIND_MOST 200 /* the most bytes that may be looked for */

struct page {
	bool in_key, left;  /* its source handles a key; page_free was called meanwhile */
	char *title;	    /* (owned) */
	struct lines body;  /* (owned) */
	struct lines shown; /* (owned) wrapped for `cells` */
	int cells, hang;
	size_t top, rows;	   /* first row shown, how many fit */
	size_t part;		   /* the row of the heading that was selected last */
	bool finding;		   /* the words to look for are being typed */
	struct buf word;	   /* the words that are looked for; empty: none are */
	size_t found;		   /* the row of the last hit */
	bool at_end;		   /* it is shown at its end, and stays there (page_source.tail) */
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
	struct page *p = page_new(title, &none, source->hang);

	p->source = *source;
	p->at_end = source->tail;
	return p;
}

const struct page_source *page_source(const struct page *p)
{
	return &p->source;
}

void page_free(struct page *p)
{
	if (!p)
		return;
	/* closed by one of its own keys: freed when the key's callback has returned */
	if (p->in_key) {
		p->left = true;
		return;
	}
	if (p->source.closed)
		p->source.closed(p->source.ctx);
	free(p->title);
	buf_free(&p->word);
	lines_free(&p->body);
	lines_free(&p->shown);
	free(p);
}

static void wrap_body(struct page *p, int cells)
{
	char rest[HANG_MOST + 1];
	const int hang = p->hang < cells / 2 ? p->hang : NARROW_HANG;

	if (p->source.fill) {
		lines_clear(&p->body);
		p->source.fill(p->source.ctx, cells, &p->body);
	}
	memset(rest, ' ', (size_t)hang);
	rest[hang] = '\0';
	lines_clear(&p->shown);
	for (size_t i = 0; i < p->body.count; i++) {
		/* Where the second column of a row, which begins behind the first gap of two blanks, has no
		 * room beside the first, it stands below it. */
		size_t len;
		const char *s = lines_text(&p->body, i, &len);
		const char *gap =
		    len > 2 && p->hang >= cells / 2 ? memmem(s + 1, len - 1, "  ", 2) : NULL;
		const size_t second = gap ? (size_t)(gap - s) + strspn(gap, " ") : 0;
		auto_lines parted = {0};
		lines_slice(&parted, &p->body, i, 0, second);
		lines_end(&parted);
		lines_slice(&parted, &p->body, i, second, SIZE_MAX);
		lines_end(&parted);
		for (size_t k = second == 0; k < parted.count; k++)
			lines_wrap(&p->shown, &parted, k, cells,
			    &(struct margin){second && k ? rest : "", rest, STYLE_TEXT});
	}
	p->cells = cells;
}

void page_refill(struct page *p)
{
	p->cells = 0;
}

static size_t last_top(const struct page *p)
{
	return p->shown.count > p->rows ? p->shown.count - p->rows : 0;
}

/* ---- headings ------------------------------------------------------------------------------- */

static bool is_heading(const struct page *p, size_t row)
{
	const enum style style = STYLE_UNLINKED(lines_style(&p->shown, row, 1));

	return p->shown.line[row].len && (style == STYLE_STRONG || style == STYLE_HEADING);
}

static bool in_view(const struct page *p, size_t row)
{
	return row >= p->top && row < p->top + p->rows && row < p->shown.count;
}

/* Returns the row of the selected heading: the one the keys n and p went to while that is in view, else the
 * last one at or above the first row, else the first there is. SIZE_MAX: none. */
static size_t selected_row(const struct page *p)
{
	if (in_view(p, p->part) && is_heading(p, p->part))
		return p->part;
	for (size_t row = p->top + 1; row > 0 && p->top < p->shown.count; row--)
		if (is_heading(p, row - 1))
			return row - 1;
	for (size_t row = p->top; row < p->shown.count; row++)
		if (is_heading(p, row))
			return row;
	return SIZE_MAX;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void page_lines(struct page *p, int cells, int rows, struct lines *out)
{
	if (p->cells != cells)
		wrap_body(p, cells);
	if (rows > 3) {
		lines_end_with(out, STYLE_HEADING, " %s", p->title);
		rows--;
		if (rows > 6) {
			lines_end(out);
			rows--;
		}
	}
	p->rows = rows > 0 ? (size_t)rows : 1;
	if (p->top > last_top(p) || p->at_end)
		p->top = last_top(p);
	if (p->source.row && !in_view(p, *p->source.row) && *p->source.row < p->shown.count)
		p->top = *p->source.row < p->top ? *p->source.row : *p->source.row + 1 - p->rows;
	for (size_t i = p->top; i < p->shown.count && i < p->top + p->rows; i++) {
		auto_lines marked = {0}, chosen = {0};
		lines_mark(&marked, &p->shown, i, buf_str(&p->word), STYLE_FOUND);
		lines_end(&marked);
		if (p->source.parts && i == selected_row(p)) {
			lines_adds(&chosen, STYLE_KEY, "›");
			lines_slice(&chosen, &marked, 0, 1, SIZE_MAX);
			lines_end(&chosen);
			lines_ground(out, &chosen, 0, STYLE_ON_SELECTED);
		} else {
			lines_copy(out, &marked, 0);
		}
		lines_end(out);
	}
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool move_rows(struct page *p, long by)
{
	long to = (long)p->top + by, last = (long)last_top(p);

	p->top = (size_t)(to < 0 ? 0 : to > last ? last : to);
	p->at_end = p->source.tail && (long)p->top == last;
	return true;
}

/* Moves to the next heading (of a file in a diff, of a part of the help), or to the one before. */
static bool move_heading(struct page *p, int step)
{
	const size_t selected = p->source.parts ? selected_row(p) : p->top;

	for (size_t i = selected + (size_t)step; i < p->shown.count; i += (size_t)step) {
		if (!is_heading(p, i))
			continue;
		p->part = i;
		return move_rows(p, (long)i - (long)p->top);
	}
	return p->source.parts || move_rows(p, step > 0 ? 0 : -(long)p->top);
}

/* Moves to the next row with the word, from `row` on and around the end; without one nothing moves. Returns true. */
static bool find_from(struct page *p, size_t row, int step)
{
	for (size_t n = 0; n < p->shown.count; n++, row += (size_t)step) {
		row = row == SIZE_MAX ? p->shown.count - 1 : row % p->shown.count;
		if (!lines_have(&p->shown, row, buf_str(&p->word)))
			continue;
		p->found = row;
		if (!in_view(p, row))
			move_rows(p, (long)row - (long)p->top - (long)p->rows / 2);
		break;
	}
	return true;
}

static bool typed_key(struct page *p, unsigned key)
{
	char bytes[4];

	if (key == INPUT_ESC || key == INPUT_ENTER) {
		p->finding = false;
		if (key == INPUT_ESC)
			buf_clear(&p->word);
		return true;
	}
	if (key == INPUT_BACKSPACE && p->word.len)
		buf_cut(&p->word, text_prev(buf_str(&p->word), p->word.len));
	else if (input_is_text(key) && p->word.len < FIND_MOST)
		buf_add(&p->word, bytes, (size_t)utf8_encode(key, bytes));
	return find_from(p, p->top, 1);
}

static bool find_key(struct page *p, unsigned key)
{
	if (key == '/') {
		p->finding = true;
		buf_clear(&p->word);
	} else if (key == INPUT_ESC && p->word.len) {
		buf_clear(&p->word);
	} else if ((key == 'n' || key == 'N') && p->word.len) {
		find_from(p, p->found + (key == 'n' ? 1 : SIZE_MAX), key == 'n' ? 1 : -1);
	} else {
		return false;
	}
	return true;
}

#define ALL_PAGES 1000000
static const struct {
	unsigned key;
	int rows, pages;
} scrolls[] = {{INPUT_UP, -1}, {INPUT_WHEEL_UP, -1}, {'k', -1}, {INPUT_DOWN, 1},
    {INPUT_WHEEL_DOWN, 1}, {'j', 1}, {INPUT_PAGE_UP, 0, -1}, {INPUT_PAGE_DOWN, 0, 1}, {' ', 0, 1},
    {INPUT_HOME, 0, -ALL_PAGES}, {'g', 0, -ALL_PAGES}, {INPUT_END, 0, ALL_PAGES},
    {'G', 0, ALL_PAGES}};

static bool scroll_key(struct page *p, unsigned key)
{
	const long page = p->rows > 2 ? (long)p->rows - 1 : 1;

	for (size_t i = 0; i < ARRAY_SIZE(scrolls); i++)
		if (scrolls[i].key == key)
			return move_rows(p, scrolls[i].rows + scrolls[i].pages * page);
	return (key == 'n' || key == 'p') && move_heading(p, key == 'n' ? 1 : -1);
}

bool page_key(struct page *p, unsigned key)
{
	bool taken = false;

	if (p->finding)
		return typed_key(p, key);
	if (p->source.key) {
		const size_t selected = selected_row(p);
		size_t part = selected == SIZE_MAX ? PAGE_NO_PART : 0;

		for (size_t row = 0; selected != SIZE_MAX && row < selected; row++)
			part += is_heading(p, row);
		p->in_key = true;
		taken = p->source.key(p->source.ctx, key, part);
		p->in_key = false;
	}
	if (p->left) {
		page_free(p);
		return true;
	}
	if (taken)
		page_refill(p);
	return taken || (p->source.parts && find_key(p, key)) || scroll_key(p, key);
}

bool page_finds(const struct page *p, struct buf *out)
{
	size_t all = 0, at = 0;

	if (!p->finding)
		return false;
	for (size_t row = 0; row < p->shown.count; row++) {
		const bool has = lines_have(&p->shown, row, buf_str(&p->word));

		all += has;
		at = has && row == p->found ? all : at;
	}
	buf_adds(out, buf_str(&p->word));
	if (p->word.len)
		buf_addf(out, "  %zu/%zu", at, all);
	return true;
}

void page_place(const struct page *p, struct buf *out)
{
	size_t last = p->top + p->rows;

	if (p->shown.count > p->rows)
		buf_addf(out, "%zu-%zu of %zu", p->top + 1,
		    last < p->shown.count ? last : p->shown.count, p->shown.count);
}
