/* SPDX-License-Identifier: MIT
 * The beginning of a turn: its state, its turn_start and the message of its prompt.
 */
#ifndef AGENT_TURN_TURN_BEGIN_H
#define AGENT_TURN_TURN_BEGIN_H

#include "agent/state/route.h"

struct agent;
struct roadmap_turn;
struct turn;
struct turn_parts;

/* What a turn is asked: the user's own words, and what was piped in behind them, as a block that names
 * itself (prompts/turn/stdin.md); NULL: nothing. Both borrowed. */
struct prompt {
	const char *words, *piped;
	json_t *pasted; /* (borrowed) as in turn_start; NULL: nothing was */
};
/* Fills p and returns its turn, which is the agent's running one until turn_end; it may be over already. Steals
 * route.why; routed: the rules chose it. roadmap (borrowed): of the roadmap planner's turn; NULL: another turn. */
struct turn *turn_begin(struct turn_parts *p, struct agent *a, struct prompt prompt,
    struct route route, bool routed, struct roadmap_turn *roadmap);

#endif
