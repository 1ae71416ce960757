/* SPDX-License-Identifier: MIT
 * Keywords that apply other schemas: to members, to items, or to the same value again; among them
 * unevaluatedProperties and unevaluatedItems, for members and items that no other keyword has evaluated.
 */
#include "base/base.h"
#include "base/json/schema_walk.h"

/* ---- Unevaluated members and items --------------------------------------------------------------- */

/* A member of an object (name) or an item of a list (index). */
struct schema_part {
	const json_t *whole; /* (borrowed) the object or the list */
	const char *name;    /* NULL: an item */
	size_t index;
	int depth; /* nesting of schemas so far */
};

static bool is_seen(struct schema_walk *w, const json_t *schema, struct schema_part part);

static bool has_keyword(const json_t *schema, const char *keyword)
{
	return json_object_get(schema, keyword) != NULL;
}

/* Returns whether a schema of the list has evaluated the part. must_match: only schemas that the value
 * matches count, as for anyOf and oneOf. */
static bool is_seen_in(
    struct schema_walk *w, const json_t *list, const struct schema_part *part, bool must_match)
{
	json_each (one, list)
		if (!w->broken && (!must_match || walk_quietly(w, one, part->whole)) &&
		    is_seen(w, one, *part))
			return true;
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

static bool is_seen_by_applied(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const char *ref = json_string_value(json_object_get(schema, "$ref"));
	const char *dynamic = json_string_value(json_object_get(schema, "$dynamicRef"));

	if ((ref && is_seen(w, schema_resolve(w, schema, ref), *part)) ||
	    (dynamic && is_seen(w, schema_resolve_dynamic(w, schema, dynamic), *part)) ||
	    is_seen_in(w, json_object_get(schema, "allOf"), part, false) ||
	    is_seen_in(w, json_object_get(schema, "anyOf"), part, true) ||
	    is_seen_in(w, json_object_get(schema, "oneOf"), part, true) ||
	    is_seen_if(w, schema, part))
		return true;
	json_members (name, sub, json_object_get(schema, "dependentSchemas"))
		if (json_object_get(part->whole, name) && is_seen(w, sub, *part))
			return true;
	return false;
}

static bool is_seen_here(
    struct schema_walk *w, const json_t *schema, const struct schema_part *part)
{
	const json_t *contains = json_object_get(schema, "contains");

	if (part->name)
		return has_keyword(schema, "additionalProperties") ||
		       schema_names_member(w, schema, part->name);
	return has_keyword(schema, "items") ||
	       part->index < json_array_size(json_object_get(schema, "prefixItems")) ||
	       (contains && walk_quietly(w, contains, json_array_get(part->whole, part->index)));
}

/* Returns whether the schema (may be NULL), or one that it applies to the same value, has evaluated the part. */
static bool is_seen(struct schema_walk *w, const json_t *schema, struct schema_part part)
{
	const struct schema_scope *before = w->scope;
	struct schema_scope scope;

	if (!json_is_object(schema) || !walk_step(w, 1))
		return false;
	if (++part.depth > SCHEMA_DEPTH)
		return walk_broken(w, "is nested deeper than %d levels", SCHEMA_DEPTH);
	schema_scope_enter(w, &scope, schema);
	bool seen = has_keyword(schema, part.name ? "unevaluatedProperties" : "unevaluatedItems") ||
		    is_seen_here(w, schema, &part) || is_seen_by_applied(w, schema, &part);
	w->scope = before;
	return seen;
}

static bool check_part(struct schema_walk *w, const json_t *rule, const json_t *schema,
    const struct schema_part *part, const char *keyword)
{
	const json_t *value = part->name ? json_object_get(part->whole, part->name)
					 : json_array_get(part->whole, part->index);

	if (!walk_step(w, 1) || is_seen_here(w, schema, part) ||
	    is_seen_by_applied(w, schema, part))
		return !w->broken;
	size_t before = part->name ? walk_member(w, part->name) : walk_item(w, part->index);
	bool ok = json_is_false(rule) ? walk_fail(w, keyword, "is not described by the schema")
				      : walk_check(w, rule, value);
	buf_cut(&w->path, before);
	return ok;
}

static bool schema_unevaluated_properties(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	json_members (name, member, k->value)
		ok &= check_part(w, k->rule, k->schema, &(struct schema_part){k->value, name, 0, 0},
		    "unevaluatedProperties");
	return ok && !w->broken;
}

static bool schema_unevaluated_items(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(k->value) && !w->broken; i++)
		ok &= check_part(w, k->rule, k->schema, &(struct schema_part){k->value, NULL, i, 0},
		    "unevaluatedItems");
	return ok && !w->broken;
}

/* ---- Members and items -------------------------------------------------------------------- */

/* Checks a member or an item. before: the path length that walk_member or walk_item returned; it is restored. */
static bool check_at(
    struct schema_walk *w, const json_t *schema, const json_t *value, size_t before)
{
	bool ok = walk_check(w, schema, value);

	buf_cut(&w->path, before);
	return ok;
}

static bool check_properties(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;
	json_t *member;

	json_members (name, sub, k->rule)
		if ((member = json_object_get(k->value, name)))
			ok &= check_at(w, sub, member, walk_member(w, name));
	return ok;
}

static bool check_pattern_properties(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true, matched = false;

	json_members (pattern, sub, k->rule) {
		json_members (name, member, k->value) {
			if (!walk_match(w, pattern, name, &matched))
				return false;
			if (matched)
				ok &= check_at(w, sub, member, walk_member(w, name));
		}
	}
	return ok;
}

static bool additional_fail(struct schema_walk *w, const json_t *schema, const char *name)
{
	const char *near = json_nearest(json_object_get(schema, "properties"), name);
	const size_t before = walk_member(w, name);

	walk_fail(w, "additionalProperties", "is not a known member%s%s%s",
	    near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
	buf_cut(&w->path, before);
	return false;
}

static bool check_additional_properties(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	json_members (name, member, k->value) {
		if (!walk_step(w, 1))
			return false;
		if (schema_names_member(w, k->schema, name))
			continue;
		ok &= json_is_false(k->rule) ? additional_fail(w, k->schema, name)
					     : check_at(w, k->rule, member, walk_member(w, name));
	}
	return ok && !w->broken;
}

static bool check_property_names(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	json_members (name, member, k->value) {
		json_auto_t *text = json_string(name);

		if (!walk_quietly(w, k->rule, text)) {
			size_t before = walk_member(w, name);
			ok = walk_fail(w, "propertyNames", "is not an allowed name");
			buf_cut(&w->path, before);
		}
	}
	return ok && !w->broken;
}

static bool check_prefix_items(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(k->rule) && i < json_array_size(k->value); i++)
		ok &= check_at(
		    w, json_array_get(k->rule, i), json_array_get(k->value, i), walk_item(w, i));
	return ok;
}

static bool check_items(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;
	size_t i = json_array_size(json_object_get(k->schema, "prefixItems"));

	for (; i < json_array_size(k->value) && !w->broken; i++)
		ok &= check_at(w, k->rule, json_array_get(k->value, i), walk_item(w, i));
	return ok;
}

static bool check_contains(struct schema_walk *w, const struct keyword_use *k)
{
	const json_t *min = json_object_get(k->schema, "minContains");
	const json_t *max = json_object_get(k->schema, "maxContains");
	double least = min ? json_number_value(min) : 1;
	size_t found = 0;

	if (!json_is_array(k->value))
		return true;
	for (size_t i = 0; i < json_array_size(k->value) && !w->broken; i++)
		found += walk_quietly(w, k->rule, json_array_get(k->value, i));
	if (found < least)
		return walk_fail(w, min ? "minContains" : "contains",
		    "has %zu of the items it must contain, at least %.0f %s required", found, least,
		    least == 1 ? "is" : "are");
	if (max && found > json_number_value(max))
		return walk_fail(w, "maxContains",
		    "has %zu of the items it must contain, at most %.0f %s allowed", found,
		    json_number_value(max), json_number_value(max) == 1 ? "is" : "are");
	return !w->broken;
}

/* ---- Schemas about the same value ---------------------------------------------------------- */

static size_t count_matches(
    struct schema_walk *w, const json_t *rule, const json_t *value, size_t enough)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(rule) && n < enough && !w->broken; i++)
		n += walk_quietly(w, json_array_get(rule, i), value);
	return n;
}

static bool check_all_of(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(k->rule); i++)
		ok &= walk_check(w, json_array_get(k->rule, i), k->value);
	return ok;
}

static bool check_any_of(struct schema_walk *w, const struct keyword_use *k)
{
	if (json_array_size(k->rule) == 1)
		return walk_check(w, json_array_get(k->rule, 0), k->value);
	return count_matches(w, k->rule, k->value, 1) ||
	       walk_fail(
		   w, "anyOf", "matches none of the %zu allowed forms", json_array_size(k->rule));
}

static bool check_one_of(struct schema_walk *w, const struct keyword_use *k)
{
	size_t n = count_matches(w, k->rule, k->value, SIZE_MAX);

	if (n == 1)
		return true;
	return n ? walk_fail(w, "oneOf", "matches %zu of the %zu forms, must match exactly one", n,
		       json_array_size(k->rule))
		 : walk_fail(w, "oneOf", "matches none of the %zu allowed forms",
		       json_array_size(k->rule));
}

static bool check_not(struct schema_walk *w, const struct keyword_use *k)
{
	return !walk_quietly(w, k->rule, k->value) ||
	       walk_fail(w, "not", "has a form that is excluded");
}

static bool check_if(struct schema_walk *w, const struct keyword_use *k)
{
	const json_t *branch =
	    json_object_get(k->schema, walk_quietly(w, k->rule, k->value) ? "then" : "else");

	return !branch || walk_check(w, branch, k->value);
}

static bool check_dependent_schemas(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	json_members (name, sub, k->rule)
		if (json_object_get(k->value, name))
			ok &= walk_check(w, sub, k->value);
	return ok;
}

/* `dependencies` of older drafts: each member holds a list of names or a schema. */
static bool check_dependencies(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	json_members (name, sub, k->rule) {
		json_auto_t *one = json_pack("{s:O}", name, sub);

		const struct keyword_use use = {one, k->schema, k->value};

		ok &= json_is_array(sub) ? schema_dependent_required(w, &use)
					 : check_dependent_schemas(w, &use);
	}
	return ok;
}

/* $recursiveRef of an older draft is an error: ignoring it would change the meaning of the schema. */
static bool check_unsupported(struct schema_walk *w, const struct keyword_use *k)
{
	return walk_broken(w, "'$recursiveRef' is not supported ($dynamicRef is)");
}

/* Checks the value by the schema that $ref or $dynamicRef (keyword), through resolve, leads to. */
static bool follow_reference(struct schema_walk *w, const char *keyword,
    const json_t *(*resolve)(struct schema_walk *w, const json_t *from, const char *ref),
    const struct keyword_use *k)
{
	const char *ref = json_string_value(k->rule);

	if (!ref || !walk_step(w, 5))
		return walk_broken(w, "'%s' is not a string", keyword);
	const json_t *target = resolve(w, k->schema, ref);
	struct frame frame = {.schema = target, .value = k->value, .below = w->refs};
	if (!target)
		return walk_broken(w, "'%s': '%.100s' leads nowhere", keyword, ref);
	for (const struct frame *f = w->refs; f; f = f->below)
		if (f->schema == target && f->value == k->value)
			return walk_broken(w, "'%s': '%.100s' leads in a circle", keyword, ref);
	w->refs = &frame;
	bool ok = walk_check(w, target, k->value);
	w->refs = frame.below;
	return ok;
}

static bool check_ref(struct schema_walk *w, const struct keyword_use *k)
{
	return follow_reference(w, "$ref", schema_resolve, k);
}

static bool check_dynamic_ref(struct schema_walk *w, const struct keyword_use *k)
{
	return follow_reference(w, "$dynamicRef", schema_resolve_dynamic, k);
}

const struct keyword schema_applicators[] = {
    {"$ref", check_ref},
    {"properties", check_properties},
    {"patternProperties", check_pattern_properties},
    {"additionalProperties", check_additional_properties},
    {"propertyNames", check_property_names},
    {"prefixItems", check_prefix_items},
    {"items", check_items},
    {"contains", check_contains},
    {"allOf", check_all_of},
    {"anyOf", check_any_of},
    {"oneOf", check_one_of},
    {"not", check_not},
    {"if", check_if},
    {"dependentSchemas", check_dependent_schemas},
    {"dependencies", check_dependencies},
    {"unevaluatedProperties", schema_unevaluated_properties},
    {"unevaluatedItems", schema_unevaluated_items},
    {"$dynamicRef", check_dynamic_ref},
    {"$recursiveRef", check_unsupported},
    {NULL, NULL},
};
