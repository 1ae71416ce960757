/* SPDX-License-Identifier: MIT
 * The parts of a request over HTTP that are repeated in its headers, so that proxies can route it
 * (revision 2026-07-28, transports: Mcp-Method, Mcp-Name, Mcp-Param-NAME for arguments whose schema
 * has "x-mcp-header").
 */
#ifndef MCP_MCP_HEADER_H
#define MCP_MCP_HEADER_H

#include <jansson.h>
#include "base/core/buf.h"

/* Returns "Name: value" as libcurl takes it: a value that is no plain text is encoded in base 64.
 * New reference. */
json_t *mcp_header(const char *name, const char *value);
/* Whether a tool's schema asks for headers as it may: each name is a token, unique, and stands at a
 * string, an integer or a boolean that is reached through properties alone. False: why says what is
 * wrong. */
bool mcp_headers_check(const json_t *schema, struct buf *why);
/* Returns the headers of a call with these arguments, an array; new reference. */
json_t *mcp_headers_of(const json_t *schema, const json_t *arguments);

#endif
