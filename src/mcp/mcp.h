/* SPDX-License-Identifier: MIT
 * The MCP servers of a session and their tools. A tool is a row like any other (tools/tool.h), by the name
 * mcp__SERVER__TOOL. Nothing is started until somebody asks for what only a server knows: what its tools are is kept from
 * one session to the next, by the text of the server's entry.
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
		char *name, *called;	   /* (owned) by which the server knows it; row.name */
		char *definition;	   /* (owned) as the server gave it, JSON */
		bool gone;		   /* the server has it no longer */
	} * *tools; /* (owned) with what they point to, until the end: rows are borrowed by others */
	size_t count, cap;
	json_t *lists;	 /* (owned) {tools, prompts, resources}, as the server gave them */
	size_t asked;	 /* which of them it is being asked for */
	json_t *cursors; /* (owned) of the pages of it that were asked for */
	bool known;	 /* its tools are, of an earlier session or of this one */
	bool listing;	 /* it is being asked for them */
	bool stale;	 /* they changed, or are of an earlier session */
	bool changed;	 /* since it was asked for them last */
	bool listens;	 /* it tells of changes */
	char *problem;	 /* (owned) why it cannot be used; NULL: it can, as far as is known */
};

/* Reads the configuration; starts nothing. What `around` holds is borrowed as long as it lives. Never NULL. */
struct mcp *mcp_new(const struct mcp_around *around);
void mcp_free(struct mcp *m); /* ends the servers; NULL is accepted */
const struct mcp_specs *mcp_specs(const struct mcp *m);
struct loop *mcp_loop(const struct mcp *m);

/* The i-th server that may be used; NULL: past the end. And the one of this name; NULL: none. */
struct mcp_server *mcp_at(const struct mcp *m, size_t i);
struct mcp_server *mcp_find(const struct mcp *m, const char *name, size_t len);
/* Says how an entry stands: "14 tools", "not trusted". Owned. */
char *mcp_standing(const struct mcp *m, const struct mcp_spec *spec);
/* Adds a server by its address alone, as `agent mcp tools URL` names one. */
struct mcp_server *mcp_add(struct mcp *m, const char *name, json_t *json /* steals */);
/* From now on servers are asked to tell of changes of their tools. */
void mcp_listens(struct mcp *m);
/* Asks the server for its tools, where they are not known or may have changed; mcp_listed says when that is over. */
void mcp_list(struct mcp_server *s);
/* Whether no server is being asked for its tools. A condition for loop_await; ctx is the struct mcp. */
bool mcp_listed(void *mcp);
/* Calls fn once, with ctx, when mcp_listed holds; maybe at once. One at a time for each ctx; fn NULL: not any more. */
void mcp_when_listed(struct mcp *m, loop_fn *fn, void *ctx);
/* Returns a tool by its row's name, of any server; NULL: there is none that is known. */
struct mcp_tool *mcp_tool_find(const struct mcp *m, const char *name);
/* Returns the row of a list of the server ("prompts") with this value; borrowed. NULL: there is none. */
const json_t *mcp_row(
    const struct mcp_server *s, const char *list, const char *key, const char *value);
/* Ends its process and begins anew, with its lists asked for. */
void mcp_restart(struct mcp_server *s);
/* Trusts the file of an entry and uses its servers from now on. False: e. */
bool mcp_trust(struct mcp *m, const struct mcp_spec *spec, struct error *e);
/* Returns its definition {name, description, inputSchema, ...}. New reference. */
json_t *mcp_tool_definition(const struct mcp_tool *t);
/* Calls it. arguments: stolen. */
struct mcp_request *mcp_tool_call(
    const struct mcp_tool *t, json_t *arguments, const struct mcp_sink *sink, void *ctx);

/* mcp_tool.c: what a result, a resource or a prompt says, in words for the model; appends. schema: of the structured
 * content; NULL: none. */
void mcp_result_text(const json_t *result, const json_t *schema, struct buf *out);

#endif
