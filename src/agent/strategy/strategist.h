/* SPDX-License-Identifier: MIT
 * Finding the strategy of a turn: one call of the strategist before the first round, and of the
 * planner when steps fail.
 *
 * Here: finding a strategy and judging by it: the strategist, the checks of criteria, verdicts on
 * steps and answers, recovery after failures, strategies of earlier turns, and the reports that
 * these roles are shown.
 * Not here: the strategy as data (agent/state/strategy.h), the call of the model itself (roles),
 * whether an answer is sent back for other reasons (turn).
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
