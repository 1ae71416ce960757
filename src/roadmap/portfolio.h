/*
 * Several plans beside each other: where they want more of a resource than there is, how much of each
 * week is taken, and the smallest shifts that solve the conflicts. Resources of one name are the same
 * one.
 */
#ifndef ROADMAP_PORTFOLIO_H
#define ROADMAP_PORTFOLIO_H

#include "roadmap/schedule.h"

struct portfolio_task {
	int plan, node;
};
enum conflict_kind {
	CONFLICT_TIME, /* more than the resource has, at one time */
	CONFLICT_DAY,  /* more than max_per_day of it */
	CONFLICT_WEEK,
};
struct portfolio_conflict {
	enum conflict_kind kind;
	struct portfolio_task *tasks; /* (owned) of two plans or more */
	size_t count, cap;
	const char *resource; /* (borrowed) */
	int64_t from, to;     /* the first stretch that all want; the day or week */
	int64_t taken, most;  /* minutes, of a day or week */
};
struct portfolio_conflicts {
	struct portfolio_conflict *list; /* (owned) */
	size_t count, cap;
};
struct portfolio_week {
	int64_t day; /* the Monday, in days */
	int64_t taken,
	    open; /* minutes of the resource: planned, and there for all plans together */
};
struct portfolio_shift {
	int plan, node;
	struct ends before, after;
	int64_t minutes; /* later; negative: earlier */
};
struct portfolio {
	const struct schedule *const *plans; /* (borrowed) */
	int count;
	struct portfolio_conflicts conflicts;
	struct portfolio_week *weeks; /* (owned) of the resource that most is planned for */
	size_t week_count, week_cap;
	const char *resource;		/* (borrowed) that one; NULL: none */
	struct portfolio_shift *shifts; /* (owned) */
	size_t shift_count, shift_cap;
	bool solved; /* by the shifts */
};
/* The schedules stay, and outlive it, as do the busy times they were made with. Nothing that is done or fixed is moved, and no shift breaks a
 * dependency or a deadline of its own plan. */
void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count);
void portfolio_free(struct portfolio *p);
json_t *portfolio_json(const struct portfolio *p); /* new reference */

#endif
