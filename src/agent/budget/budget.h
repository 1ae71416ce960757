/* SPDX-License-Identifier: MIT
 * Budgets of money and tokens: which caps there are, and what is left of each. The caps come from the
 * settings budget.* and limits.tokens, from the user who gives more in the turn, and from the roadmap
 * planner. Money is in US dollars.
 *
 * Here: caps of money and tokens and what is left of them, usage events with their price, leave for
 * one request, the money of a day that processes share, and how much of a request repeats the last
 * one.
 * Not here: limits of rounds and time (agent/state/limits.h), prices of models (llm/model/price.h),
 * the sums that the screen shows (ui/model).
 */
#ifndef AGENT_BUDGET_BUDGET_H
#define AGENT_BUDGET_BUDGET_H

#include <stdbool.h>
#include <stdint.h>
#include "config/settings.h"
#include "llm/backend.h"

struct agent;
enum budget { BUDGET_TURN, BUDGET_SESSION, BUDGET_DAY, BUDGET_ROADMAP, BUDGET_TOKENS };
#define BUDGETS (BUDGET_TOKENS + 1)

struct turn_budget {
	double raised[BUDGETS]; /* by the user in this turn; US dollars, tokens */
	bool lifted[BUDGETS];
	/* A turn of the roadmap planner has caps of its own beside the settings; US dollars, 0: none. A request they do
	 * not allow is not made, and the turn is not over: exhausted names the cap. */
	double roadmap_usd, roadmap_day_usd;
	double roadmap_spent;  /* by its run before this turn */
	enum budget exhausted; /* which of them refused a request; BUDGET_TURN: none */
};

bool budget_set(const struct settings *s); /* whether there is a cap of money */
/* Returns the cap as it is set, with what the user gave beyond it in this turn; US dollars or
 * tokens, NAN: there is none. */
double budget_cap(const struct agent *a, enum budget kind);
/* Returns what is used of a budget, with what running delegates may still take. */
double budget_gone(struct agent *a, enum budget kind);
/* Returns the cap less what is gone, below 0 where more was used; NAN without a cap. */
double budget_left_of(struct agent *a, enum budget kind);
/* Return what is left of the narrowest cap of money that settings set, NAN without one; and of the turn's
 * tokens, -1 without a cap. */
double budget_left(struct agent *a);
int64_t budget_tokens_left(struct agent *a);
/* Whether the cap of this kind is the roadmap planner's own, and not a narrower one of the settings. */
bool budget_is_roadmaps(const struct agent *a, enum budget kind);
int64_t budget_midnight_ms(void); /* when this day began in local time, Unix milliseconds */

/* Whether this model has a price, or needs none (NULL, the offline backend). False: e says so. key: the setting that
 * names the model. way_out: what else can be done. */
bool budget_model_priced(const struct settings *s, const struct backend *b, const char *model,
    const char *key, const char *way_out, struct error *e);
/* Whether the session may ask this model: it is the turn's, the fallback, or a role's. */
bool budget_model_meant(const struct settings *s, const struct backend *b, const char *model);
/* Whether each model that may be asked has a price or needs none: the turn's, the one it falls back to, those of the
 * roles. */
bool budget_models_priced(const struct settings *s, const struct backend *b, struct error *e);

#endif
