/* SPDX-License-Identifier: MIT
 * The figures of the tally, of a period: what began in it counts, with all that came of it. Pure.
 *
 * What each figure counts, and of how many, stands beside its row in plan_figures.c; the terms in
 * plan_tally.h. A figure of nothing has no value.
 */
#ifndef PLAN_HISTORY_PLAN_FIGURES_H
#define PLAN_HISTORY_PLAN_FIGURES_H

#include "config/settings.h"
#include "plan/history/plan_tally.h"

enum figure_unit { UNIT_PERCENT, UNIT_MEAN };
enum figure_rule { RULE_AT_LEAST, RULE_BELOW, RULE_ABOUT };
enum figure_verdict { VERDICT_NONE /* no target, or no value */, VERDICT_MET, VERDICT_MISSED };

struct figure {
	/* static, as the other strings: of the JSON, and of the setting stats.targets.KEY */
	const char *key;
	char label[40];
	const char *of;	   /* what it is a part of: "items that failed" */
	const char *group; /* "planning" */
	enum figure_unit unit;
	enum figure_rule rule;
	int64_t count, among; /* among 0: no data */
	bool targeted;
	double target;
};
/* Returns the figure in percent, or the mean; among must not be 0. */
double figure_value(const struct figure *f);
/* Whether the value meets its target. */
enum figure_verdict figure_verdict(const struct figure *f);

struct spread { /* of times or money */
	size_t count;
	double median, p90; /* 0 of none */
};
struct numbers {      /* Zero-initialise. */
	double *list; /* (owned) */
	size_t count, cap;
};
void numbers_add(struct numbers *n, double value);
/* Returns the median, and the smallest that nine of ten do not exceed. Frees n. */
struct spread spread_of(struct numbers *n);

struct plan_part { /* of plans: all that have something in common */
	char name[8 * TALLY_WORD];
	size_t items; /* of a shape */
	size_t plans, ended, done;
	struct spread ms; /* in progress, of those done */
};
struct task_part { /* of tasks that ended */
	const char *name;
	size_t tasks, answered;
	struct spread ms, usd;
};
struct failure_place { /* where items fail */
	char name[TALLY_WORD];
	size_t count;
};
enum { FIGURES = 11, SIZES = 4, TASK_PARTS = 4, TOP = 20 };
struct plan_figures {
	struct figure list[FIGURES];
	size_t sessions, tasks, plans; /* begun in the period; sessions with a task in it */
	size_t open;		       /* plans neither done nor given up */
	size_t endings[ENDING_IDLE + 1];
	size_t edits, refusals, steers;
	struct spread item_ms, plan_ms; /* in progress, of items and of plans that were completed */
	struct task_part parts[TASK_PARTS]; /* planned or not; all, and long ones */
	struct plan_part sizes[SIZES], shapes[TOP];
	size_t shape_count; /* those that more than one plan had, the most common first */
	struct failure_place places[3], kinds[TOP], tools[TOP];
	size_t kind_count, tool_count;
	size_t failures;
	int long_steps, short_steps;
};
/* Fills *out, which holds no memory of its own. The tally must have ended (tally_end). since_ms, until_ms: Unix;
 * until_ms is the first moment behind the period. */
void figures_make(struct plan_figures *out, const struct tally *t, const struct settings *s,
    int64_t since_ms, int64_t until_ms);

#endif
