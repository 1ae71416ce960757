/* SPDX-License-Identifier: MIT
 * Guards against circles: planning that only plans, the same call again and again.
 */
#ifndef AGENT_STATE_GUARD_H
#define AGENT_STATE_GUARD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct turn;
struct guards {
	int planner_streak;   /* replies in a row that only planned */
	bool planner_started; /* the one before set an item in_progress */
	uint64_t last_call;   /* fingerprint of the last call with its result */
	int repeats;	      /* how often it came in a row */
};

/* A reply has calls, and each is one of a planner's tool. */
bool guard_only_plans(const struct turn *t, const json_t *message);
/* Before the calls of a reply: counts replies that only plan. False: this planner call is one too many. */
bool guard_planner(struct turn *t, const json_t *message);
/* Notes a call with its result; returns how often it came in a row. */
int guard_repeat(struct turn *t, const char *tool, const char *arguments, const char *result);

#endif
