/* SPDX-License-Identifier: MIT
 * Applies the user's intents, in a turn and between turns.
 */
#ifndef AGENT_TURN_INTENTS_H
#define AGENT_TURN_INTENTS_H

#include "session/intent.h"

struct agent;
struct turn;
/* Applies what came since the last step of a turn; called between two steps. */
void intents_take(struct turn *t);
/* Applies one intent. A prompt is taken as words for the running turn: between turns agent_serve takes
 * those intents itself that begin something. */
void intent_apply(struct agent *a, const struct intent *in);

#endif
