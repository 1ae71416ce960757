/* SPDX-License-Identifier: MIT
 * Keywords that assert something of one value and its own members. A keyword for another type passes, as
 * the specification says. Messages continue the path: "$.todos[8].id: is 41 characters long, ...".
 */
#include "base/base.h"
#include "base/json/schema_walk.h"

#define SHOWN 60 /* characters of a value quoted in a message */

static const struct {
	const char *name, *said;
} types[] = {[JSON_NULL] = {"null", "null"},
    [JSON_TRUE] = {"boolean", "a boolean"},
    [JSON_FALSE] = {"boolean", "a boolean"},
    [JSON_INTEGER] = {"integer", "an integer"},
    [JSON_REAL] = {"number", "a number"},
    [JSON_STRING] = {"string", "a string"},
    [JSON_ARRAY] = {"array", "an array"},
    [JSON_OBJECT] = {"object", "an object"}};

static const char *type_words(const char *type)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
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
	return !strcmp(type, types[json_typeof(value)].name);
}

static bool check_type(struct schema_walk *w, const struct keyword_use *k)
{
	auto_buf list = BUF_LIMIT(400);
	const json_t *one = k->rule;
	size_t n = json_is_array(k->rule) ? json_array_size(k->rule) : 1;

	for (size_t i = 0; i < n; i++) {
		if (json_is_array(k->rule))
			one = json_array_get(k->rule, i);
		if (!json_is_string(one))
			return walk_broken(w, "'type' is not a type's name");
		if (has_type(k->value, json_string_value(one)))
			return true;
		buf_addf(&list, "%s%s", i ? " or " : "", type_words(json_string_value(one)));
	}
	walk_fail(
	    w, "type", "is %s, must be %s", types[json_typeof(k->value)].said, buf_str(&list));
	return false;
}

static char *value_words(const json_t *value)
{
	auto_free char *text = json_line(value);
	return text_line(text, SHOWN);
}

static bool check_enum(struct schema_walk *w, const struct keyword_use *k)
{
	auto_buf list = BUF_LIMIT(1000);

	json_each (choice, k->rule) {
		auto_free char *text = value_words(choice);

		if (value_equal(w, k->value, choice))
			return true;
		buf_addf(&list, "%s%s", choice_at ? ", " : "", text);
	}
	auto_free char *text = value_words(k->value);
	walk_fail(w, "enum", "is %s, must be one of %s", text, buf_str(&list));
	return false;
}

static bool check_const(struct schema_walk *w, const struct keyword_use *k)
{
	if (value_equal(w, k->value, k->rule))
		return true;
	auto_free char *is = value_words(k->value);
	auto_free char *must = value_words(k->rule);
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
	static bool function(struct schema_walk *w, const struct keyword_use *k) \
	{ \
		return !is_type(k->value) || size_limit(w, keyword, k->rule, k->value, least); \
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
	static bool function(struct schema_walk *w, const struct keyword_use *k) \
	{ \
		if (!json_is_number(k->rule)) \
			return walk_broken(w, "'%s' is not a number", keyword); \
		return !json_is_number(k->value) || value_compare(k->value, k->rule) holds 0 || \
		       number_fail(w, keyword, must, k->rule, k->value); \
	}
BOUND(check_minimum, "minimum", >=, "at least")
BOUND(check_maximum, "maximum", <=, "at most")
BOUND(check_exclusive_minimum, "exclusiveMinimum", >, "greater than")
BOUND(check_exclusive_maximum, "exclusiveMaximum", <, "less than")

static bool check_multiple_of(struct schema_walk *w, const struct keyword_use *k)
{
	if (!json_is_number(k->rule) || json_number_value(k->rule) <= 0)
		return walk_broken(w, "'multipleOf' is not a number above 0");
	return !json_is_number(k->value) || value_is_multiple(k->value, k->rule) ||
	       number_fail(w, "multipleOf", "a multiple of", k->rule, k->value);
}

/* ---- Strings, arrays, objects ------------------------------------------------------------- */

static bool check_pattern(struct schema_walk *w, const struct keyword_use *k)
{
	bool matched;

	if (!json_is_string(k->rule))
		return walk_broken(w, "'pattern' is not a string");
	if (!json_is_string(k->value))
		return true;
	if (!walk_match(w, json_string_value(k->rule), json_string_value(k->value), &matched))
		return false;
	return matched || walk_fail(w, "pattern", "does not match the pattern '%.200s'",
			      json_string_value(k->rule));
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

static bool check_unique_items(struct schema_walk *w, const struct keyword_use *k)
{
	size_t n = json_array_size(k->value);
	auto_free struct hashed *list = NULL;
	bool ok = true;

	if (!json_is_true(k->rule) || n < 2)
		return true;
	list = xcalloc(n, sizeof *list);
	for (size_t i = 0; i < n; i++)
		list[i] = (struct hashed){value_hash(w, json_array_get(k->value, i)), i};
	qsort(list, n, sizeof *list, by_hash);
	for (size_t i = 0; i < n && ok; i++)
		for (size_t j = i + 1; j < n && ok && list[j].hash == list[i].hash; j++)
			if (value_equal(w, json_array_get(k->value, list[i].index),
				json_array_get(k->value, list[j].index)))
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

static bool check_required(struct schema_walk *w, const struct keyword_use *k)
{
	return !json_is_object(k->value) || lacks_members(w, k->rule, k->value, "required", NULL);
}

bool schema_dependent_required(struct schema_walk *w, const struct keyword_use *k)
{
	bool ok = true;

	if (!json_is_object(k->value))
		return true;
	json_members (name, names, k->rule)
		if (json_object_get(k->value, name))
			ok &= lacks_members(w, names, k->value, "dependentRequired", name);
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
