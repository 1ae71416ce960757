/*
 * What a walk notes and counts: violations, steps, the path of the value that is looked at, and the patterns that were
 * compiled.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
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
	struct buf written = BUF_INIT;
	struct regex *r;

	for (size_t i = 0; i < w->pattern_count; i++)
		if (w->patterns[i].text == pattern)
			return w->patterns[i].regex;
	schema_pattern_write(&written, pattern);
	r = regex_new(buf_str(&written), written.len, REGEX_UTF, &e);
	buf_free(&written);
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
