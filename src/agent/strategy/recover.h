/* SPDX-License-Identifier: MIT
 * The ladder of recovery: what is done about steps that fail in a row.
 */
#ifndef AGENT_STRATEGY_RECOVER_H
#define AGENT_STRATEGY_RECOVER_H

#include <stdbool.h>
#include "agent/state/route.h"
#include "config/settings.h"

struct turn;
struct call;
struct rung {
	const char *name;   /* for people: "once more, with the error in view" */
	const char *prompt; /* what the model is told; NULL: it has the error in view */
	bool anew;	    /* the planner is asked first */
	int number, of;	    /* steps of the ladder */
};
/* Returns the rung for an error that came `height` times, from 1. Past the top of the ladder it has no prompt.
 * Where the depth is not strategic the ladder is shorter. */
struct rung recover_rung(const struct settings *s, enum depth depth, int height);
/* Takes a rung: asks the planner for a new strategy if it says so, and keeps its prompt as advice. */
void recover(struct turn *t, const struct rung *rung);
/* Returns how often in the turn a call's source (its command line, or tool) failed with this error, this
 * time included. 0: the call was ok, and the errors of its source are forgotten. */
int recover_again(struct turn *t, const struct call *call);

#endif
