/* SPDX-License-Identifier: MIT
 * Estimates what a new plan will take from what similar completed plans took. Medians, since one plan that
 * went astray says little about the next.
 */
#ifndef PLAN_HISTORY_PLAN_ESTIMATE_H
#define PLAN_HISTORY_PLAN_ESTIMATE_H

#include <stdint.h>

#include "plan/plan.h"
#include "session/store/store.h"

struct plan_cost {	/* of one completed plan */
	uint64_t shape; /* hash of the first words of its items, in order */
	size_t items;
	int64_t rounds, calls, active_ms, tokens;
};
struct plan_estimate {
	int samples; /* number of past plans it is the median of */
	bool alike;  /* these have the shape of the new one; else only about as many items */
	int rounds, calls;
	int64_t active_ms, tokens;
};

/* Estimates a plan from the folder's last completed ones: at most planner.estimate_plans of them, in at most ten times
 * as many sessions. False: none is similar, or s is NULL (there is no store), and *out is zero. Called once when a plan
 * begins; it reads some hundred rows through an index, however large the store is: under 10 ms with 10,000 turns. A
 * store that cannot be read counts as empty: an estimate is worth no error. */
bool plan_estimate(struct store *s, const char *cwd, const struct plan *p,
    const struct settings *settings, struct plan_estimate *out);
/* Appends "about 12 rounds, 30 calls, 4m 10s, like 5 completed plans of its steps" ("of its size" unless alike). */
void plan_estimate_spell(const struct plan_estimate *e, struct buf *out);

#endif
