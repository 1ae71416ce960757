/* SPDX-License-Identifier: MIT
 * Makes styled lines, copies, wraps and cuts them. The unfinished line is what was added since the
 * last lines_end. Where the terminal has no UTF-8, each glyph has an ASCII form.
 */
#include "ui/view/lines.h"

#include <strings.h>
#include "base/base.h"

/* ---- Without UTF-8 ------------------------------------------------------------------------------- */

static const struct ascii spellings[] = {
    {0xa0, " ", ' '},
    {0xb7, "-", '-'},
    {0xd7, "x", 'x'},
    {0x2013, "-", '-'},
    {0x2014, "-", '-'},
    {0x2018, "'", '\''},
    {0x2019, "'", '\''},
    {0x201c, "\"", '"'},
    {0x201d, "\"", '"'},
    {0x2022, "*", '*'},
    {0x2026, "...", '~'},
    {0x2190, "<-", '<'},
    {0x2192, "->", '>'},
    {0x25b8, "[>]", '>'},
    {0x2713, "[x]", 'x'},
    {0x2714, "[x]", 'x'},
    {0x2718, "[!]", '!'},
};

const struct ascii *ascii_find(uint32_t cp)
{
	for (size_t i = 0; i < ARRAY_SIZE(spellings); i++)
		if (spellings[i].cp == cp)
			return &spellings[i];
	return NULL;
}

void ascii_text(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len;) {
		uint32_t cp = 0;
		int n = utf8_decode(s + i, len - i, &cp, NULL);
		if (n == 1)
			buf_addc(out, s[i]);
		else
			buf_adds(out, ascii_find(cp) ? ascii_find(cp)->word : "?");
		i += n > 0 ? (size_t)n : 1;
	}
}

#define TAB_CELLS 8

static const char *const style_names[STYLE_COUNT] = {
    [STYLE_TEXT] = "text",
    [STYLE_DIM] = "dim",
    [STYLE_TITLE] = "title",
    [STYLE_USER] = "user",
    [STYLE_PLAN] = "plan",
    [STYLE_ACT] = "act",
    [STYLE_OBS] = "obs",
    [STYLE_REFLECT] = "reflect",
    [STYLE_HEADING] = "heading",
    [STYLE_STRONG] = "strong",
    [STYLE_EMPH] = "emphasis",
    [STYLE_STRIKE] = "strike",
    [STYLE_CODE] = "code",
    [STYLE_LINK] = "link",
    [STYLE_QUOTE] = "quote",
    [STYLE_ADD] = "added",
    [STYLE_DEL] = "removed",
    [STYLE_ADDED_WORD] = "added-word",
    [STYLE_REMOVED_WORD] = "removed-word",
    [STYLE_ADDED_LINE] = "added-line",
    [STYLE_REMOVED_LINE] = "removed-line",
    [STYLE_COMMENT] = "comment",
    [STYLE_STRING] = "string",
    [STYLE_KEYWORD] = "keyword",
    [STYLE_NUMBER] = "number",
    [STYLE_GOOD] = "good",
    [STYLE_WARN] = "warning",
    [STYLE_BAD] = "error",
    [STYLE_KEY] = "key",
    [STYLE_RULE] = "rule",
    [STYLE_BAR] = "bar",
    [STYLE_CURSOR] = "selected",
    [STYLE_FOUND] = "found",
    [STYLE_PROMPT_LINE] = "prompt-line",
    [STYLE_CODE_LINE] = "code-line",
    [STYLE_SELECTED_LINE] = "selected-line",
};

const char *style_name(enum style s)
{
	return style_names[s];
}

static void add_raw(struct lines *l, enum style s, const char *text, size_t len)
{
	const size_t before = l->text.len;

	buf_add(&l->text, text, len);
	const unsigned added = (unsigned)(l->text.len - before);
	if (added && l->spans > l->open_span && l->span[l->spans - 1].style == s)
		l->span[l->spans - 1].len += added;
	else if (added)
		array_push(l->span, l->spans, l->span_cap, (struct span){added, s});
}

void lines_add(struct lines *l, enum style s, const char *text, size_t len)
{
	const char *tab;

	while (len && (tab = memchr(text, '\t', len))) {
		size_t n = (size_t)(tab - text);
		add_raw(l, s, text, n);
		int cells = lines_cells(l);
		lines_to(l, s, cells + TAB_CELLS - cells % TAB_CELLS);
		text += n + 1;
		len -= n + 1;
	}
	add_raw(l, s, text, len);
}

void lines_adds(struct lines *l, enum style s, const char *text)
{
	lines_add(l, s, text, strlen(text));
}

void lines_addf(struct lines *l, enum style s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	lines_adds(l, s, text);
}

void lines_fill(struct lines *l, enum style s, const char *glyph, int cells)
{
	size_t len = strlen(glyph);

	for (int i = 0; i < cells; i++)
		add_raw(l, s, glyph, len);
}

int lines_cells(struct lines *l)
{
	size_t from = l->open_at + l->measured;

	if (l->text.len > from)
		l->cells += text_width(l->text.data + from, l->text.len - from);
	l->measured = l->text.len - l->open_at;
	return l->cells;
}

void lines_to(struct lines *l, enum style s, int cells)
{
	lines_fill(l, s, " ", cells - lines_cells(l));
}

static void begin_line(struct lines *l)
{
	l->open_at = l->text.len;
	l->open_span = l->spans;
	l->measured = 0;
	l->cells = 0;
}

void lines_end(struct lines *l)
{
	array_push(l->line, l->count, l->cap,
	    (struct line){.at = l->open_at,
		.len = l->text.len - l->open_at,
		.span = l->open_span,
		.spans = l->spans - l->open_span});
	begin_line(l);
}

void lines_end_with(struct lines *l, enum style s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	lines_adds(l, s, text);
	lines_end(l);
}

void lines_clear(struct lines *l)
{
	buf_clear(&l->text);
	l->spans = l->count = 0;
	begin_line(l);
}

void lines_keep(struct lines *l, size_t count)
{
	if (count >= l->count)
		return;
	buf_cut(&l->text, l->line[count].at);
	l->spans = l->line[count].span;
	l->count = count;
	begin_line(l);
}

void lines_free(struct lines *l)
{
	buf_free(&l->text);
	free_all(l->span, l->line);
	*l = (struct lines){0};
}

const char *lines_text(const struct lines *l, size_t i, size_t *len)
{
	*len = l->line[i].len;
	return buf_str(&l->text) + l->line[i].at;
}

enum style lines_style(const struct lines *l, size_t i, size_t byte)
{
	const struct line *line = &l->line[i];
	size_t at = 0;

	for (size_t k = line->span; k < line->span + line->spans; k++) {
		at += l->span[k].len;
		if (byte < at)
			return l->span[k].style;
	}
	return STYLE_TEXT;
}

struct line_cursor { /* a span of a line, and the byte at which it begins */
	size_t span, at;
};

/* Adds the bytes [begin, end) of a line with their styles; ascending slices share one cursor. */
static void add_slice(struct lines *to, const struct lines *l, const struct line *line,
    size_t begin, size_t end, struct line_cursor *c)
{
	while (c->span < line->span + line->spans && c->at < end) {
		size_t next = c->at + l->span[c->span].len;
		size_t a = c->at > begin ? c->at : begin, b = next < end ? next : end;
		if (a < b)
			add_raw(to, l->span[c->span].style, l->text.data + line->at + a, b - a);
		if (next > end)
			return;
		c->at = next;
		c->span++;
	}
}

void lines_slice(struct lines *to, const struct lines *from, size_t i, size_t begin, size_t end)
{
	const struct line *line = &from->line[i];
	struct line_cursor c = {.span = line->span};

	add_slice(to, from, line, begin, end < line->len ? end : line->len, &c);
}

void lines_copy(struct lines *to, const struct lines *from, size_t i)
{
	lines_slice(to, from, i, 0, SIZE_MAX);
}

void lines_ground(struct lines *to, const struct lines *from, size_t i, enum style ground)
{
	const struct line *line = &from->line[i];
	const char *text = buf_str(&from->text) + line->at;

	for (size_t k = line->span; k < line->span + line->spans; k++) {
		add_raw(to, from->span[k].style | ground, text, from->span[k].len);
		text += from->span[k].len;
	}
}

void lines_over(struct lines *to, const struct lines *from, size_t i, const struct range *r,
    size_t count, enum style s)
{
	const struct line *line = &from->line[i];
	struct line_cursor c = {.span = line->span};
	size_t done = 0;

	for (size_t k = 0; k < count; k++) {
		size_t end = r[k].to < line->len ? r[k].to : line->len;
		if (r[k].from < done || r[k].from >= end)
			continue;
		add_slice(to, from, line, done, r[k].from, &c);
		add_raw(to, s, buf_str(&from->text) + line->at + r[k].from, end - r[k].from);
		done = end;
	}
	add_slice(to, from, line, done, line->len, &c);
}

/* Returns the offset of a word in line i, from byte `at` on; SIZE_MAX: it is not there, or is empty. */
static size_t word_place(const struct lines *l, size_t i, const char *word, size_t at)
{
	size_t len, n = strlen(word);
	const char *s = lines_text(l, i, &len);

	while (at + n <= len && strncasecmp(s + at, word, n) != 0)
		at++;
	return n && at + n <= len ? at : SIZE_MAX;
}

void lines_mark(
    struct lines *to, const struct lines *from, size_t i, const char *word, enum style s)
{
	const struct line *line = &from->line[i];
	const char *text = buf_str(&from->text) + line->at;
	struct line_cursor c = {.span = line->span};
	size_t at, done = 0;

	for (; (at = word_place(from, i, word, done)) != SIZE_MAX; done = at + strlen(word)) {
		add_slice(to, from, line, done, at, &c);
		add_raw(to, s, text + at, strlen(word));
	}
	add_slice(to, from, line, done, line->len, &c);
}

void lines_wrap(
    struct lines *to, const struct lines *from, size_t i, int cells, const struct margin *m)
{
	const struct line *line = &from->line[i];
	const char *s = buf_str(&from->text) + line->at;
	const char *margin = m ? m->first : "";
	struct line_cursor c = {.span = line->span};
	size_t at = 0;

	do {
		size_t next;
		int room = cells - text_width(margin, strlen(margin));
		size_t n = text_wrap(s + at, line->len - at, room < 2 ? 2 : room, &next);
		lines_adds(to, m ? m->style : STYLE_TEXT, margin);
		add_slice(to, from, line, at, at + n, &c);
		lines_end(to);
		at += next;
		margin = m ? m->rest : "";
	} while (at < line->len);
}

void lines_paragraph(
    struct lines *to, enum style s, const char *text, size_t len, int cells, const struct margin *m)
{
	auto_lines one = {0};
	struct margin rest =
	    m ? (struct margin){m->rest, m->rest, m->style} : (struct margin){"", "", STYLE_TEXT};
	size_t at = 0;

	do {
		const char *nl = at < len ? memchr(text + at, '\n', len - at) : NULL;
		size_t end = nl ? (size_t)(nl - text) : len;
		lines_clear(&one);
		if (end > at)
			lines_add(&one, s, text + at, end - at);
		lines_end(&one);
		lines_wrap(to, &one, 0, cells, at == 0 && m ? m : &rest);
		at = end + 1;
	} while (at < len);
}

void lines_cut(struct lines *to, enum style s, const char *text, size_t len, int cells, bool ascii)
{
	const bool fits = text_width(text, len) <= cells;

	if (cells <= 0)
		return;
	lines_add(to, s, text, fits ? len : text_fit(text, len, cells - 1));
	lines_adds(to, s, fits ? "" : ascii ? "~" : "…");
}

void lines_cut_clause(
    struct lines *to, enum style s, const char *text, size_t len, int cells, bool ascii)
{
	size_t end = len;

	while (
	    end > 0 && (text_width(text, end) > cells || (end < len && !strchr(",;", text[end]))))
		end--;
	lines_cut(to, s, text, end > 0 ? end : len, cells, ascii);
}

bool lines_have(const struct lines *l, size_t i, const char *word)
{
	return word_place(l, i, word, 0) != SIZE_MAX;
}

const char *lines_key_at(const struct lines *l, size_t i, int column, size_t *len)
{
	const struct line *line = &l->line[i];
	const char *text = buf_str(&l->text) + line->at, *found = NULL;
	size_t at = 0;

	for (size_t k = 0; k < line->spans; k++) {
		const struct span *s = &l->span[line->span + k];

		if (STYLE_PLAIN(s->style) == STYLE_KEY && text_width(text, at) <= column) {
			found = text + at;
			*len = s->len;
		}
		at += s->len;
	}
	return found;
}
