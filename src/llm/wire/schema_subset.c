/* SPDX-License-Identifier: MIT
 * Builds schemas that servers accept. Leaving a keyword out makes one looser, except where it gives an object
 * members: an object closed without them could never satisfy the whole schema. Such a schema is given up.
 */
#include "llm/wire/schema_subset.h"

#include "base/base.h"
#include "base/json/schema.h"
#include "config/prompt.h"

struct subset {
	const json_t *rules, *root;
	/* (borrowed) {"$defs": {name: what was made of it; null: it is being made}} */
	json_t *references;
	int64_t levels, schemas, optional, unions; /* so far */
};

static json_t *make(struct subset *s, const json_t *schema);

static bool within(const struct subset *s, const char *name, int64_t n)
{
	return n <= json_int(json_map(s->rules, "most"), name, 0);
}

static bool lists(const struct subset *s, const char *list, const char *word)
{
	return json_holds_str(json_list(s->rules, list), word);
}

/* ---- Values ------------------------------------------------------------------------------------ */

/* Returns the values that are of a type; new reference. */
static json_t *values_of(const json_t *values, const char *type)
{
	json_auto_t *rule = json_pack("{s:s}", "type", type);
	json_t *kept = json_array();

	json_each (value, values)
		if (schema_check(rule, value, NULL))
			json_array_append(kept, value);
	return kept;
}

/* Returns the type that all the values have; NULL: they have several, or an object or array is
 * among them. */
static const char *type_of_all(const struct subset *s, const json_t *values)
{
	json_each (type, json_list(s->rules, "scalars")) {
		json_auto_t *kept = values_of(values, json_string_value(type));

		if (json_array_size(kept) == json_array_size(values))
			return json_string_value(type);
	}
	return NULL;
}

/* Returns an enum of the values listed, new reference; NULL: impossible. type NULL: the schema has none. */
static json_t *make_choice(const struct subset *s, const json_t *schema, const char *type)
{
	json_t *only = json_object_get(schema, "const");
	json_auto_t *values =
			only ? json_pack("[O]", only) : json_incref(json_list(schema, "enum")),
		    *kept = NULL;

	if (!type && json_array_size(values))
		type = type_of_all(s, values);
	if (type)
		kept = values_of(values, type);
	return json_array_size(kept) ? json_pack("{s:s, s:O}", "type", type, "enum", kept) : NULL;
}

/* ---- Objects and arrays -------------------------------------------------------------------------- */

static json_t *make_object(struct subset *s, const json_t *schema)
{
	const json_t *properties = json_map(schema, "properties"),
		     *required = json_list(schema, "required");
	const bool closed = json_is_false(json_object_get(schema, "additionalProperties"));
	json_t *made;

	/* A schema for unnamed members cannot be expressed; true and {} only allow them. */
	if (json_object_size(json_object_get(schema, "additionalProperties")) > 0 ||
	    json_object_size(json_object_get(schema, "unevaluatedProperties")) > 0)
		return NULL;
	if (!closed && json_object_size(properties) == 0)
		return NULL;
	json_each (name, required)
		if (!json_is_string(name) || !json_object_get(properties, json_string_value(name)))
			return NULL;
	json_auto_t *members = json_object();
	json_auto_t *needed = json_array();
	json_members (name, child, properties) {
		made = make(s, child);
		if (!made)
			break;
		json_put(members, name, made);
		if (json_holds_str(required, name))
			json_array_append_new(needed, json_string(name));
		else
			s->optional++;
	}
	made = json_object_size(members) == json_object_size(properties)
		   ? json_pack("{s:s, s:O, s:b}", "type", "object", "properties", members,
			 "additionalProperties", 0)
		   : NULL;
	if (made && json_array_size(needed))
		json_object_set(made, "required", needed);
	return made;
}

static json_t *make_array(struct subset *s, const json_t *schema)
{
	json_t *items = make(s, json_object_get(schema, "items")), *made;

	if (!items)
		return NULL;
	made = json_pack("{s:s, s:o}", "type", "array", "items", items);
	if (json_int(schema, "minItems", 0) > 0) /* servers accept only 0 and 1 */
		json_put_int(made, "minItems", 1);
	return made;
}

static json_t *make_typed(struct subset *s, const json_t *schema, const char *type)
{
	const char *format = json_str(schema, "format", NULL);

	if (text_is(type, "object"))
		return make_object(s, schema);
	if (text_is(type, "array"))
		return make_array(s, schema);
	if (!lists(s, "scalars", type))
		return NULL;
	if (json_object_get(schema, "const") || json_list(schema, "enum"))
		return make_choice(s, schema, type);
	json_t *made = json_pack("{s:s}", "type", type);
	if (text_is(type, "string") && format && lists(s, "formats", format))
		json_put_str(made, "format", format);
	return made;
}

/* ---- Schemas made of others --------------------------------------------------------------------- */

/* Returns an anyOf of the schemas made of those in a list (schema NULL), or of `schema` with each
 * type in a list alone: beside several types servers refuse keywords of one type. A single one
 * stands alone. NULL: one cannot be made. */
static json_t *make_any(struct subset *s, const json_t *schema, const json_t *list)
{
	const size_t wanted = json_array_size(list);
	json_auto_t *all = json_array();

	json_each (one, list) {
		json_t *made = NULL;

		if (!schema)
			made = make(s, one);
		else if (json_is_string(one) && within(s, "schemas", ++s->schemas))
			made = make_typed(s, schema, json_string_value(one));
		if (!made)
			return NULL;
		json_array_append_new(all, made);
	}
	s->unions += wanted > 1;
	return wanted > 1 ? json_pack("{s:O}", "anyOf", all) : json_incref(json_array_get(all, 0));
}

/* Makes the schema that a reference names, once. False: it cannot be made, or it refers to
 * itself. */
static bool make_reference(struct subset *s, const char *in, const char *name)
{
	json_t *made_in = json_map_made(s->references, in), *made = json_object_get(made_in, name);

	if (made)
		return !json_is_null(made);
	json_object_set_new(made_in, name, json_null());
	made = make(s, json_object_get(json_map(s->root, in), name));
	json_put(made_in, name, made);
	return made != NULL;
}

/* Returns the schema of a reference "#/$defs/NAME"; NULL for a name that would have to be decoded. */
static json_t *make_ref(struct subset *s, const char *ref)
{
	json_each (in, json_list(s->rules, "references")) {
		const char *keyword = json_string_value(in);

		size_t len = json_string_length(in);
		if (strncmp(ref, "#/", 2) == 0 && strncmp(ref + 2, keyword, len) == 0 &&
		    ref[2 + len] == '/' && !strpbrk(ref + 3 + len, "/~%"))
			return make_reference(s, keyword, ref + 3 + len)
				   ? json_pack("{s:s}", "$ref", ref)
				   : NULL;
	}
	return NULL;
}

static json_t *make_shape(struct subset *s, const json_t *schema)
{
	const json_t *all = json_list(schema, "allOf"), *any = json_list(schema, "anyOf"),
		     *one = json_list(schema, "oneOf"), *type = json_object_get(schema, "type");
	const char *ref = json_str(schema, "$ref", NULL);

	if (ref)
		return make_ref(s, ref);
	if (all) /* two closed objects leave nothing that is both */
		return json_array_size(all) == 1 ? make(s, json_array_get(all, 0)) : NULL;
	if (any || one)
		return make_any(s, NULL, any ? any : one);
	if (json_is_array(type))
		return make_any(s, schema, type);
	if (json_is_string(type))
		return make_typed(s, schema, json_string_value(type));
	if (json_map(schema, "properties"))
		return make_object(s, schema);
	if (json_map(schema, "items"))
		return make_array(s, schema);
	return make_choice(s, schema, NULL);
}

/* ---- One schema ------------------------------------------------------------------------------------ */

static json_t *make(struct subset *s, const json_t *schema)
{
	json_t *made = NULL;
	bool sayable = true;
	int shapes = 0;

	if (!json_is_object(schema) || !within(s, "levels", ++s->levels) ||
	    !within(s, "schemas", ++s->schemas))
		return NULL;
	json_members (keyword, value, schema) {
		shapes += lists(s, "shapes", keyword);
		sayable &= !lists(s, "whole", keyword);
	}
	if (sayable && shapes <= 1)
		made = make_shape(s, schema);
	s->levels--;
	json_members (keyword, value, made && !json_object_get(made, "$ref") ? schema : NULL)
		if (json_is_string(value) && lists(s, "said", keyword))
			json_object_set(made, keyword, value);
	return made;
}

json_t *schema_subset(const json_t *schema)
{
	json_auto_t *rules = config_table_usable("schema_subset.yaml"), *references = json_object();
	struct subset s = {.rules = rules, .root = schema, .references = references};

	json_auto_t *made = make(&s, schema);
	if (!within(&s, "optional", s.optional) || !within(&s, "unions", s.unions))
		return NULL;
	json_object_update(made, references);
	return json_incref(made);
}
