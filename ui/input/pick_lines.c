/*
 * A list to choose from as lines: a title, the filter, then as many rows as there is room for,
 * what matched marked in them. The details stand in a column of their own where it is wide enough.
 */
#include <string.h>
#include "base/text/text.h"
#include "ui/input/pick_state.h"

#define MARGIN 3
#define DETAIL_LEAST 16 /* narrower is no column */
#define MARKS 32

/* Text cut to these cells, its marks in their style; a selected row keeps one style. */
static void add_marked(struct lines *out, const struct pick *p, const char *text, int cells,
    enum style style, bool ascii)
{
	struct fuzzy_mark marks[MARKS];
	size_t len = strlen(text), at = 0, n = 0;
	bool whole = text_width(text, len) <= cells;
	size_t fits = whole ? len : text_fit(text, len, cells - (ascii ? 3 : 1));

	if (p->filter.len)
		n = fuzzy_marks(buf_str(&p->filter), text, marks, MARKS);
	for (size_t i = 0; i < n && marks[i].at < fits; i++) {
		size_t end = marks[i].at + marks[i].len;
		end = end < fits ? end : fits;
		lines_add(out, style, text + at, marks[i].at - at);
		lines_add(out, STYLE_FOUND, text + marks[i].at, end - marks[i].at);
		at = end;
	}
	lines_add(out, style, text + at, fits - at);
	if (!whole)
		lines_adds(out, style, ascii ? "..." : "…");
}

static void add_row(
    struct lines *out, const struct pick *p, size_t i, const struct pick_view *v, int text_cells)
{
	const struct pick_row *row = &p->rows.list[p->shown[i].index];
	bool here = i == p->selected;
	int room = v->cells - MARGIN - 1;
	struct lines one = {0}, *to = out;

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
	lines_free(&one);
}

/* Returns the cells of the column of texts: the widest one of the list, unless the details would
 * suffer. */
static int text_column(const struct pick *p, int cells)
{
	int widest = 0, room = cells - MARGIN - 1, most = room * 6 / 10;
	bool details = false;

	for (size_t i = 0; i < p->rows.count; i++) {
		int width = text_width(p->rows.list[i].text, strlen(p->rows.list[i].text));
		widest = width > widest ? width : widest;
		details = details || p->rows.list[i].detail;
	}
	if (!details || room - (widest < most ? widest : most) - 2 < DETAIL_LEAST)
		return room;
	return widest < most ? widest : most;
}

static void add_title(struct lines *out, const struct pick *p, int cells)
{
	lines_addf(out, STYLE_HEADING, " %s", p->source.title);
	if (p->rows.count)
		lines_addf(out, STYLE_DIM, "  %zu of %zu", p->count, p->rows.count);
	lines_end(out);
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

static void add_empty(struct lines *out, const struct pick *p, int cells)
{
	const char *words = p->source.empty && !p->filter.len ? p->source.empty : "nothing fits";
	struct margin m = {"   ", "   ", STYLE_DIM};

	lines_paragraph(out, STYLE_DIM, words, strlen(words), cells, &m);
}

void pick_lines(struct pick *p, struct pick_view *v, struct lines *out)
{
	int room = v->rows - (v->rows > 3 ? 2 : v->rows > 1 ? 1 : 0);
	int column = text_column(p, v->cells);

	v->cursor_row = -1;
	if (v->rows > 3)
		add_title(out, p, v->cells);
	if (v->rows > 1)
		add_filter(out, p, v);
	if (v->rows > 6) { /* air */
		lines_end(out);
		room--;
	}
	if (p->count == 0)
		add_empty(out, p, v->cells);
	if (p->selected < p->top)
		p->top = p->selected;
	if (p->selected >= p->top + (size_t)room)
		p->top = p->selected - (size_t)room + 1;
	if (p->top + (size_t)room > p->count)
		p->top = p->count > (size_t)room ? p->count - (size_t)room : 0;
	p->above = out->count;
	for (size_t i = p->top; i < p->count && i < p->top + (size_t)room; i++)
		add_row(out, p, i, v, column);
}
