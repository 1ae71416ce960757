/* SPDX-License-Identifier: MIT
 * What the session changed in files, also before a summary from which the agent went on.
 */
#ifndef AGENT_STATE_PAST_CHANGES_H
#define AGENT_STATE_PAST_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

struct agent;
struct undo_log;
/* Whether a command is to be run after a change of this file: it is none of evaluation.unchecked, which are prose. */
bool change_needs_check(const struct agent *a, const char *path);
/* The seq of the last change of this file, or (NULL) of any that needs a check; 0: there is none. */
int64_t last_change(struct agent *a, const char *path);

/* Returns the log of every change, borrowed until the agent is gone. Where the agent was told the
 * events from a summary on alone, the first call reads the earlier ones from the store; if that
 * fails, what is known is told. */
const struct undo_log *past_changes(struct agent *a);

#endif
