/* SPDX-License-Identifier: MIT
 * What the agent folds of a session's events besides the conversation and the plan: the turns before, for the router;
 * a strategy that did not come to its end; what the user did to the plan; jobs; what failed last; settings that were
 * changed; what was spent; the last write. A fold that saves itself: one that goes on from what it saved knows what one
 * of all the events knows.
 */
#ifndef AGENT_AGENT_FOLDS_H
#define AGENT_AGENT_FOLDS_H

#include "agent/plan/user_edits.h"
#include "agent/state/job_list.h"
#include "agent/state/route.h"
#include "agent/state/unfinished_strategy.h"

/* What failed last in a turn, kept for the turn after it. */
struct past_work {
	/* The seq of the turn_start of the newest turn, and of the one before it; 0: there was none. */
	int64_t running, began;
	/* (owned) What failed last in each, and what it said; NULL: nothing. */
	char *fails, *failed;
};

struct agent_folds {   /* zero-initialise */
	bool imported; /* the session tells of somebody else's work: no strategy of it goes on */
	struct route_past route;
	struct unfinished unfinished;
	struct user_edits user_edits;
	struct job_list jobs;
	struct past_work work;
	json_t *settings; /* (owned) {key: value} changed in the session; NULL: none */
	/* (owned) {name: whether the conversation still has its words} of the skills in use; NULL: none. */
	json_t *skills;
	bool turn_open;	    /* a turn began and has not ended */
	double usd;	    /* spent by the session, over all its turns */
	int64_t last_write; /* seq of the last event that may have changed files; 0: none */
};
void agent_folds_take(struct agent_folds *f, const struct event *ev); /* any event */
json_t *agent_folds_save(const struct agent_folds *f);		      /* new reference */
/* f: zero-initialised, or any, which is freed. What is missing in saved, or is not what was saved,
 * is as if nothing had come before. */
void agent_folds_load(struct agent_folds *f, const json_t *saved);
void agent_folds_free(struct agent_folds *f);

#endif
