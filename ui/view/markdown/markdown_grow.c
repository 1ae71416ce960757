/* SPDX-License-Identifier: MIT
 * Notes the places from which a growing text can be read on. Each is the beginning of a whole line,
 * one that ends with a line break.
 */
#include "ui/view/markdown/markdown_grow.h"

#include "base/base.h"

#define LIST_MANY 16384 /* an item is such a place only this many bytes behind the beginning */
#define FENCE_MOST 200	/* within code behind a longer fence line there is no such place */

/* Finds the line of the source in which this text stands; false where it is not of the source,
 * or its line is not whole yet. */
static bool block_line(const struct markdown_grow *g, const char *s, size_t *line)
{
	const char *const end = g->text + g->len;

	if (s < g->text + g->skip || s >= end || !memchr(s, '\n', (size_t)(end - s)))
		return false;
	while (s > g->text + g->skip && s[-1] != '\n')
		s--;
	*line = (size_t)(s - g->text);
	return true;
}

static size_t line_before(const struct markdown_grow *g, size_t line)
{
	size_t at = line - 1;

	while (at > g->skip && g->text[at - 1] != '\n')
		at--;
	return at;
}

static bool line_is_blank(const struct markdown_grow *g, size_t line)
{
	return g->text[line + strspn(g->text + line, " \t")] == '\n';
}

static bool opens_code(const char *s)
{
	return strncmp(s, "```", 3) == 0 || strncmp(s, "~~~", 3) == 0;
}

static bool starts_block(const struct markdown_grow *g, size_t line)
{
	const char *s = g->text + line + strspn(g->text + line, " ");
	const size_t marks = strspn(s, "#");

	/* A fence here is text to md4c: it follows code of an item that was not closed. */
	if (opens_code(s))
		return false;
	return (marks > 0 && marks <= 6 && s[marks] == ' ') ||
	       line_is_blank(g, line_before(g, line));
}

static bool starts_item(const struct markdown_grow *g, size_t line)
{
	const size_t indent = strspn(g->text + line, " ");
	const char *s = g->text + line + indent;
	const size_t digits = strspn(s, "0123456789");

	return indent < 4 && line - g->skip > LIST_MANY && s[digits] &&
	       strchr(digits ? ".)" : "-+*", s[digits]) && s[digits + 1] == ' ';
}

void grow_begin(struct markdown_grow *g, enum grow what, size_t rows, bool gap, unsigned number)
{
	g->waits = what;
	g->next = (struct markdown_place){.rows = rows, .gap = gap, .number = number};
}

void grow_text(struct markdown_grow *g, const char *s)
{
	const enum grow what = g->waits;
	size_t line;

	g->waits = GROW_NONE;
	if (what == GROW_NONE || !block_line(g, s, &line) || line == g->skip)
		return;
	if (what == GROW_BLOCK ? starts_block(g, line) : starts_item(g, line)) {
		g->place = g->next;
		g->place.at = g->from + line - g->skip;
	}
}

/* Finds the fence that opened the code: it stands above the code's first line that is not empty.
 * Code that is moved to the right is not entered, since how far depends on what stands before it.
 */
static void find_fence(struct markdown_grow *g, size_t line)
{
	size_t at = line;

	do {
		if (at == g->skip)
			return;
		at = line_before(g, at);
	} while (line_is_blank(g, at));
	const char *s = g->text + at;
	const char *nl = memchr(s, '\n', g->len - at);
	const size_t len = (size_t)(nl - g->text) - at;

	if (len > FENCE_MOST || !opens_code(s))
		return;
	g->fence = g->from + at - g->skip;
	g->fence_len = len;
}

void grow_code(struct markdown_grow *g, const char *s, size_t code)
{
	size_t line;

	if (!block_line(g, s, &line))
		return;
	if (!g->fence_len && !g->in_code)
		find_fence(g, line);
	g->in_code = true;
	if (!g->fence_len || line == g->skip)
		return;
	g->line = line;
	g->code = code;
}

void grow_code_row(struct markdown_grow *g, size_t code, size_t rows, unsigned inside)
{
	if (g->line && g->code == code)
		g->place = (struct markdown_place){.at = g->from + g->line - g->skip,
		    .rows = rows,
		    .fence = g->fence,
		    .fence_len = g->fence_len,
		    .inside = inside};
}
