/*
 * Counting lines of a file in steps.
 */
#ifndef TOOLS_LINE_COUNT_H
#define TOOLS_LINE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t count_newlines(const char *s, size_t len);

struct line_count {
	int fd;	       /* (owned) -1: none */
	int64_t lines; /* a last one without line break counts */
	bool begun, binary, open;
};
void line_count_begin(struct line_count *c, int fd /* takes; -1: nothing to count */);
/* False: done; lines is 0 for a binary file. */
bool line_count_step(struct line_count *c, int64_t deadline_us);
void line_count_stop(struct line_count *c);

#endif
