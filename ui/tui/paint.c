/*
 * Lines onto cells. Widths are ncurses' own (wcwidth), the same that laid the lines out. Outside
 * UTF-8 what the terminal cannot show becomes a question mark for each of its cells.
 */
#include <curses.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "base/text.h"
#include "base/utf8.h"
#include "ui/ascii.h"
#include "ui/tui/screen.h"

#define CHUNK 256
#define JOINER 0x200d

static struct {
	attr_t attributes[STYLE_COUNT];
	short pairs[STYLE_COUNT];
} looks;

static const struct {
	enum attribute attribute;
	attr_t curses;
} attributes[] = {{ATTR_BOLD, A_BOLD}, {ATTR_DIM, A_DIM}, {ATTR_ITALIC, A_ITALIC},
    {ATTR_UNDERLINE, A_UNDERLINE}, {ATTR_REVERSE, A_REVERSE}, {ATTR_STRIKE, A_DIM}};

/* A colour this terminal has; bright ones of an eight-colour terminal are bold. */
static short color_of(int color, attr_t *extra)
{
	if (color >= 8 && color < 16 && COLORS < 16) {
		*extra |= A_BOLD;
		return (short)(color - 8);
	}
	return (short)(color < COLORS ? color : -1);
}

void screen_theme(struct screen *s, const struct theme *t)
{
	for (int i = 0; i < STYLE_COUNT; i++) {
		const struct look *look = &t->looks[i];
		attr_t extra = 0, unused = 0;
		looks.attributes[i] = A_NORMAL;
		looks.pairs[i] = 0;
		for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
			if (look->attributes & attributes[k].attribute)
				looks.attributes[i] |= attributes[k].curses;
		if (!s->colors || (look->fg < 0 && look->bg < 0))
			continue;
		looks.pairs[i] = (short)(i + 1);
		init_pair(looks.pairs[i], color_of(look->fg, &extra), color_of(look->bg, &unused));
		looks.attributes[i] |= extra;
	}
}

static void set_style(enum style style)
{
	attr_set(looks.attributes[style], looks.pairs[style], NULL);
}

/* The characters of one code point for this terminal. */
static int spell(const struct screen *s, uint32_t cp, wchar_t out[2])
{
	char bytes[MB_LEN_MAX];

	out[0] = (wchar_t)cp;
	if (s->utf8 || cp < 0x80 || (wcwidth((wchar_t)cp) > 0 && wctomb(bytes, (wchar_t)cp) > 0))
		return 1;
	out[0] = out[1] = ascii_find(cp) ? (wchar_t)ascii_find(cp)->cell : L'?';
	return text_width_cp(cp);
}

/* Behind a wide character a joiner is left out: some terminals draw one sign of two cells for a family
 * of emoji, others all its members, and ncurses must know which. */
static void put(const struct screen *s, const char *text, size_t len)
{
	wchar_t chars[CHUNK + 2];
	int count = 0;
	bool wide = false;

	for (size_t at = 0; at < len;) {
		uint32_t cp = 0xfffd;
		int n = utf8_decode(text + at, len - at, &cp, NULL);
		if (cp != JOINER || !wide)
			count += spell(s, cp, chars + count);
		wide = text_width_cp(cp) == 2 || (wide && text_width_cp(cp) == 0);
		at += n > 0 ? (size_t)n : 1;
		if (count >= CHUNK || at >= len) {
			addnwstr(chars, count);
			count = 0;
		}
	}
}

static void fill(int cells)
{
	attr_set(A_NORMAL, 0, NULL);
	if (cells > 0)
		hline(' ', cells);
}

void screen_row(struct screen *s, const struct rect *r, int row, const struct lines *l, size_t i)
{
	const struct line *line = &l->line[i];
	const char *text = buf_str(&l->text) + line->at;
	size_t shown = text_fit(text, line->len, r->cells), at = 0;

	if (row < 0 || row >= r->rows)
		return;
	int used = text_width(text, shown);
	if (used < r->cells) { /* first: filling from the second half of an old wide character on
				  would take what was just written before it */
		move(r->y + row, r->x + used);
		fill(r->cells - used);
	}
	move(r->y + row, r->x);
	for (size_t k = line->span; k < line->span + line->spans && at < shown; k++) {
		size_t n = l->span[k].len < shown - at ? l->span[k].len : shown - at;
		set_style(l->span[k].style);
		put(s, text + at, n);
		at += n;
	}
}

void screen_blank(struct screen *s, const struct rect *r, int from_row)
{
	for (int row = from_row; row < r->rows; row++) {
		move(r->y + row, r->x);
		fill(r->cells);
	}
}

void screen_glyph(struct screen *s, int y, int x, const char *glyph, enum style style)
{
	move(y, x);
	set_style(style);
	put(s, glyph, strlen(glyph));
}

void screen_clear(struct screen *s)
{
	attr_set(A_NORMAL, 0, NULL);
	erase();
}
