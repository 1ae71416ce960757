/* SPDX-License-Identifier: MIT
 * What the agent folds of a session's events besides the conversation and the plan: the turns before, for the router;
 * an unfinished strategy; the user's edits of the plan; jobs; the last failure; changed settings; money spent; the
 * last write. It can be saved: a fold loaded and fed the events since is the same as one fed all events.
 */
#ifndef AGENT_STATE_AGENT_FOLDS_H
#define AGENT_STATE_AGENT_FOLDS_H

#include "agent/state/job_list.h"
#include "agent/state/route.h"
#include "agent/state/unfinished_strategy.h"
#include "agent/state/user_edits.h"

/* The last failed call of a turn, kept for the turn after it. */
struct past_work {
	/* Seq of the turn_start of the newest turn, and of the turn before it; 0: there was none. */
	int64_t running, began;
	/* (owned) Last failure of the newest turn, and of the one before, "TOOL: OUTPUT"; NULL: none. */
	char *fails, *failed;
};

struct agent_folds {   /* zero-initialise */
	bool imported; /* from another agent or user: no strategy of it is resumed */
	struct route_past route;
	struct unfinished unfinished;
	struct user_edits user_edits;
	struct job_list jobs;
	struct past_work work;
	json_t *settings; /* (owned) {key: value} changed in the session; NULL: none */
	/* (owned) Skills in use, {name: whether the conversation still holds the skill's text}; NULL: none. */
	json_t *skills;
	bool turn_open;	    /* a turn began and has not ended */
	double usd;	    /* spent by the session, over all its turns */
	int64_t last_write; /* seq of the last event that may have changed files; 0: none */
};
void agent_folds_take(struct agent_folds *f, const struct event *ev); /* any event */
json_t *agent_folds_save(const struct agent_folds *f);		      /* new reference */
/* Replaces f, which must be initialised, by a saved fold. A member that saved lacks, or has of the wrong type, is as
 * in a new fold. */
void agent_folds_load(struct agent_folds *f, const json_t *saved);
void agent_folds_free(struct agent_folds *f);

#endif
