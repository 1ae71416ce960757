/*
 * A roadmap as a network with work and hours in it: calendars of its resources and of every
 * combination of them that a task needs, occurrences of routines, deadlines, what is done already.
 */
#ifndef ROADMAP_PLAN_NETWORK_H
#define ROADMAP_PLAN_NETWORK_H

#include "roadmap/ical.h"
#include "roadmap/roadmap_graph.h"

/* What changes from one attempt at a schedule to the next. */
struct plan_wish {
	int64_t from; /* nothing that is left begins before; TIME_NEVER: the plan's start */
	int64_t now;  /* where a plan without a start begins */
	const struct busy_times *busy; /* of the first resource; NULL */
	int64_t extra_per_day;	       /* minutes more at the end of each working day */
	int64_t most_per_day;	       /* 0: as the plan says */
	int64_t horizon;	       /* nothing later is looked at; 0: as configured */
	bool without_deadlines;
	bool other_hours; /* of a day with a maximum its last minutes where these were its first */
	int without_node, half_node; /* left out, half as long; -1: none */
};
extern const struct plan_wish plan_wish_default;

enum occurrence_kind { OCCURRENCE_FIXED, OCCURRENCE_FLEXIBLE, OCCURRENCE_SKIPPED };
struct occurrence {
	int node;
	enum occurrence_kind kind;
	struct ends ends; /* flexible: of its activity, once there is a schedule */
	int activity;	  /* flexible; -1 */
	char *why;	  /* (owned) skipped: what stands in the way */
};
/* Why a routine goes on behind the last occurrence that is planned. */
enum routine_cut_kind { CUT_NOTHING, CUT_HORIZON, CUT_NO_END, CUT_OCCURRENCES };
extern const char *const routine_cut_kinds[4];
struct routine_cut {
	int node;
	enum routine_cut_kind kind;
	int64_t next; /* the first that is not planned */
};
/* Of the hours of a resource; where it has no daily or weekly maximum, limited is as open and free as
 * loose. All owned. */
struct plan_resource {
	struct calendar *open;	  /* without what is busy and routines that need all of it */
	struct calendar *limited; /* of these the first that its maximum allows */
	struct calendar *loose;	  /* open without tasks of fixed dates that need all of it */
	struct calendar *free; /* of these what its maximum allows: the hours tasks are put into */
	struct time_spans taken;  /* busy, by routines, by tasks of fixed dates */
	struct time_spans worked; /* by routines and tasks of fixed dates: counts for the maximum */
};
struct plan_network {
	const struct roadmap *roadmap; /* (borrowed) */
	struct plan_wish wish;
	struct roadmap_graph graph; /* closed */
	int64_t start, horizon;
	int64_t deadline;	/* of the plan, its buffer taken off; TIME_NEVER */
	struct calendar *hours; /* (owned) of the plan itself: what lags are counted in */
	struct plan_resource *resources;
	bool has_maximum;	       /* some resource has one, daily or weekly */
	struct calendar **made;	       /* (owned) for combinations */
	const struct calendar **loose; /* (owned) by activity; NULL: no maximum, or not asked for */
	size_t made_count, made_cap;
	json_t *combinations;
	struct occurrence *occurrences;
	size_t occurrence_count, occurrence_cap;
	struct routine_cut *cuts; /* (owned) */
	size_t cut_count, cut_cap;
};
/* The roadmap has no violations and outlives it. False: e. */
bool plan_network_build(
    struct plan_network *p, const struct roadmap *r, const struct plan_wish *wish, struct error *e);
void plan_network_free(struct plan_network *p);
int plan_resource_of(const struct plan_network *p, const char *id); /* -1: none */

/* plan_routine.c: adds occurrences, and what they take of each resource. */
bool plan_add_routines(struct plan_network *p, struct error *e);
char *plan_cut_text(const struct plan_network *p, const struct routine_cut *c); /* owned */
/* plan_hours.c: hours as this attempt has them (of the resource whose plan it is: owner); to be
 * freed. Then the resources of the network with their calendars, once the routines are there. */
void plan_hours(
    const struct plan_network *p, const struct hours *from, bool owner, struct hours *to);
void plan_add_resources(struct plan_network *p);
enum calendar_use { HOURS_FREE, HOURS_FIXED, HOURS_LOOSE };
/* The hours in which all its resources can work on a node, and its own; borrowed. Those of a task of
 * fixed date are open to it beyond a daily maximum, unless it takes longer than that. HOURS_LOOSE:
 * without any maximum, for what has to hold whichever minutes of a day are worked. */
const struct calendar *plan_calendar(
    struct plan_network *p, const struct roadmap_node *n, enum calendar_use use);
/* Puts the loose calendars in the place of those activities have; called again: back. */
void plan_swap_calendars(struct plan_network *p);
bool plan_node_elapsed(const struct roadmap_node *n); /* by the clock: takes nobody's time */
/* The needs of a node: its own, or the one resource a plan has. Sets *count. */
const struct roadmap_need *plan_needs(
    const struct plan_network *p, const struct roadmap_node *n, size_t *count);
int64_t plan_node_work(
    const struct roadmap_node *n, const struct roadmap_need *needs, size_t count);

#endif
