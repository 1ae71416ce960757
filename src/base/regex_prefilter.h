/*
 * A quick look whether a pattern can match a text at all, for tables of many patterns of which few do:
 * compiling a long pattern takes longer than a start can afford. The letters a match must have are read
 * off the pattern and searched for; what the look does not understand counts as possible.
 */
#ifndef BASE_REGEX_PREFILTER_H
#define BASE_REGEX_PREFILTER_H

#include <stdbool.h>
#include <stddef.h>

struct prefilter_text { /* made once for all the patterns */
	char *
	    lower; /* (owned) NUL-terminated, ASCII letters in lower case; NULL: any pattern is possible */
	bool ascii;
};
struct prefilter_text prefilter_text_of(const char *text, size_t len);
void prefilter_text_free(struct prefilter_text *text);

/* The pattern is NUL-terminated. False: regex_find with REGEX_UTF, with or without REGEX_CASELESS, finds no match in the text. */
bool regex_possible(const char *pattern, size_t len, const struct prefilter_text *text);

#endif
