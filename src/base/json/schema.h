/* SPDX-License-Identifier: MIT
 * A JSON Schema validator (draft 2020-12, the keywords that matter here: type, enum, const,
 * required, properties, patternProperties, additionalProperties, propertyNames, items, prefixItems,
 * contains with min/maxContains, min/max of length, items, properties and number, exclusive bounds,
 * multipleOf, uniqueItems, pattern (PCRE2), dependentRequired, dependentSchemas, anyOf, oneOf, allOf,
 * not, if/then/else, unevaluatedProperties, unevaluatedItems, $ref and $dynamicRef within the document, $id,
 * $defs, $anchor, $dynamicAnchor, boolean schemas; dependencies of older drafts). Lengths count code points. Bounded in
 * depth and steps. Source: https://json-schema.org/draft/2020-12/json-schema-validation
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
	char *member;  /* (owned) what the object at path lacks; NULL: another keyword */
};
struct violations {
	struct violation list[SCHEMA_VIOLATIONS];
	size_t count; /* may exceed SCHEMA_VIOLATIONS */
};
#define VIOLATIONS_INIT \
	{ \
		0 \
	}

/* Whether the value is valid; what is wrong is added to out, which may be NULL. A schema that is itself
 * broken (bad $ref, bad pattern, too deep) makes every value invalid, with the keyword "schema". */
bool schema_check(const json_t *schema, const json_t *value, struct violations *out);
/* A path as people and models read it, a part of it: "todos[8].id" of "$.todos[8].id"; empty: the value as a whole. */
const char *violation_place(const char *path);
/* Appends one line for each that is kept, "todos[8].id: is 41 ..." or, of the value as a whole, what ("the reply") and
 * the message; and how many more there are. */
void violations_write(const struct violations *v, const char *what, struct buf *out);
void violations_free(struct violations *v); /* it is empty then and may be used again */

#endif
