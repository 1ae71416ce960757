/* SPDX-License-Identifier: MIT
 * Activities put onto resources one after the other: the serial schedule generation scheme, forward
 * (each as early as links, hours and what is still free allow) and backward (each as late). An
 * activity is not interrupted by others; it rests where its calendar does and where a maximum of the day or week
 * is used up, and holds its resources only while it works.
 *
 * Source: Kolisch and Hartmann, Heuristic algorithms for the resource-constrained project scheduling
 * problem, in Weglarz (ed.), Project Scheduling (1999).
 */
#ifndef ROADMAP_SCHEDULE_PLACEMENT_H
#define ROADMAP_SCHEDULE_PLACEMENT_H

#include "roadmap/network/activity_network.h"

/* How much of a resource is used, as steps: each holds until the next. The first is at -TIME_NEVER,
 * and is added by whoever makes a usage. */
struct usage_step {
	int64_t at;
	int used; /* units */
};
struct resource_usage {
	struct usage_step *steps; /* (owned) */
	int count, capacity;	  /* capacity: units */
	size_t cap;
};
/* Returns the index of the step that holds at t. */
int usage_step_at(const struct resource_usage *u, int64_t t);
/* Adds units to what is used over [from, to); nothing where that is empty. */
void usage_add(struct resource_usage *u, int64_t from, int64_t to, int units);
/* Whether that many units are free all over [from, to). Where they are not, *later is where the first
 * thing in the way ends, and *earlier where the last one begins. */
bool usage_free(const struct resource_usage *u, int64_t from, int64_t to, int units, int64_t *later,
    int64_t *earlier);

/* When activities are worked whose resources have a maximum: the pieces of each stand together, in any
 * order. */
struct work_piece {
	int activity;
	int64_t from, to;
};
struct work_pieces {
	struct work_piece *list; /* (owned) */
	size_t count, cap;
};
/* Makes `to` a copy, reusing its memory. */
void work_pieces_copy(struct work_pieces *to, const struct work_pieces *from);

struct placement {
	const struct network *network; /* (borrowed) closed; outlives it */
	struct resource_usage *base;   /* (owned) by reservations and fixed activities */
	struct resource_usage *usages; /* (owned) by these and by what is placed */
	struct quotas *quotas;	       /* (owned) by resource: what is left of its maximum */
	struct ends *ends;	       /* (owned) of each activity */
	struct work_pieces pieces;     /* of what is placed */
	int at;			       /* how many of the order were placed so far */
};
/* Fills p, with nothing placed but what is fixed; n is borrowed until placement_free. */
void placement_init(struct placement *p, const struct network *n);
void placement_free(struct placement *p); /* frees what p owns and zeroes it */
/* Removes everything that is not fixed. Must be called between two orders. */
void placement_begin(struct placement *p);
/* Places the activities of an order in which each stands behind what it depends on; called again, it
 * goes on with the same order. It works until that moment of clock_mono_us (0: to the end). True: all
 * were tried. An activity that found no place has ends TIME_NEVER. */
bool placement_forward(struct placement *p, const int *order, int64_t deadline_us);
/* As placement_forward, from the end of the order to its beginning, each as late as it may be: nothing
 * finishes behind `limit`, nor behind its own deadline where `deadlines`. An activity that found no place
 * has ends -TIME_NEVER. */
bool placement_backward(
    struct placement *p, const int *order, int64_t limit, bool deadlines, int64_t deadline_us);
/* A walk over the pieces of work of an activity between its ends, in order:
 *	for (struct piece_walk w = activity_pieces(a, &ends); piece_next(&w);)
 *		... w.from, w.to
 */
struct piece_walk {
	/* (borrowed) the spans of the calendar that are left */
	const struct time_span *next, *end;
	struct ends ends;
	int64_t from, to; /* of the piece */
};
struct piece_walk activity_pieces(const struct activity *a, const struct ends *e);
bool piece_next(struct piece_walk *w); /* false: there are no more */

/* Fills out with all activities by ascending key, ties by priority and number, so that each stands
 * behind what it depends on. from_end: the order is made from its end, for placement_backward: of the
 * activities that nothing left waits for, the one with the highest key stands last. keys and out have
 * an element for each activity. */
void network_order_by(const struct network *n, const int64_t *keys, bool from_end, int *out);
/* As network_order_by, by the start of each activity or, from_end, by its finish. */
void network_order_by_ends(
    const struct network *n, const struct ends *ends, bool from_end, int *out);

#endif
