/* SPDX-License-Identifier: MIT
 * The ways out of a plan that cannot be kept: operations on its document
 * (roadmap/file/roadmap_edit.h), each applied and scheduled like the plan itself before it is offered, so
 * that whoever takes one gets the dates it was offered with.
 */
#ifndef ROADMAP_SCHEDULE_SCHEDULE_WAYS_H
#define ROADMAP_SCHEDULE_SCHEDULE_WAYS_H

#include "roadmap/schedule/schedule.h"

struct way_attempt {
	enum way_kind kind;
	int node;	 /* -1: the plan */
	int64_t minutes; /* as in struct way_out */
	json_t *edits;	 /* (owned) */
	/* (owned) what is changed; NULL: it is no way out and only finds when all would be done */
	char *text;
	/* How many days its dates lie after those found without deadlines; -1: it sets no dates. */
	int days;
};
struct way_attempts {		  /* zero-initialised: none */
	struct way_attempt *list; /* (owned) in the order they are tried in */
	size_t count, cap;
};

/* Adds the attempts worth trying for the problems of a schedule; none if it has no problems. */
void way_attempts_make(const struct schedule *s, struct way_attempts *out);
/* If attempt number `at` removed all deadlines, or set dates that proved too early, inserts one with later
 * dates after it. tried: the schedule that `at` led to. */
void way_attempts_date(
    struct way_attempts *list, size_t at, const struct schedule *s, const struct schedule *tried);
/* Adds an attempt that led to a feasible schedule, with that finish, to the ways out of s. */
void way_attempt_take(const struct way_attempt *a, struct schedule *s, int64_t finish);
void way_attempts_free(struct way_attempts *list); /* frees what it owns and zeroes it */

#endif
