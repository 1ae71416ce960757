/* SPDX-License-Identifier: MIT
 * Replaces calls that stand for several, or for the answer (dialect_calls.h), and puts the arguments of calls into
 * our words (dialect_arguments.h). */
#include "tools/dialect/dialect_calls.h"

#include "base/base.h"
#include "llm/written/written_scan.h"
#include "session/event/event_data.h"
#include "tools/dialect/argument_text.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect_arguments.h"
#include "tools/dialect/dialect_convert.h"
#include "tools/dialect/dialect_table.h"

#define CALLS_MOST 64 /* of one call that stands for several */

/* Returns the member that has the first of these names that args has. Borrowed; NULL: it has none. */
static json_t *member_named(const json_t *args, const json_t *names)
{
	json_each (name, names) {
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

/* Makes the call number `place` (from 0) of those `part` is, from its item `one`. Ids: ID, ID_2, ... NULL: no tool. */
static json_t *one_call(const json_t *part, const json_t *row, const json_t *one, size_t place)
{
	const json_t *tools = json_list(row, "tool");
	const char *tool = tools ? words_named(one, tools) : json_str(row, "runs", "");
	json_auto_t *args = tools ? json_incref(member_named(one, json_list(row, "arguments")))
			    : json_is_object(one)
				? json_incref((json_t *)one)
				: json_pack("{s:O}", json_str(row, "argument", ""), one);
	auto_free char *line = json_is_string(args) ? xstrdup(json_string_value(args))
						    : json_line(args),
		       *id = xasprintf("%s_%zu", event_read_call_part(part).call, place + 1);

	if (!*tool)
		return NULL;
	json_t *call = json_copy((json_t *)part);
	json_put_str(call, "tool", tool);
	json_put_str(call, "arguments", args ? line : "{}");
	if (place)
		json_put_str(call, "call", id);
	return call;
}

static json_t *several_calls(const json_t *part, const json_t *row, const json_t *list)
{
	json_auto_t *parts = json_array();

	json_each_at (i, one, list) {
		json_t *call = i < CALLS_MOST ? one_call(part, row, one, i) : NULL;

		if (!call)
			return NULL;
		json_array_append_new(parts, call);
	}
	return json_incref(parts);
}

static json_t *several_parts(const struct tool_set *set, const json_t *part, const json_t *args)
{
	const char *name = event_read_call_part(part).tool;
	const struct tool *tool = dialect_tool(set, name, NULL, NULL);

	json_each (row, json_list(dialect_table(), "several")) {
		json_t *value = member_named(args, json_list(row, "list"));

		if (!(tool && strcmp(tool->name, json_str(row, "runs", "")) == 0) &&
		    !argument_name_listed(json_list(row, "names"), name) &&
		    !argument_name_listed(json_list(row, "names"), written_bare_name(name)))
			continue;
		json_auto_t *list =
		    json_is_array(value) ? json_incref(value) : json_inside(value, JSON_ARRAY);
		json_t *parts = json_array_size(list) ? several_calls(part, row, list) : NULL;
		if (parts)
			return parts;
	}
	return NULL;
}

json_t *dialect_parts(const struct tool_set *set, const json_t *part)
{
	const struct event_call_part said = event_read_call_part(part);
	json_auto_t *args = argument_text_read(said.arguments, strlen(said.arguments), NULL, NULL);

	if (!json_is_object(args))
		return NULL;
	json_members (answer, names, json_map(dialect_table(), "answers"))
		if (argument_name_same(answer, written_bare_name(said.tool)) &&
		    !dialect_tool(set, said.tool, NULL, NULL))
			return json_pack("[o]", event_build_text_part(&(struct event_text_part){
						    "text", words_named(args, names)}));
	return several_parts(set, part, args);
}

/* Arguments are put into our words in this order: names, lists, values, members that mean nothing to
 * our tool, types, paths. */

/* --- names --- */

/* Renames the argument that has one of the aliases to `name`. It keeps its place, since the model reads its own
 * call again in that order. The old name is copied, since it is freed with its member. */
static void take_alias(json_t *args, const char *name, const json_t *aliases, json_t *notes)
{
	const char *key = argument_key(args, name);

	json_each (alias, aliases)
		key = key ? key : argument_key(args, json_string_value(alias));
	if (!key || !strcmp(key, name))
		return;
	auto_free char *from = xstrdup(key);
	json_auto_t *before = json_copy(args);
	arguments_note(notes, "%s is %s", from, name);
	json_object_clear(args);
	json_members (one, value, before)
		json_object_set(args, strcmp(one, from) ? one : name, value);
}

/* Renames every argument that has another agent's name. An argument of ours that is there by its
 * own name keeps it. */
static void rename_all(json_t *args, const json_t *schema, const json_t *row, json_t *notes)
{
	const json_t *renamed = json_map(row, "arguments");

	json_members (name, of, json_map(schema, "properties"))
		if (!json_object_get(args, name))
			take_alias(args, name, NULL, notes);
	json_members (name, of, json_map(schema, "properties"))
		if (!json_object_get(args, name))
			take_alias(args, name, json_list(renamed, name), notes);
}

static void change_values(json_t *args, const json_t *row, json_t *notes)
{
	json_members (name, values, json_map(row, "values")) {
		const char *value = json_str(args, name, NULL);

		json_members (theirs, ours, values)
			if (value && argument_name_same(value, theirs)) {
				arguments_note(notes, "%s: %s", name, json_string_value(ours));
				json_object_set(args, name, ours);
				break;
			}
	}
}

static void drop_more(json_t *args, const json_t *schema, const json_t *row, json_t *notes)
{
	const json_t *known = json_map(schema, "properties");
	bool all = json_flag(row, "drop_unknown", false);
	json_t *value;
	const char *key;
	void *next;

	json_object_foreach_safe (args, next, key, value) {
		if (json_object_get(known, key))
			continue;
		if (!all && !json_is_null(value) &&
		    !argument_name_listed(json_list(row, "drop"), key) &&
		    !argument_name_listed(json_list(dialect_table(), "drop"), key))
			continue;
		arguments_note(notes, "%s left out", key);
		json_object_del(args, key);
	}
}

/* --- lists of objects --- */

static void item_take(json_t *item, const json_t *schema, const json_t *row, json_t *notes)
{
	if (!json_is_object(item))
		return;
	rename_all(item, schema, row, notes);
	change_values(item, row, notes);
	json_members (key, value, json_map(row, "set"))
		if (!json_object_get(item, key))
			json_object_set(item, key, value);
	if (json_flag(row, "drop_unknown", false))
		drop_more(item, schema, row, notes);
}

static void lists_take(json_t *args, const json_t *schema, const json_t *row, json_t *notes)
{
	json_t *list;

	json_members (name, of, json_map(row, "items")) {
		const json_t *items =
		    json_map(json_map(json_map(schema, "properties"), name), "items");

		/* A list may come as its text or as its only item. */
		json_t *value = json_object_get(args, name);
		list = json_is_object(value) ? json_pack("[O]", value)
					     : json_inside(value, JSON_ARRAY);
		if (list) {
			arguments_note(notes, "%s: as a list", name);
			json_object_set_new(args, name, list);
		}
		list = json_list(args, name);
		const char *bare = json_str(of, "bare", NULL);
		json_each_at (i, item, list) {
			if (json_is_string(item) && bare) {
				item = json_pack("{s:O}", bare, item);
				json_array_set_new(list, i, item);
			}
			item_take(item, items, of, notes);
		}
	}
}

/* --- paths --- */

/* "./a" and "/the/workspace/a" (file:// too) become a. NULL: the path stays. The workspace does the rest. Owned. */
static char *path_within(const struct workspace *w, const char *path)
{
	size_t len = w ? strlen(workspace_path(w)) : 0;
	const char *at = path, *named = dialect_path(path);

	if (named && !(len && !strncmp(path, workspace_path(w), len)))
		return xstrdup(*named ? named : ".");
	if (!strncmp(at, "file://", 7))
		at += 7;
	if (len && !strncmp(at, workspace_path(w), len) && (!at[len] || at[len] == '/')) {
		at += len;
		at += strspn(at, "/");
	} else if (at[0] == '.' && at[1] == '/') {
		at += 2;
		at += strspn(at, "/");
	}
	return at == path ? NULL : xstrdup(*at ? at : ".");
}

static void paths_take(json_t *args, const json_t *names, const struct workspace *w, json_t *notes)
{
	json_each (name, names) {
		const char *key = json_string_value(name), *path = json_str(args, key, NULL);
		auto_free char *within = path ? path_within(w, path) : NULL;

		if (!within)
			continue;
		arguments_note(notes, "%s: %s", key, within);
		json_put_str(args, key, within);
	}
}

/* --- all of a call --- */

void dialect_arguments(json_t *args, const struct tool *tool, const json_t *schema,
    const struct workspace *w, json_t *notes)
{
	const json_t *row = dialect_row(tool);

	rename_all(args, schema, row, notes);
	lists_take(args, schema, row, notes);
	json_each (convert, json_list(row, "convert"))
		dialect_convert(args, convert, w, notes);
	change_values(args, row, notes);
	drop_more(args, schema, row, notes);
	/* An argument is removed beside others that are clear without it: a command beside the id of a running one. */
	json_members (name, by, json_map(row, "covered")) {
		bool all = json_object_get(args, name) != NULL;

		json_each (other, by)
			all = all && json_str(args, json_string_value(other), NULL);
		if (all) {
			arguments_note(notes, "%s left out", name);
			json_object_del(args, name);
		}
	}
	arguments_fit(args, schema, notes);
	paths_take(args, json_list(row, "paths"), w, notes);
	paths_take(args, json_list(row, "globs"), w, notes);
}
