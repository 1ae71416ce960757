/* SPDX-License-Identifier: MIT
 * The schema of a tool's arguments. A limit that is a setting stands in the file as {"$setting":
 * NAME} and becomes its number here, both for the model and for the check of what it sends: one
 * number in one place.
 *
 * What is sent is less than what is checked: only keywords that every server takes. Bounds of length
 * become repetitions that llama.cpp's grammar refuses, additionalProperties is an error to Gemini,
 * and all of them cost tokens. The check here has them all. A property whose `sent` is never is taken but
 * not offered; of a value with several forms (anyOf) the first is offered.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

static json_t *resolve_settings(const json_t *schema, const struct settings *s)
{
	json_t *copy;

	if (json_is_array(schema)) {
		copy = json_array();
		json_each (child, schema)
			json_array_append_new(copy, resolve_settings(child, s));
		return copy;
	}
	if (!json_is_object(schema))
		return json_incref((json_t *)schema);
	copy = json_object();
	json_members (key, child, schema) {
		const char *name =
		    json_object_size(child) == 1 ? json_str(child, "$setting", NULL) : NULL;

		if (!name)
			json_object_set_new(copy, key, resolve_settings(child, s));
		else if (s)
			json_object_set(copy, key, (json_t *)setting_json(s, name));
	}
	return copy;
}

json_t *tool_schema(const struct tool *tool, const struct settings *s)
{
	json_auto_t *own = tool->definition ? tool->definition(tool) : NULL;
	auto_free char *key = xasprintf("tools/%s", tool->name);
	json_t *schema = own ? json_object_get(own, "inputSchema") : config_schema(key);

	if (own)
		return json_is_object(schema) ? json_incref(schema) : json_object();
	return resolve_settings(schema, s);
}

/* Whether the keyword is one that the parsers of all servers take. */
static bool is_sent(const char *keyword, const json_t *value)
{
	static const char *const names[] = {
	    "type", "description", "enum", "properties", "required", "items", NULL};

	if (json_is_array(value) && json_array_size(value) == 0 && strcmp(keyword, "required") != 0)
		return false;
	for (size_t i = 0; names[i]; i++)
		if (!strcmp(names[i], keyword))
			return true;
	return false;
}

static json_t *sent_schema(const json_t *schema);

/* Whether "sent" of a property has this value: "never" (accepted, but not offered) or "required"
 * (offered as required, though the check accepts a call without it). */
static bool is_sent_as(const json_t *property, const char *how)
{
	return !strcmp(json_str(property, "sent", ""), how);
}

static json_t *sent_properties(const json_t *properties)
{
	json_t *copy = json_object();

	json_members (name, child, properties)
		if (!is_sent_as(child, "never"))
			json_object_set_new(copy, name, sent_schema(child));
	return copy;
}

/* Returns the required names in the order of the properties, since a model writes them in that
 * order. */
static json_t *sent_required(const json_t *required, const json_t *properties)
{
	json_t *copy = json_array();

	json_members (name, child, properties) {
		if (is_sent_as(child, "required") || json_holds_str(required, name))
			json_array_append_new(copy, json_string(name));
	}
	return copy;
}

static json_t *sent_schema(const json_t *schema)
{
	if (!json_is_object(schema))
		return json_incref((json_t *)schema);
	const json_t *form = json_array_get(json_list(schema, "anyOf"), 0);
	json_t *copy = json_is_object(form) ? sent_schema(form) : json_object();
	json_members (keyword, child, schema) {
		if (!is_sent(keyword, child))
			continue;
		if (!strcmp(keyword, "properties"))
			json_object_set_new(copy, keyword, sent_properties(child));
		else if (!strcmp(keyword, "required"))
			json_object_set_new(
			    copy, keyword, sent_required(child, json_map(schema, "properties")));
		else
			json_object_set_new(copy, keyword, sent_schema(child));
	}
	if (json_array_size(json_object_get(copy, "required")) == 0)
		json_object_del(copy, "required");
	return copy;
}

json_t *tool_schema_sent(const struct tool *tool, const json_t *show)
{
	json_t *schema = tool_schema(tool, NULL), *copy = sent_schema(schema);

	json_each (name, show) {
		const char *key = json_string_value(name);
		json_t *of = json_object_get(json_map(schema, "properties"), key);

		if (of)
			json_object_set_new(json_map(copy, "properties"), key, sent_schema(of));
	}
	/* A tool without arguments is offered one that it ignores (config/dialects.yaml drops it):
	 * llama.cpp makes a broken grammar of an object without properties, and Gemini refuses it. */
	if (json_object_size(json_map(copy, "properties")) == 0)
		json_object_set_new(
		    copy, "properties", json_pack("{s:{s:s}}", "reason", "type", "string"));
	json_decref(schema);
	return copy;
}
