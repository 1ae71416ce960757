/* SPDX-License-Identifier: MIT
 * Each request is held against what is left of the budgets before it is made, with the most it can
 * take. Its reply is asked for no longer than what is left pays for.
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
	/* Where it is ended, since nobody knows its tokens; 0: they are counted, its signs each. */
	double most_bytes;
	double bytes_per_token; /* of its letters */
	/* Its bytes when it was counted last, and those at which it is again (model_reply_exceeds). */
	size_t counted, due;
};
/* False: there is too little left; the turn is over then, or wraps up (t NULL, between turns: the user
 * was told). The user may be asked, where there is one. What is admitted is given back by
 * budget_release. */
bool budget_admit(
    struct agent *a, struct turn *t, const struct budget_request *q, struct budget_grant *grant);
/* Returns the tokens of a request as its server counts them, asked where the estimate would refuse the request or make it
 * smaller. Waits for the answer, at most backend.count_timeout_s. 0: nothing was told, the estimate counts. */
int64_t exact_count(struct agent *a, struct backend *b, const struct context *context);

#endif
