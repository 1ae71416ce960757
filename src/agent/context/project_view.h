/* SPDX-License-Identifier: MIT
 * What the strategist and the planner are shown of the project: the beginning of what AGENTS.md
 * says, what can be built and tested, the folder's entries.
 */
#ifndef AGENT_CONTEXT_PROJECT_VIEW_H
#define AGENT_CONTEXT_PROJECT_VIEW_H

struct agent;
struct visible_paths;
/* Returns what the model may be shown of the folder without a call; owned. NULL: all of it. */
struct visible_paths *project_sight(const struct agent *a);
char *project_view(struct agent *a); /* owned; "" where there is nothing */

#endif
