/* SPDX-License-Identifier: MIT
 * One chat, until it is left: the screen of ui/tui, or lines where there is no usable terminal for it
 * (--plain, TERM=dumb).
 */
#ifndef CLI_CHAT_CHAT_H
#define CLI_CHAT_CHAT_H

#include "cli/chat/chat_host.h"

/* Runs it and returns the exit code. *host, freed by host_free, tells what the user wants to go on with.
 * *session becomes the id of the session that was kept, which the caller frees; it stays as it is where
 * none was kept. o is borrowed for the call. */
int chat_run(const struct options *o, struct host *host, char **session);

#endif
