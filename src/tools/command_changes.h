/*
 * What commands change in the workspace: a look before each one that may write, a look after it,
 * and a file_change event for each difference. Belongs to struct jobs; one command at a time is
 * watched, since commands run alone.
 */
#ifndef TOOLS_COMMAND_CHANGES_H
#define TOOLS_COMMAND_CHANGES_H

#include "tools/tool.h"

struct command_changes;
struct command_changes *command_changes_new(struct tool_host *host);
void command_changes_free(struct command_changes *w);

/* Whether this command may write, and the settings want its changes kept. */
bool command_changes_wanted(const struct tool_host *host, const char *command);
/* Both look in steps of the loop and then call done. At most one look is under way. */
void command_changes_before(struct command_changes *w, void (*done)(void *ctx), void *ctx);
void command_changes_after(
    struct command_changes *w, const char *call, void (*done)(void *ctx), void *ctx);
/* Gives up the look under way. call: the command had begun; a short look records what can be. */
void command_changes_stop(struct command_changes *w, const char *call);
/* Files the last look found changed. */
size_t command_changes_count(const struct command_changes *w);

#endif
