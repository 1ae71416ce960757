/* SPDX-License-Identifier: MIT
 * The plan in the rounds of a turn: what the model is told of it before a round, and whether an answer
 * may come while items are open.
 */
#ifndef AGENT_PLAN_PLANNING_ROUND_H
#define AGENT_PLAN_PLANNING_ROUND_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"

struct turn;
struct turn_planning {
	int nudges;	 /* reminders of open items in this turn */
	bool suggested;	 /* nobody needs to say any more that a plan would help */
	struct buf note; /* for the next round: what the model's words did not do to the plan */
	/* Revision of the plan that was not accepted when a call asked for it; 0: none. closed: the user said no and
	 * no more, so nothing of what it was to come to holds the turn up. */
	int refused;
	bool closed;
	char *told; /* (owned) the last of these in this turn; NULL: none */
};
void turn_planning_free(struct turn_planning *p); /* what it holds */

/* Before a round: stores what the user did to the plan since the model's last one as one note, reminds
 * of a plan nobody touches, suggests one where it is missing, gives up one that was left alone for many
 * turns. */
void planning_tell(struct turn *t);
/* The model is about to answer with text. True: the answer does not count, since the turn goes on (a note was
 * stored) or was ended. */
bool planning_goes_on(struct turn *t, const json_t *message, const char *text);

#endif
