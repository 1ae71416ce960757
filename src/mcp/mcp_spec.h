/* SPDX-License-Identifier: MIT
 * The servers a user has, from wherever they are written down: mcp_servers of agent.yaml, what `agent mcp add`
 * wrote, and the files of other agents that mcp.files names, in their own shapes. A workspace's file counts when this
 * very text was trusted (`agent config trust`).
 */
#ifndef MCP_MCP_SPEC_H
#define MCP_MCP_SPEC_H

#include <jansson.h>
#include "base/core/buf.h"
#include "config/settings.h"

struct mcp_spec {
	char *name; /* (owned) */
	/* (owned) {command, args, env, cwd} or {url, headers}; startup_s, tool_s, enabled, enabled_tools,
	 * disabled_tools, protocol, network, sandbox. Variables are not filled in. */
	json_t *json;
	char *file;	/* (owned) where it stands, for people */
	char *path;	/* (owned) of that file; NULL: it is agent.yaml */
	bool workspace; /* its file is the workspace's */
	bool trusted;
};
struct mcp_specs {
	struct mcp_spec *list; /* (owned) what comes first goes before what has its name */
	size_t count, cap;
	struct buf notices; /* what is wrong, a line each */
};
/* Reads them all; nothing is started. Freed by mcp_specs_free. workspace: absolute path. */
void mcp_specs_load(struct mcp_specs *out, const struct settings *s, const char *workspace);
void mcp_specs_free(struct mcp_specs *specs);
struct mcp_spec *mcp_spec_find(const struct mcp_specs *specs, const char *name); /* NULL: none */
/* Returns how many are of files of the workspace that are not trusted. */
size_t mcp_specs_waiting(const struct mcp_specs *specs);
/* Trusts the file it stands in, as the file is now. False: e says why not. */
bool mcp_spec_trust(const struct mcp_spec *s, struct error *e);

/* Returns the object with ${NAME}, ${NAME:-words} and ${workspaceFolder} filled in, at any depth; what
 * was filled in is not looked at again. New reference; NULL: e names what is not set. */
json_t *mcp_spec_fill(const json_t *spec, const char *workspace, struct error *e);
/* Where `agent mcp add` writes servers: the user's file. Owned. */
char *mcp_user_file(void);
/* The file of the state folder where something is kept for a text. Owned. */
char *mcp_state_file(const char *prefix, const char *text);

#endif
