/* SPDX-License-Identifier: MIT
 * A failure as a value: a code for the program, a message for a person (what failed first, its subject
 * quoted, lower case, no full stop, then what can be done), and where it happened. The caller owns a
 * struct error, initialises it by ERROR_INIT and frees it. A function that fails sets it, one that
 * succeeds does not touch it. Every function accepts NULL if the caller does not need the error.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include "base/core/buf.h"

enum error_code {
	ERR_NONE,
	ERR_USAGE,  /* the command line or a command asked for something that does not exist */
	ERR_CONFIG, /* configuration is wrong */
	ERR_IO,	    /* the operating system refused; message has strerror */
	ERR_PARSE,  /* malformed input */
	ERR_LIMIT,  /* a ceiling was reached */
	ERR_DENIED, /* not permitted: outside the workspace, refused by a rule or by the user */
	ERR_NOT_FOUND,
	ERR_CONFLICT, /* changed or locked by someone else in the meantime */
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
	char *where;   /* (owned) "FILE:LINE:COL", a JSON path or a URL; NULL: unknown */
};
#define ERROR_INIT \
	{ \
		ERR_NONE, 0, 0 \
	}

/* Set e; the arguments may quote the error it held before. Always return false, for
 * `return error_set(e, ...)`. */
bool error_set(struct error *e, enum error_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool error_at(struct error *e, enum error_code code, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool error_copy(struct error *e, const struct error *from); /* from must hold an error */
/* Returns "WHERE: MESSAGE" or "MESSAGE"; "" without an error. Caller frees. */
char *error_line(const struct error *e);
const char *error_code_name(enum error_code code); /* "usage", ...: for machine-read output */
void error_free(struct error *e); /* frees the strings and resets e to ERROR_INIT */
/* Declares a local error that is freed where its scope ends: `auto_error e = ERROR_INIT;`. */
#define auto_error freed_by(error_free) struct error

/* As strerror, with clearer words for a full disk and a file size limit. Valid until the next call. */
const char *error_system(int number);

/*
 * All problems of one file, each with its place, so that one run reports everything. Used for
 * configuration and tables.
 */

struct problem {
	char *file;	  /* (owned) as the user would name it, or "command line"; NULL: no file */
	int line, column; /* from 1; 0: unknown */
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

/* Adds a problem; file (may be NULL) is copied. Does nothing if p is NULL or holds a hundred already.
 * Always returns false, for `return problem_add(...)`. */
bool problem_add(struct problems *p, const char *file, int line, int column, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* Returns "FILE:LINE:COL: text", without the parts that are unknown. Caller frees. */
char *problem_line(const struct problem *p);
/* Appends the texts of all problems, without places, separated by `between`. */
void problems_texts(const struct problems *p, const char *between, struct buf *out);
void problems_free(struct problems *p); /* empties p, which may be used again */

#endif
