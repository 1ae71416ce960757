/*
 * What is kept of a command's output: all of it up to a ceiling, past that its beginning and its
 * end. Bytes as they came.
 */
#ifndef TOOLS_COMMAND_OUTPUT_H
#define TOOLS_COMMAND_OUTPUT_H

#include "base/buf.h"

struct output {
	struct buf head, tail; /* (owned) */
	size_t max;	       /* of both together */
	size_t total;	       /* bytes that came */
	size_t dropped;	       /* of them, those between head and tail that are not kept */
	bool binary;	       /* by the first bytes */
};

void output_init(struct output *o, size_t max);
void output_add(struct output *o, const char *data, size_t len);
void output_write(const struct output *o, struct buf *out); /* appended; names what is missing */
/* The last line with anything on it, as one line of at most `max` characters; NULL: there is none.
 * Owned by the caller. */
char *output_last_line(const struct output *o, size_t max);
void output_clear(struct output *o); /* empty again, and total 0 */
void output_free(struct output *o);

#endif
