/*
 * What work came to, as roles are shown it: what failed and what it said, what was changed in files.
 */
#ifndef AGENT_WORK_VIEW_H
#define AGENT_WORK_VIEW_H

#include <stdint.h>
#include "base/buf.h"

struct agent;
struct event;

/* Of the turn before the running one: a fold of the events. */
struct past_work {	   /* zero-initialise */
	int64_t began;	   /* seq of its turn_start; 0: there was none */
	struct buf failed; /* what failed last in it, and what it said */
	int64_t running;   /* seq of the newest turn's turn_start */
	struct buf fails;  /* what failed last in that */
};
void work_take(struct past_work *w, const struct event *ev);
void work_free(struct past_work *w);

/* failed: output of what failed. since: seq of the event after which changes count. role: "evaluator",
 * "planner" or "strategist", whose prompts head both; each is cut in its middle to `bytes`. "" for
 * nothing; owned. */
char *work_view(struct agent *a, const char *role, const char *failed, int64_t since, size_t bytes);

#endif
