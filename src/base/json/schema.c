/* SPDX-License-Identifier: MIT
 * The validator's recursion over schema and value. Each keyword of a schema object is one row of a table;
 * one that fails adds a violation, unless the walk is silent, as within anyOf, oneOf, not, if and
 * contains, where a failure is an answer and no fault. Depth, steps and circles of $ref are bounded;
 * exceeding a bound makes everything invalid, so that no `not` turns it into a yes.
 */
#include "base/json/schema.h"

#include "base/base.h"
#include "base/json/schema_walk.h"

static bool run_keywords(
    struct schema_walk *w, const struct keyword *table, const json_t *schema, const json_t *value)
{
	bool ok = true;
	const json_t *rule;

	for (; table->name && !w->broken; table++)
		if ((rule = json_object_get(schema, table->name)))
			ok &= table->check(w, &(struct keyword_use){rule, schema, value});
	return ok;
}

bool walk_check(struct schema_walk *w, const json_t *schema, const json_t *value)
{
	const struct schema_scope *before = w->scope;
	struct schema_scope scope;
	bool ok = true;

	if (!walk_step(w, 1))
		return false;
	if (json_is_boolean(schema))
		return json_is_true(schema) || walk_fail(w, "false", "is not allowed");
	if (!json_is_object(schema))
		return walk_broken(w, "a schema must be an object, true or false");
	if (++w->depth > SCHEMA_DEPTH)
		walk_broken(w, "is nested deeper than %d levels", SCHEMA_DEPTH);
	schema_scope_enter(w, &scope, schema);
	if (w->asserts)
		ok = run_keywords(w, schema_assertions, schema, value);
	ok &= run_keywords(w, schema_applicators, schema, value);
	w->scope = before;
	w->depth--;
	return ok && !w->broken;
}

bool schema_check(const json_t *schema, const json_t *value, struct violations *out)
{
	struct schema_walk w = {.root = schema, .out = out};

	buf_addc(&w.path, '$');
	schema_index_make(&w);
	w.asserts = schema_asserts(&w);
	bool ok = walk_check(&w, schema, value);
	schema_index_free(w.index);
	for (size_t i = 0; i < w.pattern_count; i++)
		regex_free(w.patterns[i].regex);
	free(w.patterns);
	buf_free(&w.path);
	return ok;
}

const char *violation_place(const char *path)
{
	path += *path == '$';
	return path + (*path == '.');
}

void violations_write(const struct violations *v, const char *what, struct buf *out)
{
	size_t kept = v->count < SCHEMA_VIOLATIONS ? v->count : SCHEMA_VIOLATIONS;

	for (size_t i = 0; i < kept; i++) {
		const char *place = violation_place(v->list[i].path);

		buf_addf(
		    out, "%s%s %s\n", *place ? place : what, *place ? ":" : "", v->list[i].message);
	}
	if (v->count > kept)
		buf_addf(out, "and %zu more\n", v->count - kept);
}

void violations_free(struct violations *v)
{
	for (struct violation *one = v->list; one < v->list + SCHEMA_VIOLATIONS; one++)
		free_all(one->path, one->keyword, one->message, one->member);
	*v = (struct violations)VIOLATIONS_INIT;
}

bool schema_names_member(struct schema_walk *w, const json_t *schema, const char *name)
{
	bool matched = false;

	if (json_object_get(json_object_get(schema, "properties"), name))
		return true;
	json_members (pattern, sub, json_object_get(schema, "patternProperties"))
		if (!walk_match(w, pattern, name, &matched) || matched)
			return true;
	return false;
}

bool walk_quietly(struct schema_walk *w, const json_t *schema, const json_t *value)
{
	w->silent++;
	bool ok = walk_check(w, schema, value);
	w->silent--;
	return ok;
}
