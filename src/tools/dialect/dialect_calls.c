/*
 * See dialect_calls.h.
 */
#include "tools/dialect/dialect_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tools/dialect/argument_text.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect_convert.h"
#include "tools/dialect/dialect_table.h"

#define CALLS_MOST 64 /* that one call stands for */

/* The member by the first of these names that is there. Borrowed; NULL: none is. */
static json_t *member_named(const json_t *args, const json_t *names)
{
	const json_t *name;
	size_t i;

	json_array_foreach (names, i, name) {
		const char *key = argument_key(args, json_string_value(name));

		if (key)
			return json_object_get(args, key);
	}
	return NULL;
}

static const char *words_named(const json_t *args, const json_t *names)
{
	const char *words = json_string_value(member_named(args, names));

	return words ? words : "";
}

/* The words of an answer that came as a call. */
static json_t *answer_parts(const char *name, const json_t *args)
{
	const char *answer;
	json_t *names;

	json_object_foreach (json_map(dialect_table(), "answers"), answer, names)
		if (argument_name_same(answer, dialect_name(name)))
			return json_pack(
			    "[{s:s, s:s}]", "type", "text", "text", words_named(args, names));
	return NULL;
}

/* One of several calls; its id is made of that of the whole. NULL: it is none. */
static json_t *one_call(const json_t *part, const json_t *row, const json_t *one, size_t place)
{
	const json_t *tools = json_list(row, "tool");
	const char *tool = tools ? words_named(one, tools) : json_str(row, "runs", "");
	json_t *args = tools ? json_incref(member_named(one, json_list(row, "arguments")))
		       : json_is_object(one)
			   ? json_incref((json_t *)one)
			   : json_pack("{s:O}", json_str(row, "argument", ""), one),
	       *call = json_copy((json_t *)part);
	char *line = json_is_string(args) ? xstrdup(json_string_value(args)) : json_line(args),
	     *id = xasprintf("%s_%zu", json_str(part, "call", ""), place + 1);

	json_put_str(call, "tool", tool);
	json_put_str(call, "arguments", args ? line : "{}");
	if (place)
		json_put_str(call, "call", id);
	if (!*tool) {
		json_decref(call);
		call = NULL;
	}
	json_decref(args);
	free(line);
	free(id);
	return call;
}

static json_t *several_calls(const json_t *part, const json_t *row, const json_t *list)
{
	json_t *parts = json_array(), *one;
	size_t i;

	json_array_foreach (list, i, one) {
		json_t *call = i < CALLS_MOST ? one_call(part, row, one, i) : NULL;

		if (!call) {
			json_decref(parts);
			return NULL;
		}
		json_array_append_new(parts, call);
	}
	return parts;
}

static json_t *several_parts(const struct tool_set *set, const json_t *part, const json_t *args)
{
	const char *name = json_str(part, "tool", "");
	const struct tool *tool = dialect_tool(set, name, NULL, NULL);
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(dialect_table(), "several"), i, row) {
		json_t *value = member_named(args, json_list(row, "list")), *list;
		json_t *parts = NULL;

		if (!(tool && strcmp(tool->name, json_str(row, "runs", "")) == 0) &&
		    !argument_name_listed(json_list(row, "names"), name) &&
		    !argument_name_listed(json_list(row, "names"), dialect_name(name)))
			continue;
		list = json_is_array(value) ? json_incref(value) : json_inside(value, JSON_ARRAY);
		if (json_array_size(list))
			parts = several_calls(part, row, list);
		json_decref(list);
		if (parts)
			return parts;
	}
	return NULL;
}

json_t *dialect_parts(const struct tool_set *set, const json_t *part)
{
	const char *name = json_str(part, "tool", ""), *text = json_str(part, "arguments", "");
	json_t *args = argument_text_read(text, strlen(text), NULL, NULL), *parts = NULL;

	if (json_is_object(args)) {
		if (!dialect_tool(set, name, NULL, NULL))
			parts = answer_parts(name, args);
		if (!parts)
			parts = several_parts(set, part, args);
	}
	json_decref(args);
	return parts;
}
