/*
 * Commands in the background (tools/jobs.h), as the agent deals with them: what the user wants of one,
 * what the model is told when one is over, and that none outlives its agent.
 */
#ifndef AGENT_BACKGROUND_H
#define AGENT_BACKGROUND_H

#include <jansson.h>

struct agent;
struct turn;

/* What the user wants of one (INTENT_JOB). */
void background_wish(struct agent *a, const json_t *data);
/* Before a request: the model is told of those that are over, with what they said. */
void background_tell(struct turn *t);
/* Of those that the session's last agent left running: nothing runs of it any more. */
void background_lost(struct agent *a);
/* Ends what runs, with its agent; said in the session. */
void background_end(struct agent *a);

#endif
