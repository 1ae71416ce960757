/* SPDX-License-Identifier: MIT
 * What the reading tools share: errors that name the next step, sizes and lists of names as the model and the
 * feed show them, reading by lines, and how long one step may take.
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

/* Fails the call with e, the error for its path, and with the existing path that may have been meant, if
 * permission rules let the call read that. Frees the contents of e, returns false. */
bool call_fail_path(struct call *c, const char *path, struct error *e);
/* As walk_new; the walk leaves out what permission rules hide from this call. */
struct walk *call_walk(struct call *c, const char *name, int flags, struct error *e);

/* All of these append. */

/* Lines about folders that the walk could not read and places that the rules hid from it; NULL: nothing. */
void add_unseen(const struct walk *w, struct buf *text);
/* "a, b, c and 4 more". names: an array with at least the first few of `count` strings. */
void add_names(struct buf *out, const json_t *names, size_t count);
/* A size as people read it: "312", "4.1K", "2.0M". */
void add_size(struct buf *out, int64_t bytes);
/* An argument in a line for people: safe, on one line, cut. */
void add_argument(struct buf *line, const char *text);

/*
 * Lines of a text, and counting those of a file in steps, so that a large file holds nothing up.
 */
int64_t count_newlines(const char *s, size_t len); /* number of '\n' among the bytes */

/* Reads the line that begins at *at and moves *at behind it; its len bytes are without \n or \r\n. False: there is
 * none, and line and len stay. */
bool line_next(const char **at, const char *end, const char **line, size_t *len);
/* As read(2), repeated if a signal interrupts it. */
ssize_t read_piece(int fd, char *to, size_t len);

struct line_count {
	int fd; /* (owned) closed by the last step or line_count_stop; -1: there is nothing to count */
	int64_t lines;		  /* so far; in the end also a last one without line break */
	bool begun, binary, open; /* open: the last line has no line break so far */
};
/* Counts on until the deadline, monotonic microseconds. False: done, and c->lines is the number; 0 for a
 * binary file; the number so far if reading failed. */
bool line_count_step(struct line_count *c, int64_t deadline_us);
/* Closes the file, if it is open still. */
void line_count_stop(struct line_count *c);

#endif
