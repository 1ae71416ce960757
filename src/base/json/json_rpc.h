/* SPDX-License-Identifier: MIT
 * JSON-RPC 2.0 (https://www.jsonrpc.org/specification): building and classifying messages, and splitting a stream
 * with one message per line into lines. Sending is up to the caller.
 */
#ifndef BASE_JSON_JSON_RPC_H
#define BASE_JSON_JSON_RPC_H

#include <jansson.h>
#include "base/core/buf.h"

enum rpc_code { /* error codes: of the specification, then (from RPC_NO_SESSION) of ACP and MCP */
	RPC_PARSE = -32700,
	RPC_INVALID = -32600,
	RPC_NO_METHOD = -32601,
	RPC_BAD_PARAMS = -32602,
	RPC_INTERNAL = -32603,
	RPC_NO_SESSION = -32002,
	RPC_HEADERS = -32020,
	RPC_CAPABILITY = -32021,
	RPC_VERSION = -32022,
	RPC_CANCELLED = -32800,
};
enum rpc_kind { RPC_REQUEST, RPC_NOTICE, RPC_RESULT, RPC_ERROR, RPC_NOTHING };

/* Returns the kind of a message. An id of 0 or null counts as an id; an error needs none. */
enum rpc_kind rpc_kind_of(const json_t *message);

/* Return a request (a notification if id is NULL), a result and an error message; new references. id is
 * borrowed; params and result (NULL: none) are stolen. */
json_t *rpc_ask(const json_t *id, const char *method, json_t *params);
json_t *rpc_reply(const json_t *id, json_t *result);
/* text is shortened to one line. */
json_t *rpc_refuse(const json_t *id, enum rpc_code code, const char *text);

/* Splits a byte stream into lines. Initialise `bytes` with BUF_LIMIT(most bytes that may wait). */
struct rpc_lines {
	struct buf bytes;
	size_t taken; /* bytes at the start of `bytes` that were returned as lines */
};
/* Adds received bytes. False: the unread bytes exceed the limit, and the stream cannot be read on. */
bool rpc_lines_add(struct rpc_lines *l, const char *bytes, size_t len);
/* Returns the next line that is not blank; valid until rpc_lines_add. False: there is no whole line. */
bool rpc_lines_next(struct rpc_lines *l, const char **line, size_t *len);
/* Returns whether a whole line, which may be blank, is unread. */
bool rpc_lines_wait(const struct rpc_lines *l);
void rpc_lines_free(struct rpc_lines *l);

#endif
