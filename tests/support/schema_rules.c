/* SPDX-License-Identifier: MIT
 * Checks a schema by the published rules of Anthropic Messages (schema_rules.h).
 */
#include "tests/support/schema_rules.h"

#include <string.h>
#include "base/json/json.h"

#define LEVELS 100 /* a schema that goes on below them is taken to refer to itself */
#define STEPS 10000
#define OPTIONAL 24
#define UNIONS 16

struct rules {
	const json_t *root;
	int level, steps, optional, unions;
};

static const char *fault(struct rules *r, const json_t *schema);

/* The keywords that a schema of a type may have, between blanks; type "": a schema without a type. */
static const struct {
	const char *type, *keywords;
} taken[] = {
    {"object", " properties required additionalProperties "},
    {"array", " items minItems "},
    {"string", " format pattern enum const "},
    {"integer", " enum const "},
    {"number", " enum const "},
    {"boolean", " enum const "},
    {"null", " enum const "},
    {"", " enum const anyOf allOf $ref "},
};
#define ANYWHERE " type title description default $defs definitions "
#define FORMATS " date-time time date duration email hostname uri ipv4 ipv6 uuid "

static bool among(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at += len)
		if (at[-1] == ' ' && at[len] == ' ')
			return true;
	return false;
}

static const char *keywords_fault(const json_t *schema, const char *type)
{
	const char *keyword;
	json_t *value;
	size_t i;

	for (i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(taken[i].type, type) == 0)
			break;
	if (i == sizeof taken / sizeof *taken)
		return "a type nobody knows";
	json_object_foreach ((json_t *)schema, keyword, value)
		if (!among(taken[i].keywords, keyword) && !among(ANYWHERE, keyword))
			return "a keyword that is not supported";
	return NULL;
}

static const char *object_fault(struct rules *r, const json_t *schema)
{
	const json_t *properties = json_map(schema, "properties"),
		     *required = json_list(schema, "required"), *name;
	const char *key, *why = NULL;
	json_t *child;
	size_t i;

	if (!json_is_false(json_object_get(schema, "additionalProperties")))
		return "additionalProperties that are not false";
	json_array_foreach (required, i, name)
		if (!json_object_get(properties, json_string_value(name)))
			return "a required member without a schema";
	json_object_foreach ((json_t *)properties, key, child) {
		r->optional += !json_holds_str(required, key);
		why = why ? why : fault(r, child);
	}
	return why;
}

static const char *array_fault(struct rules *r, const json_t *schema)
{
	int64_t least = json_int(schema, "minItems", 0);

	if (least != 0 && least != 1)
		return "minItems that is neither 0 nor 1";
	return json_object_get(schema, "items") ? fault(r, json_object_get(schema, "items")) : NULL;
}

static bool is_of(const json_t *value, const char *type)
{
	return !*type || (strcmp(type, "string") == 0 && json_is_string(value)) ||
	       (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
	       (strcmp(type, "number") == 0 && json_is_number(value)) ||
	       (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
	       (strcmp(type, "null") == 0 && json_is_null(value));
}

static const char *values_fault(const json_t *schema, const char *type)
{
	const json_t *value, *values = json_object_get(schema, "enum");
	const char *format = json_str(schema, "format", NULL);
	size_t i;

	if (values && !json_array_size(values))
		return "an enum without values";
	json_array_foreach (values, i, value)
		if (json_is_object(value) || json_is_array(value) || !is_of(value, type))
			return "an enum with a value that is not of its type";
	return format && !among(FORMATS, format) ? "a format that is not supported" : NULL;
}

static const char *variants_fault(struct rules *r, const json_t *schema, const char *keyword)
{
	const json_t *variants = json_object_get(schema, keyword), *variant;
	const char *why = NULL;
	size_t i;

	if (variants && !json_array_size(variants))
		return "a union of nothing";
	r->unions += variants && strcmp(keyword, "anyOf") == 0;
	json_array_foreach (variants, i, variant) {
		if (strcmp(keyword, "allOf") == 0 && json_object_get(variant, "$ref"))
			return "allOf with $ref";
		why = why ? why : fault(r, variant);
	}
	return why;
}

static const char *ref_fault(struct rules *r, const char *ref)
{
	const char *in = strncmp(ref, "#/$defs/", 8) == 0	   ? "$defs"
			 : strncmp(ref, "#/definitions/", 14) == 0 ? "definitions"
								   : NULL;

	if (!in)
		return "a $ref to another document";
	return fault(r, json_object_get(json_map(r->root, in), ref + strlen(in) + 3));
}

static const char *typeless_fault(struct rules *r, const json_t *schema)
{
	const char *ref = json_str(schema, "$ref", NULL), *why = variants_fault(r, schema, "anyOf");

	if (!why)
		why = variants_fault(r, schema, "allOf");
	if (!why && ref)
		why = ref_fault(r, ref);
	if (!why && !ref && !json_object_get(schema, "anyOf") &&
	    !json_object_get(schema, "allOf") && !json_object_get(schema, "enum") &&
	    !json_object_get(schema, "const"))
		why = "a schema that says no type";
	return why;
}

static const char *fault(struct rules *r, const json_t *schema)
{
	const char *type = json_str(schema, "type", ""), *why;

	if (!json_is_object(schema))
		return "a schema that is no object";
	if (++r->level > LEVELS || ++r->steps > STEPS)
		return "a schema that refers to itself";
	if (json_is_array(json_object_get(schema, "type")))
		r->unions++; /* what may stand beside several types is not published */
	why = keywords_fault(schema, type);
	if (!why && strcmp(type, "object") == 0)
		why = object_fault(r, schema);
	else if (!why && strcmp(type, "array") == 0)
		why = array_fault(r, schema);
	else if (!why)
		why = values_fault(schema, type);
	if (!why && !*type && !json_is_array(json_object_get(schema, "type")))
		why = typeless_fault(r, schema);
	r->level--;
	return why;
}

const char *schema_rules_fault(const json_t *schema)
{
	struct rules r = {.root = schema};
	const char *why = fault(&r, schema);

	if (!why && r.optional > OPTIONAL)
		why = "more than 24 optional parameters";
	return why || r.unions <= UNIONS ? why : "more than 16 unions";
}
