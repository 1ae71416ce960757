/* SPDX-License-Identifier: MIT
 * The ways out of a plan that cannot be kept: operations on its document (roadmap/file/roadmap_edit.h), each
 * applied and scheduled as the plan itself before it is offered, so that whoever takes one gets the dates it was
 * offered with.
 */
#ifndef ROADMAP_SCHEDULE_SCHEDULE_WAYS_H
#define ROADMAP_SCHEDULE_SCHEDULE_WAYS_H

#include "roadmap/schedule/schedule.h"

struct way_attempt {
	enum way_kind kind;
	int node;	 /* -1: the plan */
	int64_t minutes; /* as in struct way_out */
	json_t *edits;	 /* (owned) */
	/* (owned) what is done, without its dates; NULL: it only tells when all is done */
	char *text;
	/* By how many days its dates lie behind those that were found without any; -1: it sets none. */
	int days;
};
struct way_attempts {		  /* zero-initialised: none */
	struct way_attempt *list; /* (owned) in the order they are tried in */
	size_t count, cap;
};

/* Adds what is worth trying for the problems that a schedule has; nothing where it has none. */
void way_attempts_make(const struct schedule *s, struct way_attempts *out);
/* Adds, where attempt number `at` asked when all is done without deadlines or set dates that were too early,
 * the one with later dates, to be tried next. tried: what it came to. */
void way_attempts_date(
    struct way_attempts *list, size_t at, const struct schedule *s, const struct schedule *tried);
/* Makes a way out of an attempt that led to a schedule which can be kept. */
void way_attempt_take(const struct way_attempt *a, struct schedule *s, int64_t finish);
void way_attempts_free(struct way_attempts *list); /* frees what it owns and zeroes it */

#endif
