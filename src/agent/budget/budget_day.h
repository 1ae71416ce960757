/* SPDX-License-Identifier: MIT
 * The budget of a day: money is reserved in the store for as long as a request is under way, so that
 * processes side by side do not spend the same dollar.
 */
#ifndef AGENT_BUDGET_BUDGET_DAY_H
#define AGENT_BUDGET_BUDGET_DAY_H

#include "agent/budget/allowance.h"
#include "agent/state/role.h"

struct agent;
struct backend;

/* Each request under way is a row of the store, so that one whose process is killed is counted all the same: as a usage
 * event that is estimated, with what was reserved for it. */

/* Reserves what a request may cost. got: what the other caps allow, reduced if the day has less left.
 * False: the day has too little left; always true without a cap or a store. */
bool budget_day_reserve(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, struct allowance *got);
/* Stores the row of a request to which no cap of the day applies. usd: its highest cost; 0: the price of its input. */
void budget_note(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, double usd);
/* Frees what was reserved for a request. To be called when it is over and its usage noted. */
void budget_release(struct agent *a);

/* What a delegate may spend of what is left; its money is reserved in the store, too. It counts as gone when it is
 * given; what the delegate spends moves from it to what the session has spent. */
struct budget_share {
	double usd;	/* NAN: no budget */
	int64_t tokens; /* -1: no limit */
	int64_t row;	/* of the store; 0: none */
};
/* Takes a share out of what is left, for budget_share_back. */
struct budget_share budget_share_out(struct agent *a);
/* Adds usd and tokens to a share, which are below 0 for what the delegate spent; it never falls below 0. */
void budget_share_change(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
/* Enlarges a share for a delegate that wants more; false: not so much is left beside the other shares. */
bool budget_share_more(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
/* Gives back what is left of a share. */
void budget_share_back(struct agent *a, struct budget_share *share);

#endif
