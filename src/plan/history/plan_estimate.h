/* SPDX-License-Identifier: MIT
 * What a plan will take, told by what plans of its shape took: as a screen says it beside a new plan,
 * "like it: 12 rounds, 30 calls, 4m 10s". Medians, since one plan that went astray says little about
 * the next.
 */
#ifndef PLAN_HISTORY_PLAN_ESTIMATE_H
#define PLAN_HISTORY_PLAN_ESTIMATE_H

#include <stdint.h>

#include "plan/plan.h"
#include "session/store/store.h"

struct plan_cost {	/* of one completed plan */
	uint64_t shape; /* the first words of its items, hashed */
	size_t items;
	int64_t rounds, calls, active_ms, tokens;
};
struct plan_estimate {
	int samples; /* number of past plans that it is made from */
	bool alike;  /* they have the same kinds of items in the same order, else about as many */
	int rounds, calls;
	int64_t active_ms, tokens;
};

/* Estimates a plan from the folder's last completed ones, planner.estimate_plans of them in ten times as many
 * sessions at most. False: none is like it, and *out is zero. s may be NULL: there is no store. Asked once when a plan begins, and safe to ask then: some hundred rows
 * through an index, whatever the store has grown to; under 10 ms with 10,000 turns. A store
 * that cannot be read is as an empty one: an estimate is worth no error. */
bool plan_estimate(struct store *s, const char *cwd, const struct plan *p,
    const struct settings *settings, struct plan_estimate *out);
/* Appends "about 12 rounds, 30 calls, 4m 10s, like 5 completed plans of its steps" */
void plan_estimate_spell(const struct plan_estimate *e, struct buf *out);

#endif
