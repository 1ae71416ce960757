/* SPDX-License-Identifier: MIT
 * What is spent: usage becomes events with their price and counts for the turn and the session. What is
 * left of a budget is in budget.h.
 */
#ifndef AGENT_BUDGET_SPEND_H
#define AGENT_BUDGET_SPEND_H

#include "agent/state/role.h"
#include "llm/model/price.h"
#include "session/event/event_data.h"

struct agent;
struct turn;
struct completed;
struct spending {
	struct price price; /* of priced_model */
	char *priced_model; /* (owned) NULL: none looked up yet */
	double running_usd; /* by delegates that still work: in no row of this session yet */
	double shared_usd;  /* given to delegates that still work, and not spent */
	int64_t shared_tokens;
	int64_t reserved; /* row of the store for the request under way; 0: none */
	bool settled; /* what an earlier process left in the store for this session was looked at */
	size_t head_bytes; /* of the turn's request under way; 0: not known */
	bool clamped;	   /* its reply was asked for shorter than it might have been */
	struct counted {   /* by the server, of the conversation's requests; tokens 0: not yet */
		size_t items;
		int64_t tokens;
	} counted;
};
struct turn_spending {
	struct usage totals;
	double usd;
	bool priced; /* usd means something */
};

/* Emits a usage event with its price: of a call of the turn, of any call. */
void spend_note(struct turn *t, const struct completed *c, enum role role, const struct backend *b);
void spend_usage(struct agent *a, struct turn *t /* NULL: between turns */, enum role role,
    const struct backend *b, const char *model /* NULL: as asked for */, const struct usage *u);
/* Emits a usage event of a delegate at work: it counts at once, so that several side by side cannot
 * spend more than there is. */
void spend_delegated(struct agent *a, const struct usage *u, double usd);
/* Returns the price of a backend's model; borrowed, until another model's is asked for. */
const struct price *spend_price(struct agent *a, const struct backend *b);
/* The conversation is another one now: what the server counted says nothing of it. */
void spend_forget_count(struct agent *a);

#endif
