/* SPDX-License-Identifier: MIT
 * The way to one server: it is started when it is first needed, asked which era it is of, and started again after it
 * ended, after a pause that grows. Private to src/mcp: mcp_client.c has the requests that go this way.
 */
#ifndef MCP_MCP_LINK_H
#define MCP_MCP_LINK_H

#include "mcp/mcp_client.h"
#include "mcp/mcp_wire.h"

enum mcp_state {
	MCP_CLOSED, /* not started, or ended */
	MCP_PAUSED, /* started when the timer fires */
	MCP_PROBING,
	MCP_READY,
};
struct mcp_link {
	struct mcp_client_spec spec;
	/* Hooks of the client, which is ctx. */
	void (*ready)(void *ctx);
	/* The answer to a request will not come; id 0: to none. again: it may be sent anew. */
	void (*lost)(void *ctx, int64_t id, bool again, const struct error *e);
	void (*heard)(void *ctx, const json_t *message, int64_t of);
	void *ctx;
	json_t *server; /* (owned) of the spec, variables filled in; NULL: not yet */
	enum mcp_state state;
	bool modern;   /* the stateless era */
	char *version; /* (owned) "" not known yet */
	json_t *info;  /* (owned) what it said of itself */
	const struct mcp_wire *kind;
	void *wire;		/* (owned) NULL: none is open */
	int64_t last_id, probe; /* probe: id of the request that finds out the era */
	bool again;		/* it was asked again after a refusal of the version */
	bool signs;		/* the user is signing in */
	struct buf said;	/* the end of its stderr, also when it has ended */
	struct timer *timer;
	int failures;	  /* ends in a row without an answer between them */
	int64_t ended_ms; /* monotonic, of the last of them */
};

/* Starts the server, unless it is under way; ready or lost follows in a later turn of the loop. */
void mcp_link_open(struct mcp_link *l);
/* Sends a message, stolen; id 0: nothing answers it. */
void mcp_link_send(struct mcp_link *l, json_t *message, int64_t id, const json_t *headers);
/* Sends a message of ours under a new id, which is returned; 0 for a notice ("notifications/..."). Steals params. */
int64_t mcp_link_ask(struct mcp_link *l, const char *method, json_t *params, const json_t *headers);
/* Nobody waits for the answer of this request any more, which the server is told. */
void mcp_link_drop(struct mcp_link *l, int64_t id, const char *why);
/* Opens a new session in the place of one that is over. */
void mcp_link_renew(struct mcp_link *l);
void mcp_link_free(struct mcp_link *l); /* what it owns; no hook is called */

#endif
