/* SPDX-License-Identifier: MIT
 * What a person is told of a plan: a summary whose length follows the policy's style and
 * talkativeness and whose first words follow its tone, and the artefacts as text for a card. All
 * functions append to out, lines that end with one, and borrow the run.
 */
#ifndef ROADMAP_RUN_PLANNING_SUMMARY_H
#define ROADMAP_RUN_PLANNING_SUMMARY_H

#include "base/core/buf.h"
#include "roadmap/run/planning_run.h"

/* Returns how many lines of detail the policy wants: 2 to 11. */
int planning_detail(const struct interaction_policy *p);
/* The summary of the schedule, or of the outline where there is no schedule yet. whole: with all that is approved,
 * the chart, the hours, every date. */
void planning_summary(const struct planning_run *run, bool whole, struct buf *out);
/* Writes one artefact: the outline or roadmap as an indented list, the schedule as dates, the
 * context as a list; nothing where it was not made yet. */
void planning_artifact_text(const struct planning_run *run, const char *name, struct buf *out);
/* Writes what the run has come to: the summary, or the newest of its other artefacts. */
void planning_so_far(const struct planning_run *run, struct buf *out);
/* Writes what a paused run shows, and behind it why it waits. */
void planning_wait_text(const struct planning_run *run, struct buf *out);

/* Returns a value of a context in one line, as its hours: "mon-fri 18:00-21:00, sat 10:00-16:00".
 * Owned by the caller. */
char *planning_value_text(const json_t *value);
/* The one thing to do next: a command line, or in the chat one of its commands. Owned by the caller. */
char *planning_call_to_action(const struct planning_run *run, bool chat);

#endif
