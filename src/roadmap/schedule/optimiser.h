/* SPDX-License-Identifier: MIT
 * The search for a short schedule under scarce resources: priority rules first, then a genetic
 * algorithm over activity lists, and beside it lists of which a stretch is drawn anew; every list is
 * improved by scheduling it backward from its end and forward again. Deterministic for a seed as long
 * as the count of schedules, not the clock, ends it.
 *
 * Sources: Hartmann, A competitive genetic algorithm for resource-constrained project scheduling,
 * Naval Research Logistics 45 (1998), for activity lists and their crossover; Valls, Ballestin and
 * Quintanilla, Justification and RCPSP: a technique that pays, EJOR 165 (2005), for the way back and
 * forth; Palpant, Artigues and Michelon, LSSPER: solving the resource-constrained project scheduling
 * problem with large neighbourhood search, Annals of Operations Research 131 (2004), for the
 * stretches; Kolisch and Hartmann, Experimental investigation of heuristics for resource-constrained
 * project scheduling: an update, EJOR 174 (2006), for how the number of schedules is counted: each
 * pass over all activities, in whatever direction, is one. Where these do not meet the bound, proof.h
 * searches for something shorter, or for the proof that there is nothing.
 */
#ifndef ROADMAP_SCHEDULE_OPTIMISER_H
#define ROADMAP_SCHEDULE_OPTIMISER_H

#include "roadmap/schedule/placement.h"

struct optimiser_limits {
	uint64_t seed;	 /* the same seed and count of schedules give the same schedule */
	int schedules;	 /* at most; one candidate is tried whatever it says */
	int64_t time_us; /* 0: no limit */
	int64_t enough;	 /* a finish that cannot be beaten; -TIME_NEVER: not known */
	int decisions;	 /* at most, to prove that nothing finishes earlier (proof.h); 0: none */
};
struct schedule_cost {
	int64_t unplaced; /* activities that found no place */
	int64_t late;	  /* minutes behind deadlines, summed over all activities */
	int64_t finish;	  /* of the last activity, a moment */
};
/* Whether a is better than b: fewer unplaced, then less late, then finished earlier. */
bool schedule_cost_less(const struct schedule_cost *a, const struct schedule_cost *b);

struct optimiser;
/* Returns a search over a closed network, which it borrows until it is freed. The limits are
 * copied. Owned by the caller, never NULL. */
struct optimiser *optimiser_new(const struct network *n, const struct optimiser_limits *limits);
/* Works until that moment of clock_mono_us; 0: to the end. True while there is more to do. */
bool optimiser_step(struct optimiser *o, int64_t deadline_us);
void optimiser_free(struct optimiser *o); /* NULL is accepted */

/* The best schedule so far, and how it was found. */
struct optimiser_result {
	struct ends *ends;	   /* (owned) of each activity */
	struct work_pieces pieces; /* (owned) */
	struct schedule_cost cost;
	int schedules;	  /* how many were generated so far */
	bool out_of_time; /* the clock ended the search */
	bool proved;	  /* no schedule finishes before it */
};
/* Returns the best schedule so far; a step must have been made. Borrowed until the next step. */
const struct optimiser_result *optimiser_best(const struct optimiser *o);

#endif
