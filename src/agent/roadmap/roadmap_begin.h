/* SPDX-License-Identifier: MIT
 * How a run of the roadmap planner comes to be: of a goal, or of a checkpoint that the user decided about.
 */
#ifndef AGENT_ROADMAP_ROADMAP_BEGIN_H
#define AGENT_ROADMAP_ROADMAP_BEGIN_H

#include "agent/state/outcome.h"
#include "config/settings.h"
#include "roadmap/run/planning_run.h"

struct agent;
struct store;

/* A new run, with that policy and the busy times of the calendars of the settings. False: a calendar cannot be
 * read, problems tell; the run is there all the same. The caller frees it with planning_run_free. */
bool roadmap_run_init(struct planning_run *run, const char *goal, const struct settings *s,
    struct problems *problems);
/* The calendars of the settings take the place of those it had, where there are any. */
bool roadmap_calendars(
    struct planning_run *run, const struct settings *s, struct problems *problems);
/* Runs a turn for a goal; as the chat does it. */
enum outcome roadmap_begin(struct agent *a, const char *goal);
/* Returns what the turn is called in which the user's decision about a run goes on; owned. words
 * NULL: as proposed. */
char *roadmap_decision(const struct planning_run *run, const char *words);
/* Goes on with the run that a word names, as the user decided; as the chat does it. What cannot be is a notice. */
void roadmap_go_on(struct agent *a, const char *word, const char *words);
/* The newest checkpoint of the run that a word names; false: e. Of a plan that was kept without a run, one is made of
 * it, to be revised. The caller frees out with planning_run_free. */
bool roadmap_resume(
    struct store *store, const char *word, struct planning_run *out, struct error *e);

#endif
