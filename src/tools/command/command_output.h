/* SPDX-License-Identifier: MIT
 * What is kept of a command's output: all of it up to a limit, past that its beginning and its end. The
 * bytes are kept raw; who shows them makes them safe.
 */
#ifndef TOOLS_COMMAND_COMMAND_OUTPUT_H
#define TOOLS_COMMAND_COMMAND_OUTPUT_H

#include <jansson.h>
#include "base/core/buf.h"

struct command_output {
	struct buf head, tail; /* (owned) */
	size_t max;	       /* bytes of both together */
	size_t total;	       /* bytes that came */
	size_t dropped;	       /* of them, those between head and tail that are not kept */
	bool binary;	       /* judged by the first bytes */
};

/* Makes *o empty, whatever was in it; free it with command_output_free. max: bytes to keep. */
void command_output_init(struct command_output *o, size_t max);
void command_output_add(struct command_output *o, const char *data, size_t len);
/* Appends what is kept. Where bytes were dropped, the lines cut by that are left out whole and one line
 * says how many bytes are missing. */
void command_output_write(const struct command_output *o, struct buf *out);
/* Returns the last line that is not blank, made safe, cut to at most `max` characters. Owned by the
 * caller; NULL: there is none. */
char *command_output_last_line(const struct command_output *o, size_t max);
/* Empties it, total, dropped and binary too. The limit stays. */
void command_output_clear(struct command_output *o);
/* Frees the buffers. To be used again, *o needs command_output_init. */
void command_output_free(struct command_output *o);

/*
 * What the sandbox may have stopped: a note for the model with the way out, and a few words for the feed.
 */
struct sandbox_note { /* all (owned) */
	char *name;   /* of config/sandbox.yaml: "network" */
	char *row;    /* for people: "no network in the sandbox" */
	char *text;   /* for the model */
};
struct confined_end {		/* how a confined command ended; all (borrowed) */
	const struct buf *text; /* of the result, with the output at its end */
	const char *command;
	int status; /* exit status */
	bool ok, timed_out;
	bool network;	/* it had the network */
	bool not_owner; /* what sandbox_not_owner returns */
};
/* Finds the note for this end in config/sandbox.yaml. False: nothing points to the sandbox, and *out is untouched. */
bool sandbox_note(const struct confined_end *end, struct sandbox_note *out);
void sandbox_note_free(struct sandbox_note *note);
/* Whether the last bytes of a text match a pattern of `trial` in config/sandbox.yaml, by its key: "reads", for a
 * command line that only reads; "layer" or "read_only", for output that may be due to the trial itself. */
bool sandbox_trial_fits(const char *pattern, const char *text, size_t len);

#endif
