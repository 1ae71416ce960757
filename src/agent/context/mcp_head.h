/* SPDX-License-Identifier: MIT
 * The tools of MCP servers in the head: their own rows, or where these would take too much of the window, or are not
 * known in time, the three that stand for them.
 */
#ifndef AGENT_CONTEXT_MCP_HEAD_H
#define AGENT_CONTEXT_MCP_HEAD_H

#include "tools/tool_set.h"

struct agent;
struct mcp;

/* Returns the MCP servers; the first call reads their settings and starts none. Borrowed. */
struct mcp *agent_mcp(struct agent *a);
/* Waits for the tools of servers that are not known from an earlier session, mcp.wait_s at most. Must be called before
 * the head is made, and only where waiting is allowed. */
void mcp_head_wait(struct agent *a);
/* Calls add with each tool row; listed: it is offered to the model, else it can only be called. */
void mcp_head_rows(
    struct agent *a, void (*add)(struct agent *a, const struct tool *row, bool listed));

#endif
