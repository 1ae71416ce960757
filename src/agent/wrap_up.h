/*
 * A turn that comes to a limit wraps up: its next request is the last one and its answer is the turn's
 * (final_answer.c). Whoever finds the limit says so here, and the turn acts on it between its steps.
 */
#ifndef AGENT_WRAP_UP_H
#define AGENT_WRAP_UP_H

#include <stdbool.h>

struct turn;
enum wrap_up { /* what the turn came to */
	WRAP_UP_NONE,
	WRAP_UP_ROUNDS,
	WRAP_UP_TIME,
	WRAP_UP_REPEATED, /* the same call again and again */
	WRAP_UP_BUDGET,	  /* of money */
	WRAP_UP_TOKENS,
};
void wrap_up(struct turn *t, enum wrap_up why); /* the first reason counts */
/* It wraps up because a budget is spent: its last request is made all the same. */
bool wraps_up_for_budget(const struct turn *t);

#endif
