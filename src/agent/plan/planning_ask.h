/* SPDX-License-Identifier: MIT
 * What is asked about the plan before it goes on: its acceptance before acting, gates, branches.
 */
#ifndef AGENT_PLAN_PLANNING_ASK_H
#define AGENT_PLAN_PLANNING_ASK_H

#include <jansson.h>
#include <stdbool.h>

struct turn;
struct call;
struct kept_gate {	    /* the gate that was kept closed last */
	char *item, *words; /* (owned) its item's id and words; NULL: none was */
	int round;	    /* in which round that was; 0: never */
};

/* A planner call wants to start or tick a gated item: the user is asked. stands: the rest of the
   call was done already. False: *refusal (owned) says why not, the gate stays closed or the user ended
   the plan; NULL: cancelled. */
bool planning_gate(struct turn *t, const json_t *args, bool stands, char **refusal);
/* Whether it would. */
bool planning_gated(const struct turn *t, const json_t *args);
/* Returns the item whose gate was kept closed in this turn and is closed still, while no other item
 * is in    progress: what is called now would be for it. NULL: none. */
const struct todo *item_behind_gate(const struct turn *t);
/* A model without a planner tool plans in what it says; works: it goes on at once. */
void planning_read(struct turn *t, const json_t *message, bool works);
/* The model offers other ways for what is left: the user chooses, and the plan is that way. False:
   cancelled. *answer: new reference, or NULL: not asked. */
bool planning_branch(struct turn *t, struct call *c, json_t **answer);
/* Nothing is done before the user accepts the plan: go, edit, no and why. True: the turn goes
   on. */
bool planning_accept(struct turn *t, const json_t *message);
/* The mode denied a call: asks the same about a plan that stands and was not asked about as it is. True: the call
 * is to be judged anew. */
bool planning_accept_call(struct turn *t);

#endif
