/* SPDX-License-Identifier: MIT
 * Reads the script of the model server. Every key is a row here, so that a misspelt fault is an error of the
 * test and not a test that passes.
 */
#include "tests/support/server/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "tests/support/yaml_file.h"

/* kinds: s string, b boolean, n number from 0, m map, l list */
static const struct key {
	const char *name, *kinds;
} keys[] = {
    {"text", "sl"},
    {"delta_chars", "n"},
    {"deltas", "n"},
    {"text_per_delta", "s"},
    {"reasoning", "sl"},
    {"calls", "l"},
    {"usage", "m"},
    {"metered", "n"},
    {"finish", "s"},
    {"model", "s"},
    {"match", "s"},
    {"repeat", "b"},
    {"delay_ms", "nm"},
    {"status", "n"},
    {"headers", "m"},
    {"content_type", "s"},
    {"body", "s"},
    {"error", "sm"},
    {"raw", "s"},
    {"raw_file", "s"},
    {"recording", "s"},
    {"close_before_head", "b"},
    {"cut_after", "n"},
    {"stall_after", "n"},
    {"comments_only", "b"},
    {"garbage", "bs"},
    {"no_done", "b"},
    {"no_finish", "b"},
    {"huge_line", "n"},
    {"error_in_stream", "sm"},
    {"whole_json", "b"},
};

static char kind_of(const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_STRING:
		return 's';
	case JSON_TRUE:
	case JSON_FALSE:
		return 'b';
	case JSON_INTEGER:
		return json_integer_value(value) >= 0 ? 'n' : '?';
	case JSON_OBJECT:
		return 'm';
	case JSON_ARRAY:
		return 'l';
	case JSON_REAL:
	case JSON_NULL:
		break;
	}
	return '?';
}

static const struct key *find_key(const char *name)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

static bool complain(struct problems *out, const char *path, const struct yaml_marks *marks,
    const char *pointer, const char *what, const char *name)
{
	struct mark at = {0}, value;

	marks_find(marks, pointer, &at, &value);
	return problem_add(out, path, at.line, at.column, "%s '%s'", what, name);
}

static bool check_reply(const char *path, const json_t *map, size_t number,
    const struct yaml_marks *marks, struct problems *out)
{
	const char *name;
	json_t *value;
	bool good = true;

	if (!json_is_object(map))
		return problem_add(out, path, 0, 0, "reply %zu is no map", number + 1);
	json_object_foreach ((json_t *)map, name, value) {
		char *pointer = xasprintf("/replies/%zu/%s", number, name);
		const struct key *key = find_key(name);
		if (key == NULL)
			good = complain(out, path, marks, pointer, "unknown key", name);
		else if (strchr(key->kinds, kind_of(value)) == NULL)
			good = complain(out, path, marks, pointer, "wrong type for", name);
		free(pointer);
	}
	return good;
}

/* Returns the answer of GET /v1/models. An entry is a name, or a map that is handed on unchanged. */
static char *models_answer(const json_t *models)
{
	json_t *data = json_array(), *answer;
	size_t i;
	json_t *model;

	json_array_foreach ((json_t *)models, i, model) {
		if (json_is_string(model))
			json_array_append_new(data, json_pack("{sO ss ss}", "id", model, "object",
							"model", "owned_by", "script"));
		else
			json_array_append(data, model);
	}
	answer = json_pack("{ss so}", "object", "list", "data", data);
	char *line = json_line(answer);
	json_decref(answer);
	return line;
}

static bool compile_all(
    struct script *s, const char *path, const struct yaml_marks *marks, struct problems *out)
{
	json_t *list = json_list(s->source, "replies"), *map;
	const char *slash = strrchr(path, '/');
	char *folder = slash != NULL ? xstrndup(path, (size_t)(slash - path)) : xstrdup(".");
	bool good = true;
	size_t i;

	s->replies = xcalloc(json_array_size(list) + 1, sizeof *s->replies);
	json_array_foreach (list, i, map) {
		struct error e = ERROR_INIT;
		if (!check_reply(path, map, i, marks, out)) {
			good = false;
		} else if (!reply_compile(&s->replies[s->count++], map, folder, &e)) {
			good = problem_add(out, path, 0, 0, "reply %zu: %s", i + 1, e.message);
			error_free(&e);
		}
	}
	for (i = 0; i < s->count; i++)
		s->fresh |= s->replies[i].close_before_head || s->replies[i].no_http;
	free(folder);
	return good;
}

static bool check_top(const char *path, const json_t *source, struct problems *out)
{
	const char *name;
	json_t *value;

	if (!json_is_object(source))
		return problem_add(out, path, 1, 1, "no map with 'replies'");
	json_object_foreach ((json_t *)source, name, value) {
		if (strcmp(name, "models") != 0 && strcmp(name, "replies") != 0 &&
		    strcmp(name, "pages") != 0)
			return problem_add(out, path, 0, 0, "unknown key '%s'", name);
		if (!json_is_array(value))
			return problem_add(out, path, 0, 0, "'%s' is no list", name);
	}
	return true;
}

struct script *script_load(const char *path, struct problems *problems)
{
	struct yaml_marks *marks = NULL;
	struct script *s = xcalloc(1, sizeof *s);

	s->asked = json_object();
	s->source = yaml_load(path, &marks, problems);
	bool good = s->source != NULL && check_top(path, s->source, problems) &&
		    compile_all(s, path, marks, problems);
	marks_free(marks);
	if (!good) {
		script_free(s);
		return NULL;
	}
	s->models = models_answer(json_list(s->source, "models"));
	return s;
}

const json_t *script_page(const struct script *s, const char *path)
{
	const json_t *page;
	size_t i;

	json_array_foreach (json_list(s->source, "pages"), i, page)
		if (strcmp(json_str(page, "path", ""), path) == 0 &&
		    (!json_object_get(page, "after") ||
			json_object_get(s->asked, json_str(page, "after", ""))))
			return page;
	return NULL;
}

void script_asked(struct script *s, const char *path)
{
	json_object_set_new(s->asked, path, json_true());
}

static void take_free(struct take *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->frames[i].bytes);
	free(t->frames);
	free(t->joined);
	free(t->whole);
}

static void reply_free(struct reply *r)
{
	for (size_t i = 0; i < PROTOCOLS; i++)
		take_free(&r->takes[i]);
	free(r->content_type);
}

void script_free(struct script *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->count; i++)
		reply_free(&s->replies[i]);
	free(s->replies);
	free(s->models);
	json_decref(s->source);
	json_decref(s->asked);
	free(s);
}

struct reply *script_pick(struct script *s, const char *last)
{
	for (size_t i = 0; i < s->count; i++) {
		struct reply *r = &s->replies[i];
		if (r->used || (r->match != NULL && strstr(last, r->match) == NULL))
			continue;
		r->used = !r->repeat;
		return r;
	}
	return NULL;
}
