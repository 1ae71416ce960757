/* SPDX-License-Identifier: MIT
 * The depth of a turn: chosen when it begins, by the user or the router, and raised while it runs
 * where direct does not do.
 */
#ifndef AGENT_STATE_TURN_DEPTH_H
#define AGENT_STATE_TURN_DEPTH_H

#include "agent/state/route.h"

struct agent;
struct turn;
/* Returns the depth of a turn that begins, with the reason (owned by the caller). *routed: the
 * rules chose it. */
struct route turn_route(struct agent *a, const char *prompt, bool *routed);
/* Goes on as react, and says so in a notice that carries the new depth. */
void turn_react(struct turn *t, const char *level, const char *before, const char *why);
/* A turn that was to be answered directly goes on as react; false: its depth is another one. */
bool turn_escalate(struct turn *t, const char *why);
/* Whether what is asked needs a plan: by its strategy, else by the rules of depth. */
bool turn_is_complex(const struct turn *t);

#endif
