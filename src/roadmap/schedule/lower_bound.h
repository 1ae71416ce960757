/* SPDX-License-Identifier: MIT
 * What no schedule can beat: a lower bound on when the last activity finishes, so that a schedule is
 * called optimal only where that is proved. The bound is the larger of the critical path and, for
 * each resource, the work of the activities that start late and have much behind them (Carlier and
 * Pinson, An algorithm for solving the job-shop problem, Management Science 35 (1989); for capacities
 * above one the cumulative form of Klein and Scholl, EJOR 112 (1999)).
 */
#ifndef ROADMAP_SCHEDULE_LOWER_BOUND_H
#define ROADMAP_SCHEDULE_LOWER_BOUND_H

#include "roadmap/network/activity_network.h"

struct bounds {		/* moments, in minutes since 1970 */
	int64_t path;	/* the critical path alone; TIME_NEVER: a calendar has not that much time */
	int64_t energy; /* of the resource that allows least; -TIME_NEVER: no resource bounds it */
	int resource;	/* its number in the network; -1: none bounds it */
	int64_t best;	/* the larger of both */
};

/* Returns the bounds of a closed network. Where path is TIME_NEVER, no resource is looked at. */
struct bounds network_bounds(const struct network *n);

#endif
