/* SPDX-License-Identifier: MIT
 * Compares the most that a request can take with what is left of the budgets, before it is made, and
 * limits its reply to what is left.
 */
#ifndef AGENT_BUDGET_BUDGET_ADMIT_H
#define AGENT_BUDGET_BUDGET_ADMIT_H

#include "agent/state/role.h"
#include "llm/context.h"

struct agent;
struct turn;
struct budget_request {
	struct backend *backend;
	const struct context *context;
	enum role role;
	int64_t asked; /* the longest reply its settings ask for, in tokens; 0: none */
};
struct budget_grant {
	int max_output; /* tokens, for the request; 0: as the settings say */
	int64_t most;	/* tokens at which the reply is to be ended; 0: never */
	/* Bytes at which the reply is ended where the server was sent max_output; 0: its tokens are counted instead. */
	double most_bytes;
	double bytes_per_token; /* of letters, in that count */
	/* Bytes of the reply at the last count, and those at which it is counted again (model_reply_exceeds). */
	size_t counted, due;
};
/* Decides whether a request may be made, and fills in grant; waits where the user is asked for more. False: it may not.
 * Then the turn is over or wraps up, except where budget.exhausted is set; with t NULL (between turns) a notice was
 * given. What is reserved for the request is freed by budget_release. */
bool budget_admit(
    struct agent *a, struct turn *t, const struct budget_request *q, struct budget_grant *grant);
/* Asks the server how many tokens a request has and waits for the answer, at most backend.count_timeout_s. Returns 0
 * if there is none: the estimate counts then. */
int64_t exact_count(struct agent *a, struct backend *b, const struct context *context);

#endif
