/* SPDX-License-Identifier: MIT
 * Unified diff of two texts by lines (Myers, "An O(ND) Difference Algorithm", 1986), bounded: if more
 * than DIFF_EDITS lines differ, all lines from the first to the last difference are shown as replaced.
 */
#ifndef BASE_TEXT_DIFF_H
#define BASE_TEXT_DIFF_H

#include <stdbool.h>
#include "base/core/buf.h"

#define DIFF_EDITS 2000

/* Two sequences of anything, all borrowed. */
struct diff_sequences {
	const void *a, *b;
	int a_count, b_count;
	/* Whether element i of a equals element k of b. */
	bool (*same)(const void *a, int i, const void *b, int k);
	/* One for each element, initially false; diff_mark sets those that only one sequence has. */
	bool *a_changed, *b_changed;
};
/* Sets as few marks as possible and returns their number. If more than DIFF_EDITS are needed, marks all
 * elements between the common beginning and the common end. */
int diff_mark(const struct diff_sequences *s);

struct diff_stat {
	int added, removed; /* lines */
	int first, last;    /* lines of the new text that differ, from 1; 0 when equal */
};
/* Appends the hunks ("@@ -a,b +c,d @@") with `context` lines around them, without file headers; nothing
 * if the texts are equal. If out is NULL, only the figures are returned. */
struct diff_stat diff_unified(
    const char *a, size_t a_len, const char *b, size_t b_len, int context, struct buf *out);
/* Returns whether a text contains the header of a hunk. */
bool diff_has_hunk(const char *text);

#endif
