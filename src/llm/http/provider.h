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
/* Returns the array of them, a new reference; NULL: e says what is wrong with the table. */
json_t *providers_load(struct error *e);
/* Returns the row whose key this variable has; NULL: none. */
const json_t *provider_of_key(const json_t *providers, const char *variable);
/* The variable that holds its key: of all that it knows the first that is set, else its own (NULL: it has none). */
const char *provider_key(const json_t *provider);
/* Returns the nth variable that it knows, from 0; NULL: there are no more. */
const char *provider_key_name(const json_t *provider, size_t n);
/* The base URL of the row, with the region that the environment has in its place. The caller frees it; NULL: each
 * customer has a server of his own, or no region is set. And the variable that names a region; NULL: none is needed. */
char *provider_base_url(const json_t *provider);
const char *provider_region_name(const json_t *provider);
/* Returns the provider whose server a base URL is, by its host; NULL: nobody's. */
const json_t *provider_at(const json_t *providers, const char *base_url);
/* Returns the provider whose interface it is by its path, on whatever host: no key of the row goes
 * there. NULL: nobody's. */
const json_t *provider_by_path(const json_t *providers, const char *base_url);
/* Returns the protocol it speaks, as struct wire has it; "": not said. */
const char *provider_protocol(const json_t *provider);
/* Whether it is only picked by its name, since its variable is set for other uses too. */
bool provider_only_named(const json_t *provider);
/* Returns where a base URL of the provider is asked: one that is a host alone gets the row's path,
 * and the version of its interface where the row wants one. The caller frees it. */
char *provider_place(const json_t *provider, const char *base_url);
/* Returns the quirks of the provider at such a place. New reference; NULL: none. */
json_t *provider_quirks(const json_t *provider, const char *place);

#endif
