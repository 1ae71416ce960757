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
	const char *name;   /* for people: "retry with the error in view" */
	const char *prompt; /* what the model is told; NULL: it has the error in view */
	bool anew;	    /* the planner is asked first */
	int number, of;	    /* steps of the ladder */
};
/* height: how often the same error came; from 1. Past the top of the ladder there are no words any more. Where
 * the depth is not strategic the ladder is shorter. */
struct rung recover_rung(const struct settings *s, enum depth depth, int height);
void recover(struct turn *t, const struct rung *rung);
/* A call that was not ok: how often it failed with this error so far in the turn, this time
 * included. One that was: what it failed with before is forgotten, and the answer is 0. */
int recover_again(struct turn *t, const struct call *call);

#endif
