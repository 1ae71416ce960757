/* SPDX-License-Identifier: MIT
 * Translates a model's call into ours: finds the tool by its name, renames and converts the arguments,
 * makes paths relative to the workspace; the schema decides last, and its errors are put into words.
 */
#include "tools/dialect/dialect.h"

#include "base/base.h"
#include "base/json/schema.h"
#include "tools/dialect/argument_text.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect_arguments.h"
#include "tools/dialect/dialect_command.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

/* A violation becomes a paragraph: what is wrong, and below it the schema's line for that argument. Paths are
 * those of base/json/schema.h ("$.todos[2].id"), walked here through schema and arguments alike. */

#define EXPLAINED 4 /* this many violations are explained: a model mends them one after the other */
#define NAME_SHOWN 60
#define NAMES_SHOWN 12

/* One step of such a path: ".name", "[3]" or "[\"a name\"]". step_take moves *at behind it. */
struct path_step {
	const char *name; /* NULL: an item */
	size_t len;	  /* of name; of an item, its index */
};

static bool step_take(const char **at, struct path_step *step)
{
	const char *s = *at, *end;

	if (!strncmp(s, "[\"", 2) && (end = strstr(s + 2, "\"]"))) {
		*step = (struct path_step){s + 2, (size_t)(end - s - 2)};
		*at = end + 2;
	} else if (*s == '[' && (end = strchr(s, ']'))) {
		*step = (struct path_step){NULL, strtoul(s + 1, NULL, 10)};
		*at = end + 1;
	} else if (*s == '.') {
		*step = (struct path_step){s + 1, strcspn(s + 1, ".[")};
		*at = s + 1 + step->len;
	} else {
		return false;
	}
	return true;
}

/* Returns the schema of the value at a path; NULL where there is none. */
static const json_t *schema_at(const json_t *schema, const char *path)
{
	struct path_step step;

	for (path++; schema && step_take(&path, &step);)
		schema = step.name
			     ? json_object_getn(json_map(schema, "properties"), step.name, step.len)
			     : json_map(schema, "items");
	return schema;
}

static void add_names(struct buf *out, const json_t *object)
{
	size_t n = 0;

	json_members (name, value, object) {
		if (n++ == NAMES_SHOWN) {
			buf_adds(out, ", ...");
			return;
		}
		buf_adds(out, n > 1 ? ", `" : "`");
		line_add(out, name, NAME_SHOWN);
		buf_addc(out, '`');
	}
}

/* Appends "write_todos needs `id` in todos[2]; you sent `content`, `status`". */
static void explain_missing(
    const char *tool, const json_t *args, const struct violation *v, struct buf *why)
{
	const json_t *object = args;
	const char *where = violation_place(v->path), *at = v->path + 1;

	for (struct path_step step; object && step_take(&at, &step);)
		object = step.name ? json_object_getn(object, step.name, step.len)
				   : json_array_get(object, step.len);
	buf_addf(why, "%s needs `%s`%s", tool, v->member, *where ? " in " : "");
	line_add(why, where, NAME_SHOWN);
	if (json_object_size(object)) {
		buf_adds(why, "; you sent ");
		add_names(why, object);
	} else {
		buf_adds(why, "; you sent nothing");
	}
}

/* Appends "read_file takes no `lines`; it takes `path`, `offset`, `limit`". */
static void explain_unknown(
    const char *tool, const json_t *schema, const struct violation *v, struct buf *why)
{
	const char *at = v->path + 1, *last = at;
	struct path_step step;

	for (const char *from = at; step_take(&at, &step); from = at)
		last = from;
	auto_free char *above = xstrndup(v->path, (size_t)(last - v->path));
	buf_addf(why, "%s takes no `", tool);
	line_add(why, violation_place(v->path), NAME_SHOWN);
	buf_adds(why, "`; it takes ");
	add_names(why, json_map(schema_at(schema, above), "properties"));
}

/* Appends an argument's line of the schema: "\n  status (string: pending, completed): ...". */
static void add_schema_line(struct buf *out, const char *name, size_t len, const json_t *schema)
{
	const char *type = json_str(schema, "type", NULL),
		   *says = json_str(schema, "description", NULL);

	if (!type)
		return;
	buf_addf(out, "\n  %.*s (%s", (int)len, name, type);
	json_each_at (i, choice, json_list(schema, "enum"))
		buf_addf(out, "%s%s", i ? ", " : ": ", json_string_value(choice));
	buf_addf(out, says ? "): %s" : ")", says);
}

static void explain_schema(const json_t *schema, const struct violation *v, struct buf *why)
{
	const json_t *at = schema_at(schema, v->path);
	const char *path = v->path + 1;
	struct path_step step = {0}, last = {0};

	if (v->member) {
		add_schema_line(why, v->member, strlen(v->member),
		    json_object_get(json_map(at, "properties"), v->member));
		return;
	}
	while (step_take(&path, &step))
		last = step.name ? step : last;
	if (last.name)
		add_schema_line(why, last.name, last.len, at);
}

#define SENT_SHOWN 400 /* characters of arguments that cannot be read */

/* --- the text --- */

/* Parses the arguments' text; new reference. Plain text becomes the argument that the tool's row calls `bare`.
 * NULL: why says what is wrong; with tool NULL (not known yet) it says nothing. */
static json_t *arguments_parse(
    const struct tool *tool, const char *text, size_t len, json_t *notes, struct buf *why)
{
	auto_error e = ERROR_INIT;
	const char *bare = tool ? json_str(dialect_row(tool), "bare", NULL) : NULL;
	json_t *args = argument_text_read(text, len, notes, &e);

	if (bare && !json_is_object(args) && !strchr("{[\"'`", text[strspn(text, " \t\r\n")])) {
		json_decref(args);
		args = json_pack("{s:o}", bare, json_text(text, len));
		arguments_note(notes, "plain text as %s", bare);
	}
	if (!args && tool) {
		auto_free char *line = error_line(&e), *sent = xstrndup(text, len);

		buf_addf(why,
		    "the arguments of %s are not JSON: %s; send one JSON object; you sent: ",
		    tool->name, line);
		line_add(why, sent, SENT_SHOWN);
	}
	return args;
}

/* --- one tool --- */

/* Whether the schema accepts the arguments. If not, why gets a paragraph for each of the first violations,
 * and how many more there are. */
static bool arguments_check(
    const struct tool *tool, const json_t *schema, const json_t *args, struct buf *why)
{
	freed_by(violations_free) struct violations wrong = VIOLATIONS_INIT;

	if (schema_check(schema, args, &wrong))
		return true;
	for (size_t i = 0; i < wrong.count && i < EXPLAINED; i++) {
		const struct violation *v = &wrong.list[i];
		const char *where = violation_place(v->path);

		if (v->member) {
			explain_missing(tool->name, args, v, why);
		} else if (!strcmp(v->keyword, "additionalProperties")) {
			explain_unknown(tool->name, schema, v, why);
		} else {
			buf_addf(why, *where ? "%s: `" : "the arguments of %s: ", tool->name);
			line_add(why, where, NAME_SHOWN);
			buf_addf(why, *where ? "` %s" : "%s", v->message);
		}
		explain_schema(schema, v, why);
		buf_addc(why, '\n');
	}
	if (wrong.count > EXPLAINED)
		buf_addf(why, "and %zu more\n", wrong.count - EXPLAINED);
	buf_adds(why, "nothing was done");
	return false;
}

json_t *tool_arguments(const struct tool *tool, const struct settings *s, const char *text,
    size_t len, struct buf *why)
{
	json_t *args = arguments_parse(tool, text, len, NULL, why);
	json_auto_t *schema = tool_schema(tool, s);

	if (json_is_object(args))
		dialect_arguments(args, tool, schema, NULL, NULL);
	if (args && !arguments_check(tool, schema, args, why)) {
		json_decref(args);
		args = NULL;
	}
	return args;
}

/* --- the call --- */

static void tool_change(struct translation *t, const struct tool *tool, json_t *args /* steals */)
{
	arguments_note(t->mended, "%s is %s", t->tool->name, tool->name);
	json_decref(t->args);
	t->tool = tool;
	t->args = args;
}

/* Changes the tool by what is at its path: to the row's `folder` (list_files) if that is a folder, to its
 * `creates` (write_file) if the text to replace is empty and there is no file, or an empty one. */
static void tool_by_path(struct translation *t, const struct tool_set *set, struct workspace *w)
{
	const json_t *row = dialect_row(t->tool), *old = json_object_get(t->args, "old_string");
	const char *path = json_str(t->args, "path", NULL);
	const struct tool *folder = tool_find(set, json_str(row, "folder", "")),
			  *creates = tool_find(set, json_str(row, "creates", ""));
	struct stat st;

	if (!w || !path || (!folder && !creates) || !strncmp(path, "blob:", 5))
		return;
	bool there = workspace_stat(w, path, &st, NULL);
	if (folder && there && S_ISDIR(st.st_mode))
		tool_change(t, folder, json_pack("{s:s}", "path", path));
	else if (creates && json_is_string(old) && !json_string_length(old) &&
		 json_str(t->args, "new_string", NULL) && (!there || !st.st_size))
		tool_change(t, creates,
		    json_pack("{s:s, s:O}", "path", path, "content",
			json_object_get(t->args, "new_string")));
}

/* Changes the tool to the row's `patch` (apply_patch) if the command line or `diff` is a patch. Of any other
 * line, a cd to a folder that stands for the workspace is removed (command_here). */
static void tool_by_command(struct translation *t, const struct tool_set *set)
{
	const struct tool *tool = tool_find(set, json_str(dialect_row(t->tool), "patch", ""));
	const char *command = json_str(t->args, "command", NULL),
		   *diff = json_str(t->args, "diff", NULL);
	auto_free char *here = tool && command ? command_here(command) : NULL,
		       *patch = !tool	  ? NULL
				: command ? command_patch(here ? here : command)
				: diff	  ? xstrdup(diff)
					  : NULL;

	if (patch) {
		tool_change(t, tool, json_pack("{s:s}", "patch", patch));
	} else if (here) {
		arguments_note(t->mended, "command: in the workspace");
		json_put_str(t->args, "command", here);
	}
}

/* Whether the call would do something else without this unknown argument: the table has it as `firm`, or a
 * `convert` row has it and its value did not fit. */
static bool argument_means_something(const struct tool *tool, const char *name)
{
	json_each (row, json_list(dialect_row(tool), "convert"))
		if (argument_name_listed(json_list(row, "from"), name))
			return true;
	return argument_name_listed(json_list(dialect_table(), "firm"), name);
}

/* Removes arguments that the tool does not have, if none of these would change what the call does and the
 * remaining ones are valid. */
static void ignore_unknown(struct translation *t, const json_t *schema)
{
	json_auto_t *names = json_array(), *known = json_object();
	freed_by(violations_free) struct violations wrong = VIOLATIONS_INIT;

	json_members (name, value, t->args) {
		if (json_object_get(json_map(schema, "properties"), name))
			json_object_set(known, name, value);
		else if (!json_is_false(value) && argument_means_something(t->tool, name))
			return;
		else
			json_array_append_new(names, json_string(name));
	}
	if (json_array_size(names) && schema_check(schema, known, &wrong)) {
		json_decref(t->args);
		t->args = json_incref(known);
		t->ignored = json_incref(names);
		json_each (name, names)
			arguments_note(t->mended, "%s left out", json_string_value(name));
	}
}

void call_translate(struct translation *out, const struct tool_set *set, const struct settings *s,
    struct workspace *workspace, const char *name, const char *text, size_t len)
{
	*out = (struct translation){.mended = json_array()};
	out->args = arguments_parse(NULL, text, len, out->mended, NULL);
	out->tool = dialect_tool(set, name, out->args, out->mended);
	if (!out->tool) {
		tool_set_unknown(set, name, &out->why);
		json_decref(out->args);
		out->args = NULL;
		return;
	}
	if (!json_is_object(out->args)) { /* the tool may read plain text, or say what is wrong */
		json_decref(out->args);
		out->args = arguments_parse(out->tool, text, len, out->mended, &out->why);
	}
	if (!out->args)
		return;
	if (json_is_object(out->args)) {
		json_auto_t *schema = tool_schema(out->tool, s);
		dialect_arguments(out->args, out->tool, schema, workspace, out->mended);
		tool_by_path(out, set, workspace);
		tool_by_command(out, set);
	}
	json_auto_t *schema = tool_schema(out->tool, s);
	ignore_unknown(out, schema);
	if (!arguments_check(out->tool, schema, out->args, &out->why)) {
		json_decref(out->args);
		out->args = NULL;
	}
}

void translation_free(struct translation *t)
{
	json_decref(t->args);
	json_decref(t->mended);
	json_decref(t->ignored);
	buf_free(&t->why);
	*t = (struct translation){0};
}
