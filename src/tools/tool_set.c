/* SPDX-License-Identifier: MIT
 * An ordered list of rows with lookups by name, and what the wire sends about them. The schemas are
 * tool_schema.c's; the arguments of a call are checked in dialect.c.
 */
#include "tools/tool_set.h"

#include "base/base.h"
#include "config/prompt.h"

#define NAME_SHOWN 60 /* characters shown of an unknown name */

struct tool_set {
	struct tool_row {
		const struct tool *tool;
		bool unlisted;
	} * rows; /* (owned) */
	size_t count, cap;
};

struct tool_set *tool_set_new(void)
{
	return xcalloc(1, sizeof(struct tool_set));
}

void tool_set_add(struct tool_set *set, const struct tool *const *rows)
{
	for (; *rows; rows++)
		array_push(set->rows, set->count, set->cap, (struct tool_row){*rows, false});
}

void tool_set_add_unlisted(struct tool_set *set, const struct tool *const *rows)
{
	for (; *rows; rows++)
		if (!tool_find(set, (*rows)->name))
			array_push(set->rows, set->count, set->cap, (struct tool_row){*rows, true});
}

void tool_set_free(struct tool_set *set)
{
	if (set)
		free_all(set->rows, set);
}

const struct tool *tool_at(const struct tool_set *set, size_t i)
{
	return i < set->count ? set->rows[i].tool : NULL;
}

bool tool_is_listed(const struct tool_set *set, size_t i)
{
	return i < set->count && !set->rows[i].unlisted;
}

const struct tool *tool_find(const struct tool_set *set, const char *name)
{
	for (size_t i = 0; i < set->count; i++)
		if (!strcmp(set->rows[i].tool->name, name))
			return set->rows[i].tool;
	return NULL;
}

void tool_set_unknown(const struct tool_set *set, const char *name, struct buf *why)
{
	const char **names = xcalloc(set->count + 1, sizeof *names), *comma = "", *near;

	for (size_t i = 0; i < set->count; i++)
		names[i] = set->rows[i].tool->name;
	near = text_nearest(name, names);
	buf_adds(why, "no tool '");
	line_add(why, name, NAME_SHOWN);
	buf_addc(why, '\'');
	if (near)
		buf_addf(why, " (did you mean '%s'?)", near);
	buf_adds(why, "; tools: ");
	for (size_t i = 0; i < set->count; i++)
		if (!set->rows[i].unlisted) {
			buf_addf(why, "%s%s", comma, names[i]);
			comma = ", ";
		}
	free(names);
}

json_t *tool_describe(const struct tool *tool, const struct settings *s, const json_t *show)
{
	json_auto_t *own = tool->definition ? tool->definition(tool) : NULL;
	auto_free char *key = xasprintf("tools/%s", tool->name), *words = NULL;
	const char *given = json_str(own, "description", "");
	const bool named = s && tool->setting;
	char number[24];

	snprintf(
	    number, sizeof number, "%lld", named ? (long long)setting_int(s, tool->setting) : 0);
	words = own ? text_clean(given, strlen(given))
		    : prompt_text(key, (struct prompt_var[]){{tool->setting, number}}, named);
	return json_pack("{s:s, s:s, s:o}", "name", tool->name, "description", words, "parameters",
	    tool_schema_sent(tool, show));
}

json_t *tool_set_describe(const struct tool_set *set, const struct settings *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < set->count; i++)
		if (!set->rows[i].unlisted)
			json_array_append_new(list, tool_describe(set->rows[i].tool, s, NULL));
	return list;
}
