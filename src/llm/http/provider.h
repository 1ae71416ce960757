/*
 * Rows of config/providers.yaml: which servers there are, where each is asked and by which variable
 * its key is known. All rows are (borrowed) from the table that was loaded.
 */
#ifndef LLM_HTTP_PROVIDER_H
#define LLM_HTTP_PROVIDER_H

#include <jansson.h>
#include "base/error.h"

/* The array of them, a new reference; NULL: e says what is wrong with the table. */
json_t *providers_load(struct error *e);
/* The row whose key this variable has; NULL: none. */
const json_t *provider_of_key(const json_t *providers, const char *variable);
/* Whose server a base URL is, by its host; NULL: nobody's. */
const json_t *provider_at(const json_t *providers, const char *base_url);
/* The protocol it speaks, as struct wire has it; "": not said. */
const char *provider_protocol(const json_t *provider);
/* Whether it is only picked by its name, since its variable is set for other uses too. */
bool provider_only_named(const json_t *provider);
/* Where a base URL of the provider is asked: one that is a host alone gets the row's path, and the
 * version of its interface where the row wants one. The caller frees it. */
char *provider_place(const json_t *provider, const char *base_url);
/* The quirks of the provider at such a place. New reference; NULL: none. */
json_t *provider_quirks(const json_t *provider, const char *place);

#endif
