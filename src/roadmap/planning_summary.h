/*
 * What a person is told of a plan: a summary whose length follows the policy's style and talkativeness and
 * whose first words follow its tone, and the artefacts as text for a card.
 */
#ifndef ROADMAP_PLANNING_SUMMARY_H
#define ROADMAP_PLANNING_SUMMARY_H

#include "base/buf.h"
#include "roadmap/planning_run.h"

/* How many lines of detail the policy wants: 2 to 12. */
int planning_detail(const struct interaction_policy *p);
void planning_summary(const struct planning_run *run, struct buf *out);
/* The outline as an indented list, the schedule as dates, the context as a list. Nothing where there is none. */
void planning_artifact_text(const struct planning_run *run, const char *name, struct buf *out);
/* "mon-fri 18:00-21:00, sat 10:00-16:00" of the JSON of hours and the like; owned. */
char *planning_value_text(const json_t *value);
/* What it has come to, from the schedule back to the context. */
void planning_so_far(const struct planning_run *run, struct buf *out);
/* What a paused run shows, and why it waits. */
void planning_wait_text(const struct planning_run *run, struct buf *out);
/* The one thing to do next: a command line, or in the chat one of its commands; owned. */
char *planning_call_to_action(const struct planning_run *run, bool chat);

#endif
