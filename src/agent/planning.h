/*
 * The plan while turns run: the user's hand on it, its acceptance before acting, gates, branches and
 * one planner call per reply. What is left of it at a turn's end is in planning_end.h, the rules of
 * the plan itself are in src/plan.
 */
#ifndef AGENT_PLANNING_H
#define AGENT_PLANNING_H

#include "agent/agent_state.h"

/* The user's edit (INTENT_PLAN_EDIT): an event at once, a note to the model at its next round. */
void planning_edit(struct agent *a, const json_t *edit);
/* The fold behind that note: every event, stored ones too when a session goes on. */
void planning_take(struct agent *a, const struct event *ev);
/* Before a round: stores what the user did to the plan since the model's last one as one note,
   reminds of a plan nobody touches, suggests one where it is missing, gives up one that was left
   alone for many turns. */
void planning_tell(struct turn *t);
/* The model is about to answer. True: the turn goes on (a note was stored); it may also have ended
   it. */
bool planning_goes_on(struct turn *t, const json_t *message);
/* Marks the item in progress: why its step is off track. */
void planning_mark(struct turn *t, const char *why);

/* planning_ask.c. A planner call wants to start or tick a gated item: the user is asked. stands: the
   rest of the call was done already. False: *refusal (owned) says why not, the gate stays closed or
   the user ended the plan; NULL: cancelled. */
bool planning_gate(struct turn *t, const json_t *args, bool stands, char **refusal);
/* Whether it would. */
bool planning_gated(const struct turn *t, const json_t *args);
/* The item whose gate was kept closed in this turn and is closed still, while no other item is in
   progress: what is called now would be for it. NULL: none. */
const struct todo *planning_held(const struct turn *t);
/* A model without a planner tool plans in what it says; works: it goes on at once. */
void planning_read(struct turn *t, const json_t *message, bool works);
/* The model offers other ways for what is left: the user chooses, and the plan is that way. False:
   cancelled. *answer: new reference, or NULL: not asked. */
bool planning_branch(struct turn *t, struct call *c, json_t **answer);
/* B10: nothing is done before the user accepts the plan: go, edit, no and why. True: the turn goes
   on. */
bool planning_accept(struct turn *t, const json_t *message);

bool planning_change(struct agent *a, const json_t *edit); /* by the user; false: nothing changed */
void planning_emit(struct agent *a, const char *by, const char *text);
/* A stored note to the model; name NULL: the prompt has no variable. */
void planning_note(struct agent *a, const char *prompt, const char *name, const char *value);

#endif
