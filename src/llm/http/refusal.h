/* SPDX-License-Identifier: MIT
 * What is known of the words with which servers refuse a request (config/refusals.yaml).
 */
#ifndef LLM_HTTP_REFUSAL_H
#define LLM_HTTP_REFUSAL_H

#include <jansson.h>
#include <stdbool.h>

/* Returns the rows that fit the words of a refusal over a protocol, in their order, with what they
 * read from the words among their quirks: an array, new reference. */
json_t *refusal_rows(const char *protocol, const char *words);
/* Whether the words contain an entry of a list of the table: "answer_forms", "not_paths", or one of
 * its kinds. */
bool refusal_names(const char *list, const char *words);

#endif
