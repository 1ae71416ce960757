/* SPDX-License-Identifier: MIT
 * The pattern of search_text: matched with one line at a time, though whole buffers are searched. For
 * search_text alone.
 */
#ifndef TOOLS_READ_SEARCH_PATTERN_H
#define TOOLS_READ_SEARCH_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

struct search_pattern;
struct search_hit {	  /* offsets into the text that was searched, in bytes */
	size_t line, end; /* the line that matches, without its \n or \r\n */
	size_t from, to;  /* the first match in it */
};
enum search_found {
	SEARCH_NONE,  /* not in the rest */
	SEARCH_HIT,   /* hit is filled in */
	SEARCH_LATER, /* the deadline passed: go on at *start */
};

/* Compiles a pattern; search_pattern_free frees it. text: not empty, copied. literal: the text itself is
 * looked for, else it is a PCRE2 pattern. NULL: it is not valid; e says why. */
struct search_pattern *search_pattern_new(
    const char *text, size_t len, bool literal, bool ignore_case, struct error *e);
void search_pattern_free(struct search_pattern *p); /* NULL is accepted */
/* Finds the first matching line of s at or after *start, which is the beginning of a line, and moves
 * *start behind what was looked at. deadline_us: monotonic. */
enum search_found search_pattern_find(struct search_pattern *p, const char *s, size_t len,
    size_t *start, struct search_hit *hit, int64_t deadline_us);
/* Returns how many lines were given up so far because the pattern is too costly for them; they count as
 * not matching. */
int search_pattern_limits(const struct search_pattern *p);

#endif
