/* SPDX-License-Identifier: MIT
 * How messages get to a server and back: a process's pipes, or HTTP. The client writes and reads messages, a
 * wire carries them. Private to src/mcp.
 */
#ifndef MCP_MCP_WIRE_H
#define MCP_MCP_WIRE_H

#include <jansson.h>
#include <stdint.h>
#include "base/error.h"
#include "loop/loop.h"

struct sandbox;
struct settings;

/* What a wire tells; each may close the wire. */
struct mcp_hearer {
	/* A message, borrowed. of: the id of the request in whose answer it came; 0: it is not known. */
	void (*message)(void *ctx, const json_t *message, int64_t of);
	/* The answer to a request will not come. status: of HTTP, 0: none. retry: the session is over, a new one may
	 * answer it. id 0: of no request, and nothing that was sent will be answered. */
	void (*lost)(void *ctx, int64_t id, int status, bool retry, const struct error *e);
	/* The user is asked to sign in from now on, or not any more: what waits for an answer has its time. */
	void (*signs)(void *ctx, bool on);
	void *ctx;
};
struct mcp_wire_spec { /* all (borrowed) as long as the wire is open */
	struct loop *loop;
	const struct settings *settings;
	struct sandbox *sandbox;
	const char *name;      /* of the server */
	const json_t *server;  /* as mcp_spec has it, variables filled in */
	const char *workspace; /* absolute path */
	struct buf *said;      /* the end of its stderr is put there */
	/* As of struct mcp_oauth_spec. */
	void (*show)(void *ctx, const char *name, const char *address);
	void *show_ctx;
	struct mcp_hearer hearer;
};
/* One of the two ways; each file exports its row. */
struct mcp_wire {
	/* Opens the way. NULL: e says why. */
	void *(*open)(const struct mcp_wire_spec *spec, struct error *e);
	/* Sends a message, borrowed for the call. id: of a request; 0: nothing answers it. headers: an array of "Name: value",
	 * or NULL. */
	void (*send)(void *wire, const json_t *message, int64_t id, const json_t *headers);
	/* Optional, as the next: nobody waits for the answer of this request any more. Whether the server knows by that. */
	bool (*drop)(void *wire, int64_t id);
	/* From now on this version is spoken; modern: of the stateless era. "": not known yet. */
	void (*speak)(void *wire, const char *version, bool modern);
	void (*close)(void *wire);
};
extern const struct mcp_wire mcp_stdio, mcp_http;

#endif
