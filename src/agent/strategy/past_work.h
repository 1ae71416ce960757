/* SPDX-License-Identifier: MIT
 * What failed last in a turn, kept for the turn after it: a fold of the session's events.
 */
#ifndef AGENT_STRATEGY_PAST_WORK_H
#define AGENT_STRATEGY_PAST_WORK_H

#include <jansson.h>
#include <stdint.h>

struct event;

/* Zero-initialise it. */
struct past_work {
	/* The seq of the turn_start of the newest turn, and of the one before it; 0: there was none. */
	int64_t running, began;
	/* (owned) What failed last in each, and what it said; NULL: nothing. */
	char *fails, *failed;
};
void past_work_take(struct past_work *w, const struct event *ev); /* any event */
json_t *past_work_save(const struct past_work *w);		  /* new reference */
/* w: zero-initialised. What is missing in saved is as if nothing had come before. */
void past_work_load(struct past_work *w, const json_t *saved);
void past_work_free(struct past_work *w); /* what it holds, not w */

#endif
