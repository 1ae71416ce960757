/* SPDX-License-Identifier: MIT
 * A server's tool as a row of the tool table, and the three tools that stand for all of them where their definitions
 * would take too much of the window.
 */
#ifndef MCP_MCP_TOOL_H
#define MCP_MCP_TOOL_H

#include "tools/tool.h"

/* The template for rows of servers' tools; a copy gets its name. */
extern const struct tool mcp_tool_row;
/* tool_search, tool_details, mcp_call. NULL-terminated. */
extern const struct tool *const mcp_meta_tools[];

#endif
