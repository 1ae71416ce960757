/*
 * Activities put onto resources one after the other: the serial schedule generation scheme, forward
 * (each as early as links, hours and what is still free allow) and backward (each as late). An
 * activity is not interrupted by others; it rests where its calendar does, and holds its resources
 * only while it works.
 *
 * Source: Kolisch and Hartmann, Heuristic algorithms for the resource-constrained project scheduling
 * problem, in Weglarz (ed.), Project Scheduling (1999).
 */
#ifndef ROADMAP_PLACEMENT_H
#define ROADMAP_PLACEMENT_H

#include "roadmap/network.h"

/* How much of a resource is used, as steps: from each on to the next. */
struct usage_step {
	int64_t at;
	int used;
};
struct resource_usage {
	struct usage_step *steps; /* (owned) */
	int count, capacity;
	size_t cap;
};
void usage_add(struct resource_usage *u, int64_t from, int64_t to, int units);
/* Whether that much is free over [from, to). If not: *later is where what stands in the way first
 * ends, *earlier where what stands in the way last begins. */
bool usage_free(const struct resource_usage *u, int64_t from, int64_t to, int units, int64_t *later,
    int64_t *earlier);

struct placement {
	const struct network *network; /* (borrowed) */
	struct resource_usage *base;   /* (owned) reservations and what is fixed */
	struct resource_usage *usages; /* (owned) base and what is placed */
	struct ends *ends;	       /* (owned) of each activity */
	int at;			       /* of the order so far */
};
void placement_init(struct placement *p, const struct network *n);
void placement_free(struct placement *p);
void placement_begin(struct placement *p); /* nothing is placed but what is fixed */
/* Goes on with an order in which each stands behind what it depends on (backward: the same order is
 * read from its end), until deadline_us of clock_mono_us (0: to the end). True: all are placed.
 * What finds no place has ends TIME_NEVER (backward: -TIME_NEVER). */
bool placement_forward(struct placement *p, const int *order, int64_t deadline_us);
/* Nothing finishes behind `limit`, nor behind its own deadline where `deadlines`. */
bool placement_backward(
    struct placement *p, const int *order, int64_t limit, bool deadlines, int64_t deadline_us);
/* Calls each piece of work of an activity between its ends. */
void activity_pieces(const struct activity *a, const struct ends *e,
    void (*take)(void *ctx, int64_t from, int64_t to), void *ctx);

/* Orders activities by ascending key, ties by priority and number, so that each stands behind what
 * it depends on. */
void network_order_by(const struct network *n, const int64_t *keys, int *out);
/* The same from the end: each before what depends on it when `out` is read from its end, those of
 * high keys last. */
void network_order_by_end(const struct network *n, const int64_t *keys, int *out);

#endif
