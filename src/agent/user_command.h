/* SPDX-License-Identifier: MIT
 * "!command": a command line of the user's own, between turns.
 */
#ifndef AGENT_USER_COMMAND_H
#define AGENT_USER_COMMAND_H

#include "base/core/buf.h"
#include "session/event/event.h"

struct agent;
struct user_command {  /* the one that runs: a fold of the events */
	char call[27]; /* "": none */
	char *command; /* (owned) */
	struct buf output;
};

/* Runs it between turns and waits for its end; it has no time limit. */
void user_command_run(struct agent *a, const char *command);
void user_command_take(struct user_command *own, const struct event *ev);
/* Closes one that was cut; true: there was one. */
bool user_command_close(struct agent *a);
void user_command_free(struct user_command *own);

#endif
