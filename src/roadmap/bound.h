/*
 * What no schedule can beat: a lower bound on when the last activity finishes, so that "optimal" is
 * said only where it is proved. The larger of the critical path and, for each resource, the energy of
 * the activities that start late and have much behind them (Carlier and Pinson, An algorithm for
 * solving the job-shop problem, Management Science 35 (1989); for capacities above one the cumulative
 * form of Klein and Scholl, EJOR 112 (1999)).
 */
#ifndef ROADMAP_BOUND_H
#define ROADMAP_BOUND_H

#include "roadmap/network.h"

struct bounds {
	int64_t path;	/* the critical path alone; TIME_NEVER: a calendar has not so much time */
	int64_t energy; /* the tightest resource's */
	int resource;	/* that one; -1: there are none */
	int64_t best;	/* the larger */
};
/* pass: of network_pass without deadlines. */
struct bounds network_bounds(const struct network *n, const struct pass *pass, int64_t path);

#endif
