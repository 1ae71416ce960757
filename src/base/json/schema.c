/*
 * The walk over schema and value together. Each keyword of a schema object is one row of a table; a
 * failing one adds a violation unless the walk is silent, which it is where failing is an answer
 * and not a fault (anyOf, oneOf, not, if, contains). Depth, steps and circles of $ref are bounded;
 * passing a bound makes everything invalid, so that no `not` turns it into a yes.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json/schema_walk.h"
#include "base/text/utf8.h"

#define PATTERN_STEPS 20
#define NAME_SHOWN 200 /* characters of a member's name in a path */

static void note_keyword(struct schema_walk *w, const char *keyword, char *message)
{
	if (w->out && w->out->count < SCHEMA_VIOLATIONS)
		w->out->list[w->out->count] = (struct violation){
		    xstrdup(buf_str(&w->path)), xstrdup(keyword), message, xstrdup(w->member)};
	else
		free(message);
	if (w->out)
		w->out->count++;
}

bool walk_fail(struct schema_walk *w, const char *keyword, const char *fmt, ...)
{
	va_list ap;

	if (w->silent || !w->out || w->broken)
		return false;
	va_start(ap, fmt);
	note_keyword(w, keyword, xvasprintf(fmt, ap));
	va_end(ap);
	return false;
}

bool walk_broken(struct schema_walk *w, const char *fmt, ...)
{
	va_list ap;

	if (w->broken)
		return false;
	w->broken = true;
	va_start(ap, fmt);
	note_keyword(w, "schema", xvasprintf(fmt, ap));
	va_end(ap);
	return false;
}

bool walk_step(struct schema_walk *w, int cost)
{
	w->steps += cost;
	if (w->steps > SCHEMA_STEPS)
		return walk_broken(w, "takes more than %d steps to check", SCHEMA_STEPS);
	return !w->broken;
}

size_t walk_member(struct schema_walk *w, const char *name)
{
	size_t before = w->path.len;
	size_t len = utf8_offset(name, strlen(name), NAME_SHOWN), plain = 0;

	while (isalnum((unsigned char)name[plain]) || name[plain] == '_' || name[plain] == '-')
		plain++;
	if (plain && plain >= len)
		buf_addf(&w->path, ".%.*s", (int)len, name);
	else
		buf_addf(&w->path, "[\"%.*s\"]", (int)len, name);
	return before;
}

size_t walk_item(struct schema_walk *w, size_t index)
{
	size_t before = w->path.len;

	buf_addf(&w->path, "[%zu]", index);
	return before;
}

static struct regex *compiled(struct schema_walk *w, const char *pattern)
{
	struct error e = ERROR_INIT;
	struct regex *r;

	for (size_t i = 0; i < w->pattern_count; i++)
		if (w->patterns[i].text == pattern)
			return w->patterns[i].regex;
	r = regex_new(pattern, strlen(pattern), REGEX_UTF, &e);
	if (!r)
		walk_broken(w, "pattern '%.100s': %s", pattern, e.message);
	error_free(&e);
	array_reserve(&w->patterns, &w->pattern_cap, w->pattern_count + 1, sizeof *w->patterns);
	w->patterns[w->pattern_count++] = (struct schema_pattern){pattern, r};
	return r;
}

bool walk_match(struct schema_walk *w, const char *pattern, const char *s, bool *matched)
{
	struct regex *r = walk_step(w, PATTERN_STEPS) ? compiled(w, pattern) : NULL;

	if (!r)
		return false;
	switch (regex_find(r, s, strlen(s), 0, NULL, NULL)) {
	case REGEX_YES:
		return *matched = true;
	case REGEX_NO:
		*matched = false;
		return true;
	case REGEX_LIMIT:
		break;
	}
	return walk_broken(w, "pattern '%.100s' takes too long", pattern);
}

static bool run_keywords(
    struct schema_walk *w, const struct keyword *table, const json_t *schema, const json_t *value)
{
	bool ok = true;
	const json_t *rule;

	for (; table->name && !w->broken; table++)
		if ((rule = json_object_get(schema, table->name)))
			ok &= table->check(w, rule, schema, value);
	return ok;
}

bool walk_check(struct schema_walk *w, const json_t *schema, const json_t *value)
{
	bool ok;

	if (!walk_step(w, 1))
		return false;
	if (json_is_boolean(schema))
		return json_is_true(schema) || walk_fail(w, "false", "is not allowed");
	if (!json_is_object(schema))
		return walk_broken(w, "a schema must be an object, true or false");
	if (++w->depth > SCHEMA_DEPTH)
		walk_broken(w, "is nested deeper than %d levels", SCHEMA_DEPTH);
	ok = run_keywords(w, schema_assertions, schema, value);
	ok &= run_keywords(w, schema_applicators, schema, value);
	w->depth--;
	return ok && !w->broken;
}

bool schema_check(const json_t *schema, const json_t *value, struct violations *out)
{
	struct schema_walk w = {.root = schema, .out = out};
	bool ok;

	buf_addc(&w.path, '$');
	ok = walk_check(&w, schema, value);
	for (size_t i = 0; i < w.pattern_count; i++)
		regex_free(w.patterns[i].regex);
	free(w.patterns);
	buf_free(&w.path);
	return ok;
}

void violations_write(const struct violations *v, struct buf *out)
{
	size_t kept = v->count < SCHEMA_VIOLATIONS ? v->count : SCHEMA_VIOLATIONS;

	for (size_t i = 0; i < kept; i++)
		buf_addf(out, "%s: %s\n", v->list[i].path, v->list[i].message);
	if (v->count > kept)
		buf_addf(out, "and %zu more\n", v->count - kept);
}

void violations_free(struct violations *v)
{
	for (size_t i = 0; i < v->count && i < SCHEMA_VIOLATIONS; i++) {
		free(v->list[i].path);
		free(v->list[i].keyword);
		free(v->list[i].message);
		free(v->list[i].member);
	}
	*v = (struct violations)VIOLATIONS_INIT;
}

bool schema_names_member(struct schema_walk *w, const json_t *schema, const char *name)
{
	const char *pattern;
	bool matched = false;
	json_t *sub;

	if (json_object_get(json_object_get(schema, "properties"), name))
		return true;
	json_object_foreach (json_object_get(schema, "patternProperties"), pattern, sub)
		if (!walk_match(w, pattern, name, &matched) || matched)
			return true;
	return false;
}

bool walk_quietly(struct schema_walk *w, const json_t *schema, const json_t *value)
{
	bool ok;

	w->silent++;
	ok = walk_check(w, schema, value);
	w->silent--;
	return ok;
}
