/*
 * The way of a call from a model's words to ours: the tool by its name, then its arguments by theirs,
 * values converted, types mended, paths from the workspace on; what the schema says decides last.
 */
#include "tools/dialect/dialect.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json/json.h"
#include "base/json/schema.h"
#include "tools/dialect/argument_errors.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect_arguments.h"
#include "tools/dialect/dialect_command.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool_set.h"

/* --- the text --- */

static json_t *parse_arguments(const char *text, size_t len, struct error *e)
{
	json_t *value = json_parse(text, len, e), *inside = json_inside(value, JSON_OBJECT);

	if (!inside)
		return value;
	json_decref(value);
	return inside;
}

/* Reads the arguments as they were received; "" is {}. Plain text is taken for the one argument
 * that must be meant. */
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
	args = parse_arguments(text, len, &e);
	if (!args && why) {
		line = error_line(&e);
		buf_addf(why, "the arguments of %s are not JSON: %s; send one JSON object",
		    tool->name, line);
		free(line);
	}
	error_free(&e);
	return args;
}

/* --- one tool --- */

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

/* Puts the arguments into the words of our tool. Steals args. NULL: `why` says what is wrong. */
static json_t *arguments_make(const struct tool *tool, const struct settings *s,
    const struct workspace *w, json_t *args, json_t *notes, struct buf *why)
{
	json_t *schema = tool_schema(tool, s);

	if (json_is_object(args))
		dialect_arguments(args, tool, schema, w, notes);
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
	arguments_note(t->mended, "%s is %s", t->tool->name, tool->name);
	json_decref(t->args);
	t->tool = tool;
	t->args = args;
}

/* Changes the tool by what its path is: a call that reads a file lists where the path is a
 * folder; one that replaces nothing writes where there is no file. */
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

/* Changes the tool where the command line is a patch: our tool applies it. */
static void tool_by_command(struct translation *t, const struct tool_set *set)
{
	const struct tool *tool = tool_find(set, json_str(dialect_row(t->tool), "patch", ""));
	const char *command = json_str(t->args, "command", NULL);
	char *patch = tool && command ? command_patch(command) : NULL;

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
	if (!json_is_object(out->args)) { /* only the tool can read them, or say why not */
		json_decref(out->args);
		out->args = arguments_parse(out->tool, text, len, &out->why);
	}
	if (!out->args)
		return;
	if (json_is_object(out->args)) {
		schema = tool_schema(out->tool, s);
		dialect_arguments(out->args, out->tool, schema, workspace, out->mended);
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
