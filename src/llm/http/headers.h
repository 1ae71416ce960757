/* SPDX-License-Identifier: MIT
 * A request to a model's server: its headers (the wire's, then backend.headers), trusted
 * certificates and time limits.
 */
#ifndef LLM_HTTP_HEADERS_H
#define LLM_HTTP_HEADERS_H

#include "config/settings.h"
#include "llm/wire/wire.h"
#include "loop/http.h"

struct server_request {
	struct http_request http; /* a POST; its header list and ca_file are those below */
	char **headers, *ca_file; /* (owned) */
};
/* Fills in all but the body; url is borrowed. Free with server_request_free once the transfer was
 * started. */
void server_request_make(struct server_request *q, const struct settings *s,
    const struct wire *wire, const struct model *model, const char *url);
void server_request_free(struct server_request *q);

#endif
