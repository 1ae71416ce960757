/* SPDX-License-Identifier: MIT
 * Reads prompts and tables: from the user's folder if a file of that path is there, else from the
 * program itself. A user's prompt is sanitised like any text from outside.
 */
#include "config/prompt.h"

#include "base/base.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/json/json_binary.h"
#include "base/json/schema.h"
#include "base/log.h"
#include "base/yaml/yaml.h"

#define PROMPT_BYTES (1 << 20)

static const struct embed *builtin(const char *folder, const char *name, const char *ending)
{
	auto_free char *path = xasprintf("%s/%s%s", folder, name, ending);
	const struct embed *file = embed_find(path);

	if (!file)
		die("%s is not built in", path);
	return file;
}

/* Appends the text with its variables replaced, in one pass: their values are not searched for variables. */
static void substitute(
    struct buf *out, const char *text, const struct prompt_var *vars, size_t count)
{
	const char *open, *close;

	while ((open = strstr(text, "{{")) && (close = strstr(open, "}}"))) {
		const size_t len = close - open - 2;
		const char *value = NULL;

		for (size_t i = 0; i < count && !value; i++)
			if (!strncmp(vars[i].name, open + 2, len) && !vars[i].name[len])
				value = vars[i].value ? vars[i].value : "";
		buf_add(out, text, open - text + (value ? 0 : 2));
		if (value)
			buf_adds(out, value);
		text = value ? close + 2 : open + 2;
	}
	buf_adds(out, text);
}

char *prompt_text(const char *name, const struct prompt_var *vars, size_t count)
{
	const struct embed *file = builtin("prompts", name, ".md");
	auto_free char *path = file_home(FILE_CONFIG, file->name), *own = NULL;
	auto_buf bytes = BUF_LIMIT(PROMPT_BYTES);
	auto_error e = ERROR_INIT;
	struct buf out = BUF_INIT;

	if (file_read(path, PROMPT_BYTES, &bytes, &e)) /* the user's text takes precedence */
		own = text_clean(buf_str(&bytes), bytes.len);
	else if (e.code != ERR_NOT_FOUND)
		log_add(LOG_WARN, "%s; the built-in text is used", e.message);
	substitute(&out, own ? own : file->data, vars, count);
	while (out.len && out.data[out.len - 1] == '\n')
		buf_cut(&out, out.len - 1);
	return buf_take(&out);
}

char *prompt_fill(const char *text, const json_t *values)
{
	auto_free struct prompt_var *vars = xcalloc(json_object_size(values) + 1, sizeof *vars);
	struct buf out = BUF_INIT;
	size_t count = 0;

	json_members (name, value, values)
		vars[count++] = (struct prompt_var){name, json_string_value(value)};
	substitute(&out, text, vars, count);
	return buf_take(&out);
}

struct mark config_place(const struct yaml_marks *marks, const char *path)
{
	auto_buf pointer = BUF_INIT;
	struct mark key = {0}, value = {0};

	/* A schema's path "$.todos[8].id" is the JSON pointer "/todos/8/id" of the marks. */
	for (path += *path == '$'; *path;) {
		const size_t quoted = !strncmp(path, "[\"", 2) ? 2 : 0;

		path += quoted ? quoted : 1;
		const char *end = quoted ? strstr(path, "\"]") : path + strcspn(path, ".[]");
		end = end ? end : path + strlen(path);
		json_pointer_add(&pointer, path, (size_t)(end - path));
		path = end;
		path += quoted && *path ? 2 : *path == ']';
	}
	marks_find(marks, buf_str(&pointer), &key, &value);
	return value;
}

void config_violations(const struct violations *v, const char *under, const char *file,
    const struct yaml_marks *marks, struct problems *problems)
{
	for (size_t i = 0; i < v->count && i < SCHEMA_VIOLATIONS; i++) {
		auto_free char *path = xasprintf("%s%s", under, v->list[i].path + 1);
		const struct mark at = config_place(marks, path);
		const char *shown = violation_place(path), *quote = *shown ? "'" : "";

		problem_add(problems, file, at.line, at.column, "%s%s%s %s", quote,
		    *shown ? shown : "the file", quote, v->list[i].message);
	}
}

/* Checks a table against the schema of its name, if there is one. False after adding to problems. */
static bool check_table(const char *name, const char *file, const json_t *value,
    const struct yaml_marks *marks, struct problems *problems)
{
	auto_free char *path = xasprintf("config/schemas/%.*s.json", (int)strcspn(name, "."), name);
	auto_free char *schema = xstrndup(name, strcspn(name, "."));
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	bool ok = !embed_find(path) || schema_check(config_schema(schema), value, &v);

	config_violations(&v, "$", file, marks, problems);
	return ok;
}

json_t *config_table(const char *name, struct problems *problems)
{
	auto_free char *inside = xasprintf("config/%s", name);
	const struct embed *file = embed_find(inside);
	auto_free char *path = file_home(FILE_CONFIG, inside), *shown = file_user_path(path);
	auto_error e = ERROR_INIT;
	auto_buf own = BUF_LIMIT(YAML_BYTES);
	struct yaml_marks *marks = NULL;
	json_t *value = NULL;
	bool found = file_read(path, YAML_BYTES, &own, &e);

	if (found)
		value = yaml_parse(shown, buf_str(&own), own.len, &marks, problems);
	else if (e.code == ERR_NOT_FOUND && file)
		value = json_binary_read(file->value);
	else
		problem_add(problems, shown, 0, 0, "%s", e.message);
	if (value && found && !check_table(name, shown, value, marks, problems)) {
		json_decref(value);
		value = NULL;
	}
	marks_free(marks);
	return value;
}

json_t *config_builtin(const char *name)
{
	return json_binary_read(builtin("config", name, "")->value);
}

json_t *config_table_usable(const char *name)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table(name, &problems);

	return table ? table : config_builtin(name);
}

static json_t *schemas; /* name → schema; emptied by config_forget */

json_t *config_schema(const char *name)
{
	schemas = schemas ? schemas : json_object();
	if (!json_object_get(schemas, name))
		json_object_set_new(schemas, name,
		    json_binary_read(builtin("config/schemas", name, ".json")->value));
	return json_object_get(schemas, name);
}

void config_forget(void)
{
	json_decref(schemas);
	schemas = NULL;
}
