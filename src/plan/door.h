/*
 * The doors of the plan as the model meets them: which tool it is given, the tools' rows, what it is
 * told about planning. What they do to the plan is plan.h.
 */
#ifndef PLAN_DOOR_H
#define PLAN_DOOR_H

#include "plan/plan.h"
#include "tools/tool.h"

enum plan_door { DOOR_OFF, DOOR_WRITE_TODOS, DOOR_MANAGE_TODOS, DOOR_TEXT };

/* planner.tool; known: what config/models.yaml says of the model (planner_tool), NULL: nothing. It
   counts for auto only. */
enum plan_door plan_door(const struct settings *s, const char *known);
const struct tool *const *plan_door_tools(
    enum plan_door door);		    /* NULL-terminated; empty for off and text */
char *plan_door_rules(enum plan_door door); /* for the system prompt; owned; "" for off */

/* For DOOR_TEXT: reads a reply's text and changes the host's plan; emits the event. What did not come
 * to be as it was written, and why, to be told to the model (owned); NULL: nothing. */
char *plan_door_read(struct tool_host *host, const char *text);

/* The plan event. note: a line by who changed it; NULL: none. by: "model", "user", "text". */
void plan_emit(struct session *s, const struct plan *p, const char *note, const char *by);

#endif
