/* SPDX-License-Identifier: MIT
 * A client of one server of the Model Context Protocol (modelcontextprotocol.io/specification), over stdio or
 * Streamable HTTP. Which era the server is of is found out when it is first needed, on one process: 2026-07-28
 * (stateless, server/discover), or 2025-11-25 and older (initialize). Nothing is started before the first request;
 * a server that ended is started again by the next one, after a pause that grows.
 */
#ifndef MCP_MCP_CLIENT_H
#define MCP_MCP_CLIENT_H

#include "base/error.h"
#include "loop/loop.h"
#include "mcp/mcp_spec.h"

struct mcp_client;
struct mcp_request;
struct sandbox;

struct mcp_around { /* the surroundings of all clients; all (borrowed) */
	struct loop *loop;
	const struct settings *settings;
	struct sandbox *sandbox; /* NULL: processes are not confined */
	const char *workspace;	 /* absolute path: where a process starts */
	/* Shows the user the address at which to sign in to the server `name`. NULL: no user is
	 * there. */
	void (*show)(void *ctx, const char *name, const char *address);
	void *show_ctx;
};
/* Never NULL; nothing is started yet. around and spec are borrowed as long as it lives. changed is called with ctx when
 * a list of the server changed. */
struct mcp_client *mcp_client_new(const struct mcp_around *around, const struct mcp_spec *spec,
    void (*changed)(void *ctx), void *ctx);
/* Ends the process or the session; requests end as cancelled. NULL is accepted. */
void mcp_client_free(struct mcp_client *c);

/* Callbacks of a request, each called from the loop; done is the last. */
struct mcp_sink {
	/* result is borrowed; NULL: e says why. */
	void (*done)(void *ctx, const json_t *result, const struct error *e);
	/* total < 0: unknown. message may be NULL. The callback may be NULL: progress is not
	 * wanted. */
	void (*progress)(void *ctx, double at, double total, const char *message);
	/* The server asks the user (elicitation/create); answered by mcp_answer, now or later, and
	 * one at a time. params is borrowed until then. The callback may be NULL: all questions are
	 * declined. */
	void (*ask)(void *ctx, const json_t *params);
};
/* The outcome of a request for a caller that waits for it by loop_await: mcp_wait_done is done of
 * its sink, and this struct, or one that begins with it, the ctx. */
struct mcp_wait {
	json_t *result; /* (owned) NULL: error says why */
	struct error error;
	bool over;
};
void mcp_wait_done(void *ctx, const json_t *result, const struct error *e);
bool mcp_wait_is_over(void *ctx);
/* Sends a request once the server is ready. params is stolen, NULL: none. headers: an array of
 * additional "Name: value" for HTTP, borrowed; NULL: none. Never NULL; done comes in a later turn
 * of the loop. */
struct mcp_request *mcp_request(struct mcp_client *c, const char *method, json_t *params,
    const json_t *headers, const struct mcp_sink *sink, void *ctx);
/* Answers the open question of a request with {action, content?}, stolen. */
void mcp_answer(struct mcp_request *r, json_t *answer);
/* Cancels a request, and tells the server; no callback comes afterwards. NULL is accepted. */
void mcp_request_stop(struct mcp_request *r);

/* Return what is known of a server, borrowed until the next turn of the loop: the version of the
 * protocol ("": not known yet), {serverInfo, capabilities, instructions} (NULL: not known yet), its
 * state for people: "not started", "starting", "ready", "ended". */
const char *mcp_client_version(const struct mcp_client *c);
const json_t *mcp_client_info(const struct mcp_client *c);
const char *mcp_client_state(const struct mcp_client *c);
/* Returns the end of what its process wrote to stderr; borrowed likewise. */
const char *mcp_client_log(const struct mcp_client *c);

#endif
