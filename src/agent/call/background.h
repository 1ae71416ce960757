/* SPDX-License-Identifier: MIT
 * Commands in the background (tools/command/jobs.h): carries out what the user asks to be done with them, tells the
 * model when one has ended, and ends them with the agent.
 */
#ifndef AGENT_CALL_BACKGROUND_H
#define AGENT_CALL_BACKGROUND_H

#include <jansson.h>

struct agent;
struct turn;

/* Carries out an INTENT_JOB: stops a command or delegate, sends the running command to the background, or makes a
 * request that waits for its next attempt go at once. */
void background_wish(struct agent *a, const json_t *data);
/* Called before a request: tells the model which commands have ended, with what they printed. */
void background_tell(struct turn *t);
/* Notes in the turn's claims how its background commands ended. Called before an answer is compared with them. */
void background_hold(struct turn *t);
/* Records in a resumed session that the commands its last process left running are over. */
void background_lost(struct agent *a);
/* Called at the agent's end: stops the running commands, and records how they ended. */
void background_end(struct agent *a);

#endif
