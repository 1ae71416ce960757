/*
 * Several plans beside each other: where they want more of a resource than there is, how much of each
 * week is taken, and the smallest shifts that solve the conflicts. Resources of one name are the same
 * one.
 */
#ifndef ROADMAP_PORTFOLIO_H
#define ROADMAP_PORTFOLIO_H

#include "roadmap/schedule.h"

struct portfolio_conflict {
	int first_plan, first_node, second_plan, second_node;
	const char *resource; /* (borrowed) */
	int64_t from, to;     /* the first stretch that both want */
};
struct portfolio_week {
	int64_t day;	     /* the Monday, in days */
	int64_t taken, open; /* minutes of the resource: planned, and there at all */
};
struct portfolio_shift {
	int plan, node;
	struct ends before, after;
	int64_t minutes; /* later; negative: earlier */
};
struct portfolio {
	const struct schedule *const *plans; /* (borrowed) */
	int count;
	struct portfolio_conflict *conflicts; /* (owned) */
	size_t conflict_count, conflict_cap;
	struct portfolio_week *weeks; /* (owned) of the resource that most is planned for */
	size_t week_count, week_cap;
	const char *resource;		/* (borrowed) that one; NULL: none */
	struct portfolio_shift *shifts; /* (owned) */
	size_t shift_count, shift_cap;
	bool solved; /* by the shifts */
};
/* The schedules stay, and outlive it. Nothing that is done or fixed is moved, and no shift breaks a
 * dependency or a deadline of its own plan. */
void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count);
void portfolio_free(struct portfolio *p);
json_t *portfolio_json(const struct portfolio *p); /* new reference */

#endif
