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
struct plan_resource {
	struct calendar
	    *open; /* (owned) its hours without what is busy and routines that need all of it */
	struct calendar *free; /* (owned) without tasks of fixed dates too */
};
struct plan_network {
	const struct roadmap *roadmap; /* (borrowed) */
	struct plan_wish wish;
	struct roadmap_graph graph; /* closed */
	int64_t start, horizon;
	int64_t deadline;	/* of the plan, its buffer taken off; TIME_NEVER */
	struct calendar *hours; /* (owned) of the plan itself: what lags are counted in */
	struct plan_resource *resources;
	struct calendar **made; /* (owned) for combinations */
	size_t made_count, made_cap;
	json_t *combinations;
	struct occurrence *occurrences;
	size_t occurrence_count, occurrence_cap;
};
/* The roadmap has no violations and outlives it. False: e. */
bool plan_network_build(
    struct plan_network *p, const struct roadmap *r, const struct plan_wish *wish, struct error *e);
void plan_network_free(struct plan_network *p);
int plan_resource_of(const struct plan_network *p, const char *id); /* -1: none */

/* plan_routine.c: adds occurrences, and what they and busy times take of each resource to taken. */
bool plan_add_routines(struct plan_network *p, struct time_spans *taken, struct error *e);
/* The needs of a node: its own, or the one resource a plan has. Sets *count. */
const struct roadmap_need *plan_needs(
    const struct plan_network *p, const struct roadmap_node *n, size_t *count);
int64_t plan_node_work(
    const struct roadmap_node *n, const struct roadmap_need *needs, size_t count);

#endif
