/*
 * What is kept of a command's output: all of it up to a ceiling, past that its beginning and its end. The
 * bytes are kept as they came; who shows them makes them safe.
 */
#ifndef TOOLS_COMMAND_COMMAND_OUTPUT_H
#define TOOLS_COMMAND_COMMAND_OUTPUT_H

#include "base/core/buf.h"

struct command_output {
	struct buf head, tail; /* (owned) */
	size_t max;	       /* bytes of both together */
	size_t total;	       /* bytes that came */
	size_t dropped;	       /* of them, those between head and tail that are not kept */
	bool binary;	       /* judged by the first bytes */
};

/* Begins empty; o is overwritten. To be freed by command_output_free. max: bytes to keep. */
void command_output_init(struct command_output *o, size_t max);
void command_output_add(struct command_output *o, const char *data, size_t len);
/* Appends what is kept. Where bytes were dropped, the lines cut by that are left out whole and one line
 * says how many bytes are missing. */
void command_output_write(const struct command_output *o, struct buf *out);
/* The last line with anything on it, made safe, as one line of at most `max` characters. Owned by the
 * caller; NULL: there is none. */
char *command_output_last_line(const struct command_output *o, size_t max);
/* Empties it: total, dropped and binary too. The ceiling stays. */
void command_output_clear(struct command_output *o);
/* Frees what it holds; nothing may be added after it but by command_output_init. */
void command_output_free(struct command_output *o);

#endif
