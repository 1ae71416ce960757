/* SPDX-License-Identifier: MIT
 * Rows of config/providers.yaml: which servers there are, where each is asked and by which variable
 * its key is known. All rows are (borrowed) from the table that was loaded.
 */
#ifndef LLM_HTTP_PROVIDER_H
#define LLM_HTTP_PROVIDER_H

#include <jansson.h>
#include "base/error.h"

/* The value of a variable of the environment; NULL: it is not set, or empty, or name is NULL. */
const char *variable_set(const char *name);
/* Returns the array of providers, a new reference; NULL: e says what is wrong with the table. */
json_t *providers_load(struct error *e);
/* Returns the row whose key this variable holds; NULL: none. */
const json_t *provider_of_key(const json_t *providers, const char *variable);
/* Returns the variable that holds the provider's key: of its variables the first that is set, else
 * its main one (NULL: it has none). */
const char *provider_key(const json_t *provider);
/* Returns the nth variable for the provider's key, from 0: the main one, then the others; NULL: no
 * more. */
const char *provider_key_name(const json_t *provider, size_t n);
/* Returns the row's base URL with the region of the environment filled in; caller frees. NULL: each
 * customer has a server of his own, or no region is set. provider_region_name returns the variable
 * that names a region; NULL: none is needed. */
char *provider_base_url(const json_t *provider);
const char *provider_region_name(const json_t *provider);
/* Returns the provider whose server a base URL names, by its host; NULL: none. */
const json_t *provider_at(const json_t *providers, const char *base_url);
/* Returns the provider whose interface a base URL has by its path, on whatever host: the row's key
 * must not be sent there. NULL: none. */
const json_t *provider_by_path(const json_t *providers, const char *base_url);
/* Returns the protocol of the row, as struct wire names it; "": not given. */
const char *provider_protocol(const json_t *provider);
/* Whether the provider must be named to be picked, since its variable is set for other uses too. */
bool provider_only_named(const json_t *provider);
/* Returns the base URL for requests: one without a path gets the row's path, and the version of the
 * interface where the row has one. Caller frees. */
char *provider_place(const json_t *provider, const char *base_url);
/* Returns the provider's quirks at a URL that provider_place returned. New reference; NULL:
 * none. */
json_t *provider_quirks(const json_t *provider, const char *place);

#endif
