/* SPDX-License-Identifier: MIT
 * A prompt that calls up a skill or a command of the user's: /name and its arguments, $name among the words.
 */
#ifndef AGENT_TURN_SKILL_INVOKE_H
#define AGENT_TURN_SKILL_INVOKE_H

#include "agent/state/route.h"

struct agent;
struct turn;

/* Makes a direct route react, if the rules chose it (routed) and the prompt calls up a skill or a command. */
void skill_route(struct agent *a, const char *words, bool routed, struct route *route);
/* Called after the prompt's message: runs what its skills and commands call, then adds their text. */
void skill_invoke(struct turn *t);

#endif
