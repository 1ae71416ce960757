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
	char *file;	/* (owned) the file of the entry, for people */
	char *path;	/* (owned) path of that file; NULL: it is agent.yaml */
	bool workspace; /* its file is the workspace's */
	bool trusted;
};
struct mcp_specs {
	struct mcp_spec *list; /* (owned) of entries with one name only the first is here */
	size_t count, cap;
	struct buf notices; /* what is wrong with entries and files, a line each */
};
/* Reads all entries; no server is started. Free with mcp_specs_free. workspace: absolute path. */
void mcp_specs_load(struct mcp_specs *out, const struct settings *s, const char *workspace);
void mcp_specs_free(struct mcp_specs *specs);
struct mcp_spec *mcp_spec_find(const struct mcp_specs *specs, const char *name); /* NULL: none */
/* Returns how many entries are in files that are not trusted. */
size_t mcp_specs_waiting(const struct mcp_specs *specs);
/* Trusts the file of the entry, as the file is now. False: e says why not. */
bool mcp_spec_trust(const struct mcp_spec *s, struct error *e);

/* Returns the object with ${NAME}, ${NAME:-words} and ${workspaceFolder} filled in, at any depth;
 * variables in a filled-in value are not replaced. New reference; NULL: e names what is not set. */
json_t *mcp_spec_fill(const json_t *spec, const char *workspace, struct error *e);
/* Returns the path of the user's file of servers, which `agent mcp add` writes. Caller frees. */
char *mcp_user_file(void);
/* Returns the path of a file in the state folder, named by prefix and a hash of text. Caller
 * frees. */
char *mcp_state_file(const char *prefix, const char *text);

#endif
