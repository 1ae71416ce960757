/* SPDX-License-Identifier: MIT
 * What is spent: makes events with a price of usage, and adds it to the sums of the turn. What is left of
 * a budget: budget.h.
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
	double running_usd; /* spent by running delegates: in no usage event of this session yet */
	double shared_usd;  /* given to running delegates, and not spent yet */
	int64_t shared_tokens;
	int64_t reserved;  /* row of the store for the request under way; 0: none */
	bool settled;	   /* reservations of an earlier process became usage events */
	size_t head_bytes; /* of the turn's request under way; 0: not known */
	bool clamped;	   /* the request asks for a shorter reply, for want of budget */
	struct counted {   /* by the server: tokens of the conversation's first items; 0: unknown */
		size_t items;
		int64_t tokens;
	} counted;
};
struct turn_spending {
	struct usage totals;
	double usd;
	bool priced; /* the price of all of it is known: usd is its sum */
};

/* Emit a usage event with its price, and free what was reserved for the request: for a call of a turn (and what its
 * broken attempts cost), and for any call. */
void spend_note(struct turn *t, const struct completed *c, enum role role, const struct backend *b);
void spend_usage(struct agent *a, struct turn *t /* NULL: between turns */, enum role role,
    const struct backend *b, const char *model /* NULL: as asked for */, const struct usage *u);
/* Adds the usage of a running delegate to the sums at once, so that several side by side cannot spend more than there
 * is. Its usage event comes when it has ended. */
void spend_delegated(struct agent *a, const struct usage *u, double usd);
/* Returns the price of a backend's model; borrowed, until another model's is asked for. */
const struct price *spend_price(struct agent *a, const struct backend *b);
/* Forgets the server's count of the conversation, after a compaction changed it. */
void spend_forget_count(struct agent *a);

#endif
