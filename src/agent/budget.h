/*
 * Budgets: each request is held against what is left of tokens and money before it is made, with
 * the most it can take. Its reply is asked for no longer than what is left pays for. Money of a day
 * is reserved in the store for as long as the request is under way, so that processes side by side do
 * not spend the same dollar.
 */
#ifndef AGENT_BUDGET_H
#define AGENT_BUDGET_H

#include "agent/role.h"
#include "llm/context.h"

struct agent;
struct turn;
enum budget { BUDGET_TURN, BUDGET_SESSION, BUDGET_DAY, BUDGET_ROADMAP, BUDGET_TOKENS };
#define BUDGETS (BUDGET_TOKENS + 1)

struct turn_budget {
	double raised[BUDGETS]; /* by the user in this turn; US dollars, tokens */
	bool lifted[BUDGETS];
	/* A turn of the roadmap planner has caps of its own beside the settings; US dollars, 0: none. A request they do
	 * not allow is not made, and the turn is not over: exhausted names the cap. */
	double roadmap_usd, roadmap_day_usd;
	double roadmap_spent;  /* by its run before this turn */
	enum budget exhausted; /* BUDGET_TURN: none of them */
};
struct budget_request {
	struct backend *backend;
	const struct context *context;
	enum role role;
	int64_t asked; /* the longest reply its settings ask for; 0: none */
};
struct budget_grant {
	int max_output; /* for the request; 0: as the settings say */
	int64_t watch;	/* tokens at which the reply is to be ended; 0: never */
};
/* False: there is too little left; the turn is over then, or wraps up (t NULL, between turns: the user
 * was told). The user may be asked, where there is one. */
bool budget_admit(
    struct agent *a, struct turn *t, const struct budget_request *q, struct budget_grant *grant);
/* The request is over and its usage noted: what was reserved for it is free again. */
void budget_release(struct agent *a);
/* What the narrowest budget of money has left, NAN without one; of the turn's tokens, -1 without. */
double budget_left(struct agent *a);
int64_t budget_tokens_left(struct agent *a);
/* A part of what is left goes to a delegate, until it is given back with what it has spent. */
struct budget_share {
	double usd;	/* NAN: no budget */
	int64_t tokens; /* -1: no limit */
	int64_t row;	/* of the store; 0: none */
};
struct budget_share budget_share_out(struct agent *a);
/* It spent something: usd, tokens. More is given where it is free. */
void budget_share_spent(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
bool budget_share_more(struct agent *a, struct budget_share *share, double usd, int64_t tokens);
void budget_share_back(struct agent *a, struct budget_share *share);

#endif
