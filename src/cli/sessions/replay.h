/* SPDX-License-Identifier: MIT
 * One replay: a stored session or an exported file again, through the same faces. On the screen with a
 * transport bar; printed otherwise.
 */
#ifndef CLI_SESSIONS_REPLAY_H
#define CLI_SESSIONS_REPLAY_H

#include <stdbool.h>
#include "cli/program/options.h"

struct replay_end {
	bool stopped; /* by a signal */
	char *fork;   /* (owned) "ID:SEQ", where the user wants a chat to begin; NULL: nowhere */
	char *folder; /* (owned) new folder for its files as they were there; NULL: they stay */
};
/* Runs it until it is left. Returns the exit code and fills *end, whose strings the caller frees.
 * from_chat: the terminal is handed on to the chat that follows. */
int replay_run(const struct options *o, bool from_chat, struct replay_end *end);

#endif
