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

struct mcp_around { /* what servers are used in; all (borrowed) */
	struct loop *loop;
	const struct settings *settings;
	struct sandbox *sandbox; /* NULL: processes are not confined */
	const char *workspace;	 /* absolute path: where a process starts */
	/* Shows the user an address, where to sign in to the server of this name. NULL: nobody is there. */
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
	/* total < 0: not told. message may be NULL. NULL: nobody asks for it. */
	void (*progress)(void *ctx, double at, double total, const char *message);
	/* The server asks the user (elicitation/create); answered by mcp_answer, now or later, and one at a
	 * time. params is borrowed until then. NULL: it is declined. */
	void (*ask)(void *ctx, const json_t *params);
};
/* What a request comes to for who awaits it; as done of a sink, with this or what begins with it as its ctx. */
struct mcp_wait {
	json_t *result; /* (owned) NULL: error says why */
	struct error error;
	bool over;
};
void mcp_wait_done(void *ctx, const json_t *result, const struct error *e);
bool mcp_wait_is_over(void *ctx);
/* Asks the server, once it is ready. params is stolen, NULL: none. headers: an array of "Name: value" that a call over
 * HTTP has besides, borrowed for the call; NULL: none. Never NULL; done comes in a later turn of the loop. */
struct mcp_request *mcp_request(struct mcp_client *c, const char *method, json_t *params,
    const json_t *headers, const struct mcp_sink *sink, void *ctx);
/* Answers the question that is open: {action, content?}, stolen. */
void mcp_answer(struct mcp_request *r, json_t *answer);
/* Gives a request up, and tells the server; no callback comes afterwards. NULL is accepted. */
void mcp_request_stop(struct mcp_request *r);

/* What is known of a server, borrowed until the next turn of the loop: the version of the protocol it speaks ("": not known
 * yet), {serverInfo, capabilities, instructions} (NULL: not known yet), a word for people: "not started", "starting",
 * "ready", "ended". */
const char *mcp_client_version(const struct mcp_client *c);
const json_t *mcp_client_info(const struct mcp_client *c);
const char *mcp_client_state(const struct mcp_client *c);
/* The end of what its process wrote to stderr. */
const char *mcp_client_log(const struct mcp_client *c);

#endif
