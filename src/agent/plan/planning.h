/* SPDX-License-Identifier: MIT
 * Changes of the plan while turns run: by the user's hand, by the program's rules, by the evaluator's
 * verdict. Each is one plan event. The rules of the plan itself are in src/plan.
 */
#ifndef AGENT_PLAN_PLANNING_H
#define AGENT_PLAN_PLANNING_H

#include <jansson.h>
#include <stdbool.h>

struct agent;
struct plan;
struct turn;

/* Carries out the user's edit (INTENT_PLAN_EDIT), which may also be an undo or the wish for other ways.
 * What cannot be done is said in a notice. */
void planning_edit(struct agent *a, const json_t *edit);
/* Makes one change in the name of the user. Returns false if nothing changed, having said a
 * refusal. */
bool planning_change(struct agent *a, const json_t *edit);
/* Marks the item in progress, if there is one: why its step is off track. */
void planning_mark(struct turn *t, const char *why);
/* The answer is there and only the item in progress is open, whose last call worked: it is completed with the
 * answer as its result. True: nothing of the plan is open any more. */
bool planning_ends(struct turn *t, const char *answer);
/* Gives up a plan that was left alone for many turns. */
void planning_give_up_stale(struct agent *a);

/* A turn without a strategist of its own takes the criteria of the user that wait; they hold until they are met or struck. */
void own_criteria_begin(struct turn *t);

/* Whether the plan is one of a roadmap's task, completed and not recorded yet. */
bool plan_task_over(const struct plan *p);
/* Records that task as done with the time its items took. result: what came of it; NULL: nothing is said. Returns the
 * roadmap's new revision; 0: it could not be, which was said. */
int planning_record_task(struct agent *a, const char *result);

#endif
