/* SPDX-License-Identifier: MIT
 * Builds and reads the addresses, forms and headers of OAuth. The caller frees strings that are
 * returned.
 */
#ifndef MCP_MCP_OAUTH_WORDS_H
#define MCP_MCP_OAUTH_WORDS_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"

/* Appends "&name=value", escaped; value NULL: nothing. */
void form_add(struct buf *out, const char *name, const char *value);
char *random_words(void); /* 43 random characters, fit for a URL */
/* Returns the code challenge of a verifier (RFC 7636, S256). */
char *pkce_challenge(const char *verifier);
/* Returns a parameter of WWW-Authenticate: name="value". NULL: it has none. */
char *challenge_value(const char *challenge, const char *name);
/* Appends the words of a scope (NULL: none) that are not there yet. */
void scope_add(struct buf *out, const char *scope);
/* Returns the length of a URL's scheme, host and port. */
size_t url_root(const char *url);
/* Returns the i-th place where an issuer's metadata may be; NULL: there are no more. */
char *issuer_place(const char *issuer, int i);
/* Returns the parameters of a query, {name: value}; new reference. query is modified. Values are
 * made valid UTF-8. */
json_t *query_read(char *query);
/* Whether metadata of `resource` apply to the server at url: it is that address or a folder above
 * it. */
bool is_resource_of(const char *resource, const char *url);

#endif
