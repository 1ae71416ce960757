/* SPDX-License-Identifier: MIT
 * A client in its two halves: the connection to its server (mcp_link.c), which is opened when it is
 * first needed, finds out the server's era, and is opened again after it ended, after a pause that
 * grows; and the requests over it (mcp_client.c). Private to src/mcp, like the wires that carry the
 * messages.
 */
#ifndef MCP_MCP_LINK_H
#define MCP_MCP_LINK_H

#include "mcp/mcp_client.h"

enum mcp_state {
	MCP_CLOSED, /* no connection, or it ended */
	MCP_PAUSED, /* opened when the timer fires */
	MCP_PROBING,
	MCP_READY,
};
struct mcp_hearer { /* what the connection reports to the requests */
	void (*ready)(struct mcp_client *c);
	/* Request `id` will get no answer; 0: no request will. again: it may be sent again. */
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
	json_t *server;		      /* (owned) the spec with variables filled in; NULL: not yet */
	enum mcp_state state;
	bool modern;   /* the server is of the stateless era */
	char *version; /* (owned) of the protocol; "": not known yet */
	json_t *info;  /* (owned) what the server said of itself; NULL: not known yet */
	const struct mcp_wire *kind;
	void *wire;		/* (owned) NULL: none is open */
	int64_t last_id, probe; /* probe: id of the request that finds out the era */
	bool again;		/* the probe was repeated after a refusal of the version */
	bool signs;		/* the user is signing in */
	struct buf said;	/* the end of the process's stderr, also after it ended */
	struct timer *timer;
	int failures;	  /* ends of the connection in a row, without an answer in between */
	int64_t ended_ms; /* monotonic, of the last of them */
};

/* A transport: mcp_stdio.c and mcp_http.c have one each. */
struct mcp_wire {
	/* Opens the connection to c->server. NULL: e says why. */
	void *(*open)(struct mcp_client *c, struct error *e);
	/* Sends a message, borrowed for the call. id: of a request; 0: it gets no answer. headers:
	 * an array of "Name: value", or NULL. */
	void (*send)(void *wire, const json_t *message, int64_t id, const json_t *headers);
	/* Optional, as ready: the answer of this request is no longer wanted. True: the server
	 * learns that by it. */
	bool (*drop)(void *wire, int64_t id);
	void (*ready)(void *wire); /* c->version is known from now on */
	void (*close)(void *wire);
};
extern const struct mcp_wire mcp_stdio, mcp_http;

/* Returns an array of the messages in bytes: one, or a batch of revision 2025-03-26. New reference;
 * what is no JSON is logged. */
json_t *mcp_link_read(const struct mcp_client *c, const char *bytes, size_t len);
/* A wire calls these three; each may close the wire. mcp_link_heard: a message came (borrowed). of:
 * the id of the request in whose answer it came; 0: not known. */
void mcp_link_heard(struct mcp_client *c, const json_t *message, int64_t of);
/* Request `id` will get no answer; 0: nothing that was sent will. status: of HTTP; 0: none. again:
 * the session is over, a new one may answer. */
void mcp_link_lost(struct mcp_client *c, int64_t id, int status, bool again, const struct error *e);
/* on: the user is being asked to sign in, and time limits wait for that; off: no longer. */
void mcp_link_signs(struct mcp_client *c, bool on);

/* Opens the connection, unless that is under way; ready or lost follows in a later turn of the
 * loop. */
void mcp_link_open(struct mcp_client *c);
/* Sends a message, stolen; id 0: it gets no answer. */
void mcp_link_send(struct mcp_client *c, json_t *message, int64_t id, const json_t *headers);
/* Sends a request under a new id, which is returned, or a notification ("notifications/..."): 0.
 * Steals params. */
int64_t mcp_link_ask(
    struct mcp_client *c, const char *method, json_t *params, const json_t *headers);
/* Tells the server that the answer of this request is no longer wanted, and why. */
void mcp_link_drop(struct mcp_client *c, int64_t id, const char *why);
void mcp_link_close(struct mcp_client *c);

#endif
