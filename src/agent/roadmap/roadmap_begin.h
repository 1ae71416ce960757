/* SPDX-License-Identifier: MIT
 * Begins a run of the roadmap planner: for a goal, or from a checkpoint that the user decided about.
 */
#ifndef AGENT_ROADMAP_ROADMAP_BEGIN_H
#define AGENT_ROADMAP_ROADMAP_BEGIN_H

#include "agent/state/outcome.h"
#include "config/settings.h"
#include "roadmap/run/planning_run.h"

struct agent;
struct store;

/* Makes a run for a goal, with the policy and the calendars' busy times of the settings. False: a calendar cannot
 * be read, see problems; the run is usable all the same. The caller frees it with planning_run_free. */
bool roadmap_run_init(struct planning_run *run, const char *goal, const struct settings *s,
    struct problems *problems);
/* Replaces the run's busy times by those of the settings' calendars, if they have any. False: see problems. */
bool roadmap_calendars(
    struct planning_run *run, const struct settings *s, struct problems *problems);
/* Runs the planner for a goal in a turn, as the chat does. */
enum outcome roadmap_begin(struct agent *a, const char *goal);
/* Returns the prompt of the turn that goes on with a run as the user decided; caller frees. words
 * NULL: approved as proposed. */
char *roadmap_decision(const struct planning_run *run, const char *words);
/* Goes on, as the chat does, with the run that a word names as the user decided; a notice says if that fails. */
void roadmap_go_on(struct agent *a, const char *word, const char *words);
/* Reads the newest checkpoint of the run that a word names by its id's beginning; a kept plan without a run becomes a
 * run, to be revised. False: e. The caller frees out with planning_run_free. */
bool roadmap_resume(
    struct store *store, const char *word, struct planning_run *out, struct error *e);

#endif
