/* SPDX-License-Identifier: MIT
 * Keywords that look at one value and its own members. A keyword for another type passes, as the
 * specification says. Messages go on from the path: "$.todos[8].id: is 41 characters long, ...".
 */
#include "base/base.h"
#include "base/json/schema_walk.h"

#define SHOWN 60 /* characters of a value repeated in a message */

static const struct {
	const char *name, *said;
} types[] = {{"null", "null"}, {"boolean", "a boolean"}, {"integer", "an integer"},
    {"number", "a number"}, {"string", "a string"}, {"array", "an array"}, {"object", "an object"}};

static const char *type_name(const json_t *value)
{
	static const char *const names[] = {[JSON_NULL] = "null",
	    [JSON_TRUE] = "boolean",
	    [JSON_FALSE] = "boolean",
	    [JSON_INTEGER] = "integer",
	    [JSON_REAL] = "number",
	    [JSON_STRING] = "string",
	    [JSON_ARRAY] = "array",
	    [JSON_OBJECT] = "object"};

	return names[json_typeof(value)];
}

static const char *type_words(const char *type)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!strcmp(types[i].name, type))
			return types[i].said;
	return type;
}

static bool has_type(const json_t *value, const char *type)
{
	double n = json_real_value(value);

	if (!strcmp(type, "integer"))
		return json_is_integer(value) || (json_is_real(value) && trunc(n) == n);
	if (!strcmp(type, "number"))
		return json_is_number(value);
	return !strcmp(type, type_name(value));
}

static bool check_type(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	auto_buf list = BUF_LIMIT(400);
	const json_t *one = rule;
	size_t n = json_is_array(rule) ? json_array_size(rule) : 1;

	for (size_t i = 0; i < n; i++) {
		if (json_is_array(rule))
			one = json_array_get(rule, i);
		if (!json_is_string(one))
			return walk_broken(w, "'type' is not a type's name");
		if (has_type(value, json_string_value(one)))
			return true;
		buf_addf(&list, "%s%s", i ? " or " : "", type_words(json_string_value(one)));
	}
	walk_fail(w, "type", "is %s, must be %s", type_words(type_name(value)), buf_str(&list));
	return false;
}

static char *value_words(const json_t *value)
{
	auto_free char *text = json_line(value);
	return text_line(text, SHOWN);
}

static bool check_enum(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	auto_buf list = BUF_LIMIT(1000);

	json_each (choice, rule) {
		auto_free char *text = value_words(choice);

		if (value_equal(w, value, choice))
			return true;
		buf_addf(&list, "%s%s", choice_at ? ", " : "", text);
	}
	auto_free char *text = value_words(value);
	walk_fail(w, "enum", "is %s, must be one of %s", text, buf_str(&list));
	return false;
}

static bool check_const(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	if (value_equal(w, value, rule))
		return true;
	auto_free char *is = value_words(value);
	auto_free char *must = value_words(rule);
	walk_fail(w, "const", "is %s, must be %s", is, must);
	return false;
}

/* ---- Sizes ------------------------------------------------------------------------------- */

static bool size_limit(
    struct schema_walk *w, const char *keyword, const json_t *rule, const json_t *value, bool least)
{
	double limit = json_number_value(rule);
	size_t n = json_is_string(value)
		       ? utf8_count(json_string_value(value), json_string_length(value))
		   : json_is_array(value) ? json_array_size(value)
					  : json_object_size(value);
	const char *noun = json_is_array(value) ? "item" : "member", *s = text_plural(n, "", "s");
	const char *need = limit == 1 ? "is" : "are";

	if (!json_is_number(rule))
		return walk_broken(w, "'%s' is not a number", keyword);
	if (least ? n >= limit : n <= limit)
		return true;
	if (json_is_string(value))
		return walk_fail(w, keyword, "is %zu character%s long, at %s %.0f %s %s", n, s,
		    least ? "least" : "most", limit, need, least ? "required" : "allowed");
	return walk_fail(w, keyword, "has %zu %s%s, at %s %.0f %s %s", n, noun, s,
	    least ? "least" : "most", limit, need, least ? "required" : "allowed");
}

#define SIZE(function, keyword, is_type, least) \
	static bool function( \
	    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value) \
	{ \
		return !is_type(value) || size_limit(w, keyword, rule, value, least); \
	}
SIZE(check_min_length, "minLength", json_is_string, true)
SIZE(check_max_length, "maxLength", json_is_string, false)
SIZE(check_min_items, "minItems", json_is_array, true)
SIZE(check_max_items, "maxItems", json_is_array, false)
SIZE(check_min_properties, "minProperties", json_is_object, true)
SIZE(check_max_properties, "maxProperties", json_is_object, false)

/* ---- Numbers ----------------------------------------------------------------------------- */

static bool number_fail(struct schema_walk *w, const char *keyword, const char *must,
    const json_t *rule, const json_t *value)
{
	auto_free char *is = value_words(value), *limit = value_words(rule);

	walk_fail(w, keyword, "is %s, must be %s %s", is, must, limit);
	return false;
}

#define BOUND(function, keyword, holds, must) \
	static bool function( \
	    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value) \
	{ \
		if (!json_is_number(rule)) \
			return walk_broken(w, "'%s' is not a number", keyword); \
		return !json_is_number(value) || value_compare(value, rule) holds 0 || \
		       number_fail(w, keyword, must, rule, value); \
	}
BOUND(check_minimum, "minimum", >=, "at least")
BOUND(check_maximum, "maximum", <=, "at most")
BOUND(check_exclusive_minimum, "exclusiveMinimum", >, "greater than")
BOUND(check_exclusive_maximum, "exclusiveMaximum", <, "less than")

static bool check_multiple_of(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	if (!json_is_number(rule) || json_number_value(rule) <= 0)
		return walk_broken(w, "'multipleOf' is not a number above 0");
	return !json_is_number(value) || value_is_multiple(value, rule) ||
	       number_fail(w, "multipleOf", "a multiple of", rule, value);
}

/* ---- Strings, arrays, objects ------------------------------------------------------------- */

static bool check_pattern(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool matched;

	if (!json_is_string(rule))
		return walk_broken(w, "'pattern' is not a string");
	if (!json_is_string(value))
		return true;
	if (!walk_match(w, json_string_value(rule), json_string_value(value), &matched))
		return false;
	return matched || walk_fail(w, "pattern", "does not match the pattern '%.200s'",
			      json_string_value(rule));
}

struct hashed {
	uint64_t hash;
	size_t index;
};

static int by_hash(const void *a, const void *b)
{
	const struct hashed *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static bool check_unique_items(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	size_t n = json_array_size(value);
	auto_free struct hashed *list = NULL;
	bool ok = true;

	if (!json_is_true(rule) || n < 2)
		return true;
	list = xcalloc(n, sizeof *list);
	for (size_t i = 0; i < n; i++)
		list[i] = (struct hashed){value_hash(w, json_array_get(value, i)), i};
	qsort(list, n, sizeof *list, by_hash);
	for (size_t i = 0; i < n && ok; i++)
		for (size_t j = i + 1; j < n && ok && list[j].hash == list[i].hash; j++)
			if (value_equal(w, json_array_get(value, list[i].index),
				json_array_get(value, list[j].index)))
				ok = walk_fail(w, "uniqueItems", "items %zu and %zu are equal",
				    list[i].index, list[j].index);
	return ok;
}

static bool lacks_members(struct schema_walk *w, const json_t *names, const json_t *value,
    const char *keyword, const char *because)
{
	bool ok = true;

	json_each (name, names) {
		const char *s = json_string_value(name);

		if (!s)
			return walk_broken(w, "'%s' is not a list of names", keyword);
		if (!walk_step(w, 1))
			return false;
		if (json_object_get(value, s))
			continue;
		w->member = s;
		ok = because ? walk_fail(w, keyword, "lacks '%.100s', which '%.100s' requires", s,
				   because)
			     : walk_fail(w, keyword, "lacks '%.100s'", s);
		w->member = NULL;
	}
	return ok;
}

static bool check_required(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	return !json_is_object(value) || lacks_members(w, rule, value, "required", NULL);
}

bool schema_dependent_required(
    struct schema_walk *w, const json_t *rule, const json_t *schema, const json_t *value)
{
	bool ok = true;

	if (!json_is_object(value))
		return true;
	json_members (name, names, rule)
		if (json_object_get(value, name))
			ok &= lacks_members(w, names, value, "dependentRequired", name);
	return ok;
}

const struct keyword schema_assertions[] = {
    {"type", check_type},
    {"enum", check_enum},
    {"const", check_const},
    {"minLength", check_min_length},
    {"maxLength", check_max_length},
    {"pattern", check_pattern},
    {"minimum", check_minimum},
    {"maximum", check_maximum},
    {"exclusiveMinimum", check_exclusive_minimum},
    {"exclusiveMaximum", check_exclusive_maximum},
    {"multipleOf", check_multiple_of},
    {"minItems", check_min_items},
    {"maxItems", check_max_items},
    {"uniqueItems", check_unique_items},
    {"minProperties", check_min_properties},
    {"maxProperties", check_max_properties},
    {"required", check_required},
    {"dependentRequired", schema_dependent_required},
    {NULL, NULL},
};
