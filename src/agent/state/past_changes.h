/* SPDX-License-Identifier: MIT
 * The file changes of a session, also those before the summary from which it was resumed.
 */
#ifndef AGENT_STATE_PAST_CHANGES_H
#define AGENT_STATE_PAST_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

struct agent;
struct undo_log;
/* Whether a change of this file needs a command to check it: no glob of evaluation.unchecked (prose) matches it. */
bool change_needs_check(const struct agent *a, const char *path);
/* Returns the seq of the last change of this file, or (path NULL) of any file that needs a check; 0 if none. */
int64_t last_change(struct agent *a, const char *path);

/* Returns the log of all changes; borrowed, until the next call. In a session resumed from a summary
 * the first call reads the earlier changes from the store; if that fails, the log lacks them. */
const struct undo_log *past_changes(struct agent *a);

#endif
