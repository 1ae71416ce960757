/* SPDX-License-Identifier: MIT
 * Several plans beside each other: where they want more of a resource than there is, how much of each
 * week is taken, and the smallest shifts that solve the conflicts. Resources of one name are the same
 * one. Moments are minutes since 1970 in UTC, lengths minutes; a plan is its index in plans, a node
 * its number in that plan.
 */
#ifndef ROADMAP_PORTFOLIO_PORTFOLIO_H
#define ROADMAP_PORTFOLIO_PORTFOLIO_H

#include "roadmap/schedule/schedule.h"

struct portfolio_task {
	int plan, node;
};
enum conflict_kind {
	CONFLICT_TIME, /* more than the resource has, at one time */
	CONFLICT_DAY,  /* more than max_per_day of it */
	CONFLICT_WEEK, /* more than max_per_week of it */
};
struct portfolio_conflict {
	enum conflict_kind kind;
	struct portfolio_task *tasks; /* (owned) of two plans or more */
	size_t count, cap;
	const char *resource; /* (borrowed, of the plans) */
	int64_t from, to;     /* the first stretch that all want; the day or week */
	int64_t taken, most;  /* minutes, of a day or week */
};
struct portfolio_conflicts {
	struct portfolio_conflict *list; /* (owned) */
	size_t count, cap;
};
struct portfolio_week {
	int64_t day;   /* its Monday, days since 1970 */
	int64_t taken; /* minutes that are planned of the resource */
	int64_t open;  /* minutes of it that there are for all plans together */
};
struct portfolio_shift {
	int plan, node;
	struct ends before, after;
	int64_t minutes; /* later; negative: earlier */
};
struct portfolio {
	const struct schedule *const *plans; /* (borrowed) */
	int count;
	struct portfolio_conflicts conflicts; /* as the plans are, before any shift */
	struct portfolio_week *weeks;	      /* (owned) of the resource that most is planned for */
	size_t week_count, week_cap;
	const char *resource; /* (borrowed, of the plans) whose weeks they are; NULL: none */
	struct portfolio_shift *shifts; /* (owned) one for each task that moves */
	size_t shift_count, shift_cap;
	bool solved; /* whether the shifts leave no conflict */
};

/* Kept plans, which are read and scheduled one after the other. */
struct portfolio_plans {
	struct roadmap *roadmaps; /* (owned) room for `most` each, zeroed until used */
	struct schedule **schedules;
	struct busy_times *busy; /* what each is planned around */
	int count;		 /* of those that are scheduled */
	int most;
};
void portfolio_plans_init(struct portfolio_plans *k, size_t most);
void portfolio_plans_free(struct portfolio_plans *k); /* also what is read and not scheduled yet */

/* Fills p, to be freed by portfolio_free. The list and its schedules are not changed and outlive p, as
 * do the busy times the schedules were made with. Nothing that is done or fixed is moved, and no shift
 * breaks a dependency or a deadline of its own plan. */
void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count);
void portfolio_free(struct portfolio *p);
/* Returns {conflicts, resource?, weeks, shifts, solved}, moments in the zone of the first plan; new
 * reference. */
json_t *portfolio_json(const struct portfolio *p);

#endif
