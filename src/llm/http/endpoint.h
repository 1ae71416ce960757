/* SPDX-License-Identifier: MIT
 * Base URLs: whether they are valid, their parts, paths below them, how they are shown. The caller
 * frees every string returned; none is NULL.
 *
 * Here: what is known of a server before and beside its protocol: address, key, headers, providers,
 * the limits it states, how long to wait, what a refusal or an error means, events of a stream.
 * Not here: the transfer (loop/http.h), what a request or a reply holds (llm/wire), lists of models
 * and windows (llm/server).
 */
#ifndef LLM_HTTP_ENDPOINT_H
#define LLM_HTTP_ENDPOINT_H

#include <stdbool.h>

/* Whether base is an http or https URL with a host, without a user name, blanks or control
 * characters. */
bool endpoint_valid(const char *base);
/* Returns base with path appended and its query kept behind. If base's path ends with `without`
 * ("": nothing), that is removed first. */
char *endpoint_url(const char *base, const char *without, const char *path);
/* Whether base's path ends with `end`, trailing slashes aside. */
bool endpoint_ends_with(const char *base, const char *end);
/* Whether base's path ends with "/v1", "/v1beta", ... */
bool endpoint_names_version(const char *base);
bool endpoint_has_path(const char *base); /* whether more than "/" follows its host */
/* Returns host and port of a URL, without user and password; "" for NULL. */
char *endpoint_host(const char *url);
/* Whether base's host matches a pattern such as "*.example.com", in any case. */
bool endpoint_host_fits(const char *base, const char *pattern);
/* Returns base with its path replaced and its query kept. */
char *endpoint_at(const char *base, const char *path);
/* Returns url with each "{model}" replaced by the model's id (NULL: ""), escaped. Frees url. */
char *endpoint_for(char *url, const char *model);
char *endpoint_shown(const char *url);		  /* the URL without user, query and fragment */
bool endpoint_is_local(const char *url);	  /* whether its host is this machine */
bool endpoint_same(const char *a, const char *b); /* whether scheme, host and port are equal */

#endif
