/* SPDX-License-Identifier: MIT
 * Checking the criteria of a strategy that the program can check itself.
 */
#ifndef AGENT_STRATEGY_CRITERIA_CHECK_H
#define AGENT_STRATEGY_CRITERIA_CHECK_H

#include <stdbool.h>

struct turn;
struct call;
/* Runs the checks that are stale; false: the turn was cancelled meanwhile. commands false: only those
 * that look at files. */
bool criteria_check(struct turn *t, bool commands);
/* Called for a command that the model ran: judges the criteria whose check is this command by its
 * result. */
void criteria_note(struct turn *t, const struct call *call);

#endif
