/* SPDX-License-Identifier: MIT
 * Records what commands change in the workspace: a look at its files before each command that may write, a
 * look after it, and a file_change event for each difference. It belongs to struct jobs; one command at a
 * time is watched, since commands run alone.
 */
#ifndef TOOLS_COMMAND_COMMAND_CHANGES_H
#define TOOLS_COMMAND_COMMAND_CHANGES_H

#include "tools/tool.h"

struct command_changes;
/* Reads the limits undo.* of the host's settings. host: borrowed until command_changes_free. */
struct command_changes *command_changes_new(struct tool_host *host);
/* Gives up a look under way without calling its done. NULL is accepted. */
void command_changes_free(struct command_changes *w);

/* Whether this command line may write, and the settings want its changes kept. */
bool command_changes_wanted(const struct tool_host *host, const char *command);

/* Begins a look, which goes on in steps of the loop and then calls done once. No other look may be
 * under way. call: id of the call whose command has run: its changes are emitted as events as they are
 * found, at most undo.max_changes, with a warning if there were more; NULL: the look before a command. */
void command_changes_look(
    struct command_changes *w, const char *call, void (*done)(void *ctx), void *ctx);
/* Gives up the look under way without calling its done. call: id of the call if its command had begun;
 * its changes are then recorded by a look of at most 20 ms; NULL: it had not. */
void command_changes_stop(struct command_changes *w, const char *call);
/* Returns how many files the last look found changed, including those that were not recorded. */
size_t command_changes_count(const struct command_changes *w);

#endif
