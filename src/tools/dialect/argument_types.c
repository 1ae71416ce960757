/* SPDX-License-Identifier: MIT
 * Converts arguments to the types of a schema. Each as_TYPE returns a new reference to the value that was meant,
 * or NULL if that is not clear; then the value stays, and the schema refuses it.
 */
#include "tools/dialect/argument_types.h"

#include "base/base.h"
#include "tools/tool.h"

#define NOTES 40	/* the most that are kept: no call has more that matter */
#define NAME_SHOWN 60	/* characters */
#define NUMBER_CHARS 40 /* a longer string is not a number */
#define LEVELS 16

void arguments_note(json_t *notes, const char *fmt, ...)
{
	auto_buf line = BUF_INIT;
	va_list ap;

	if (!notes || json_array_size(notes) >= NOTES)
		return;
	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	line_add(&line, text, EVENT_SUMMARY_MAX);
	json_array_append_new(notes, json_string(buf_str(&line)));
}

bool argument_name_same(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (*a && !isalnum((unsigned char)*a))
			a++;
		while (*b && !isalnum((unsigned char)*b))
			b++;
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
	}
}

const char *argument_key(const json_t *args, const char *name)
{
	if (json_object_get(args, name))
		return name;
	json_members (key, value, args)
		if (argument_name_same(key, name))
			return key;
	return NULL;
}

bool argument_name_listed(const json_t *list, const char *name)
{
	json_each (one, list)
		if (argument_name_same(json_string_value(one), name))
			return true;
	return false;
}

/* --- one value --- */

static json_t *as_number(const json_t *value)
{
	const char *s = json_string_value(value);
	char *end;

	if (!s || !*s || strlen(s) > NUMBER_CHARS)
		return NULL;
	errno = 0;
	double n = strtod(s, &end);
	if (end == s || *end || errno)
		return NULL;
	return json_from_number(n);
}

static json_t *as_boolean(const json_t *value)
{
	const char *s = json_string_value(value);

	if (json_is_integer(value) && (json_integer_value(value) | 1) == 1)
		return json_boolean(json_integer_value(value));
	if (s && (!strcasecmp(s, "true") || !strcasecmp(s, "false")))
		return json_boolean(!strcasecmp(s, "true"));
	return NULL;
}

/* A list written as a string, or a list of the value alone if the schema's items are of its type. */
static json_t *as_array(const json_t *value, const json_t *schema)
{
	json_t *parsed = json_inside(value, JSON_ARRAY);
	const char *of = json_str(json_map(schema, "items"), "type", "");

	if (parsed)
		return parsed;
	if ((json_is_string(value) && json_string_length(value) && !strcmp(of, "string")) ||
	    (json_is_object(value) && !strcmp(of, "object")))
		return json_pack("[O]", value);
	return NULL;
}

static json_t *as_type(const json_t *value, const json_t *schema)
{
	const char *type = json_str(schema, "type", "");

	if (!strcmp(type, "integer") || !strcmp(type, "number"))
		return as_number(value);
	if (!strcmp(type, "boolean"))
		return as_boolean(value);
	if (!strcmp(type, "string") && (json_is_number(value) || json_is_boolean(value))) {
		auto_free char *text = json_line(value);
		return json_string(text);
	}
	if (!strcmp(type, "object"))
		return json_inside(value, JSON_OBJECT);
	if (!strcmp(type, "array") && !json_is_array(value))
		return as_array(value, schema);
	return NULL;
}

/* Returns the word of an enum that is meant: "In Progress" becomes in_progress. */
static json_t *as_choice(const json_t *value, const json_t *schema)
{
	const char *s = json_string_value(value);

	json_each (choice, json_list(schema, "enum")) {
		if (!s || !json_is_string(choice) || !strcmp(s, json_string_value(choice)))
			continue;
		if (argument_name_same(s, json_string_value(choice)))
			return json_incref(choice);
	}
	return NULL;
}

/* --- the members of an object --- */

static void set_noted(json_t *args, const char *name, json_t *value, json_t *notes)
{
	auto_free char *was = json_line(json_object_get(args, name)), *is = json_line(value);

	if (strlen(was) + strlen(is) > NAME_SHOWN)
		arguments_note(notes, "%s: as its type", name);
	else
		arguments_note(notes, "%s: %s as %s", name, was, is);
	json_object_set_new(args, name, value);
}

/* Brings a number into the schema's bounds. One that is too small means "the default", as 0 and -1 do
 * in other tools, so the member is removed; one that is too large becomes the maximum. True: the
 * member was removed. */
static bool fit_bounds(json_t *args, const char *name, const json_t *schema, json_t *notes)
{
	const json_t *value = json_object_get(args, name);
	const json_t *least = json_object_get(schema, "minimum"),
		     *most = json_object_get(schema, "maximum");

	if (!json_is_number(value))
		return false;
	if (json_is_number(least) && json_number_value(value) < json_number_value(least)) {
		arguments_note(notes, "%s: left to its default", name);
		json_object_del(args, name);
		return true;
	}
	if (json_is_number(most) && json_number_value(value) > json_number_value(most))
		set_noted(args, name, json_incref((json_t *)most), notes);
	return false;
}

static void fit_object(json_t *args, const json_t *schema, json_t *notes, int level);

static void fit_below(json_t *value, const json_t *schema, json_t *notes, int level)
{
	const json_t *items = json_map(schema, "items");

	if (level >= LEVELS)
		return;
	if (json_is_object(value))
		fit_object(value, schema, notes, level + 1);
	json_each_at (i, item, value) {
		json_t *mended = items ? as_type(item, items) : NULL;

		if (mended) {
			arguments_note(notes, "an item as its type");
			json_array_set_new(value, i, mended);
			item = mended;
		}
		if (items)
			fit_below(item, items, notes, level + 1);
	}
}

static void fit_object(json_t *args, const json_t *schema, json_t *notes, int level)
{
	json_members (name, of, json_map(schema, "properties")) {
		const bool required = json_holds_str(json_list(schema, "required"), name);
		json_t *value = json_object_get(args, name), *mended;

		if (!value)
			continue;
		if (json_is_null(value) && !required) {
			arguments_note(notes, "%s: null left out", name);
			json_object_del(args, name);
			continue;
		}
		if ((mended = as_type(value, of)))
			set_noted(args, name, mended, notes);
		if (!required && fit_bounds(args, name, of, notes))
			continue;
		if ((mended = as_choice(json_object_get(args, name), of)))
			set_noted(args, name, mended, notes);
		fit_below(json_object_get(args, name), of, notes, level);
	}
}

void arguments_fit(json_t *args, const json_t *schema, json_t *notes)
{
	fit_object(args, schema, notes, 0);
}
