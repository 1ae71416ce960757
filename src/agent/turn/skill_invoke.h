/* SPDX-License-Identifier: MIT
 * A prompt that calls up a skill or a command of the user's: /name and its arguments, $name among the words.
 */
#ifndef AGENT_TURN_SKILL_INVOKE_H
#define AGENT_TURN_SKILL_INVOKE_H

#include "agent/state/route.h"

struct agent;
struct turn;

/* A prompt that calls one up is no short question: it gets the loop where the rules chose. */
void skill_route(struct agent *a, const char *words, bool routed, struct route *route);
/* After the prompt's message: its words follow, behind the results of what they run and read. */
void skill_invoke(struct turn *t);

#endif
