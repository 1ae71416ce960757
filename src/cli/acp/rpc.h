/* SPDX-License-Identifier: MIT
 * JSON-RPC 2.0 on stdout, one message a line, for the Agent Client Protocol (version 1, transports: stdio). Ids are
 * borrowed, everything else is stolen.
 *
 * Here, in cli/acp: the server side of the Agent Client Protocol, by which an editor drives sessions:
 * requests, updates made of events, questions, options.
 * Not here: the sessions themselves, which are children (`agent --serve`), and MCP (src/mcp).
 */
#ifndef CLI_ACP_RPC_H
#define CLI_ACP_RPC_H

#include "base/json/json_rpc.h"

/* Answers a request; id NULL: it was a notification, which gets no answer. */
void rpc_result(const json_t *id, json_t *result);
/* Answers a request by an error. The message is made one safe line. */
void rpc_error(const json_t *id, enum rpc_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void rpc_notify(const char *method, json_t *params);
/* Sends a request to the client. Returns its id, from 1 on. */
int64_t rpc_request(const char *method, json_t *params);

#endif
