/* SPDX-License-Identifier: MIT
 * The strategy of a turn that did not end as answered - stopped, killed, at a limit, criteria not
 * met: a fold of the events. The strategist of the next turn is shown it, so that the work may go on
 * towards the same criteria.
 */
#ifndef AGENT_STATE_UNFINISHED_STRATEGY_H
#define AGENT_STATE_UNFINISHED_STRATEGY_H

#include "agent/state/strategy.h"

struct event;
struct unfinished {
	json_t *strategy; /* (owned) data of the strategy event; NULL: nothing is unfinished */
	json_t *criteria; /* (owned) their state, as criteria_state; NULL: not known */
	bool aside;	  /* the running turn is a simple request in between, which keeps it */
};
/* Folds an event; any may be given. unfinished_free leaves it empty. */
void unfinished_take(struct unfinished *u, const struct event *ev);
json_t *unfinished_save(const struct unfinished *u); /* new reference */
/* Loads a saved fold into u, which must be zero-initialised. */
void unfinished_load(struct unfinished *u, const json_t *saved);
void unfinished_free(struct unfinished *u);

/* Returns what the strategist is shown of the unfinished strategy; caller frees. "" if there is none,
 * or it has more than max_bytes. */
char *unfinished_text(const struct unfinished *u, size_t max_bytes);
/* Loads the unfinished strategy into s, zero-initialised, for strategy_free. False: there is none, or
 * it does not fit the schema. */
bool unfinished_read(const struct unfinished *u, struct strategy *s);

#endif
