/* SPDX-License-Identifier: MIT
 * The statistics of a period, computed from a tally. Plans and tasks that began in the period count, with all that
 * came of them later. Pure.
 *
 * The rows of plan_figures.c say what each figure counts, and of how many; plan_tally.h has the terms.
 */
#ifndef PLAN_HISTORY_PLAN_FIGURES_H
#define PLAN_HISTORY_PLAN_FIGURES_H

#include "config/settings.h"
#include "plan/history/plan_tally.h"

enum figure_unit { UNIT_PERCENT, UNIT_MEAN };
enum figure_rule { RULE_AT_LEAST, RULE_BELOW, RULE_ABOUT };
enum figure_verdict { VERDICT_NONE /* no target, or no value */, VERDICT_MET, VERDICT_MISSED };

struct figure {
	/* Static, as the other strings: its name in JSON and in the setting stats.targets.KEY. */
	const char *key;
	char label[40];
	const char *of;	   /* what `among` counts: "items that failed" */
	const char *group; /* heading it is shown under: "planning" */
	enum figure_unit unit;
	enum figure_rule rule;
	int64_t count, among; /* the value is count of among; among 0: there is none */
	bool targeted;	      /* target is set */
	double target;
};
/* Returns the figure in percent, or the mean; among must not be 0. */
double figure_value(const struct figure *f);
/* Returns how the value stands to its target. */
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
/* Returns the median and the 90th percentile (the smallest value that nine of ten do not exceed). Frees n. */
struct spread spread_of(struct numbers *n);

struct plan_part { /* the plans of one size or one shape */
	char name[8 * TALLY_WORD];
	size_t items;		   /* number of items of the shape; 0 for a size */
	size_t plans, ended, done; /* done: completed */
	struct spread ms;	   /* time in progress of the completed ones */
};
struct task_part {	  /* the ended tasks of one kind */
	const char *name; /* (static) */
	size_t tasks, answered;
	struct spread ms, usd;
};
/* Failures of items in one place of the plan, of one kind of item or after one tool. */
struct failure_place {
	char name[TALLY_WORD];
	size_t count;
};
enum { FIGURES = 11, SIZES = 4, TASK_PARTS = 4, TOP = 20 };
struct plan_figures {
	struct figure list[FIGURES];
	size_t sessions, tasks, plans;	 /* tasks and plans begun in the period; their sessions */
	size_t open;			 /* plans that have not ended */
	size_t endings[ENDING_IDLE + 1]; /* plans by enum plan_ending */
	size_t edits, refusals, steers;	 /* by the user, see struct tally_plan */
	struct spread item_ms, plan_ms;	 /* time in progress of completed items and plans */
	struct task_part parts[TASK_PARTS]; /* planned, not planned; the long ones of either */
	struct plan_part sizes[SIZES], shapes[TOP];
	size_t shape_count; /* of shapes that more than one plan had, the most common first */
	/* kinds and tools: the most common first */
	struct failure_place places[3], kinds[TOP], tools[TOP];
	size_t kind_count, tool_count;
	size_t failures;
	int long_steps, short_steps; /* the settings stats.long_steps and stats.short_steps */
};
/* Fills *out, which owns no memory; its strings are static. tally_end must have been called. since_ms, until_ms: Unix
 * milliseconds; until_ms is the first moment behind the period. */
void figures_make(struct plan_figures *out, const struct tally *t, const struct settings *s,
    int64_t since_ms, int64_t until_ms);

#endif
