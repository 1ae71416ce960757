/* SPDX-License-Identifier: MIT
 * How the model plans (the setting planner.tool): which planner tool it is given, the tools' rows, what the system
 * prompt says about planning. plan.h has what the tools do to the plan.
 */
#ifndef PLAN_PLANNER_H
#define PLAN_PLANNER_H

#include "plan/plan.h"
#include "tools/tool.h"

enum planner_tool { PLANNER_OFF, PLANNER_WRITE_TODOS, PLANNER_MANAGE_TODOS, PLANNER_TEXT };

/* Returns which planner tool the setting planner.tool chooses. known: planner_tool of the model in
 * config/models.yaml, which is used where the setting is auto; NULL: none. */
enum planner_tool planner_tool(const struct settings *s, const char *known);
/* Returns the tools of a choice, NULL-terminated, static; empty for off and text. */
const struct tool *const *planner_tools(enum planner_tool door);
/* Returns what the system prompt says about planning ("" for off). Caller frees. */
char *planner_rules(enum planner_tool door);

/* For PLANNER_TEXT: changes the host's plan by the plan in a reply's text and emits the event. Returns a message to the
 * model that says what was not taken over as written, and why (caller frees); NULL: none. */
char *planner_read_text(struct tool_host *host, const char *text);

/* Begins a plan for a task of a kept roadmap ({id, node, title, check?}): one item in progress with its title. An
 * active plan of the host is abandoned. */
void planner_open_task(struct tool_host *host, const json_t *task);

#endif
