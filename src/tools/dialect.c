/*
 * The way of a call from a model's words to ours: the tool by its name, then its arguments by theirs,
 * values converted, types mended, paths from the workspace on; what the schema says decides last.
 */
#include "tools/dialect.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/schema.h"
#include "tools/argument_errors.h"
#include "tools/argument_types.h"
#include "tools/dialect_convert.h"
#include "tools/dialect_table.h"

/* --- the text --- */

static json_t *parse(const char *text, size_t len, struct error *e)
{
	json_t *value = json_parse(text, len, e), *inside = json_inside(value, JSON_OBJECT);

	if (!inside)
		return value;
	json_decref(value);
	return inside;
}

/* Arguments as received; "" is {}. Plain text is the one argument that is meant then. */
static json_t *arguments_parse(
    const struct tool *tool, const char *text, size_t len, struct buf *why)
{
	struct error e = ERROR_INIT;
	const char *bare = tool ? json_str(dialect_row(tool), "bare", NULL) : NULL;
	size_t blank = 0;
	json_t *args;
	char *line;

	while (len && memchr(" \t\r\n", text[len - 1], 4))
		len--;
	while (blank < len && memchr(" \t\r\n", text[blank], 4))
		blank++;
	if (len == blank)
		return json_object();
	if (bare && text[blank] != '{')
		return json_pack("{s:o}", bare, json_text(text, len));
	args = parse(text, len, &e);
	if (!args && why) {
		line = error_line(&e);
		buf_addf(why, "the arguments of %s are not JSON: %s; send one JSON object",
		    tool->name, line);
		free(line);
	}
	error_free(&e);
	return args;
}

/* --- names --- */

/* In its place: the order is what the model reads again. */
static void rename_key(json_t *args, const char *from, const char *to, json_t *notes)
{
	json_t *before = json_copy(args), *value;
	const char *key;

	note_mended(notes, "%s is %s", from, to);
	json_object_clear(args);
	json_object_foreach (before, key, value)
		json_object_set(args, strcmp(key, from) ? key : to, value);
	json_decref(before);
}

/* An argument by one of its other names, which is copied: the key goes with its member. */
static void take_alias(json_t *args, const char *name, const json_t *aliases, json_t *notes)
{
	const char *key = argument_key(args, name);
	const json_t *alias;
	char *from;
	size_t i;

	json_array_foreach (aliases, i, alias) {
		if (key)
			break;
		key = argument_key(args, json_string_value(alias));
	}
	if (!key || !strcmp(key, name))
		return;
	from = xstrdup(key);
	rename_key(args, from, name, notes);
	free(from);
}

/* An argument of ours that is there by its own name is no other's. */
static void rename_all(json_t *args, const json_t *schema, const json_t *row, json_t *notes)
{
	const json_t *renamed = json_map(row, "arguments");
	const char *name;
	json_t *of;

	json_object_foreach (json_map(schema, "properties"), name, of)
		if (!json_object_get(args, name))
			take_alias(args, name, NULL, notes);
	json_object_foreach (json_map(schema, "properties"), name, of)
		if (!json_object_get(args, name))
			take_alias(args, name, json_list(renamed, name), notes);
}

static void change_values(json_t *args, const json_t *row, json_t *notes)
{
	const char *name, *theirs;
	json_t *values, *ours;

	json_object_foreach (json_map(row, "values"), name, values) {
		const char *value = json_str(args, name, NULL);

		json_object_foreach (values, theirs, ours)
			if (value && name_same(value, theirs)) {
				note_mended(notes, "%s: %s", name, json_string_value(ours));
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
		if (!all && !json_is_null(value) && !name_listed(json_list(row, "drop"), key) &&
		    !name_listed(json_list(dialect_table(), "drop"), key))
			continue;
		note_mended(notes, "%s left out", key);
		json_object_del(args, key);
	}
}

/* --- lists of objects --- */

/* The list itself, when it came as its text or as its only item. */
static json_t *list_of(const json_t *value)
{
	return json_is_object(value) ? json_pack("[O]", value) : json_inside(value, JSON_ARRAY);
}

static void item_take(
    json_t *list, size_t i, const json_t *schema, const json_t *row, json_t *notes)
{
	json_t *item = json_array_get(list, i), *value;
	const char *bare = json_str(row, "bare", NULL), *key;

	if (json_is_string(item) && bare) {
		json_array_set_new(list, i, json_pack("{s:O}", bare, item));
		item = json_array_get(list, i);
	}
	if (!json_is_object(item))
		return;
	rename_all(item, schema, row, notes);
	change_values(item, row, notes);
	json_object_foreach (json_map(row, "set"), key, value)
		if (!json_object_get(item, key))
			json_object_set(item, key, value);
	if (json_flag(row, "drop_unknown", false))
		drop_more(item, schema, row, notes);
}

static void lists_take(json_t *args, const json_t *schema, const json_t *row, json_t *notes)
{
	const char *name;
	json_t *of, *list;

	json_object_foreach (json_map(row, "items"), name, of) {
		const json_t *items =
		    json_map(json_map(json_map(schema, "properties"), name), "items");

		list = list_of(json_object_get(args, name));
		if (list) {
			note_mended(notes, "%s: as a list", name);
			json_object_set_new(args, name, list);
		}
		list = json_list(args, name);
		for (size_t i = 0; i < json_array_size(list); i++)
			item_take(list, i, items, of, notes);
	}
}

/* --- paths --- */

/* "./a" and "/the/workspace/a" are a. The rest of the work with paths is the workspace's. */
static char *path_within(const struct workspace *w, const char *path)
{
	size_t len = w ? strlen(workspace_path(w)) : 0;
	const char *at = path;

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
	const json_t *name;
	size_t i;

	json_array_foreach (names, i, name) {
		const char *key = json_string_value(name), *path = json_str(args, key, NULL);
		char *within = path ? path_within(w, path) : NULL;

		if (!within)
			continue;
		note_mended(notes, "%s: %s", key, within);
		json_put_str(args, key, within);
		free(within);
	}
}

/* --- one tool --- */

static void arguments_take(json_t *args, const struct tool *tool, const json_t *schema,
    const struct workspace *w, json_t *notes)
{
	const json_t *row = dialect_row(tool), *convert;
	size_t i;

	rename_all(args, schema, row, notes);
	lists_take(args, schema, row, notes);
	json_array_foreach (json_list(row, "convert"), i, convert)
		dialect_convert(args, convert, w, notes);
	change_values(args, row, notes);
	drop_more(args, schema, row, notes);
	arguments_fit(args, schema, notes);
	paths_take(args, json_list(row, "paths"), w, notes);
	paths_take(args, json_list(row, "globs"), w, notes);
}

static bool arguments_check(
    const struct tool *tool, const json_t *schema, const json_t *args, struct buf *why)
{
	struct violations wrong = VIOLATIONS_INIT;
	bool valid = schema_check(schema, args, &wrong);

	if (!valid)
		arguments_explain(tool->name, schema, args, &wrong, why);
	violations_free(&wrong);
	return valid;
}

/* args: steals. NULL: why. */
static json_t *arguments_make(const struct tool *tool, const struct settings *s,
    const struct workspace *w, json_t *args, json_t *notes, struct buf *why)
{
	json_t *schema = tool_schema(tool, s);

	if (json_is_object(args))
		arguments_take(args, tool, schema, w, notes);
	if (!arguments_check(tool, schema, args, why)) {
		json_decref(args);
		args = NULL;
	}
	json_decref(schema);
	return args;
}

json_t *tool_arguments(const struct tool *tool, const struct settings *s, const char *text,
    size_t len, struct buf *why)
{
	json_t *args = arguments_parse(tool, text, len, why);

	return args ? arguments_make(tool, s, NULL, args, NULL, why) : NULL;
}

/* --- the call --- */

static void tool_change(struct translation *t, const struct tool *tool, json_t *args /* steals */)
{
	note_mended(t->mended, "%s is %s", t->tool->name, tool->name);
	json_decref(t->args);
	t->tool = tool;
	t->args = args;
}

/* What reads a file lists a folder; what replaces nothing where there is no file writes one. */
static void tool_by_path(struct translation *t, const struct tool_set *set, struct workspace *w)
{
	const json_t *row = dialect_row(t->tool), *old = json_object_get(t->args, "old_string");
	const char *path = json_str(t->args, "path", NULL);
	const struct tool *folder = tool_find(set, json_str(row, "folder", "")),
			  *creates = tool_find(set, json_str(row, "creates", ""));
	struct error e = ERROR_INIT;
	struct stat st;
	bool there;

	if (!w || !path || (!folder && !creates) || !strncmp(path, "blob:", 5))
		return;
	there = workspace_stat(w, path, &st, &e);
	error_free(&e);
	if (folder && there && S_ISDIR(st.st_mode))
		tool_change(t, folder, json_pack("{s:s}", "path", path));
	else if (creates && json_is_string(old) && !json_string_length(old) &&
		 json_str(t->args, "new_string", NULL) && (!there || !st.st_size))
		tool_change(t, creates,
		    json_pack("{s:s, s:O}", "path", path, "content",
			json_object_get(t->args, "new_string")));
}

/* Nothing but the word that begins and ends a here-document stands from..to. */
static bool is_one_word(const char *from, const char *to)
{
	static const char around[] = "<-'\" \t\r\n";

	while (from < to && strchr(around, *from))
		from++;
	while (from < to && (isalnum((unsigned char)*from) || *from == '_'))
		from++;
	while (from < to && strchr(around, *from))
		from++;
	return from == to;
}

/* The patch in "apply_patch <<'EOF' ... EOF", when the command does nothing else. Owned; NULL: it is
 * none. */
static char *patch_in(const char *command)
{
	const char *name = command + strspn(command, " \t\r\n");
	const char *from = strstr(command, "*** Begin Patch"), *end = NULL;

	if (strncmp(name, PATCH_COMMAND, strlen(PATCH_COMMAND)) || !from)
		return NULL;
	for (const char *at = from; (at = strstr(at, "*** End Patch")); at++)
		end = at + strlen("*** End Patch");
	if (!end || !is_one_word(name + strlen(PATCH_COMMAND), from) ||
	    !is_one_word(end, end + strlen(end)))
		return NULL;
	return xstrndup(from, (size_t)(end - from));
}

/* A patch that is run in the shell is the tool's. */
static void tool_by_command(struct translation *t, const struct tool_set *set)
{
	const struct tool *tool = tool_find(set, json_str(dialect_row(t->tool), "patch", ""));
	const char *command = json_str(t->args, "command", NULL);
	char *patch = tool && command ? patch_in(command) : NULL;

	if (patch)
		tool_change(t, tool, json_pack("{s:s}", "patch", patch));
	free(patch);
}

static void translation_check(struct translation *t, const struct settings *s)
{
	json_t *schema = tool_schema(t->tool, s);

	if (!arguments_check(t->tool, schema, t->args, &t->why)) {
		json_decref(t->args);
		t->args = NULL;
	}
	json_decref(schema);
}

void call_translate(struct translation *out, const struct tool_set *set, const struct settings *s,
    struct workspace *workspace, const char *name, const char *text, size_t len)
{
	json_t *schema;

	*out = (struct translation){.mended = json_array()};
	out->args = arguments_parse(NULL, text, len, NULL);
	out->tool = dialect_tool(set, name, out->args, out->mended);
	if (!out->tool) {
		tool_set_unknown(set, name, &out->why);
		json_decref(out->args);
		out->args = NULL;
		return;
	}
	if (!json_is_object(out->args)) { /* it takes the tool to read them, or to say why not */
		json_decref(out->args);
		out->args = arguments_parse(out->tool, text, len, &out->why);
	}
	if (!out->args)
		return;
	if (json_is_object(out->args)) {
		schema = tool_schema(out->tool, s);
		arguments_take(out->args, out->tool, schema, workspace, out->mended);
		json_decref(schema);
		tool_by_path(out, set, workspace);
		tool_by_command(out, set);
	}
	translation_check(out, s);
}

void translation_free(struct translation *t)
{
	json_decref(t->args);
	json_decref(t->mended);
	buf_free(&t->why);
	*t = (struct translation){0};
}
