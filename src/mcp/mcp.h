/* SPDX-License-Identifier: MIT
 * The MCP servers of a session and their tools. A tool is a row like any other (tools/tool.h), with
 * the name mcp__SERVER__TOOL. No server is started before something is asked that only it knows:
 * its lists are kept from one session to the next, under the text of the server's entry.
 *
 * Here: MCP servers: which are named, the links to them over pipes and HTTP, signing in by OAuth,
 * their forms, their tools as rows and the search among these.
 * Not here: when their tools are offered to the model (agent/context/mcp_head.h), trust in what a
 * workspace names (src/config), `agent mcp` (cli/mcp), the JSON-RPC envelope (base/json).
 */
#ifndef MCP_MCP_H
#define MCP_MCP_H

#include "mcp/mcp_client.h"
#include "tools/tool.h"

struct mcp;
struct mcp_server {
	struct mcp *mcp;	     /* (borrowed) */
	const struct mcp_spec *spec; /* (borrowed) */
	struct mcp_client *client;   /* (owned) */
	struct mcp_tool {
		struct tool row;	   /* first: the row is the tool */
		struct mcp_server *server; /* (borrowed) */
		char *name, *called;	   /* (owned) the server's name for it; row.name */
		char *definition;	   /* (owned) as the server gave it, JSON */
		bool gone;		   /* the server no longer has the tool */
	} * *tools; /* (owned) with what they point to, until the end: rows are borrowed by others */
	size_t count, cap;
	json_t *lists;	 /* (owned) {tools, prompts, resources}, as the server gave them */
	size_t asked;	 /* index of the list being asked for */
	json_t *cursors; /* (owned) of the pages of that list asked for so far */
	bool known;	 /* its tools are known, from an earlier session or this one */
	bool listing;	 /* its lists are being asked for */
	bool stale;	 /* the lists changed, or are of an earlier session */
	bool changed;	 /* a list changed since it was last asked for */
	bool listens;	 /* a subscription to its changes is open */
	char *problem;	 /* (owned) why the server cannot be used; NULL: none is known */
};

/* Reads the configuration; starts nothing. What `around` holds is borrowed until mcp_free. Never
 * NULL. */
struct mcp *mcp_new(const struct mcp_around *around);
void mcp_free(struct mcp *m); /* ends the servers; NULL is accepted */
const struct mcp_specs *mcp_specs(const struct mcp *m);
struct loop *mcp_loop(const struct mcp *m);

/* Return the i-th server that may be used (NULL: past the end), and the one of this name (NULL:
 * none). */
struct mcp_server *mcp_at(const struct mcp *m, size_t i);
struct mcp_server *mcp_find(const struct mcp *m, const char *name, size_t len);
/* Returns the state of an entry for people: "14 tools", "not trusted". Caller frees. */
char *mcp_standing(const struct mcp *m, const struct mcp_spec *spec);
/* Adds a server by its address alone, as `agent mcp tools URL` does, and drops all configured
 * entries. */
struct mcp_server *mcp_add(struct mcp *m, const char *name, json_t *json /* steals */);
/* From now on servers are asked to report changes of their lists. */
void mcp_listens(struct mcp *m);
/* Asks the server for its lists, if they are not known or may have changed; mcp_listed says when
 * that is over. */
void mcp_list(struct mcp_server *s);
/* Whether no server is being asked for its tools. A condition for loop_await; ctx is the struct mcp. */
bool mcp_listed(void *mcp);
/* Calls fn(ctx) once when mcp_listed holds, maybe at once. Replaces an earlier fn for this ctx;
 * NULL: cancels it. */
void mcp_when_listed(struct mcp *m, loop_fn *fn, void *ctx);
/* Returns a tool of any server by its row's name; NULL: none is known. */
struct mcp_tool *mcp_tool_find(const struct mcp *m, const char *name);
/* Returns the row of a list of the server ("prompts") whose member `key` has this value; borrowed.
 * NULL: none. */
const json_t *mcp_row(
    const struct mcp_server *s, const char *list, const char *key, const char *value);
/* Ends the server's process and starts it again by asking for its lists. */
void mcp_restart(struct mcp_server *s);
/* Trusts the file of an entry and uses its servers from now on. False: e says why not. */
bool mcp_trust(struct mcp *m, const struct mcp_spec *spec, struct error *e);
/* Returns the tool's definition {name, description, inputSchema, ...}. New reference. */
json_t *mcp_tool_definition(const struct mcp_tool *t);
/* Calls the tool, as mcp_request. Steals arguments. */
struct mcp_request *mcp_tool_call(
    const struct mcp_tool *t, json_t *arguments, const struct mcp_sink *sink, void *ctx);

/* mcp_tool.c: appends what a result, a resource or a prompt says, as text for the model. schema:
 * that of the structured content; NULL: none. */
void mcp_result_text(const json_t *result, const json_t *schema, struct buf *out);

#endif
