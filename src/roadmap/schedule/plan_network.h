/* SPDX-License-Identifier: MIT
 * A roadmap as a network with work and hours in it: calendars of its resources and of every
 * combination of them that a task needs, occurrences of routines, deadlines, what is done already.
 * One is made for each attempt at a schedule. Moments are minutes since 1970 in UTC, lengths minutes.
 */
#ifndef ROADMAP_SCHEDULE_PLAN_NETWORK_H
#define ROADMAP_SCHEDULE_PLAN_NETWORK_H

#include "roadmap/calendar/ical.h"
#include "roadmap/file/roadmap_graph.h"

/* What changes from one attempt at a schedule to the next. */
struct plan_wish {
	int64_t from; /* no unfinished work begins before; TIME_NEVER: the plan's start */
	int64_t now;  /* where a plan without a start begins */
	/* (borrowed, outlives the network) of the first resource, sorted; NULL: none */
	const struct busy_times *busy;
	int64_t most_per_day; /* of the first resource; 0: as the plan says */
	int64_t horizon;      /* nothing later is looked at; 0: as configured */
};
extern const struct plan_wish plan_wish_default; /* nothing is changed */

enum occurrence_kind { OCCURRENCE_FIXED, OCCURRENCE_FLEXIBLE, OCCURRENCE_SKIPPED };
struct occurrence {
	int node; /* the routine */
	enum occurrence_kind kind;
	struct ends ends; /* flexible: first its day, then those of its activity */
	int activity;	  /* flexible: its number in the network; otherwise -1 */
	char *why;	  /* (owned) skipped: what stands in the way; otherwise NULL */
};
/* Why a routine is not planned to its end: what cut it off. */
enum routine_cut_kind { CUT_NOTHING, CUT_HORIZON, CUT_NO_END, CUT_OCCURRENCES };
extern const char *const routine_cut_kinds[4];
struct routine_cut {
	int node;
	enum routine_cut_kind kind;
	int64_t next; /* when the first occurrence that is not planned begins */
};
/* The hours of a resource; where it has no daily or weekly maximum, limited is as open. All are
 * owned. */
struct plan_resource {
	struct calendar *open;	  /* without what is busy and routines that need all of it */
	struct calendar *limited; /* of these the first minutes that its maximum allows */
	/* (borrowed) as limited, without the daily maximum that an attempt at `balanced` sets */
	const struct calendar *given;
	struct calendar *loose;	  /* open without tasks of fixed dates that need all of it */
	struct quotas quotas;	  /* what its maximum leaves beside `worked` */
	struct time_spans taken;  /* by busy times, routines and tasks of fixed dates */
	struct time_spans worked; /* by routines and tasks of fixed dates: counts for the maximum */
};
struct work_pieces;
struct plan_network {
	const struct roadmap *roadmap; /* (borrowed) */
	struct plan_wish wish;
	struct roadmap_graph graph; /* closed */
	int64_t start, horizon;
	int64_t deadline;		 /* of the plan, less its buffer; TIME_NEVER: none */
	struct calendar *hours;		 /* (owned) of the plan itself: what lags are counted in */
	struct plan_resource *resources; /* (owned) as many as the roadmap has */
	bool has_maximum;		 /* some resource has one, daily or weekly */
	struct calendar **made;		 /* (owned) of combinations of resources */
	const struct calendar **spare; /* (owned) plan_find_spare; NULL: no maximum or not called */
	size_t made_count, made_cap;
	json_t *combinations; /* (owned) resources a calendar is made of → its index in made */
	struct occurrence *occurrences; /* (owned) */
	size_t occurrence_count, occurrence_cap;
	struct routine_cut *cuts; /* (owned) */
	size_t cut_count, cut_cap;
};

/* Fills p for a roadmap without violations, which outlives it. False: e says why, and there is
 * nothing to free. */
bool plan_network_build(
    struct plan_network *p, const struct roadmap *r, const struct plan_wish *wish, struct error *e);
void plan_network_free(struct plan_network *p); /* frees what p owns and zeroes it */

/* Fills p->spare: for each activity the first minutes of each day that all its maxima allow, as if it were
 * the only activity. Called once the network is closed. */
void plan_find_spare(struct plan_network *p);
/* Returns a copy of an activity with its calendar of p->spare, or as it is if there is no maximum. */
struct activity plan_activity_alone(const struct plan_network *p, int activity);
/* Sets the pieces of activities to those of a finished schedule, which are copied. */
void plan_take_pieces(struct plan_network *p, const struct work_pieces *pieces);
/* Returns the sentence that reports a cut, with the setting that changes it. Caller frees. */
char *plan_cut_text(const struct plan_network *p, const struct routine_cut *c);

/* How much a node needs. */

/* Returns the needs of a node, *count of them: its own, or, if it names none, one unit of the plan's only
 * resource (less, if there is less). None if it takes time by the clock, or if the plan has several resources.
 * Borrowed; valid until the next call. */
const struct roadmap_need *plan_needs(
    const struct plan_network *p, const struct roadmap_node *n, size_t *count);
/* Returns the minutes a node takes with its needs; those that remain if it is in progress. */
int64_t plan_node_work(const struct plan_network *p, const struct roadmap_node *n);

/* For plan_network.c, which calls them in this order. */

/* plan_routine.c: adds the occurrences of all routines, and what they take of each resource. False:
 * e says which rule cannot be followed. */
bool plan_add_routines(struct plan_network *p, struct error *e);
/* plan_hours.c: adds the resources to the network, with their calendars. */
void plan_add_resources(struct plan_network *p);
enum calendar_use {
	HOURS_LOOSE, /* for a task that is placed, which is when a maximum is counted */
	HOURS_FIXED, /* for a task of fixed date: no maximum, unless the task alone exceeds it */
	HOURS_SPARE, /* of the loose hours the first of each day that all maxima allow */
};
/* Returns the hours in which all resources of a node can work on it, within its own hours. Borrowed until
 * the network is freed; NULL: always. */
const struct calendar *plan_calendar(
    struct plan_network *p, const struct roadmap_node *n, enum calendar_use use);

/* Returns how many of the last occurrences of a routine were done in a row; today's may be open. */
int plan_streak(const struct plan_network *p, const struct roadmap_node *n);
/* Whether an occurrence of a routine on that day, since 1970, was done. */
bool node_ticked(const struct roadmap_node *n, int64_t day);

#endif
