/* SPDX-License-Identifier: MIT
 * Branch and bound: whether a schedule can be beaten. All schedules that end earlier are searched, with
 * at most a given number of decisions. Going forward in time, each activity that could begin is begun or
 * delayed; a branch that cannot end in time, or comes to a state that an earlier branch reached no later,
 * is given up.
 *
 * Sources: Demeulemeester and Herroelen, A branch-and-bound procedure for the multiple resource-
 * constrained project scheduling problem, Management Science 38 (1992), for the states that rule each
 * other out; Le Pape, Couronne, Vergamini and Gosselin, Time-versus-capacity compromises in project
 * scheduling (1994), for delays that last until the room they leave is taken.
 */
#ifndef ROADMAP_SCHEDULE_PROOF_H
#define ROADMAP_SCHEDULE_PROOF_H

#include "roadmap/network/activity_network.h"

struct proof;
enum proof_verdict {
	PROOF_OPEN,    /* the decisions were used up, or the time of a step was */
	PROOF_HOLDS,   /* no schedule finishes before the end to beat */
	PROOF_REFUTED, /* one does: proof_ends returns it */
};

/* Returns a search over n, which is closed and outlives it. finish: the end to beat. decisions: at most
 * so many. Freed by proof_free. NULL: decisions is 0, or the network is of a kind that is not searched
 * (none or more than 128 activities, more than 8 resources; links with a lag or of other kinds than finish
 * to start; calendars that differ; releases, fixed dates, routines, least pieces, reservations or
 * maxima). */
struct proof *proof_new(const struct network *n, int64_t finish, int decisions);
void proof_free(struct proof *p); /* NULL is accepted */
/* Goes on until that moment of clock_mono_us (0: to the end). *more: whether to call it again. */
enum proof_verdict proof_step(struct proof *p, int64_t deadline_us, bool *more);
/* Fills ends, one for each activity, with the schedule that was found. Only after PROOF_REFUTED. */
void proof_ends(const struct proof *p, struct ends *ends);

#endif
