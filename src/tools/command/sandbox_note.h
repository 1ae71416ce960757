/*
 * What the sandbox may have stopped: told to the model with the way out, and in a few words on the row.
 */
#ifndef TOOLS_COMMAND_SANDBOX_NOTE_H
#define TOOLS_COMMAND_SANDBOX_NOTE_H

#include "base/core/buf.h"

struct sandbox_note { /* all (owned) */
	char *name;   /* of config/sandbox.yaml: "network" */
	char *row;    /* for people: "no network in the sandbox" */
	char *text;   /* for the model */
};
struct confined_end {		/* how a confined command ended; all (borrowed) */
	const struct buf *text; /* what is told of it, with its output */
	const char *command;
	int status; /* its exit */
	bool ok, timed_out;
	bool network;	/* it had the network */
	bool not_owner; /* sandbox_not_owner */
};
/* Finds the note for such an end (config/sandbox.yaml). False: nothing points to the sandbox, and nothing is to be
 * freed. */
bool sandbox_note(const struct confined_end *end, struct sandbox_note *out);
void sandbox_note_free(struct sandbox_note *note);

#endif
