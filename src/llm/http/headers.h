/*
 * The headers of a request to a model's server: the wire's, then backend.headers.
 */
#ifndef LLM_HTTP_HEADERS_H
#define LLM_HTTP_HEADERS_H

#include "config/settings.h"
#include "llm/wire/wire.h"

/* "Name: value" each, ended by NULL; freed by headers_free. */
char **headers_new(const struct settings *s, const struct wire *wire, const struct model *model);
void headers_free(char **headers);

/* Returns the file of backend.ca_file, "~/" expanded, which the caller frees; NULL: the system's
 * certificates count. */
char *server_ca_file(const struct settings *s);

#endif
