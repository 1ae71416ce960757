/*
 * Everything wrong with one file, found in one go, each with its place. What configuration and
 * tables report.
 */
#ifndef BASE_PROBLEM_H
#define BASE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include "base/core/buf.h"

struct problem {
	char *file;	  /* (owned) as the user would name it, or "command line"; NULL: no file */
	int line, column; /* from 1; 0: no place inside the file */
	char *text;	  /* (owned) one safe line */
};
struct problems {
	struct problem *list; /* (owned) in the order they were added */
	size_t count, cap;
};
#define PROBLEMS_INIT \
	{ \
		0 \
	}

/* Adds a problem; file (may be NULL) is copied. Beyond a hundred none is kept, nor where p is NULL.
 * Always returns false: `return problem_add(...)`. */
bool problem_add(struct problems *p, const char *file, int line, int column, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* "FILE:LINE:COL: text"; owned by the caller. */
char *problem_line(const struct problem *p);
/* Appends their texts, without places, with `between` between them. */
void problems_texts(const struct problems *p, const char *between, struct buf *out);
void problems_free(struct problems *p); /* it is empty then and may be used again */

#endif
