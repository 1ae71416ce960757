/* SPDX-License-Identifier: MIT
 * Using an MCP server from the command line, by its name or by an address alone.
 */
#ifndef CLI_MCP_MCP_USE_H
#define CLI_MCP_MCP_USE_H

#include "cli/program/command_words.h"
#include "mcp/mcp.h"

#define MCP_WORDS 64
struct mcp_words { /* of the command line */
	bool json, project;
	struct word_texts env, headers;
	const char *words[MCP_WORDS];
	int count;
};
/* Each waits for the server that the second word names, prints what came and returns the exit code. */
int mcp_use_tools(struct mcp *m, const struct mcp_words *w);
int mcp_use_call(struct mcp *m, const struct mcp_words *w);
/* Does what @modelcontextprotocol/conformance asks of a client for the scenario in the environment. */
int mcp_conformance(struct mcp *m, const struct mcp_words *w);

/* Returns the server of that name or address with its tools asked for; NULL: it was said why not. */
void mcp_use_show(void *ctx, const char *name, const char *address); /* as mcp_new wants it */
struct mcp_server *mcp_use(struct mcp *m, const char *server);
void mcp_print_json(const json_t *value); /* as lines */

#endif
