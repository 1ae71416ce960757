/* SPDX-License-Identifier: MIT
 * The tools of MCP servers in the head: their own rows, or where these would take too much of the window, or are not
 * known in time, the three that stand for them.
 */
#ifndef AGENT_CONTEXT_MCP_HEAD_H
#define AGENT_CONTEXT_MCP_HEAD_H

#include "tools/tool_set.h"

struct agent;
/* Waits for the tools of servers that are not known from an earlier session, mcp.wait_s at most. Only where a turn may wait. */
void mcp_head_wait(struct agent *a);
/* Adds the rows through add: those that are offered, and unlisted those that are only called. */
void mcp_head_rows(
    struct agent *a, void (*add)(struct agent *a, const struct tool *row, bool listed));

#endif
