/*
 * Everything wrong with one file, found in one go, each with its place. What configuration and
 * tables report.
 */
#ifndef BASE_PROBLEM_H
#define BASE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include "base/buf.h"

struct problem {
	char *file;	  /* (owned) as the user would name it, or "command line", "environment" */
	int line, column; /* from 1; 0: no place inside the file */
	char *text;	  /* (owned) */
};
struct problems {
	struct problem *list; /* (owned) */
	size_t count, cap;
};
#define PROBLEMS_INIT \
	{ \
		0 \
	}

/* Always returns false. At most 100 are kept. */
bool problem_add(struct problems *p, const char *file, int line, int column, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
char *problem_line(const struct problem *p); /* "FILE:LINE:COL: text"; owned by the caller */
/* Their texts, without places, one behind the other. */
void problems_texts(const struct problems *p, const char *between, struct buf *out);
void problems_free(struct problems *p);

#endif
