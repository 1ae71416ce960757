/* SPDX-License-Identifier: MIT
 * A quick look whether a pattern can match a text at all, for tables of many patterns of which few do:
 * compiling a long pattern takes longer than a start can afford. The letters that a match must have
 * are read off the pattern and searched for in the text. What the look does not understand counts as
 * possible, so it may only save a search, never lose a match.
 */
#ifndef BASE_REGEX_PREFILTER_H
#define BASE_REGEX_PREFILTER_H

#include <stdbool.h>
#include <stddef.h>

struct prefilter_text {
	/* (owned) The text with ASCII letters in lower case; NULL: it is too long or too strange, so
	 * any pattern is possible. */
	char *lower;
	bool ascii;
};
/* Made once for all the patterns; freed by prefilter_text_free. The text is copied. */
struct prefilter_text prefilter_text_of(const char *text, size_t len);
void prefilter_text_free(struct prefilter_text *text);

/* Whether a pattern, len bytes and a NUL behind them, may match. False: regex_find with REGEX_UTF, with
 * or without REGEX_CASELESS, finds no match in the text. */
bool regex_possible(const char *pattern, size_t len, const struct prefilter_text *text);

#endif
