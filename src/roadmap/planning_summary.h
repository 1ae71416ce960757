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
/* The outline as an indented list, the schedule as dates; what else there is as JSON. Nothing where there is none. */
void planning_artifact_text(const struct planning_run *run, const char *name, struct buf *out);

#endif
