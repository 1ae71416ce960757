/*
 * Rows of config/providers.yaml: which servers there are, where each is asked and by which variable
 * its key is known. All rows are (borrowed) from the table that was loaded.
 */
#ifndef LLM_PROVIDER_H
#define LLM_PROVIDER_H

#include <jansson.h>
#include "base/error.h"

/* An array, a new reference; NULL: e. */
json_t *providers_load(struct error *e);
const json_t *provider_of_key(const json_t *providers, const char *variable); /* NULL: none */
/* Whose server a base URL is, by its host; NULL: nobody's. */
const json_t *provider_at(const json_t *providers, const char *base_url);
/* The name of the wire it speaks; "": unknown. */
const char *provider_protocol(const json_t *provider);
/* It is never picked for its variable being set, which has other uses. */
bool provider_only_named(const json_t *provider);
/* Where a base URL of the provider is asked: one that is a host alone gets the row's path, and the
 * version of its interface where the row wants one. Owned. */
char *provider_place(const json_t *provider, const char *base_url);
/* What differs there; a new reference, NULL: nothing. */
json_t *provider_quirks(const json_t *provider, const char *place);

#endif
