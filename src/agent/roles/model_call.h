/* SPDX-License-Identifier: MIT
 * One call of a model: starts it and waits; its words and retries become events meanwhile.
 *
 * Here: asking a model for an answer: which backend, settings and form of answer a role has, one
 * call and its waiting, and answers of a role that are kept for the same question.
 * Not here: what is asked and what follows from it (context, strategy, turn), whether there is
 * money for it (budget), wires and retries (src/llm).
 */
#ifndef AGENT_ROLES_MODEL_CALL_H
#define AGENT_ROLES_MODEL_CALL_H

#include "agent/state/completed.h"
#include "agent/state/role.h"
#include "llm/backend.h"

struct agent;
struct turn;
struct model_call {
	struct backend *backend;
	const struct context *context;
	enum role role;
	int64_t limit_ms; /* how long it may take; 0: no limit */
};

/* Makes a model call and waits for its end; only words of ROLE_TURN become deltas. False: it was cancelled
 * or not made; what came is in out all the same. completed_free frees out in either case. */
bool model_await(struct turn *t, const struct model_call *call, struct completed *out);
/* Loads what other processes noted of the backend's server. */
void server_recall(struct agent *a, struct backend *b);
struct budget_grant;
/* Whether more came of the reply under way (c NULL: none) than was granted, by its bytes or by the count of its
 * deltas. For a server that could not be told how long a reply may be, or does not heed it. */
bool model_reply_exceeds(struct backend *b, struct completion *c, struct budget_grant *grant);
void completed_free(struct completed *c);

#endif
