/* SPDX-License-Identifier: MIT
 * An ordered list of rows with lookups by name, and what the wire sends about them. The schemas are
 * tool_schema.c's; the arguments of a call are checked in dialect.c.
 */
#include "tools/tool_set.h"

#include "base/base.h"
#include "config/prompt.h"

#define NAME_SHOWN 60 /* characters of a name that is none */

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

static void row_add(struct tool_set *set, const struct tool *tool, bool unlisted)
{
	array_reserve(&set->rows, &set->cap, set->count + 1, sizeof *set->rows);
	set->rows[set->count++] = (struct tool_row){tool, unlisted};
}

void tool_set_add(struct tool_set *set, const struct tool *const *rows)
{
	for (; *rows; rows++)
		row_add(set, *rows, false);
}

void tool_set_add_unlisted(struct tool_set *set, const struct tool *const *rows)
{
	for (; *rows; rows++)
		if (!tool_find(set, (*rows)->name))
			row_add(set, *rows, true);
}

void tool_set_free(struct tool_set *set)
{
	if (!set)
		return;
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

/* Returns the name that may have been meant; NULL: none is like it. */
static const char *tool_nearest(const struct tool_set *set, const char *name)
{
	const char **names = xcalloc(set->count + 1, sizeof *names), *nearest;

	for (size_t i = 0; i < set->count; i++)
		names[i] = set->rows[i].tool->name;
	nearest = text_nearest(name, names);
	free(names);
	return nearest;
}

void tool_set_unknown(const struct tool_set *set, const char *name, struct buf *why)
{
	const char *near = tool_nearest(set, name), *comma = "";

	buf_adds(why, "no tool '");
	line_add(why, name, NAME_SHOWN);
	buf_addc(why, '\'');
	if (near)
		buf_addf(why, " (did you mean '%s'?)", near);
	buf_adds(why, "; tools: ");
	for (size_t i = 0; i < set->count; i++) {
		if (set->rows[i].unlisted)
			continue;
		buf_addf(why, "%s%s", comma, set->rows[i].tool->name);
		comma = ", ";
	}
}

/* Returns the description with the numbers that the settings have. */
static char *tool_words(const struct tool *tool, const struct settings *s)
{
	json_auto_t *own = tool->definition ? tool->definition(tool) : NULL;
	char *key = xasprintf("tools/%s", tool->name), number[24], *words;
	const bool named = s && tool->setting;

	snprintf(
	    number, sizeof number, "%lld", named ? (long long)setting_int(s, tool->setting) : 0);
	words = own ? text_clean(json_str(own, "description", ""),
			  strlen(json_str(own, "description", "")))
		    : prompt_text(key, (struct prompt_var[]){{tool->setting, number}}, named);
	free(key);
	return words;
}

json_t *tool_describe(const struct tool *tool, const struct settings *s, const json_t *show)
{
	auto_free char *words = tool_words(tool, s);
	json_t *row = json_object();

	json_put_str(row, "name", tool->name);
	json_put_str(row, "description", words);
	json_put(row, "parameters", tool_schema_sent(tool, show));
	return row;
}

json_t *tool_set_describe(const struct tool_set *set, const struct settings *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < set->count; i++)
		if (!set->rows[i].unlisted)
			json_array_append_new(list, tool_describe(set->rows[i].tool, s, NULL));
	return list;
}
