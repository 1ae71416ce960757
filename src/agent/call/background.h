/* SPDX-License-Identifier: MIT
 * Commands in the background (tools/command/jobs.h), as the agent deals with them: what the user wants of one,
 * what the model is told when one is over, and that none outlives its agent.
 */
#ifndef AGENT_CALL_BACKGROUND_H
#define AGENT_CALL_BACKGROUND_H

#include <jansson.h>

struct agent;
struct turn;

/* Carries out what the user wants of one (INTENT_JOB): to stop it, or to send the running command back. */
void background_wish(struct agent *a, const json_t *data);
/* Tells the model before a request of the jobs that are over, with what they printed. */
void background_tell(struct turn *t);
/* Before an answer is held against what ran: takes in the ends of those that the turn began. */
void background_hold(struct turn *t);
/* Says in a session that goes on which commands its last agent left running: they are over. */
void background_lost(struct agent *a);
/* Ends what runs, with its agent; said in the session. */
void background_end(struct agent *a);

#endif
