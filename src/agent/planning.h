/*
 * The plan while turns run: the user's hand on it, its acceptance before acting, gates, one planner call per reply, and what becomes of
 * open items at a turn's end. The rules of the plan itself are in src/plan.
 */
#ifndef AGENT_PLANNING_H
#define AGENT_PLANNING_H

#include "agent/state.h"

/* The user's edit (INTENT_PLAN_EDIT): an event at once, a note to the model at its next round. */
void planning_edit(struct agent *a, const json_t *edit);
/* Before a round: stores what the user did to the plan since the model's last one as one note, reminds of a plan nobody
   touches, gives up one that was left alone for many turns. */
void planning_tell(struct turn *t);
/* The model is about to answer. True: the turn goes on (a note was stored); it may also have ended it. */
bool planning_goes_on(struct turn *t, const json_t *message);
/* A planner call wants to start a gated item: the user is asked. False: *refusal (owned) says why not; NULL: cancelled. */
bool planning_gate(struct turn *t, const json_t *args, char **refusal);
/* Marks the item in progress: why its step is off track. */
void planning_mark(struct turn *t, const char *why);
/* A turn ended in the chat with open items: go on, leave, abandon. */
void planning_offer(struct turn *t);

#endif
