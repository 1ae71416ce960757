/* SPDX-License-Identifier: MIT
 * A JSON Schema validator (draft 2020-12, the keywords that matter here: type, enum, const,
 * required, properties, patternProperties, additionalProperties, propertyNames, items, prefixItems,
 * contains with min/maxContains, min/max of length, items, properties and number, exclusive bounds,
 * multipleOf, uniqueItems, pattern (PCRE2), dependentRequired, dependentSchemas, anyOf, oneOf, allOf,
 * not, if/then/else, unevaluatedProperties, unevaluatedItems, $ref and $dynamicRef within the document, $id,
 * $defs, $anchor, $dynamicAnchor, boolean schemas; dependencies of older drafts). Lengths count code points. Depth and
 * steps of a check are bounded. Source: https://json-schema.org/draft/2020-12/json-schema-validation
 */
#ifndef BASE_JSON_SCHEMA_H
#define BASE_JSON_SCHEMA_H

#include <jansson.h>
#include "base/core/buf.h"

#define SCHEMA_DEPTH 64
#define SCHEMA_STEPS 200000
#define SCHEMA_VIOLATIONS 20 /* more are counted, not kept */

struct violation {
	char *path;    /* (owned) JSON path of the value: $.todos[8].id */
	char *keyword; /* (owned) the schema keyword that failed: maxLength */
	char *message; /* (owned) "is 41 characters long, at most 40 are allowed" */
	char *member;  /* (owned) the member that the object at path lacks; NULL: another failure */
};
struct violations {
	struct violation list[SCHEMA_VIOLATIONS];
	size_t count; /* may exceed SCHEMA_VIOLATIONS */
};
#define VIOLATIONS_INIT \
	{ \
		0 \
	}

/* Returns whether the value is valid; violations are added to out, which may be NULL. A schema that is itself
 * broken (bad $ref, bad pattern, too deep) makes every value invalid, with the keyword "schema". */
bool schema_check(const json_t *schema, const json_t *value, struct violations *out);
/* Returns the part of a path that is shown: "todos[8].id" of "$.todos[8].id"; "" for the value as a whole. */
const char *violation_place(const char *path);
/* Appends a line for each kept violation, "PLACE: MESSAGE", or "WHAT MESSAGE" for one of the value as a whole (what:
 * "the reply"), and a line with the number of those not kept. */
void violations_write(const struct violations *v, const char *what, struct buf *out);
void violations_free(struct violations *v); /* empties v, which may be used again */

#endif
