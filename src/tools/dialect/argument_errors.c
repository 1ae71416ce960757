/*
 * One violation is one paragraph: what is wrong, and below it the line of the schema it is about. Paths are
 * those of base/json/schema.h ("$.todos[2].id"), walked here through schema and arguments alike.
 */
#include "tools/dialect/argument_errors.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tools/tool.h"

#define EXPLAINED 4 /* so many violations are explained: a model mends them one after the other */
#define NAME_SHOWN 60
#define NAMES_SHOWN 12

/* The next step of a schema's path: ".name", "[3]" or "[\"a name\"]". *at moves behind it. */
struct path_step {
	const char *name; /* NULL: an item */
	size_t len;
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

static const json_t *schema_below(const json_t *schema, const struct path_step *step)
{
	if (!step->name)
		return json_map(schema, "items");
	return json_object_getn(json_map(schema, "properties"), step->name, step->len);
}

/* The schema of the value at a path; NULL where there is none. */
static const json_t *schema_at(const json_t *schema, const char *path)
{
	struct path_step step;

	for (path++; schema && step_take(&path, &step);)
		schema = schema_below(schema, &step);
	return schema;
}

static const json_t *value_at(const json_t *value, const char *path)
{
	struct path_step step;

	for (path++; value && step_take(&path, &step);)
		value = step.name ? json_object_getn(value, step.name, step.len)
				  : json_array_get(value, step.len);
	return value;
}

static void add_names(struct buf *out, const json_t *object)
{
	size_t n = 0;
	const char *name;
	json_t *value;

	json_object_foreach ((json_t *)object, name, value) {
		if (n++ == NAMES_SHOWN) {
			buf_adds(out, ", ...");
			return;
		}
		buf_adds(out, n > 1 ? ", `" : "`");
		line_add(out, name, NAME_SHOWN);
		buf_addc(out, '`');
	}
}

/* The path as a model reads it: "todos[2].id" of "$.todos[2].id". */
static const char *shown_path(const char *path)
{
	path += *path == '$';
	return path + (*path == '.');
}

/* "write_todos needs `id` in todos[2]; you sent `content`, `status`" */
static void explain_missing(
    const char *tool, const json_t *args, const struct violation *v, struct buf *why)
{
	const json_t *object = value_at(args, v->path);
	const char *where = shown_path(v->path);

	buf_addf(why, "%s needs `%s`%s", tool, v->member, *where ? " in " : "");
	line_add(why, where, NAME_SHOWN);
	if (json_object_size(object)) {
		buf_adds(why, "; you sent ");
		add_names(why, object);
	} else {
		buf_adds(why, "; you sent nothing");
	}
}

/* Where the last step of a path begins in it. */
static size_t last_step(const char *path)
{
	const char *at = path + 1, *last = at;
	struct path_step step;

	for (const char *from = at; step_take(&at, &step); from = at)
		last = from;
	return (size_t)(last - path);
}

/* "read_file takes no `lines`; it takes `path`, `offset`, `limit`" */
static void explain_unknown(
    const char *tool, const json_t *schema, const struct violation *v, struct buf *why)
{
	char *above = xstrndup(v->path, last_step(v->path));

	buf_addf(why, "%s takes no `", tool);
	line_add(why, shown_path(v->path), NAME_SHOWN);
	buf_adds(why, "`; it takes ");
	add_names(why, json_map(schema_at(schema, above), "properties"));
	free(above);
}

static void explain_value(const char *tool, const struct violation *v, struct buf *why)
{
	const char *where = shown_path(v->path);

	if (!*where) {
		buf_addf(why, "the arguments of %s: %s", tool, v->message);
		return;
	}
	buf_addf(why, "%s: `", tool);
	line_add(why, where, NAME_SHOWN);
	buf_addf(why, "` %s", v->message);
}

/* The line of the schema: "\n  status (string: pending, completed): ...". */
static void add_schema_line(struct buf *out, const char *name, size_t len, const json_t *schema)
{
	const char *type = json_str(schema, "type", NULL),
		   *says = json_str(schema, "description", NULL);
	const json_t *choice;
	size_t i;

	if (!type)
		return;
	buf_addf(out, "\n  %.*s (%s", (int)len, name, type);
	json_array_foreach (json_list(schema, "enum"), i, choice)
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

void arguments_explain(const char *tool, const json_t *schema, const json_t *args,
    const struct violations *wrong, struct buf *why)
{
	for (size_t i = 0; i < wrong->count && i < EXPLAINED; i++) {
		const struct violation *v = &wrong->list[i];

		if (v->member)
			explain_missing(tool, args, v, why);
		else if (!strcmp(v->keyword, "additionalProperties"))
			explain_unknown(tool, schema, v, why);
		else
			explain_value(tool, v, why);
		explain_schema(schema, v, why);
		buf_addc(why, '\n');
	}
	if (wrong->count > EXPLAINED)
		buf_addf(why, "and %zu more\n", wrong->count - EXPLAINED);
	buf_adds(why, "nothing was done");
}
