/* SPDX-License-Identifier: MIT
 * Base URLs: what is asked of them, where they are the same, how they are shown. Every string that is
 * returned is the caller's to free; none is NULL.
 */
#ifndef LLM_HTTP_ENDPOINT_H
#define LLM_HTTP_ENDPOINT_H

#include <stdbool.h>

/* Whether it is http or https with a host, without a user name, blanks or control characters. */
bool endpoint_valid(const char *base);
/* BASE/PATH, with BASE's query kept behind it. Where BASE's path ends with `without` ("": nothing),
 * it is taken without. */
char *endpoint_url(const char *base, const char *without, const char *path);
bool endpoint_ends_with(const char *base, const char *end); /* its path, whatever slashes follow */
bool endpoint_names_version(const char *base); /* its path ends with "/v1", "/v1beta", ... */
bool endpoint_has_path(const char *base);      /* more than "/" behind its host */
/* Its host and port, as `from` of a message names them; of NULL "". */
char *endpoint_host(const char *url);
bool endpoint_host_fits(const char *base, const char *pattern); /* "*.example.com", any case */
/* BASE with its path replaced, its query kept. */
char *endpoint_at(const char *base, const char *path);
/* A URL with each "{model}" in it replaced by the model's id (NULL: nothing), escaped. Frees url. */
char *endpoint_for(char *url, const char *model);
char *endpoint_shown(const char *url);		  /* without user, query and fragment */
bool endpoint_is_local(const char *url);	  /* its host is this machine */
bool endpoint_same(const char *a, const char *b); /* the same scheme, host and port */

#endif
