/* SPDX-License-Identifier: MIT
 * Fuzzy matching: a text matches if it has the characters of each word of the pattern, in their
 * order. Characters that stand side by side or begin words score higher. Case counts only in a word
 * that has a capital. Pure functions of valid UTF-8; of long texts and words only the beginning is
 * matched.
 */
#ifndef UI_INPUT_FUZZY_H
#define UI_INPUT_FUZZY_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how well text matches, 0: not at all. A pattern without a word matches everything with 1. */
int fuzzy_score(const char *pattern, const char *text);

struct fuzzy_mark {
	size_t at, len; /* bytes of the text */
};
/* Fills out with the parts of the text that match, in order and not adjacent, `max` at most.
 * Returns how many; 0: no match. */
size_t fuzzy_marks(const char *pattern, const char *text, struct fuzzy_mark *out, size_t max);

struct fuzzy_hit {
	size_t index, len; /* which text; its bytes */
	int score;
};
/* fuzzy_sort sorts hits best first, of equals the shorter, then the earlier. fuzzy_order compares
 * two hits for qsort. */
int fuzzy_order(const void *a, const void *b);
void fuzzy_sort(struct fuzzy_hit *hits, size_t count);
/* Fills out, which has room for `count`, with the texts 0 to count-1 that match, sorted; returns how many. */
size_t fuzzy_rank(const char *pattern, const char *(*text)(const void *ctx, size_t i),
    const void *ctx, size_t count, struct fuzzy_hit *out);

#endif
