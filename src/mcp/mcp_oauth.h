/* SPDX-License-Identifier: MIT
 * Signing in to a server over HTTP: OAuth 2.1 with PKCE, as the protocol's "authorization" has it: the server's metadata
 * (RFC 9728), those of its authorization server (RFC 8414, OpenID Connect), a client of its own (RFC 7591), the
 * user's browser, and its way back to a port of this machine. What is given is kept in a file of the state folder that
 * the user alone can read, and renewed without the user where that can be.
 */
#ifndef MCP_MCP_OAUTH_H
#define MCP_MCP_OAUTH_H

#include <jansson.h>
#include "base/error.h"
#include "config/settings.h"
#include "loop/loop.h"

struct mcp_oauth;
struct mcp_oauth_spec {
	struct loop *loop; /* (borrowed) as long as it runs, with the settings */
	const struct settings *settings;
	const char *name;      /* (borrowed) of the server, for people */
	const json_t *server;  /* (borrowed) its entry, variables filled in */
	const char *challenge; /* WWW-Authenticate of the refusal, copied; NULL: none */
	/* Shows the user an address to open. NULL: nobody is there, so a token can only be renewed. */
	void (*show)(void *ctx, const char *name, const char *address);
	void *show_ctx;
};
/* Never NULL. done is called once, in a later turn of the loop; e NULL: mcp_oauth_token has a new token. The handle is gone
 * when it returns. */
struct mcp_oauth *mcp_oauth_start(
    const struct mcp_oauth_spec *spec, void (*done)(void *ctx, const struct error *e), void *ctx);
void mcp_oauth_stop(struct mcp_oauth *o); /* no callback afterwards; NULL is accepted */
/* Returns the token that is kept for the server, owned; NULL: there is none. It is a secret from now on. */
char *mcp_oauth_token(const json_t *server);

#endif
