/* SPDX-License-Identifier: MIT
 * Signing in to a server over HTTP: OAuth 2.1 with PKCE, as the protocol's "authorization" has it:
 * the server's metadata (RFC 9728), those of its authorization server (RFC 8414, OpenID Connect), a
 * client of its own (RFC 7591), the user's browser, and its way back to a port of this machine.
 * Tokens are kept in a file of the state folder that only the user can read, and renewed without
 * the user where possible.
 */
#ifndef MCP_MCP_OAUTH_H
#define MCP_MCP_OAUTH_H

#include <jansson.h>
#include "base/error.h"

struct mcp_client;
struct mcp_oauth;
/* Signs in to the client's server; the client is borrowed until done or mcp_oauth_stop. challenge:
 * WWW-Authenticate of the refusal, copied; NULL: none. Never NULL. done is called once, in a later
 * turn of the loop; e NULL: mcp_oauth_token has a new token. The handle is freed when it
 * returns. */
struct mcp_oauth *mcp_oauth_start(const struct mcp_client *c, const char *challenge,
    void (*done)(void *ctx, const struct error *e), void *ctx);
void mcp_oauth_stop(struct mcp_oauth *o); /* no callback afterwards; NULL is accepted */
/* Returns the token that is kept for the server, and registers it as a secret; caller frees. NULL:
 * none is kept. */
char *mcp_oauth_token(const json_t *server);

#endif
