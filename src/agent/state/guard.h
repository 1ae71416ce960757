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
	bool planner_started; /* the last reply set an item in_progress and was not counted */
	uint64_t last_call;   /* fingerprint of the last call with its result */
	int repeats;	      /* how often it came in a row */
};

/* Whether a reply has calls and all of them are of planning tools. */
bool guard_only_plans(const struct turn *t, const json_t *message);
/* Called before a reply's calls run: counts replies in a row that only plan. False: this one is too many. */
bool guard_planner(struct turn *t, const json_t *message);
/* Notes a call with its result; returns how many times in a row it came. */
int guard_repeat(struct turn *t, const char *tool, const char *arguments, const char *result);

#endif
