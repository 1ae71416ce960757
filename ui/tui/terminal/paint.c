/* SPDX-License-Identifier: MIT
 * Paints lines into ncurses' cells. Widths are ncurses' own (wcwidth), the same that laid the lines
 * out. Outside UTF-8 a character that the terminal cannot show is spelled in ASCII or becomes question
 * marks. ncurses finds rows that moved only if they are unlike all others; the feed knows how far it
 * moved, so its rows are moved in curscr, which is what ncurses believes the terminal shows.
 */
#include "ui/tui/terminal/paint.h"

#include <curses.h>
#include <wchar.h>
#include "base/base.h"
#include "ui/tui/terminal/frame.h"
#include "ui/view/lines.h"

/* ---- Rows that move ------------------------------------------------------------------------------ */

#define CELLS 512 /* compared of a row of the screen */
#define ROWS 256  /* compared of the screen */

/* Whether more than half of the rows have a twin, by a hash of their characters. */
static bool rows_alike(int top, int rows)
{
	unsigned long hashes[ROWS];
	wchar_t text[CELLS + 1];
	int twins = 0, y, x;

	rows = rows < ROWS ? rows : ROWS;
	getyx(curscr, y, x);
	for (int i = 0; i < rows; i++) {
		const int n = mvwinnwstr(curscr, top + i, 0, text, CELLS);

		hashes[i] = 5381;
		for (int k = 0; k < n; k++)
			hashes[i] = hashes[i] * 33 + (unsigned long)text[k];
	}
	wmove(curscr, y, x);
	for (int i = 0; i < rows; i++) {
		int k = 0;
		while (k < rows && (k == i || hashes[k] != hashes[i]))
			k++;
		twins += k < rows;
	}
	return 2 * twins > rows;
}

void screen_scroll(struct screen *s, const struct rect *r, int rows)
{
	int top = r->y, bottom = r->y + r->rows - 1, most = r->rows - 1;

	if (!s->scrolls || rows == 0 || rows > most || rows < -most || r->x > 0 ||
	    r->cells < s->columns || is_cleared(curscr) || !rows_alike(top, r->rows))
		return;
	/* save cursor and colours, plain colours, set the region, go to its edge, scroll, restore all */
	frame_add(
	    "\0337\033[m\033[%d;%dr\033[%d;1H", top + 1, bottom + 1, (rows > 0 ? bottom : top) + 1);
	for (int i = 0; i < (rows > 0 ? rows : -rows); i++)
		frame_add(rows > 0 ? "\n" : "\033M");
	frame_add("\033[r\0338");
	scrollok(curscr, TRUE);
	wsetscrreg(curscr, top, bottom);
	wscrl(curscr, rows);
	wsetscrreg(curscr, 0, s->rows - 1);
	scrollok(curscr, FALSE);
	wtouchln(newscr, top, r->rows, 1);
}

#define CHUNK 256
#define JOINER 0x200d

static struct {
	attr_t attributes[STYLE_GROUNDS][STYLE_COUNT];
	int pairs[STYLE_GROUNDS][STYLE_COUNT];
	struct {
		int fg, bg;		     /* numbers of ncurses */
	} used[STYLE_GROUNDS * STYLE_COUNT]; /* pair n is used[n - 1] */
	int used_count;
} looks;

static const struct {
	enum attribute attribute;
	attr_t curses;
} attributes[] = {{ATTR_BOLD, A_BOLD}, {ATTR_DIM, A_DIM}, {ATTR_ITALIC, A_ITALIC},
    {ATTR_UNDERLINE, A_UNDERLINE}, {ATTR_REVERSE, A_REVERSE}, {ATTR_STRIKE, A_DIM}};

/* Returns ncurses' number for a colour. Of a palette of 256 the highest numbers stand for colours outside it. */
static int color_number(int color)
{
	if (color < COLOR_RGB)
		return color < COLORS ? color : COLOR_NONE;
	if (COLORS > 256) /* a direct-colour terminal */
		return (int)color_rgb(color);
	return COLORS == 256 ? frame_color(color_rgb(color)) : COLOR_NONE;
}

/* Returns the pair of two colours; 0: there are no more pairs. A terminal of eight colours has 64,
 * fewer than there are looks, so looks of the same colours share one. */
static int pair_of(int fg, int bg)
{
	int n = 0;

	while (n < looks.used_count && (looks.used[n].fg != fg || looks.used[n].bg != bg))
		n++;
	if (n < looks.used_count)
		return n + 1;
	if (n + 1 >= COLOR_PAIRS || init_extended_pair(n + 1, fg, bg) != OK)
		return 0;
	looks.used[n].fg = fg;
	looks.used[n].bg = bg;
	looks.used_count++;
	return n + 1;
}

static void set_look(const struct screen *s, const struct theme *t, int ground, int style)
{
	const struct look look = theme_look(t, (enum style)(style | ground << 8));

	looks.attributes[ground][style] = A_NORMAL;
	looks.pairs[ground][style] = 0;
	for (size_t k = 0; k < ARRAY_SIZE(attributes); k++)
		if (look.attributes & attributes[k].attribute)
			looks.attributes[ground][style] |= attributes[k].curses;
	if (s->colors && (look.fg >= 0 || look.bg >= 0))
		looks.pairs[ground][style] = pair_of(color_number(look.fg), color_number(look.bg));
}

void screen_theme(struct screen *s, const struct theme *t)
{
	struct theme fit = *t;

	theme_fit(&fit, s->colors);
	frame_forget_colors();
	looks.used_count = 0;
	for (int ground = 0; ground < STYLE_GROUNDS; ground++)
		for (int i = 0; i < STYLE_COUNT; i++)
			set_look(s, &fit, ground, i);
	clearok(curscr, TRUE); /* the numbers mean other colours now */
}

static void set_style(enum style style)
{
	int ground = STYLE_GROUND(style);
	int pair = looks.pairs[ground][STYLE_PLAIN(style)];

	attr_set(looks.attributes[ground][STYLE_PLAIN(style)], 0, &pair);
}

/* Writes text. A joiner behind a wide character is left out: some terminals draw a family of emoji
 * as one sign of two cells, others all its members, and ncurses must know which. */
static void put_text(const struct screen *s, const char *text, size_t len)
{
	wchar_t chars[CHUNK + 2];
	char bytes[MB_LEN_MAX];
	int count = 0;
	bool wide = false;

	for (size_t at = 0; at < len;) {
		uint32_t cp = 0xfffd;
		int n = utf8_decode(text + at, len - at, &cp, NULL);
		chars[count] = (wchar_t)cp;
		if (!s->utf8 && cp >= 0x80 &&
		    (wcwidth((wchar_t)cp) <= 0 || wctomb(bytes, (wchar_t)cp) <= 0)) {
			/* The terminal lacks it: each of its cells shows an ASCII character. */
			const wchar_t cell = ascii_find(cp) ? (wchar_t)ascii_find(cp)->cell : L'?';
			chars[count] = chars[count + 1] = cell;
			count += cp != JOINER || !wide ? text_width_cp(cp) : 0;
		} else if (cp != JOINER || !wide) {
			count++;
		}
		wide = text_width_cp(cp) == 2 || (wide && text_width_cp(cp) == 0);
		at += n > 0 ? (size_t)n : 1;
		if (count >= CHUNK || at >= len) {
			addnwstr(chars, count);
			count = 0;
		}
	}
}

/* Writes one character and its combining marks (two at most), followed by the marks of its link. */
static void put_cell(wchar_t cell[CCHARW_MAX + 1], int count, unsigned link)
{
	cchar_t c;

	if (count == 0)
		return;
	frame_link_marks(link, cell + count);
	cell[count + FRAME_LINK_MARKS] = L'\0';
	if (setcchar(&c, cell, A_NORMAL, 0, NULL) == OK)
		add_wch(&c);
}

/* Writes linked text, each cell with the link's marks, since ncurses keeps marks with the cell they stand on. */
static void put_linked(const char *text, size_t len, unsigned link)
{
	wchar_t cell[CCHARW_MAX + 1];
	int count = 0;

	for (size_t at = 0; at < len;) {
		uint32_t cp = 0xfffd;
		int n = utf8_decode(text + at, len - at, &cp, NULL);
		if (text_width_cp(cp) > 0) {
			put_cell(cell, count, link);
			count = 0;
		}
		if (text_width_cp(cp) > 0 ||
		    (count > 0 && cp != JOINER && count < CCHARW_MAX - FRAME_LINK_MARKS))
			cell[count++] = (wchar_t)cp;
		at += n > 0 ? (size_t)n : 1;
	}
	put_cell(cell, count, link);
}

/* Fills cells with blanks on the ground of the row's last style. */
static void fill_cells(int cells, enum style last)
{
	if (STYLE_GROUND(last) == 0)
		attr_set(A_NORMAL, 0, NULL);
	else
		set_style((enum style)(STYLE_TEXT | STYLE_GROUND(last) << 8));
	if (cells > 0)
		hline(' ', cells);
}

void screen_row(struct screen *s, const struct rect *r, int row, const struct lines *l, size_t i)
{
	const struct line *line = &l->line[i];
	const char *text = buf_str(&l->text) + line->at;

	if (row < 0 || row >= r->rows)
		return;
	size_t shown = text_fit(text, line->len, r->cells), at = 0;
	int used = text_width(text, shown);
	/* The rest is filled before the text is written, since ncurses erases a wide character
	 * whose second half is filled. */
	if (used < r->cells) {
		move(r->y + row, r->x + used);
		fill_cells(r->cells - used,
		    line->spans ? l->span[line->span + line->spans - 1].style : STYLE_TEXT);
	}
	move(r->y + row, r->x);
	for (size_t k = line->span; k < line->span + line->spans && at < shown; k++) {
		size_t n = l->span[k].len < shown - at ? l->span[k].len : shown - at;
		const enum style style = l->span[k].style;
		const bool struck = s->strikes && STYLE_PLAIN(style) == STYLE_STRIKE;
		const unsigned link = s->links ? STYLE_LINKED(style) : 0;
		set_style(style);
		if (link || struck)
			put_linked(text + at, n, link ? link : FRAME_STRUCK);
		else
			put_text(s, text + at, n);
		at += n;
	}
}

void screen_blank(struct screen *s, const struct rect *r, int from_row)
{
	for (int row = from_row; row < r->rows; row++) {
		move(r->y + row, r->x);
		fill_cells(r->cells, STYLE_TEXT);
	}
}

void screen_lines(struct screen *s, const struct rect *r, const struct lines *l)
{
	for (size_t i = 0; i < l->count; i++)
		screen_row(s, r, (int)i, l, i);
	screen_blank(s, r, (int)l->count);
}

void screen_glyph(struct screen *s, int y, int x, const char *glyph, enum style style)
{
	move(y, x);
	set_style(style);
	put_text(s, glyph, strlen(glyph));
}

void screen_clear(struct screen *s)
{
	attr_set(A_NORMAL, 0, NULL);
	erase();
}
