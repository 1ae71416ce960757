/* SPDX-License-Identifier: MIT
 * Asks the user about the plan before it goes on: its acceptance before acting, gates, branches.
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

/* Asks the user about each gated item that a planner call would start or tick. args: of the call; stands:
 * the rest of the call was done already. True: all gates are open. False: *refusal (caller frees) says
 * that a gate stays closed or the plan is over; NULL: cancelled. */
bool planning_gate(struct turn *t, const json_t *args, bool stands, char **refusal);
/* Whether a planner call would start or tick a gated item. */
bool planning_gated(const struct turn *t, const json_t *args);
/* Returns the item whose gate was kept closed in this turn and still is, while no other item is in
 * progress: what is called now would be for it. NULL: none. */
const struct todo *item_behind_gate(const struct turn *t);
/* Reads the plan in the words of a message, for a model without a planner tool. works: the turn goes on at
 * once, so that gates are asked about. */
void planning_read(struct turn *t, const json_t *message, bool works);
/* If the call offers alternatives for what is left of the plan: the user chooses, and the plan becomes
 * that. False: cancelled. *answer: new reference; NULL: not asked. */
bool planning_branch(struct turn *t, struct call *c, json_t **answer);
/* Asks the user, in mode plan, whether the plan is to be carried out: go, change or no, with words.
 * False: the user said no without words. True: the turn goes on, or is over. */
bool planning_accept(struct turn *t, const json_t *message);
/* Called when mode plan denied a call: asks, as planning_accept does, about a plan with work left, once for each
 * revision. True: it was accepted, and the call is to be judged anew. */
bool planning_accept_call(struct turn *t);

#endif
