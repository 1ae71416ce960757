/* SPDX-License-Identifier: MIT
 * "!command": runs a shell command for the user, between turns.
 */
#ifndef AGENT_USER_COMMAND_H
#define AGENT_USER_COMMAND_H

#include "base/core/buf.h"
#include "session/event/event.h"

struct agent;
struct user_command {	   /* the running command, folded from the events */
	char call[27];	   /* its call's id; "": none runs */
	char *command;	   /* (owned) */
	struct buf output; /* so far */
};

/* Runs it between turns and waits for its end; it has no time limit. */
void user_command_run(struct agent *a, const char *command);
void user_command_take(struct user_command *own, const struct event *ev);
/* Records the end of a command that an earlier process did not finish; true if there was one. */
bool user_command_close(struct agent *a);
void user_command_free(struct user_command *own);

#endif
