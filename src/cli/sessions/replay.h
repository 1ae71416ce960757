/* SPDX-License-Identifier: MIT
 * Replay of a stored session or an exported file: on the screen with a transport bar, else printed.
 */
#ifndef CLI_SESSIONS_REPLAY_H
#define CLI_SESSIONS_REPLAY_H

#include <stdbool.h>
#include "cli/program/options.h"

struct replay_end {
	bool stopped; /* by a signal */
	char *fork;   /* (owned) "ID:SEQ", where the user forks a chat; NULL: no fork */
	char *folder; /* (owned) new folder for the fork's files as they were then; NULL: none */
};
/* Runs a replay until the user leaves it. Returns the exit code and fills *end, whose strings the caller
 * frees. from_chat: the terminal is handed over to the chat that follows. */
int replay_run(const struct options *o, bool from_chat, struct replay_end *end);

#endif
