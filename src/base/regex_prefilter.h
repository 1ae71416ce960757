/* SPDX-License-Identifier: MIT
 * A quick check whether a pattern can match a text at all, for tables of many patterns of which few match,
 * as compiling all of them would take too long at a start. The letters that any match must contain are
 * read off the pattern and searched for in the text. A pattern that is not understood counts as possible,
 * so the check may save a search, but never lose a match.
 */
#ifndef BASE_REGEX_PREFILTER_H
#define BASE_REGEX_PREFILTER_H

#include <stdbool.h>
#include <stddef.h>

struct prefilter_text {
	/* (owned) The text with ASCII letters in lower case; NULL: the text is too long, or has a NUL or a
	 * letter whose case is not simple, so any pattern is possible. */
	char *lower;
	bool ascii; /* the text is all ASCII */
};
/* Returns a copy of the text, prepared for regex_possible; freed by prefilter_text_free. */
struct prefilter_text prefilter_text_of(const char *text, size_t len);
void prefilter_text_free(struct prefilter_text *text);

/* Returns false if regex_find with REGEX_UTF, with or without REGEX_CASELESS, is sure to find no match in
 * the text. The pattern has len bytes and a NUL behind them. */
bool regex_possible(const char *pattern, size_t len, const struct prefilter_text *text);

#endif
