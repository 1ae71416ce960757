/*
 * Counting the lines of a file in steps, so that a large file holds nothing up.
 */
#ifndef TOOLS_READ_LINE_COUNT_H
#define TOOLS_READ_LINE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t count_newlines(const char *s, size_t len); /* line breaks among the bytes */

struct line_count {
	int fd;	       /* (owned) -1: none */
	int64_t lines; /* a last one without line break counts */
	bool begun, binary, open;
};
/* Begins with a file; c is overwritten. Takes fd, which the last step or line_count_stop closes. fd -1:
 * there is nothing to count. */
void line_count_begin(struct line_count *c, int fd);
/* Reads on until the deadline, monotonic microseconds. False: done, and c->lines is the number; 0 for a
 * binary file, and what came so far for one that could not be read on. */
bool line_count_step(struct line_count *c, int64_t deadline_us);
/* Gives it up; nothing where it is done. */
void line_count_stop(struct line_count *c);

#endif
