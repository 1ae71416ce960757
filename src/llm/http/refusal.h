/*
 * What is known of the words with which servers refuse a request (config/refusals.yaml).
 */
#ifndef LLM_HTTP_REFUSAL_H
#define LLM_HTTP_REFUSAL_H

#include <jansson.h>
#include <stdbool.h>

/* Returns the rows that fit the words of a refusal over a protocol, in their order, with what they
 * read from the words among their quirks: an array, new reference. */
json_t *refusal_rows(const char *protocol, const char *words);
/* Whether the words refuse the form in which an answer was asked for (json_schema, json_object). */
bool refusal_of_form(const char *words);
/* Whether a server that answers 404 with these words has the path: nobody runs the model for this account. */
bool refusal_of_account(const char *words);

#endif
