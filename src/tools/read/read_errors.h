/* SPDX-License-Identifier: MIT
 * What the reading tools share: errors that name the next step, sizes and lists of names as the model and the
 * feed read them, and how long one step may take.
 */
#ifndef TOOLS_READ_READ_ERRORS_H
#define TOOLS_READ_READ_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "tools/tool.h"
#include "workspace/walk.h"

#define STEP_US 4000 /* microseconds of one step, so that it ends within 5 ms */

/* Fails the call because of its path; says which existing one may have been meant, where the rules let
 * the call know of it. Frees the contents of e, returns false. */
bool call_fail_path(struct call *c, const char *path, struct error *e);
/* walk_new, of a walk that shows only what the rules let this call see. */
struct walk *call_walk(struct call *c, const char *name, int flags, struct error *e);

/* All of these append. */

/* Lines about folders that the walk could not read and places that the rules hid from it; w may be NULL. */
void add_unseen(const struct walk *w, struct buf *text);
/* "a, b, c and 4 more". names: an array with at least the first few of `count` strings. */
void add_names(struct buf *out, const json_t *names, size_t count);
/* A size as people read it: "312", "4.1K", "2.0M". */
void add_size(struct buf *out, int64_t bytes);
/* An argument in a line for people: safe, on one line, cut. */
void add_argument(struct buf *line, const char *text);

/*
 * Counting the lines of a file in steps, so that a large file holds nothing up.
 */
int64_t count_newlines(const char *s, size_t len); /* line breaks among the bytes */

/* Reads the next line of *at, which moves behind it; its len bytes are without \n or \r\n. False: there is none, and line
 * and len stay. */
bool line_next(const char **at, const char *end, const char **line, size_t *len);
/* read(2), again where a signal came first. */
ssize_t read_piece(int fd, char *to, size_t len);

struct line_count {
	int fd; /* (owned) closed by the last step or line_count_stop; -1: there is nothing to count */
	int64_t lines; /* a last one without line break counts */
	bool begun, binary, open;
};
/* Reads on until the deadline, monotonic microseconds. False: done, and c->lines is the number; 0 for a
 * binary file, and what came so far for one that could not be read on. */
bool line_count_step(struct line_count *c, int64_t deadline_us);
/* Gives it up; nothing where it is done. */
void line_count_stop(struct line_count *c);

#endif
