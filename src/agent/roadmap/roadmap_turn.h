/* SPDX-License-Identifier: MIT
 * The driver of the roadmap planner: one turn that goes through the stages of the controller's table
 * (roadmap/run/controller.h). A stage that drafts asks the model, with the planner's tools and nothing of the
 * conversation before the turn; a stage that validates or asks for approval is run by the program through the
 * same calls. Each transition is a `stage` event and a checkpoint in the store.
 *
 * Here: the stages of a roadmap as rounds of a turn: what the model drafts, what the program
 * validates, what the user approves, and how a run begins and goes on.
 * Not here: which stage follows which, and what a run keeps (roadmap/run); schedules, files and
 * exports of roadmaps (the other rooms of src/roadmap).
 */
#ifndef AGENT_ROADMAP_ROADMAP_TURN_H
#define AGENT_ROADMAP_ROADMAP_TURN_H

#include "agent/state/outcome.h"

struct agent;
struct planning_run;

/* Runs the planner from its controller's state to an exit, or to the end of the turn: cancelled, failed. run stays the
 * caller's. Returns answered when the plan is complete, blocked when the user is needed. The answer is also in
 * run->response. A plan that was approved is kept in the store. */
enum outcome turn_run_roadmap(struct agent *a, struct planning_run *run, const char *prompt);

#endif
