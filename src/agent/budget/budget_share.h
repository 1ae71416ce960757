/* SPDX-License-Identifier: MIT
 * The share of a delegate: a part of what is left of the budgets goes to it, until it is given back with
 * what it has spent.
 */
#ifndef AGENT_BUDGET_BUDGET_SHARE_H
#define AGENT_BUDGET_BUDGET_SHARE_H

#include <stdbool.h>
#include <stdint.h>

struct agent;
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
