/* SPDX-License-Identifier: MIT
 * The part of a JSON Schema that a server takes which holds an answer to it while the answer is made
 * (config/schema_subset.yaml says which part). What is made of a schema holds every object to the members it
 * names (additionalProperties: false) and is looser in all else, so what it lets through is still to be checked against the
 * whole schema. Source: https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
#ifndef LLM_WIRE_SCHEMA_SUBSET_H
#define LLM_WIRE_SCHEMA_SUBSET_H

#include <jansson.h>

/* New reference. NULL: the part does not say it (members whose names are not known, any value, a schema
 * that refers to itself or to another document), or there is more of it than a server takes. The schema may be a
 * stranger's: any JSON. */
json_t *schema_subset(const json_t *schema);

#endif
