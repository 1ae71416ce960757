/* SPDX-License-Identifier: MIT
 * Styled lines: what every panel is made of before anything knows a terminal. Text is one buffer,
 * styles are runs over it, lines are places in both. Tests read them as plain text.
 *
 * Here: styled rows and pages of text, themes and colours, the layout of a screen, the plan,
 * criteria, status line and welcome as rows.
 * Not here: blocks of the feed, cards, Markdown and diffs (the rooms below ui/view), the terminal
 * (ui/tui/terminal), state that keys change (ui/input, ui/tui).
 */
#ifndef UI_VIEW_LINES_H
#define UI_VIEW_LINES_H

#include <stdint.h>
#include "base/core/buf.h"

/* What a piece of text is; how it looks is the theme's (config/themes). */
enum style {
	STYLE_TEXT,
	STYLE_DIM,
	STYLE_TITLE,
	STYLE_USER,
	STYLE_PLAN,
	STYLE_ACT,
	STYLE_OBS,
	STYLE_REFLECT,
	STYLE_HEADING,
	STYLE_STRONG,
	STYLE_EMPH,
	STYLE_STRIKE,
	STYLE_CODE,
	STYLE_LINK,
	STYLE_QUOTE,
	STYLE_ADD,
	STYLE_DEL,
	STYLE_ADDED_WORD, /* words that differ within a line */
	STYLE_REMOVED_WORD,
	STYLE_ADDED_LINE, /* the shade behind a changed line, where there are enough colours */
	STYLE_REMOVED_LINE,
	STYLE_COMMENT, /* of code */
	STYLE_STRING,
	STYLE_KEYWORD,
	STYLE_NUMBER,
	STYLE_GOOD,
	STYLE_WARN,
	STYLE_BAD,
	STYLE_KEY,
	STYLE_RULE,
	STYLE_BAR,
	STYLE_CURSOR,
	STYLE_FOUND,
	STYLE_PROMPT_LINE,   /* the shade behind what the user said */
	STYLE_CODE_LINE,     /* behind code in an answer */
	STYLE_SELECTED_LINE, /* behind the row of a list that Enter takes */
	STYLE_COUNT,
	STYLE_ON_ADDED = 0x100, /* | a style: on a line that was added */
	STYLE_ON_REMOVED = 0x200,
	STYLE_ON_PROMPT = 0x300,
	STYLE_ON_CODE = 0x400,
	STYLE_ON_SELECTED = 0x500,
};
#define STYLE_GROUNDS 6 /* none and the five above */
#define STYLE_PLAIN(s) ((enum style)((s)&0xff))
#define STYLE_GROUND(s) ((int)(s) >> 8 & 0xff)
/* The upper bits say where a piece leads (hyperlink.h); 0: nowhere. */
#define STYLE_LINKED(s) ((unsigned)(s) >> 16)
#define STYLE_UNLINKED(s) ((enum style)((s)&0xffff))
#define STYLE_LINK_TO(number) ((enum style)((number) << 16)) /* | a style */
const char *style_name(enum style s);			     /* as in config/themes; constant */

struct span {
	unsigned len; /* bytes */
	enum style style;
};
struct line {
	size_t at, len;	    /* bytes of text */
	size_t span, spans; /* its spans: the first, and how many */
};
struct lines { /* zero-initialise */
	struct buf text;
	struct span *span; /* (owned) */
	size_t spans, span_cap;
	struct line *line; /* (owned) finished lines */
	size_t count, cap;
	size_t open_at, open_span; /* where the unfinished line begins */
	size_t measured;	   /* this many bytes of it are `cells` wide */
	int cells;
};

/* Each adds to the unfinished line: the first three sanitised text without line breaks, where a tab
 * becomes spaces; lines_fill a glyph of one cell, repeated; lines_to spaces up to column
 * `cells`. */
void lines_add(struct lines *l, enum style s, const char *text, size_t len);
void lines_adds(struct lines *l, enum style s, const char *text);
void lines_addf(struct lines *l, enum style s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void lines_fill(struct lines *l, enum style s, const char *glyph, int cells);
void lines_to(struct lines *l, enum style s, int cells);
int lines_cells(struct lines *l); /* width of the unfinished line */
void lines_end(struct lines *l);  /* finishes the unfinished line */
/* Adds this text to the unfinished line and finishes it. */
void lines_end_with(struct lines *l, enum style s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

void lines_keep(struct lines *l, size_t count); /* drops the lines from this number on */
void lines_clear(struct lines *l);		/* forgets all, and keeps the memory */
void lines_free(struct lines *l);		/* frees what it holds; l is empty again */
/* Local ones that are freed where their scope ends: `auto_lines out = {0};`. */
#define auto_lines freed_by(lines_free) struct lines
/* Returns the text of line i, *len bytes that NUL does not end; borrowed until l changes. */
const char *lines_text(const struct lines *l, size_t i, size_t *len);
/* returns that of one byte of a line */
enum style lines_style(const struct lines *l, size_t i, size_t byte);
/* Whether line i has this word, in any case of ASCII letters; "" is in none. */
bool lines_have(const struct lines *l, size_t i, const char *word);
/* Returns the last piece of line i in STYLE_KEY that begins at or before a column, *len bytes,
 * borrowed until l changes; NULL: there is none. */
const char *lines_key_at(const struct lines *l, size_t i, int column, size_t *len);

/* Each adds line i of `from` to the unfinished line of `to`: lines_copy all of it, lines_slice its
 * bytes [begin, end) as far as it has them, lines_ground all of it on a ground (STYLE_ON_PROMPT,
 * ...). */
void lines_copy(struct lines *to, const struct lines *from, size_t i);
void lines_slice(struct lines *to, const struct lines *from, size_t i, size_t begin, size_t end);
void lines_ground(struct lines *to, const struct lines *from, size_t i, enum style ground);
/* As lines_copy, with each occurrence of a word (in any case of ASCII letters) in style s. */
void lines_mark(
    struct lines *to, const struct lines *from, size_t i, const char *word, enum style s);

struct range {
	size_t from, to; /* bytes of a line */
};
/* As lines_copy, with these ranges of bytes, which must ascend, in style s. */
void lines_over(struct lines *to, const struct lines *from, size_t i, const struct range *r,
    size_t count, enum style s);

struct margin { /* what stands before the first row, and before every other; (borrowed) */
	const char *first, *rest;
	enum style style;
};
/* Appends line i of `from` as rows at most `cells` wide, with the margin. m NULL: there is none. */
void lines_wrap(
    struct lines *to, const struct lines *from, size_t i, int cells, const struct margin *m);
/* As lines_wrap, for text of one style; each line break in it begins a new row. */
void lines_paragraph(struct lines *to, enum style s, const char *text, size_t len, int cells,
    const struct margin *m);
/* Adds text to the unfinished line, cut with "…" (ascii: "~") if it takes more than this many
 * cells. */
void lines_cut(struct lines *to, enum style s, const char *text, size_t len, int cells, bool ascii);
/* As lines_cut, but cuts the text before a comma or semicolon, without a mark, if what stands
 * before one fits. */
void lines_cut_clause(
    struct lines *to, enum style s, const char *text, size_t len, int cells, bool ascii);

/*
 * How common characters are written where only ASCII can be shown.
 */

struct ascii {
	uint32_t cp;
	const char *word; /* in running text; constant */
	char cell;	  /* in one cell of a screen */
};
const struct ascii *ascii_find(uint32_t cp); /* NULL: there is no spelling */
/* Appends safe text in ASCII; what has no spelling becomes a question mark. */
void ascii_text(struct buf *out, const char *s, size_t len);

#endif
