/* SPDX-License-Identifier: MIT
 * Reduces a JSON Schema to what servers accept that enforce it while an answer is generated
 * (config/schema_subset.yaml). The result closes every object (additionalProperties: false) and is
 * looser in all else, so an answer must still be checked against the whole schema. Source:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
#ifndef LLM_WIRE_SCHEMA_SUBSET_H
#define LLM_WIRE_SCHEMA_SUBSET_H

#include <jansson.h>

/* Returns the reduced schema, new reference. NULL: it cannot be expressed (members whose names are
 * not known, any value, a schema that refers to itself or to another document), or is larger than
 * servers accept. The schema may be a stranger's: any JSON. */
json_t *schema_subset(const json_t *schema);

#endif
