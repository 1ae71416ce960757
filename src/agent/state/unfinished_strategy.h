/* SPDX-License-Identifier: MIT
 * The strategy of a turn that did not come to its end - stopped, killed, at a limit, criteria not
 * met: a fold of the events. The strategist of the next turn is told of it, so that the work may go
 * on towards the same criteria.
 */
#ifndef AGENT_STATE_UNFINISHED_STRATEGY_H
#define AGENT_STATE_UNFINISHED_STRATEGY_H

#include "agent/state/strategy.h"

struct event;
struct unfinished {
	json_t *strategy; /* (owned) data of the strategy event; NULL: nothing is unfinished */
	json_t *criteria; /* (owned) their state, as criteria_state; NULL: not known */
	bool aside;	  /* the strategist answered something in between by itself */
};
/* Folds an event; any may be given. unfinished_free leaves it empty. */
void unfinished_take(struct unfinished *u, const struct event *ev);
json_t *unfinished_save(const struct unfinished *u); /* new reference */
/* u: zero-initialised. What is missing in saved is as if nothing had come before. */
void unfinished_load(struct unfinished *u, const json_t *saved);
void unfinished_free(struct unfinished *u);

/* Returns what the strategist is told of a strategy that did not come to its end; owned, "" for
 * nothing. */
char *unfinished_text(const struct unfinished *u, size_t max_bytes);
/* False: there is none, or it fits no strategy. */
bool unfinished_read(const struct unfinished *u, struct strategy *s);

#endif
