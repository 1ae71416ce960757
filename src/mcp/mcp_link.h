/* SPDX-License-Identifier: MIT
 * A client in its two halves: the way to its server (mcp_link.c), which is started when it is first needed, asked which
 * era it is of, and started again after it ended, after a pause that grows; and the requests that go this way
 * (mcp_client.c). Private to src/mcp, as the wires are that carry the messages.
 */
#ifndef MCP_MCP_LINK_H
#define MCP_MCP_LINK_H

#include "mcp/mcp_client.h"

enum mcp_state {
	MCP_CLOSED, /* not started, or ended */
	MCP_PAUSED, /* started when the timer fires */
	MCP_PROBING,
	MCP_READY,
};
struct mcp_hearer { /* what the way tells the requests */
	void (*ready)(struct mcp_client *c);
	/* The answer to a request will not come; id 0: to none. again: it may be sent anew. */
	void (*lost)(struct mcp_client *c, int64_t id, bool again, const struct error *e);
	void (*heard)(struct mcp_client *c, const json_t *message, int64_t of);
};
struct mcp_client {
	const struct mcp_hearer *hearer;
	const struct mcp_around *around;
	const struct mcp_spec *spec;
	void (*changed)(void *ctx);
	void *ctx;
	struct mcp_request *requests; /* in the order they were made */
	json_t *server;		      /* (owned) of the spec, variables filled in; NULL: not yet */
	enum mcp_state state;
	bool modern;   /* the stateless era */
	char *version; /* (owned) that is spoken; "" not known yet */
	json_t *info;  /* (owned) what it said of itself; NULL: not known yet */
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

/* One of the two ways; each file exports its row. */
struct mcp_wire {
	/* Opens the way to c->server. NULL: e says why. */
	void *(*open)(struct mcp_client *c, struct error *e);
	/* Sends a message, borrowed for the call. id: of a request; 0: nothing answers it. headers: an array of "Name: value",
	 * or NULL. */
	void (*send)(void *wire, const json_t *message, int64_t id, const json_t *headers);
	/* Optional, as the next: nobody waits for the answer of this request any more. Whether the server knows by that. */
	bool (*drop)(void *wire, int64_t id);
	void (*ready)(void *wire); /* from now on c->version is spoken */
	void (*close)(void *wire);
};
extern const struct mcp_wire mcp_stdio, mcp_http;

/* Returns the messages that bytes hold: one, or a batch of revision 2025-03-26. New reference, an array; what is no JSON is
 * logged. */
json_t *mcp_link_read(const struct mcp_client *c, const char *bytes, size_t len);
/* A wire calls these three with what it hears; each of them may close it. message is borrowed; of: the id of the request
 * in whose answer it came, 0 where that is not known. */
void mcp_link_heard(struct mcp_client *c, const json_t *message, int64_t of);
/* The answer to a request will not come. status: of HTTP, 0: none. again: the session is over, a new one may answer it.
 * id 0: of no request, and nothing that was sent will be answered. */
void mcp_link_lost(struct mcp_client *c, int64_t id, int status, bool again, const struct error *e);
/* The user is asked to sign in from now on, or not any more: what waits for an answer has its time. */
void mcp_link_signs(struct mcp_client *c, bool on);

/* Starts the server, unless it is under way; ready or lost follows in a later turn of the loop. */
void mcp_link_open(struct mcp_client *c);
/* Sends a message, stolen; id 0: nothing answers it. */
void mcp_link_send(struct mcp_client *c, json_t *message, int64_t id, const json_t *headers);
/* Sends a message of ours under a new id, which is returned; 0 for a notice ("notifications/..."). Steals params. */
int64_t mcp_link_ask(
    struct mcp_client *c, const char *method, json_t *params, const json_t *headers);
/* Nobody waits for the answer of this request any more, which the server is told. */
void mcp_link_drop(struct mcp_client *c, int64_t id, const char *why);
void mcp_link_close(struct mcp_client *c);

#endif
