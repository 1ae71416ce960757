/* SPDX-License-Identifier: MIT
 * A unified diff as rows: line numbers of both sides, sign, text, coloured as code where the language
 * is known; in a line that replaces another the words that changed are marked. What is no diff (output,
 * a file's text) is shown as it is, behind a margin.
 */
#ifndef UI_VIEW_DIFF_DIFF_LINES_H
#define UI_VIEW_DIFF_DIFF_LINES_H

#include "ui/view/lines.h"
#include "ui/view/markdown/highlight.h"

struct diff_view {
	const char *margin; /* stands before lines that are no part of a diff */
	int cells;
	bool ascii;
	const struct language *language; /* NULL: not known */
	bool sides; /* the old file at the left, the new one at the right, a line a row */
};
/* Appends the rows; text is sanitised. */
void diff_lines(struct lines *out, const char *text, size_t len, const struct diff_view *v);

/* What differs between a line and the one that replaced it, by words: ranges of bytes. */

#define DIFF_RANGES 64 /* of a line, further ones are not marked */

struct word_diff {
	struct range old[DIFF_RANGES], new[DIFF_RANGES];
	size_t old_count, new_count;
};
/* Compares two lines. False: they have too little in common, or are too long, for marks to mean
 * something. *budget is how much may still be compared; the cost is taken off. */
bool diff_words(
    struct word_diff *d, const char *a, size_t a_len, const char *b, size_t b_len, long *budget);

#endif
