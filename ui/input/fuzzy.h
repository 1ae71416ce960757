/* SPDX-License-Identifier: MIT
 * Fuzzy matching: the characters of each word typed, in their order, anywhere in the text. Where
 * they stand side by side or begin words it scores higher. Case counts only in a word that has a
 * capital. Pure functions of valid UTF-8; what is longer than the limits is matched more coarsely.
 */
#ifndef UI_INPUT_FUZZY_H
#define UI_INPUT_FUZZY_H

#include <stdbool.h>
#include <stddef.h>

/* 0: does not match; higher is better. A pattern without a word matches everything with 1. */
int fuzzy_score(const char *pattern, const char *text);

struct fuzzy_mark {
	size_t at, len; /* bytes of the text */
};
/* Fills out with where it matches, rising and apart, at most `max`. Returns how many, 0 without a match. */
size_t fuzzy_marks(const char *pattern, const char *text, struct fuzzy_mark *out, size_t max);

struct fuzzy_hit {
	size_t index, len; /* of the text, bytes */
	int score;
};
/* Sorts hits best first; of equals the shorter, then the earlier. fuzzy_order: below 0 where a, a hit, is before b. */
int fuzzy_order(const void *a, const void *b);
void fuzzy_sort(struct fuzzy_hit *hits, size_t count);
/* Fills out, which has room for `count`, with the texts that match, in that order; returns how many. */
size_t fuzzy_rank(const char *pattern, const char *(*text)(const void *ctx, size_t i),
    const void *ctx, size_t count, struct fuzzy_hit *out);

#endif
