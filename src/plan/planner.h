/* SPDX-License-Identifier: MIT
 * The doors of the plan as the model meets them: which tool it is given, the tools' rows, what it is
 * told about planning. What they do to the plan is plan.h.
 */
#ifndef PLAN_PLANNER_H
#define PLAN_PLANNER_H

#include "plan/plan.h"
#include "tools/tool.h"

enum planner_tool { PLANNER_OFF, PLANNER_WRITE_TODOS, PLANNER_MANAGE_TODOS, PLANNER_TEXT };

/* Returns the door that planner.tool sets. known: what config/models.yaml says of the model
 * (planner_tool), which counts    for auto only; NULL: nothing. */
enum planner_tool planner_tool(const struct settings *s, const char *known);
/* The tools of a door, NULL-terminated, static; empty for off and text. */
const struct tool *const *planner_tools(enum planner_tool door);
/* Returns what the system prompt says of planning; owned, "" for off. */
char *planner_rules(enum planner_tool door);

/* For PLANNER_TEXT: reads a reply's text, changes the host's plan and emits the event. Returns what is to be told to
 * the model: what did not come to be as it was written, and why (owned); NULL: nothing. */
char *planner_read_text(struct tool_host *host, const char *text);

/* Makes the host's plan one for a task of a kept roadmap ({id, node, title, check?}): an item in progress with its title.
 * The plan that was active is given up. */
void planner_open_task(struct tool_host *host, const json_t *task);

#endif
