/*
 * Rows of a diff: the number is that of the old file for what goes, of the new one for what comes.
 */
#include "ui/diff_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

struct place {
	long old, new;
	bool hunks; /* one was seen: signs mean something */
};

static bool hunk(struct place *p, const char *s)
{
	return sscanf(s, "@@ -%ld%*[,0-9] +%ld", &p->old, &p->new) == 2 ||
	       sscanf(s, "@@ -%ld +%ld", &p->old, &p->new) == 2;
}

static void change_row(struct lines *out, struct place *p, const char *s, size_t len, int cells)
{
	enum style style = *s == '+' ? STYLE_ADD : *s == '-' ? STYLE_DEL : STYLE_DIM;
	long number = *s == '-' ? p->old : p->new;
	char first[48], rest[48];

	p->old += *s != '+';
	p->new += *s != '-';
	snprintf(first, sizeof first, "%6ld   %c  ", number, *s);
	snprintf(rest, sizeof rest, "%*s", (int)strlen(first), "");
	struct margin margin = {first, rest, style};
	lines_paragraph(out, style, s + 1, len - 1, cells, &margin);
}

struct view {
	struct lines *out;
	const char *margin;
	int cells;
	bool ascii;
};

static void plain_row(const struct view *v, const char *s, size_t len)
{
	lines_paragraph(
	    v->out, STYLE_DIM, s, len, v->cells, &(struct margin){v->margin, v->margin, STYLE_DIM});
}

static void diff_row(const struct view *v, struct place *p, const char *s, size_t len)
{
	const char *gap = v->ascii ? "..." : "⋯";
	bool first = !p->hunks;

	if (len > 3 && memcmp(s, "@@ ", 3) == 0 && hunk(p, s)) {
		p->hunks = true;
		if (!first)
			plain_row(v, gap, strlen(gap));
	} else if (p->hunks && len && strchr("+- ", *s)) {
		change_row(v->out, p, s, len, v->cells);
	} else if (!(len > 3 && (memcmp(s, "---", 3) == 0 || memcmp(s, "+++", 3) == 0))) {
		plain_row(v, s, len);
	}
}

void diff_lines(
    struct lines *out, const char *text, size_t len, const char *margin, int cells, bool ascii)
{
	struct view v = {out, margin, cells, ascii};
	struct place p = {1, 1, false};
	size_t at = 0;

	while (at < len) {
		const char *nl = memchr(text + at, '\n', len - at);
		size_t end = nl ? (size_t)(nl - text) : len;
		diff_row(&v, &p, text + at, end - at);
		at = end + 1;
	}
}

bool diff_is(const char *text)
{
	return strncmp(text, "@@ -", 4) == 0 || strstr(text, "\n@@ -");
}
