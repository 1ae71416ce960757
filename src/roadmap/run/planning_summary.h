/* SPDX-License-Identifier: MIT
 * Texts about a plan for people: a summary whose length follows the policy's style and talkativeness
 * and whose first words follow its tone, and the artefacts as text for a card. Functions with `out`
 * append whole lines to it; all borrow the run.
 */
#ifndef ROADMAP_RUN_PLANNING_SUMMARY_H
#define ROADMAP_RUN_PLANNING_SUMMARY_H

#include "base/core/buf.h"
#include "roadmap/run/planning_run.h"

/* Returns how many lines of detail the policy wants: 2 to 11. */
int planning_detail(const struct interaction_policy *p);
/* Writes the summary of the schedule, or of the outline if there is no schedule yet. whole: with all that
 * the user is asked to approve: the chart, the hours, every date. */
void planning_summary(const struct planning_run *run, bool whole, struct buf *out);
/* Writes one artefact: the outline or roadmap as an indented list, the schedule as dates, the
 * context as a list; nothing where it was not made yet. */
void planning_artifact_text(const struct planning_run *run, const char *name, struct buf *out);
/* Writes what the run has made so far: the summary if there is a schedule, else the newest artefact. */
void planning_so_far(const struct planning_run *run, struct buf *out);
/* Writes what the user of a paused run has to see, and after it why the run waits. */
void planning_wait_text(const struct planning_run *run, struct buf *out);

/* Returns a value of a context in one line, such as its hours: "mon-fri 18:00-21:00, sat 10:00-16:00".
 * Caller frees. */
char *planning_value_text(const json_t *value);
/* Returns what the user does next: a command line or, in the chat, a slash command. Caller frees. */
char *planning_call_to_action(const struct planning_run *run, bool chat);

#endif
