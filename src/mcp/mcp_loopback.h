/* SPDX-License-Identifier: MIT
 * A port of this machine that waits for a browser to come back to it (RFC 8252, 7.3): GET /callback?QUERY.
 */
#ifndef MCP_MCP_LOOPBACK_H
#define MCP_MCP_LOOPBACK_H

#include <jansson.h>
#include "base/error.h"
#include "loop/loop.h"

struct loopback;
/* Listens on a port of 127.0.0.1; 0: any that is free. done is called with the query of each visit,
 * {name: value}, borrowed; it may close the port. NULL: e says why. */
struct loopback *loopback_open(struct loop *l, int port,
    void (*done)(void *ctx, const json_t *query), void *ctx, struct error *e);
char *loopback_address(const struct loopback *b); /* http://127.0.0.1:PORT/callback; caller frees */
void loopback_close(struct loopback *b);	  /* NULL is accepted */

#endif
