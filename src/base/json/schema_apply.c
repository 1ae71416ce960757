/* SPDX-License-Identifier: MIT
 * Keywords that apply other schemas: to members, to items, or to the same value again. What
 * unevaluatedProperties and unevaluatedItems are about is what no other keyword has looked at.
 */
#include "base/base.h"
#include "base/json/schema_walk.h"

/* ---- What nothing has evaluated ------------------------------------------------------------------ */

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

/* Whether the schema, or one that it applies to the same value, looked at the part. schema may
 * be NULL. */
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

static bool schema_unevaluated_properties(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	json_members (name, member, value)
		ok &= check_part(w, rule, schema, &(struct schema_part){value, name, 0, 0},
		    "unevaluatedProperties");
	return ok && !w->broken;
}

static bool schema_unevaluated_items(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(value) && !w->broken; i++)
		ok &= check_part(
		    w, rule, schema, &(struct schema_part){value, NULL, i, 0}, "unevaluatedItems");
	return ok && !w->broken;
}

/* ---- Members and items -------------------------------------------------------------------- */

static bool check_member(
    struct schema_walk *w, const json_t *schema, const char *name, const json_t *value)
{
	size_t before = walk_member(w, name);
	bool ok = walk_check(w, schema, value);

	buf_cut(&w->path, before);
	return ok;
}

static bool check_item(struct schema_walk *w, const json_t *schema, const json_t *list, size_t i)
{
	size_t before = walk_item(w, i);
	bool ok = walk_check(w, schema, json_array_get(list, i));

	buf_cut(&w->path, before);
	return ok;
}

static bool check_properties(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;
	json_t *member;

	json_members (name, sub, rule)
		if ((member = json_object_get(value, name)))
			ok &= check_member(w, sub, name, member);
	return ok;
}

static bool check_pattern_properties(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true, matched = false;

	json_members (pattern, sub, rule) {
		json_members (name, member, value) {
			if (!walk_match(w, pattern, name, &matched))
				return false;
			if (matched)
				ok &= check_member(w, sub, name, member);
		}
	}
	return ok;
}

static bool additional_fail(struct schema_walk *w, const json_t *schema, const char *name)
{
	const char *near = json_nearest(json_object_get(schema, "properties"), name);
	const size_t before = walk_member(w, name);

	if (near)
		walk_fail(
		    w, "additionalProperties", "is not a known member (did you mean '%s'?)", near);
	else
		walk_fail(w, "additionalProperties", "is not a known member");
	buf_cut(&w->path, before);
	return false;
}

static bool check_additional_properties(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	json_members (name, member, value) {
		if (!walk_step(w, 1))
			return false;
		if (schema_names_member(w, schema, name))
			continue;
		ok &= json_is_false(rule) ? additional_fail(w, schema, name)
					  : check_member(w, rule, name, member);
	}
	return ok && !w->broken;
}

static bool check_property_names(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	json_members (name, member, value) {
		json_auto_t *text = json_string(name);

		if (!walk_quietly(w, rule, text)) {
			size_t before = walk_member(w, name);
			ok = walk_fail(w, "propertyNames", "is not an allowed name");
			buf_cut(&w->path, before);
		}
	}
	return ok && !w->broken;
}

static bool check_prefix_items(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(rule) && i < json_array_size(value); i++)
		ok &= check_item(w, json_array_get(rule, i), value, i);
	return ok;
}

static bool check_items(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;
	size_t i = json_array_size(json_object_get(schema, "prefixItems"));

	for (; i < json_array_size(value) && !w->broken; i++)
		ok &= check_item(w, rule, value, i);
	return ok;
}

static bool check_contains(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	const json_t *min = json_object_get(schema, "minContains");
	const json_t *max = json_object_get(schema, "maxContains");
	double least = min ? json_number_value(min) : 1;
	size_t found = 0;

	if (!json_is_array(value))
		return true;
	for (size_t i = 0; i < json_array_size(value) && !w->broken; i++)
		found += walk_quietly(w, rule, json_array_get(value, i));
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

static bool check_all_of(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	for (size_t i = 0; i < json_array_size(rule); i++)
		ok &= walk_check(w, json_array_get(rule, i), value);
	return ok;
}

static bool check_any_of(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	if (json_array_size(rule) == 1)
		return walk_check(w, json_array_get(rule, 0), value);
	return count_matches(w, rule, value, 1) ||
	       walk_fail(
		   w, "anyOf", "matches none of the %zu allowed forms", json_array_size(rule));
}

static bool check_one_of(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	size_t n = count_matches(w, rule, value, SIZE_MAX);

	if (n == 1)
		return true;
	return n ? walk_fail(w, "oneOf", "matches %zu of the %zu forms, must match exactly one", n,
		       json_array_size(rule))
		 : walk_fail(
		       w, "oneOf", "matches none of the %zu allowed forms", json_array_size(rule));
}

static bool check_not(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	return !walk_quietly(w, rule, value) || walk_fail(w, "not", "has a form that is excluded");
}

static bool check_if(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	const json_t *branch =
	    json_object_get(schema, walk_quietly(w, rule, value) ? "then" : "else");

	return !branch || walk_check(w, branch, value);
}

static bool check_dependent_schemas(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	json_members (name, sub, rule)
		if (json_object_get(value, name))
			ok &= walk_check(w, sub, value);
	return ok;
}

/* `dependencies` of older drafts: each member holds a list of names or a schema. */
static bool check_dependencies(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	json_members (name, sub, rule) {
		json_auto_t *one = json_pack("{s:O}", name, sub);

		ok &= json_is_array(sub) ? schema_dependent_required(w, one, schema, value)
					 : check_dependent_schemas(w, one, schema, value);
	}
	return ok;
}

/* A keyword of an older draft that would change the meaning of a schema is an error, not passed over. */
static bool check_unsupported(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	return walk_broken(w, "'$recursiveRef' is not supported ($dynamicRef is)");
}

/* keyword: the reference's; resolve: finds where it leads. */
static bool follow_reference(struct schema_walk *w, const char *keyword,
    const json_t *(*resolve)(struct schema_walk *w, const json_t *from, const char *ref),
    const json_t *rule, const json_t *schema, const json_t *value)
{
	const char *ref = json_string_value(rule);

	if (!ref || !walk_step(w, 5))
		return walk_broken(w, "'%s' is not a string", keyword);
	const json_t *target = resolve(w, schema, ref);
	struct frame frame = {.schema = target, .value = value, .below = w->refs};
	if (!target)
		return walk_broken(w, "'%s': '%.100s' leads nowhere", keyword, ref);
	for (const struct frame *f = w->refs; f; f = f->below)
		if (f->schema == target && f->value == value)
			return walk_broken(w, "'%s': '%.100s' leads in a circle", keyword, ref);
	w->refs = &frame;
	bool ok = walk_check(w, target, value);
	w->refs = frame.below;
	return ok;
}

static bool check_ref(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	return follow_reference(w, "$ref", schema_resolve, rule, schema, value);
}

static bool check_dynamic_ref(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	return follow_reference(w, "$dynamicRef", schema_resolve_dynamic, rule, schema, value);
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
