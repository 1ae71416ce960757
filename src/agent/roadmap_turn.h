/*
 * The driver of the roadmap planner: one turn that goes through the stages of the controller's table
 * (roadmap/controller.h). A stage that drafts asks the model, with the planner's tools and nothing of the
 * conversation before the turn; a stage that validates or asks for leave is run by the program through the
 * same calls. Each transition is a `stage` event and a checkpoint in the store.
 */
#ifndef AGENT_ROADMAP_TURN_H
#define AGENT_ROADMAP_TURN_H

#include "agent/agent.h"
#include "roadmap/planning_run.h"

/* A new run, with that policy and the busy times of the calendars of the settings. False: a calendar cannot be
 * read, problems tell; the run is there all the same. */
bool roadmap_run_init(struct planning_run *run, const char *goal, const struct settings *s,
    struct problems *problems);
/* The calendars of the settings take the place of those it had, where there are any. */
bool roadmap_calendars(
    struct planning_run *run, const struct settings *s, struct problems *problems);
/* Runs it from where its controller stands to an exit (or to the end of the turn: cancelled, failed). run is the
 * caller's. The outcome: answered when the plan is complete, blocked when the user is wanted. What is to be said is
 * the turn's answer and stays in run->response. A plan that was approved is kept in the store. */
enum outcome turn_run_roadmap(struct agent *a, struct planning_run *run, const char *prompt);
/* The same for a goal; as the chat does it. */
enum outcome roadmap_begin(struct agent *a, const char *goal);
/* What the turn is called in which the user's decision about a run goes on: words NULL: as proposed. Owned. */
char *roadmap_decision(const struct planning_run *run, const char *words);
/* Goes on with the run that a word names, as the user decided; as the chat does it. What cannot be is a notice. */
void roadmap_go_on(struct agent *a, const char *word, const char *words);
/* The newest checkpoint of the run that a word names; false: e. Of a plan that was kept without a run, one is made of
 * it, to be revised. */
bool roadmap_resume(
    struct store *store, const char *word, struct planning_run *out, struct error *e);

#endif
