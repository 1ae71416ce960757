/* SPDX-License-Identifier: MIT
 * Regular expressions by PCRE2, with limits that keep a bad pattern from stopping the program: match and
 * heap limits are set on every match. A search whose backtracking explodes gives up after some 20
 * milliseconds; any other takes time proportional to the subject. Subjects are bytes. With REGEX_UTF
 * invalid UTF-8 never matches, and every search first validates the rest of its subject, so search a long
 * text line by line. REGEX_OFTEN compiles to machine code if possible: compiling takes 50 microseconds
 * more, searching is 3 to 18 times faster.
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
	REGEX_LITERAL = 8, /* the pattern is plain text */
	REGEX_OFTEN = 16,
};
enum regex_result {
	REGEX_NO,
	REGEX_YES,
	REGEX_LIMIT, /* the search gave up */
};

struct regex;
/* Compiles len bytes with flags of enum regex_flag. Caller frees by regex_free. NULL: e has the error
 * and its place in the pattern. */
struct regex *regex_new(const char *pattern, size_t len, int flags, struct error *e);
/* Searches from byte `start`. On REGEX_YES sets *from and *to (both may be NULL) to the offsets of the
 * match and of its end; otherwise leaves them unchanged. */
enum regex_result regex_find(
    struct regex *r, const char *s, size_t len, size_t start, size_t *from, size_t *to);
/* Sets *from and *to as regex_find does, to group n of the last match. To be called only after a
 * regex_find that returned REGEX_YES. False: the group did not match, or there is no group n. */
bool regex_group(const struct regex *r, int n, size_t *from, size_t *to);
void regex_free(struct regex *r); /* NULL is accepted */

/*
 * Lists of patterns from configuration tables: PCRE2 in strings, matched without regard to case. One that
 * does not compile, or gives up, matches nothing.
 */

/* Returns whether any pattern matches. list: one pattern or an array; look: prefilter_text_of the text. */
bool patterns_match(
    const json_t *list, const char *text, size_t len, const struct prefilter_text *look);
/* Calls found for each match that is not empty, of each pattern of an array; an empty match ends its pattern. */
void patterns_each(const json_t *list, const char *text, size_t len,
    void (*found)(void *ctx, size_t from, size_t to), void *ctx);

#endif
