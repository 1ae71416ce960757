/* SPDX-License-Identifier: MIT
 * What the strategist and the planner are shown of the project: the beginning of what AGENTS.md
 * says, what can be built and tested, the folder's entries.
 */
#ifndef AGENT_CONTEXT_PROJECT_VIEW_H
#define AGENT_CONTEXT_PROJECT_VIEW_H

#include <stddef.h>
#include "base/core/buf.h"

struct agent;
struct visible_paths;
struct workspace;
/* Returns what the model may be shown of the folder without a call; visible_paths_free frees it. NULL:
 * all of it. */
struct visible_paths *project_sight(const struct agent *a);
char *project_view(struct agent *a); /* caller frees; "" where there is nothing to show */

/* Appends a line for each way to build the project, with at most `most` targets. sight NULL: every
 * file may be read. */
void build_targets(struct workspace *w, struct visible_paths *sight, size_t most, struct buf *out);

#endif
