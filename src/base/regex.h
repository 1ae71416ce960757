/* SPDX-License-Identifier: MIT
 * Regular expressions by PCRE2, with the limits that keep a bad pattern from stopping the program:
 * match and heap limits are set on every match. A search gives up where backtracking explodes,
 * after some 20 milliseconds; otherwise it costs what the subject's length costs. Subjects are
 * bytes; with REGEX_UTF invalid UTF-8 never matches, and every search checks the rest of its
 * subject first: search a long text line by line. REGEX_OFTEN compiles to machine code where it
 * can: 50 microseconds more to make, 3 to 18 times faster to search with.
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"
#include "base/regex_prefilter.h"

enum regex_flag {
	REGEX_UTF = 1,
	REGEX_CASELESS = 2,
	REGEX_MULTILINE = 4,
	REGEX_LITERAL = 8, /* the pattern is the text that is looked for */
	REGEX_OFTEN = 16,
};
enum regex_result {
	REGEX_NO,
	REGEX_YES,
	REGEX_LIMIT, /* given up */
};

struct regex;
/* Compiles len bytes with flags of enum regex_flag. Owned by the caller, freed by regex_free. NULL: e
 * says what is wrong, and where in the pattern. */
struct regex *regex_new(const char *pattern, size_t len, int flags, struct error *e);
/* Searches from byte `start`. On REGEX_YES *from and *to (may be NULL) are the bytes that match, the
 * end excluded; otherwise they stay as they were. */
enum regex_result regex_find(
    struct regex *r, const char *s, size_t len, size_t start, size_t *from, size_t *to);
/* Gives the bytes of group n of the last match, after a regex_find that said REGEX_YES. False: the
 * group took no part, or there is none of that number. */
bool regex_group(const struct regex *r, int n, size_t *from, size_t *to);
void regex_free(struct regex *r); /* NULL is accepted */

/*
 * Lists of patterns as tables hold them: PCRE2 in strings, case ignored, any of them may match. One that
 * does not compile, or gives up, matches nothing.
 */

/* list: one pattern or an array of them. look: made of the text by prefilter_text_of. */
bool patterns_match(
    const json_t *list, const char *text, size_t len, const struct prefilter_text *look);
/* Calls found for each match that is not empty, pattern by pattern. */
void patterns_each(const json_t *list, const char *text, size_t len,
    void (*found)(void *ctx, size_t from, size_t to), void *ctx);

#endif
