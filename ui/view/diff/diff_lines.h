/*
 * A unified diff as rows: line numbers of both sides, sign, text, coloured as code where the language
 * is known; in a line that replaces another the words that changed are marked. What is no diff (output,
 * a file's text) is shown as it is, behind a margin.
 */
#ifndef UI_VIEW_DIFF_DIFF_LINES_H
#define UI_VIEW_DIFF_DIFF_LINES_H

#include "ui/view/lines.h"
#include "ui/view/markdown/highlight.h"

struct diff_view {
	const char *margin; /* before what is no change */
	int cells;
	bool ascii;
	const struct language *language; /* NULL: not known */
	bool sides; /* the old file at the left, the new one at the right, a line a row */
};
/* Appends the rows; text is sanitised. */
void diff_lines(struct lines *out, const char *text, size_t len, const struct diff_view *v);

#endif
