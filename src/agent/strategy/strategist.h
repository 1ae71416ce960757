/* SPDX-License-Identifier: MIT
 * Finding the strategy of a turn: one call of the strategist before the first round, and of the
 * planner when steps fail.
 */
#ifndef AGENT_STRATEGY_STRATEGIST_H
#define AGENT_STRATEGY_STRATEGIST_H

#include <stdbool.h>

struct turn;
/* Asks the strategist for the strategy of a turn that begins; without one the turn goes on as react. A
 * simple request may be answered by the strategist, which ends the turn. */
void strategy_think(struct turn *t, const char *prompt);
/* Asks the planner for a new strategy because steps failed; false: it stays as it is. */
bool strategy_anew(struct turn *t, const char *error);

#endif
