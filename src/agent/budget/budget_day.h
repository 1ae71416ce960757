/* SPDX-License-Identifier: MIT
 * Money of a day: it is reserved in the store for as long as a request is under way, so that processes
 * side by side do not spend the same dollar.
 */
#ifndef AGENT_BUDGET_BUDGET_DAY_H
#define AGENT_BUDGET_BUDGET_DAY_H

#include "agent/budget/allowance.h"
#include "agent/state/role.h"

struct agent;
struct backend;

/* Each request under way is a row of the store, so that one whose process is killed is counted all the same: as a usage
 * event that is estimated, with what was reserved for it. */

/* Reserves what a request may cost. got: what the other caps allow it, made less where the day has less
 * left. False: the day has too little; always true without a cap or a store. */
bool budget_day_reserve(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, struct allowance *got);
/* Notes a request that no cap of the day holds: it costs this much at most, 0: its input alone. */
void budget_note(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, double usd);
/* The request is over and its usage noted: what was reserved for it is free again. */
void budget_release(struct agent *a);

/* What a delegate may spend of what is left; its money stands in the store too. It counts as gone from the moment it is
 * given; what the delegate spends moves out of it and into what the session has spent. */
struct budget_share {
	double usd;	/* NAN: no budget */
	int64_t tokens; /* -1: no limit */
	int64_t row;	/* of the store; 0: none */
};
/* Takes a share out of what is left, for budget_share_back. */
struct budget_share budget_share_out(struct agent *a);
/* Makes it larger, or smaller by what the delegate spent: usd, tokens; never less than nothing. */
void budget_share_change(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
/* The delegate wants more; false: not so much is left beside what others were given. */
bool budget_share_more(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
/* Gives back what is left of it. */
void budget_share_back(struct agent *a, struct budget_share *share);

#endif
