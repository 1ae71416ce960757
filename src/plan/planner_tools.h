/*
 * The rows of the planner tools and the answer they share. For the files of this folder only.
 */
#ifndef PLAN_PLANNER_TOOLS_H
#define PLAN_PLANNER_TOOLS_H

#include "plan/plan.h"
#include "tools/tool.h"

extern const struct tool tool_write_todos, tool_manage_todos, tool_offer_branches;

/* The answer of row A1, with what the model should know beside it. Finishes the call. items: with
   all items. */
void planner_answer(struct call *c, const struct change *change, bool items);
/* The same for what became of a change: refused, or the event first. Frees the change. */
void planner_finish(struct call *c, struct change *change, bool items);

#endif
