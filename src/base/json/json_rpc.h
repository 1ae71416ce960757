/* SPDX-License-Identifier: MIT
 * JSON-RPC 2.0 (https://www.jsonrpc.org/specification): its messages as values, and the lines they come in where a
 * pipe carries them, one message a line. Who sends them, and where to, is the caller's.
 */
#ifndef BASE_JSON_JSON_RPC_H
#define BASE_JSON_JSON_RPC_H

#include <jansson.h>
#include "base/core/buf.h"

enum rpc_code { /* of the specification, then of the protocols spoken here */
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

/* What a message is. An id counts where it is there, also 0; the id of an error may be null. */
enum rpc_kind rpc_kind_of(const json_t *message);

/* Messages; new references. id is borrowed, NULL: a notice. params and result are stolen, NULL: none. */
json_t *rpc_ask(const json_t *id, const char *method, json_t *params);
json_t *rpc_reply(const json_t *id, json_t *result);
/* text is made one safe line. */
json_t *rpc_refuse(const json_t *id, enum rpc_code code, const char *text);

/* Bytes as they come, and the lines in them. Zero-initialise with BUF_LIMIT(most bytes of a line). */
struct rpc_lines {
	struct buf bytes;
	size_t taken; /* of the bytes: lines that were given out */
};
/* False: a line is longer than the limit, and nothing more can be read. */
bool rpc_lines_add(struct rpc_lines *l, const char *bytes, size_t len);
/* Gives out the next line that is not blank, borrowed until the next call. False: there is none yet. */
bool rpc_lines_next(struct rpc_lines *l, const char **line, size_t *len);
/* Whether a whole line waits. */
bool rpc_lines_wait(const struct rpc_lines *l);
void rpc_lines_free(struct rpc_lines *l);

#endif
