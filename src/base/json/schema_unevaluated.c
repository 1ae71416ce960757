/*
 * unevaluatedProperties and unevaluatedItems: what no keyword of the schema looked at, nor of the
 * schemas it applies to the same value (allOf, $ref, the forms of anyOf and oneOf that match, if,
 * dependentSchemas). Source: https://json-schema.org/draft/2020-12/json-schema-core, section 11
 */
#include "base/json/schema_walk.h"

/* A member of an object (name) or an item of a list (index). */
struct schema_part {
	const json_t *whole; /* (borrowed) the object or the list */
	const char *name;    /* NULL: an item */
	size_t index;
	int depth; /* schemas inside each other so far */
};

static bool is_seen(struct schema_walk *w, const json_t *schema, struct schema_part part);

static bool has_keyword(const json_t *schema, const char *keyword)
{
	return json_object_get(schema, keyword) != NULL;
}

static bool member_is_seen_here(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	return has_keyword(schema, "additionalProperties") ||
	       schema_names_member(w, schema, part->name);
}

static bool item_is_seen_here(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const json_t *contains = json_object_get(schema, "contains");

	return has_keyword(schema, "items") ||
	       part->index < json_array_size(json_object_get(schema, "prefixItems")) ||
	       (contains && walk_quietly(w, contains, json_array_get(part->whole, part->index)));
}

/* Whether one of the schemas in a list looked at the part: of allOf any of them, of anyOf and
 * oneOf only those that match the value. */
static bool is_seen_in(
    struct schema_walk *w, const json_t *list, const struct schema_part *part, bool must_match)
{
	for (size_t i = 0; i < json_array_size(list) && !w->broken; i++) {
		const json_t *one = json_array_get(list, i);

		if ((!must_match || walk_quietly(w, one, part->whole)) && is_seen(w, one, *part))
			return true;
	}
	return false;
}

static bool is_seen_if(struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const json_t *rule = json_object_get(schema, "if");

	if (!rule)
		return false;
	if (!walk_quietly(w, rule, part->whole))
		return is_seen(w, json_object_get(schema, "else"), *part);
	return is_seen(w, rule, *part) || is_seen(w, json_object_get(schema, "then"), *part);
}

static bool is_seen_dependent(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const char *name;
	json_t *sub;

	json_object_foreach (json_object_get(schema, "dependentSchemas"), name, sub)
		if (json_object_get(part->whole, name) && is_seen(w, sub, *part))
			return true;
	return false;
}

static bool is_seen_by_applied(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const char *ref = json_string_value(json_object_get(schema, "$ref"));
	const char *dynamic = json_string_value(json_object_get(schema, "$dynamicRef"));

	return (ref && is_seen(w, schema_resolve(w, schema, ref), *part)) ||
	       (dynamic && is_seen(w, schema_resolve_dynamic(w, schema, dynamic), *part)) ||
	       is_seen_in(w, json_object_get(schema, "allOf"), part, false) ||
	       is_seen_in(w, json_object_get(schema, "anyOf"), part, true) ||
	       is_seen_in(w, json_object_get(schema, "oneOf"), part, true) ||
	       is_seen_if(w, schema, part) || is_seen_dependent(w, schema, part);
}

static bool is_seen_here(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	return part->name ? member_is_seen_here(w, schema, part)
			  : item_is_seen_here(w, schema, part);
}

/* Whether the schema, or one that it applies to the same value, looked at the part. schema may
 * be NULL. */
static bool is_seen(struct schema_walk *w, const json_t *schema, struct schema_part part)
{
	const struct schema_scope *before = w->scope;
	struct schema_scope scope;
	bool seen;

	if (!json_is_object(schema) || !walk_step(w, 1))
		return false;
	if (++part.depth > SCHEMA_DEPTH)
		return walk_broken(w, "is nested deeper than %d levels", SCHEMA_DEPTH);
	schema_scope_enter(w, &scope, schema);
	seen = has_keyword(schema, part.name ? "unevaluatedProperties" : "unevaluatedItems") ||
	       is_seen_here(w, schema, &part) || is_seen_by_applied(w, schema, &part);
	w->scope = before;
	return seen;
}

static bool check_part(struct schema_walk *w, const json_t *rule, const json_t *schema,
    const struct schema_part *part, const char *keyword)
{
	const json_t *value = part->name ? json_object_get(part->whole, part->name)
					 : json_array_get(part->whole, part->index);
	size_t before;
	bool ok;

	if (!walk_step(w, 1) || is_seen_here(w, schema, part) ||
	    is_seen_by_applied(w, schema, part))
		return !w->broken;
	before = part->name ? walk_member(w, part->name) : walk_item(w, part->index);
	ok = json_is_false(rule) ? walk_fail(w, keyword, "is not described by the schema")
				 : walk_check(w, rule, value);
	buf_cut(&w->path, before);
	return ok;
}

bool schema_unevaluated_properties(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;
	const char *name;
	json_t *member;

	json_object_foreach ((json_t *)value, name, member)
		ok &= check_part(w, rule, schema, &(struct schema_part){value, name, 0, 0},
		    "unevaluatedProperties");
	return ok && !w->broken;
}

bool schema_unevaluated_items(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(value) && !w->broken; i++)
		ok &= check_part(
		    w, rule, schema, &(struct schema_part){value, NULL, i, 0}, "unevaluatedItems");
	return ok && !w->broken;
}
