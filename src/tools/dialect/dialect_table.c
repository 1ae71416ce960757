/* SPDX-License-Identifier: MIT
 * Lookups in the table of other agents' tools. A name is looked for among our own names, then in the table, then
 * without its prefix (written_bare_name).
 */
#include "tools/dialect/dialect_table.h"

#include "base/base.h"
#include "config/prompt.h"
#include "llm/written/written_scan.h"
#include "tools/dialect/argument_types.h"
#include "tools/tool_set.h"

const json_t *dialect_table(void)
{
	static json_t *loaded;

	if (!loaded)
		loaded = config_table_usable("dialects.yaml");
	return loaded;
}

const json_t *dialect_row(const struct tool *tool)
{
	return json_map(json_map(dialect_table(), "tools"), tool->name);
}

const char *dialect_path(const char *path)
{
	json_each (folder, json_list(dialect_table(), "folders")) {
		const char *name = json_string_value(folder);
		const size_t len = strlen(name);

		if (!strncmp(path, name, len) && (!path[len] || path[len] == '/') &&
		    access(name, F_OK) != 0)
			return path + len + strspn(path + len, "/");
	}
	return NULL;
}

static bool condition_holds(const json_t *when, const json_t *args)
{
	json_members (key, value, when)
		if (strcmp(json_string_value(value), "*") == 0
			? !argument_key(args, key)
			: !argument_name_same(json_str(args, key, ""), json_string_value(value)))
			return false;
	return true;
}

/* Returns the tool that another agent calls so. *also: the row of `also` it was found by; NULL: by none. */
static const struct tool *tool_by_any_name(
    const struct tool_set *set, const char *name, const json_t *args, const json_t **also)
{
	const struct tool *tool;

	*also = NULL;
	for (size_t i = 0; (tool = tool_at(set, i)); i++)
		json_each (row, json_list(dialect_row(tool), "also"))
			if (argument_name_same(json_str(row, "name", ""), name) &&
			    condition_holds(json_map(row, "when"), args)) {
				*also = row;
				return tool;
			}
	for (size_t i = 0; (tool = tool_at(set, i)); i++)
		if (argument_name_same(tool->name, name) ||
		    argument_name_listed(json_list(dialect_row(tool), "names"), name))
			return tool;
	return NULL;
}

const struct tool *dialect_tool(
    const struct tool_set *set, const char *name, json_t *args, json_t *notes)
{
	const struct tool *tool = tool_find(set, name);
	const json_t *also;

	if (tool)
		return tool;
	tool = tool_by_any_name(set, name, args, &also);
	if (!tool)
		tool = tool_by_any_name(set, written_bare_name(name), args, &also);
	if (!tool)
		return NULL;
	arguments_note(notes, "%s is %s", name, tool->name);
	if (args) {
		/* The name implies arguments, too. */
		json_members (key, value, json_map(also, "when"))
			if (strcmp(json_string_value(value), "*") != 0)
				json_object_del(args, key);
		json_members (key, value, json_map(also, "set"))
			if (!json_object_get(args, key))
				json_object_set(args, key, value);
	}
	return tool;
}
