/*
 * What is kept of a command's output: all of it up to a ceiling, past that its beginning and its
 * end. Bytes as they came.
 */
#ifndef TOOLS_COMMAND_OUTPUT_H
#define TOOLS_COMMAND_OUTPUT_H

#include "base/buf.h"

struct command_output {
	struct buf head, tail; /* (owned) */
	size_t max;	       /* of both together */
	size_t total;	       /* bytes that came */
	size_t dropped;	       /* of them, those between head and tail that are not kept */
	bool binary;	       /* by the first bytes */
};

void command_output_init(struct command_output *o, size_t max);
void command_output_add(struct command_output *o, const char *data, size_t len);
void command_output_write(
    const struct command_output *o, struct buf *out); /* appended; names what is missing */
/* The last line with anything on it, as one line of at most `max` characters; NULL: there is none.
 * Owned by the caller. */
char *command_output_last_line(const struct command_output *o, size_t max);
void command_output_clear(struct command_output *o); /* empty again, and total 0 */
void command_output_free(struct command_output *o);

#endif
