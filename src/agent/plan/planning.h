/* SPDX-License-Identifier: MIT
 * Changes of the plan while turns run: by the user, by the program's rules, by the evaluator's verdict.
 * Each is one plan event. The rules of the plan itself are in src/plan.
 *
 * Here: the plan while a turn runs: changes as events, questions about it before and between its
 * rounds, what is said of it when the turn ends.
 * Not here: the plan as a value and its rules (src/plan), the fold of the user's edits
 * (agent/state/user_edits.h), roadmaps (agent/roadmap, src/roadmap).
 */
#ifndef AGENT_PLAN_PLANNING_H
#define AGENT_PLAN_PLANNING_H

#include <jansson.h>
#include <stdbool.h>

struct agent;
struct plan;
struct turn;

/* Carries out the user's edit (INTENT_PLAN_EDIT), which may also be an undo, an edit of the criteria or the
 * wish for alternatives. A notice says what cannot be done. */
void planning_edit(struct agent *a, const json_t *edit);
/* Makes one change in the name of the user. False: nothing changed; if it was refused, a notice says
 * why. */
bool planning_change(struct agent *a, const json_t *edit);
/* Notes on the item in progress, if there is one, why its step is off track. */
void planning_mark(struct turn *t, const char *why);
/* Called with the answer of a turn. If only the item in progress is open and its last call worked, completes it
 * with the answer as its result. True: it did, and nothing of the plan is open any more. */
bool planning_ends(struct turn *t, const char *answer);
/* Gives up a plan that was left alone for many turns. */
void planning_give_up_stale(struct agent *a);

/* Gives a turn without a strategist the user's criteria that wait; they hold until they are met or struck. */
void own_criteria_begin(struct turn *t);

/* Whether the plan is one of a roadmap's task, completed and not recorded yet. */
bool plan_task_over(const struct plan *p);
/* Records the plan's task as done, with the time its items took. result: what came of it, or NULL. Returns the
 * roadmap's new revision; 0: it could not be recorded, and a notice says why. */
int planning_record_task(struct agent *a, const char *result);

#endif
