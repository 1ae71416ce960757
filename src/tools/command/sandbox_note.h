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
/* Finds the note for a confined command that failed, by the end of its output (config/sandbox.yaml).
 * not_owner: root ran it in a workspace that belongs to somebody else (sandbox_not_owner). False: nothing
 * points to the sandbox, and nothing is to be freed. */
bool sandbox_note(const struct buf *text, bool not_owner, struct sandbox_note *out);
void sandbox_note_free(struct sandbox_note *note);

#endif
