/* SPDX-License-Identifier: MIT
 * The driver of the roadmap planner: one turn that goes through the stages of the controller's table
 * (roadmap/run/controller.h). A stage that drafts asks the model, with the planner's tools and nothing of the
 * conversation before the turn; a stage that validates or asks for leave is run by the program through the
 * same calls. Each transition is a `stage` event and a checkpoint in the store.
 */
#ifndef AGENT_ROADMAP_ROADMAP_TURN_H
#define AGENT_ROADMAP_ROADMAP_TURN_H

#include "agent/state/outcome.h"

struct agent;
struct planning_run;

/* Runs it from where its controller stands to an exit (or to the end of the turn: cancelled, failed). run is the
 * caller's. The outcome: answered when the plan is complete, blocked when the user is wanted. What is to be said is
 * the turn's answer and stays in run->response. A plan that was approved is kept in the store. */
enum outcome turn_run_roadmap(struct agent *a, struct planning_run *run, const char *prompt);

#endif
