/* SPDX-License-Identifier: MIT
 * Unified diff of two texts by lines (Myers, "An O(ND) Difference Algorithm", 1986), bounded: where
 * more than DIFF_EDITS lines differ, the middle is shown as replaced whole.
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
	/* One for each element, false at first: true for what only one of both has. */
	bool *a_changed, *b_changed;
};
/* Sets as few marks as possible and returns how many. Where that is more than DIFF_EDITS, all between
 * the common ends are set. */
int diff_mark(const struct diff_sequences *s);

struct diff_stat {
	int added, removed; /* lines */
	int first, last;    /* lines of the new text that differ, from 1; 0 when equal */
};
/* Appends the hunks with `context` lines around them ("@@ -a,b +c,d @@"), without file headers; nothing
 * where the texts are equal. out NULL: for the figures alone. */
struct diff_stat diff_unified(
    const char *a, size_t a_len, const char *b, size_t b_len, int context, struct buf *out);
/* Whether a text holds a hunk of such a diff. */
bool diff_has_hunk(const char *text);

#endif
