/* SPDX-License-Identifier: MIT
 * What of an MCP server a prompt names: "/SERVER:PROMPT ARGUMENTS" at its beginning, "@SERVER:URI" among its words.
 */
#ifndef AGENT_TURN_MCP_MENTION_H
#define AGENT_TURN_MCP_MENTION_H

#include <stdbool.h>

struct agent;
struct turn;

/* Whether a prompt names any. */
bool mcp_mentioned(struct agent *a, const char *words);
/* After the prompt's message: gets what it names, which the model is told. */
void mcp_mentions_tell(struct turn *t);

#endif
