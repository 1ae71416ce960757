/*
 * What the session changed in files, also before a summary from which the agent went on.
 */
#ifndef AGENT_STATE_PAST_CHANGES_H
#define AGENT_STATE_PAST_CHANGES_H

struct agent;
struct undo_log;

/* Returns the log of every change, borrowed until the agent is gone. Where the agent was told the
 * events from a summary on alone, the first call reads the earlier ones from the store; if that
 * fails, what is known is told. */
const struct undo_log *past_changes(struct agent *a);

#endif
