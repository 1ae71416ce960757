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
	bool suggested;	 /* there is a plan, or the model was advised to make one */
	struct buf note; /* for the next round: the user's words, or why a list was refused */
	/* refused: revision of the plan about which a call has asked the user; 0: none. closed: the user said no to
	 * the plan without words, so its open items do not hold the turn up. */
	int refused;
	bool closed;
	char *told; /* (owned) the last words on a list in this turn; NULL: none */
};
void turn_planning_free(struct turn_planning *p); /* frees what it holds */

/* Called before a round: adds a note on the user's edits of the plan since the last one, reminds of a
 * plan that is not touched, suggests one where it is missing, gives up one that was left alone for many
 * turns. */
void planning_tell(struct turn *t);
/* Called when the model answers with text. True: the answer does not count, since the turn goes on (with a note
 * to the model) or is over. */
bool planning_goes_on(struct turn *t, const json_t *message, const char *text);

#endif
