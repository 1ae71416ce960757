/*
 * The last request of a turn that comes to a limit. It offers no tools, or none that may be called;
 * what the model answers is the turn's answer.
 */
#ifndef AGENT_CLOSING_H
#define AGENT_CLOSING_H

#include <stdbool.h>

struct turn;
struct turn_closing {
	const struct closing *why; /* the next request is the last one; NULL: it is not */
	bool without_tools;	   /* the request that is made offers no tools to be called */
	char *held;		   /* (owned) the last answer that did not count yet; NULL: none */
	char *begun; /* (owned) of an answer that was cut at a budget and goes on; NULL: none */
};

enum closing_kind {
	CLOSING_ROUNDS,
	CLOSING_TIME,
	CLOSING_REPEATED,
	CLOSING_BUDGET,
	CLOSING_TOKENS,
};
void closing_begin(struct turn *t, enum closing_kind kind); /* the first kind counts */
bool closing_for_budget(const struct turn *t);		    /* though a budget has nothing left */
void closing_round(struct turn *t);
/* What was held back is the answer where nothing better came, and says so. */
void closing_held(struct turn *t);

#endif
