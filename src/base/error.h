/* SPDX-License-Identifier: MIT
 * A failure as a value: a code for the program, a message for a person (what first, subject quoted,
 * lower case, no full stop, then the way out), and where it happened. The caller owns a struct error,
 * starts it as ERROR_INIT and frees it. A function that failed has set it, one that succeeded has not
 * touched it. Each function takes NULL for it: nobody wants to know.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include "base/core/buf.h"

enum error_code {
	ERR_NONE,
	ERR_USAGE,  /* the caller of the program asked for something that is not there */
	ERR_CONFIG, /* configuration is wrong */
	ERR_IO,	    /* the operating system refused; message has strerror */
	ERR_PARSE,  /* bytes that are not what they should be */
	ERR_LIMIT,  /* a ceiling was reached */
	ERR_DENIED, /* not permitted: outside the workspace, refused by a rule or by the user */
	ERR_NOT_FOUND,
	ERR_CONFLICT, /* the thing changed in between */
	ERR_NETWORK,  /* no connection, or it broke */
	ERR_TIMEOUT,
	ERR_CANCELLED,
	ERR_SERVER, /* a server answered with an error */
	ERR_STORE,  /* the session database */
	ERR_UNSUPPORTED,
};

struct error {
	enum error_code code;
	char *message; /* (owned) safe text; NULL: no error */
	char *where;   /* (owned) "FILE:LINE:COL", a JSON path or a URL; NULL: not said */
};
#define ERROR_INIT \
	{ \
		ERR_NONE, 0, 0 \
	}

/* These replace what e held, which the new message may quote, and always return false:
 * `return error_set(e, ...)`. */
bool error_set(struct error *e, enum error_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool error_at(struct error *e, enum error_code code, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool error_copy(struct error *e, const struct error *from); /* which has one */
/* "WHERE: MESSAGE" or "MESSAGE"; "" without an error. Owned by the caller. */
char *error_line(const struct error *e);
const char *error_code_name(enum error_code code); /* "usage", ...: for programs */
void error_free(struct error *e); /* frees the strings and makes it ERROR_INIT again */
/* A local one that is freed where its scope ends: `auto_error e = ERROR_INIT;`. */
#define auto_error freed_by(error_free) struct error

/* strerror, with a full disk and a limit on the size of files told as what they are. Borrowed, until
 * the next call. */
const char *error_system(int number);

/*
 * Everything wrong with one file, found in one go, each with its place. What configuration and
 * tables report.
 */

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
