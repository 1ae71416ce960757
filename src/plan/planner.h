/*
 * The doors of the plan as the model meets them: which tool it is given, the tools' rows, what it is
 * told about planning. What they do to the plan is plan.h.
 */
#ifndef PLAN_PLANNER_H
#define PLAN_PLANNER_H

#include "plan/plan.h"
#include "tools/tool.h"

enum planner_tool { PLANNER_OFF, PLANNER_WRITE_TODOS, PLANNER_MANAGE_TODOS, PLANNER_TEXT };

/* planner.tool; known: what config/models.yaml says of the model (planner_tool), NULL: nothing. It
   counts for auto only. */
enum planner_tool planner_tool(const struct settings *s, const char *known);
const struct tool *const *planner_tools(
    enum planner_tool door);		     /* NULL-terminated; empty for off and text */
char *planner_rules(enum planner_tool door); /* for the system prompt; owned; "" for off */

/* For PLANNER_TEXT: reads a reply's text and changes the host's plan; emits the event. What did not come
 * to be as it was written, and why, to be told to the model (owned); NULL: nothing. */
char *planner_read_text(struct tool_host *host, const char *text);

#endif
