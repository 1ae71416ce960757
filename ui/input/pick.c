/* SPDX-License-Identifier: MIT
 * A list to choose from: its rows, filter and keys. Drawn, it is a title, the filter, then as many
 * rows as there is room for.
 */
#include "ui/input/pick.h"

#include "base/base.h"
#include "ui/input/fuzzy.h"
#include "ui/input/meaning.h"
#include "ui/input/suggest.h"
#include "ui/keys/keys.h"

struct pick {
	struct pick_source source;
	struct pick_rows rows;
	struct buf filter;
	struct fuzzy_hit *shown; /* (owned) the rows that fit the filter, best first */
	size_t count, shown_cap;
	size_t selected, top; /* of shown; top: the first in view */
	size_t above;	      /* lines before the rows, when lines were last made */
};

/* ---- As rows ------------------------------------------------------------------------------------- */

#define MARGIN 3
#define DETAIL_LEAST 16 /* cells; a narrower column of details is left out */
#define MARKS 32

/* Adds text cut to these cells, what the filter matches in the style of found text. */
static void add_marked(struct lines *out, const struct pick *p, const char *text, int cells,
    enum style style, bool ascii)
{
	struct fuzzy_mark marks[MARKS];
	size_t len = strlen(text), n = 0;
	bool whole = text_width(text, len) <= cells;
	size_t fits = whole ? len : text_fit(text, len, cells - (ascii ? 3 : 1));

	if (p->filter.len)
		n = fuzzy_marks(buf_str(&p->filter), text, marks, MARKS);
	list_add_marked(out, style, text, 0, fits, marks, n);
	if (!whole)
		lines_adds(out, style, ascii ? "..." : "…");
}

static void add_row(
    struct lines *out, const struct pick *p, size_t i, const struct pick_view *v, int text_cells)
{
	const struct pick_row *row = &p->rows.list[p->shown[i].index];
	bool here = i == p->selected;
	int room = v->cells - MARGIN - 1;
	auto_lines one = {0};
	struct lines *to = out;

	out = here ? &one : to;
	lines_adds(out, STYLE_KEY, here ? v->ascii ? " > " : " › " : "   ");
	add_marked(out, p, row->text, text_cells < room ? text_cells : room,
	    here ? STYLE_STRONG : STYLE_TEXT, v->ascii);
	if (row->detail && text_cells < room) {
		lines_to(out, STYLE_TEXT, MARGIN + text_cells + 2);
		lines_cut(out, here ? STYLE_TEXT : STYLE_DIM, row->detail, strlen(row->detail),
		    v->cells - lines_cells(out) - 1, v->ascii);
	}
	lines_end(out);
	if (here) {
		lines_ground(to, &one, 0, STYLE_ON_SELECTED);
		lines_end(to);
	}
}

/* Returns the width of the column of texts: the widest one's, but half of the row where details need the rest. */
static int text_column(const struct pick *p, int cells)
{
	const int room = cells - MARGIN - 1;
	int widest = 0, details = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct pick_row *row = &p->rows.list[p->shown[i].index];
		const char *detail = row->detail;
		const int width = text_width(row->text, strlen(row->text));
		const int beside = detail ? text_width(detail, strlen(detail)) : 0;
		widest = width > widest ? width : widest;
		details = beside > details ? beside : details;
	}
	const int most = room - details - 2 > room / 2 ? room - details - 2 : room / 2;
	const int least = details < DETAIL_LEAST ? details : DETAIL_LEAST;
	if (!details || room - (widest < most ? widest : most) - 2 < least)
		return room;
	return widest < most ? widest : most;
}

static void add_filter(struct lines *out, const struct pick *p, struct pick_view *v)
{
	const char *text = buf_str(&p->filter);
	size_t from = 0;

	while (text_width(text + from, p->filter.len - from) > v->cells - MARGIN - 2)
		from = text_next(text, p->filter.len, from);
	lines_adds(out, STYLE_KEY, " / ");
	lines_adds(out, STYLE_TEXT, text + from);
	v->cursor_row = (int)out->count;
	v->cursor_column = lines_cells(out);
	if (!p->filter.len)
		lines_adds(out, STYLE_DIM, "type to narrow it down");
	lines_end(out);
}

static void list_lines(struct pick *p, struct pick_view *v, struct lines *out)
{
	int room = v->rows - (v->rows > 3 ? 2 : v->rows > 1 ? 1 : 0);
	int column = text_column(p, v->cells);

	v->cursor_row = -1;
	if (v->rows > 3) {
		lines_addf(out, STYLE_HEADING, " %s", p->source.title);
		if (p->rows.count)
			lines_addf(out, STYLE_DIM, "  %zu of %zu", p->count, p->rows.count);
		lines_end(out);
	}
	if (v->rows > 1)
		add_filter(out, p, v);
	if (v->rows > 6) { /* an empty line */
		lines_end(out);
		room--;
	}
	if (p->count == 0) {
		const char *words =
		    p->source.empty && !p->filter.len ? p->source.empty : "nothing fits";
		struct margin m = {"   ", "   ", STYLE_DIM};

		lines_paragraph(out, STYLE_DIM, words, strlen(words), v->cells, &m);
	}
	p->top = list_top(p->top, p->selected, p->count, (size_t)room);
	p->above = out->count;
	for (size_t i = p->top; i < p->count && i < p->top + (size_t)room; i++)
		add_row(out, p, i, v, column);
}

#define BESIDE_LEAST 72 /* cells; a narrower list has nothing beside it */
#define BESIDE_FROM 2	/* the first row of what is beside: below title and filter */

void pick_lines(struct pick *p, struct pick_view *v, struct lines *out)
{
	const int cells = v->cells;
	auto_lines list = {0}, beside = {0};

	if (!p->source.beside || cells < BESIDE_LEAST) {
		list_lines(p, v, out);
		return;
	}
	v->cells = cells / 2;
	list_lines(p, v, &list);
	v->cells = cells;
	p->source.beside(p->source.ctx, &beside);
	for (size_t i = 0; i < list.count || i < beside.count + BESIDE_FROM; i++) {
		if (i < list.count)
			lines_copy(out, &list, i);
		if (i >= BESIDE_FROM && i - BESIDE_FROM < beside.count) {
			lines_to(out, STYLE_TEXT, cells / 2);
			lines_copy(out, &beside, i - BESIDE_FROM);
		}
		lines_end(out);
	}
}

#define FILTER_MAX 512
#define ROW_TEXT 400
#define WORTH_MORE 10000

void pick_rows_add(struct pick_rows *r, const char *text, const char *detail, const char *value)
{
	array_push(r->list, r->count, r->cap,
	    (struct pick_row){
		.text = text_line(text, ROW_TEXT),
		.detail = detail ? text_line(detail, ROW_TEXT) : NULL,
		.value = xstrdup(value ? value : text),
	    });
}

void pick_rows_free(struct pick_rows *r)
{
	for (size_t i = 0; i < r->count; i++)
		free_all(r->list[i].text, r->list[i].detail, r->list[i].value);
	free(r->list);
	*r = (struct pick_rows){0};
}

/* Returns how well a row fits, 0: not. Fuzzy over both columns; a match within the text alone is worth more. */
static int score(const struct pick *p, const struct pick_row *row, const char *filter)
{
	if (p->source.by_meaning)
		return meaning_score(filter, row->text, row->detail);
	int here = fuzzy_score(filter, row->text);
	if (here > 0 || !row->detail)
		return here ? here + WORTH_MORE : 0;
	auto_free char *both = xasprintf("%s %s", row->text, row->detail);
	return fuzzy_score(filter, both);
}

static void rank(struct pick *p)
{
	const char *filter = buf_str(&p->filter);
	bool all = p->source.searches || filter[strspn(filter, " ")] == '\0';

	array_reserve(&p->shown, &p->shown_cap, p->rows.count + 1, sizeof *p->shown);
	p->count = 0;
	for (size_t i = 0; i < p->rows.count; i++) {
		const struct pick_row *row = &p->rows.list[i];
		int points = all ? 1 : score(p, row, filter);
		if (points > 0)
			p->shown[p->count++] =
			    (struct fuzzy_hit){i, all ? 0 : strlen(row->text), points};
	}
	fuzzy_sort(p->shown, p->count);
}

static void select_value(struct pick *p, const char *value)
{
	for (size_t i = 0; value && i < p->count; i++) {
		if (strcmp(p->rows.list[p->shown[i].index].value, value) == 0) {
			p->selected = i;
			return;
		}
	}
	if (p->selected >= p->count)
		p->selected = p->count ? p->count - 1 : 0;
}

void pick_refill(struct pick *p)
{
	const struct pick_row *row = pick_selected(p);
	auto_free char *value = row ? xstrdup(row->value) : NULL;

	pick_rows_free(&p->rows);
	p->source.fill(p->source.ctx, buf_str(&p->filter), &p->rows);
	rank(p);
	select_value(p, value);
}

struct pick *pick_new(const struct pick_source *source)
{
	struct pick *p = xcalloc(1, sizeof *p);

	p->source = *source;
	p->filter.max = FILTER_MAX;
	p->source.fill(p->source.ctx, "", &p->rows);
	rank(p);
	select_value(p, source->current);
	return p;
}

void pick_free(struct pick *p)
{
	if (!p)
		return;
	if (p->source.closed)
		p->source.closed(p->source.ctx);
	pick_rows_free(&p->rows);
	buf_free(&p->filter);
	free_all(p->shown, p);
}

const struct pick_source *pick_source(const struct pick *p)
{
	return &p->source;
}

const struct pick_row *pick_selected(const struct pick *p)
{
	return p->selected < p->count ? &p->rows.list[p->shown[p->selected].index] : NULL;
}

/* Ranks the rows after a change of the filter, and selects the best. */
static void filtered(struct pick *p)
{
	p->selected = p->top = 0;
	if (p->source.searches)
		pick_refill(p);
	else
		rank(p);
	p->selected = 0;
}

void pick_type(struct pick *p, const char *text, size_t len)
{
	size_t fits = len;

	while (p->filter.len + fits > FILTER_MAX)
		fits = text_prev(text, fits);
	for (size_t i = 0; i < fits; i++)
		buf_addc(&p->filter, text[i] == '\n' || text[i] == '\t' ? ' ' : text[i]);
	filtered(p);
}

static void move(struct pick *p, long by)
{
	long to = (long)p->selected + by, last = p->count ? (long)p->count - 1 : 0;

	p->selected = (size_t)(to < 0 ? 0 : to > last ? last : to);
}

static void cut_filter(struct pick *p, size_t to)
{
	if (to == p->filter.len)
		return;
	buf_cut(&p->filter, to);
	filtered(p);
}

enum picked pick_key(struct pick *p, unsigned key, int rows)
{
	long page = rows > 4 ? rows - 3 : 1;
	char bytes[4];

	if (input_is_text(key)) {
		int n = utf8_encode(key, bytes);
		pick_type(p, bytes, n > 0 ? (size_t)n : 0);
		return PICK_OPEN;
	}
	if (p->source.key && p->source.key(p->source.ctx, key, pick_selected(p)))
		return PICK_OPEN;
	switch (key) {
	case INPUT_ENTER:
		return pick_selected(p) ? PICK_CHOSEN : PICK_OPEN;
	case INPUT_ESC:
	case INPUT_CTRL | 'c':
		return PICK_CLOSED;
	case INPUT_BACKSPACE:
		cut_filter(p, p->filter.len ? text_prev(buf_str(&p->filter), p->filter.len) : 0);
		break;
	case INPUT_CTRL | 'u':
		cut_filter(p, 0);
		break;
	case INPUT_UP:
	case INPUT_CTRL | 'p':
	case INPUT_WHEEL_UP:
		move(p, -1);
		break;
	case INPUT_DOWN:
	case INPUT_CTRL | 'n':
	case INPUT_WHEEL_DOWN:
		move(p, 1);
		break;
	case INPUT_PAGE_UP:
		move(p, -page);
		break;
	case INPUT_PAGE_DOWN:
		move(p, page);
		break;
	case INPUT_HOME:
		move(p, -(long)p->count);
		break;
	case INPUT_END:
		move(p, (long)p->count);
		break;
	}
	return PICK_OPEN;
}

bool pick_click(struct pick *p, int line)
{
	const size_t at =
	    line < 0 || (size_t)line < p->above ? p->count : p->top + (size_t)line - p->above;

	if (at >= p->count)
		return false;
	p->selected = at;
	return true;
}
