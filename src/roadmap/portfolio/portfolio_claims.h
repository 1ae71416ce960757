/* SPDX-License-Identifier: MIT
 * What the plans of a portfolio want of each resource, for the files of the portfolio only: every
 * planned piece of work is a claim on a resource. Units as in portfolio.h.
 */
#ifndef ROADMAP_PORTFOLIO_PORTFOLIO_CLAIMS_H
#define ROADMAP_PORTFOLIO_PORTFOLIO_CLAIMS_H

#include "roadmap/portfolio/portfolio.h"

struct claim {
	int plan, node, activity, units; /* activity -1: a routine at a fixed time */
	const char *resource;		 /* (borrowed, of the plan) */
	int capacity;			 /* of the resource as its plan has it */
	int64_t from, to;
	bool movable; /* neither fixed nor begun */
};
struct claims {		    /* zero-initialised: none */
	struct claim *list; /* (owned) by resource, then by their beginnings */
	size_t count, cap;
	struct claim next; /* template for the claims that are added */
};
/* Where each activity is by now: one that was moved is no longer where its schedule has it. */
struct portfolio_places {
	struct ends **ends; /* (owned) [plan][activity] */
};
/* Fills c anew, keeping its memory, which is freed by free(c->list). */
void claims_collect(const struct portfolio *p, const struct portfolio_places *at, struct claims *c);
/* Returns the index of the first claim on a resource, or where it would stand. */
size_t claims_of(const struct claims *c, const char *resource);

/* What may be worked of a resource in a day or week, whichever plans it is for: the least that a plan
 * says of the resource itself. A plan's own profile limits that plan alone, and its calendar has it. */
struct resource_maximum {
	const struct zone *zone;   /* (borrowed) whose days and weeks they are */
	int64_t per_day, per_week; /* minutes; 0: no limit */
};
/* Fills m. False: no plan limits the resource, and m->zone is NULL. */
bool resource_maximum(const struct portfolio *p, const char *resource, struct resource_maximum *m);
/* Returns the day (CONFLICT_DAY) or week of a zone that t lies in; a week begins on Monday. */
struct time_span period_at(const struct zone *z, enum conflict_kind period, int64_t t);
/* Returns the minutes of the period in which the resource is claimed, or which lie in `more` (joined or
 * not; NULL: none). Claims of the activity of `without` (NULL: none) do not count. */
int64_t claims_minutes(const struct claims *c, const char *resource, const struct time_span *period,
    const struct claim *without, const struct time_spans *more);

/* Fills out with the conflicts: where claims add up to more than there is; freed by portfolio_conflicts_free. */
void portfolio_find_conflicts(
    const struct portfolio *p, const struct claims *c, struct portfolio_conflicts *out);
void portfolio_conflicts_free(struct portfolio_conflicts *list);
/* Records that an activity moves to `to`: as a new shift, or replacing the one of its task. */
void portfolio_note_shift(struct portfolio *p, int plan, int activity, const struct ends *to);
/* Schedules one plan of the conflict anew around what the others claim, the one whose tasks move least in
 * all, and updates at and p->shifts. False: no plan can be, and nothing is changed. */
bool portfolio_push(struct portfolio *p, struct portfolio_places *at, const struct claims *c,
    const struct portfolio_conflict *x);
/* Fills p->weeks and p->resource; there is at least one claim. */
void portfolio_count_weeks(struct portfolio *p, const struct claims *c);

#endif
