/* SPDX-License-Identifier: MIT
 * Blanks out the code of a Markdown text. Fenced blocks are found line by line, at any indentation. A span
 * ends with as many backticks as it began with, before the next empty line; otherwise they are plain text.
 */
#include "base/text/code_text.h"

#include "base/base.h"

struct fence {
	char mark;  /* '`' or '~'; 0: no block is open */
	size_t len; /* a fence at least this long closes it */
};

/* Returns the length of the fence that a line begins with, and sets *rest to what follows; 0: no fence. */
static size_t fence_at(const char *line, size_t len, const char **rest)
{
	size_t indent = strspn(line, " \t"), n = indent;

	if (indent >= len || (line[indent] != '`' && line[indent] != '~'))
		return 0;
	while (n < len && line[n] == line[indent])
		n++;
	*rest = line + n;
	return n - indent >= 3 ? n - indent : 0;
}

/* Returns whether the line belongs to a fenced block; updates *open if it opens or closes one. */
static bool fence_take(struct fence *open, const char *line, size_t len)
{
	const char *rest = NULL, *end = line + len;
	size_t n = fence_at(line, len, &rest);
	char mark = n ? rest[-1] : '\0';

	if (!open->mark) {
		if (!n || (mark == '`' && memchr(rest, '`', (size_t)(end - rest))))
			return false;
		*open = (struct fence){mark, n};
		return true;
	}
	if (mark == open->mark && n >= open->len) {
		while (rest < end && strchr(" \t\r", *rest))
			rest++;
		if (rest == end)
			open->mark = '\0';
	}
	return true;
}

static void blank(char *s, size_t len)
{
	for (; len; s++, len--)
		if (*s != '\n')
			*s = ' ';
}

/* Returns the end of a code span whose opening `ticks` backticks stand before s; NULL: it has no end. */
static const char *span_end(const char *s, size_t ticks)
{
	while (*s) {
		size_t n = strspn(s, "`");

		if (n == ticks)
			return s + n;
		s += n;
		if (*s == '\n' && s[1 + strspn(s + 1, " \t\r")] == '\n')
			return NULL;
		s += *s && n == 0;
	}
	return NULL;
}

char *text_without_code(const char *text)
{
	struct fence open = {0};
	char *out = xstrdup(text);

	for (char *s = out; *s;) {
		size_t len = strcspn(s, "\n");

		if (fence_take(&open, s, len))
			blank(s, len);
		s += len + (s[len] == '\n');
	}
	for (char *s = strchr(out, '`'); s; s = strchr(s, '`')) {
		size_t ticks = strspn(s, "`");
		const char *end = span_end(s + ticks, ticks);
		size_t len = end ? (size_t)(end - s) : ticks;

		if (end)
			blank(s, len);
		s += len;
	}
	return out;
}
