/*
 * Members of a document, read with their place: see roadmap_reader.h.
 */
#include "roadmap/file/roadmap_reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"

bool reader_problem(
    struct roadmap_reader *r, const json_t *owner, const char *key, const char *fmt, ...)
{
	char *path = xasprintf("$.%s", key), *text;
	const struct mark at = r->place.line ? r->place : config_place(r->marks, path);
	va_list ap;

	free(path);
	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	if (r->subject)
		problem_add(r->problems, r->name, at.line, at.column, "node '%s': %s %s",
		    r->subject, key, text);
	else
		problem_add(r->problems, r->name, at.line, at.column, "%s %s", key, text);
	free(text);
	return false;
}

bool reader_duration(
    struct roadmap_reader *r, const json_t *owner, const char *key, struct duration *out)
{
	const char *text = json_str(owner, key, NULL);

	if (!text)
		return false;
	if (!duration_parse(text, r->to->day_minutes, false, out))
		reader_problem(r, owner, key,
		    "'%s': is no duration; write '90m', '2h', '3d', '1w', or '2ed' for days by the "
		    "clock",
		    text);
	return true;
}

bool reader_minutes(struct roadmap_reader *r, const json_t *owner, const char *key, int64_t *out)
{
	struct duration d = {0};

	if (!reader_duration(r, owner, key, &d))
		return false;
	*out = d.minutes;
	return true;
}

bool reader_moment(struct roadmap_reader *r, const json_t *owner, const char *key, bool end,
    const struct zone *z, int64_t *out, bool *day)
{
	const char *text = json_str(owner, key, NULL);
	int64_t at;

	if (!text)
		return false;
	if (!moment_parse(text, z, end, &at, day))
		return reader_problem(r, owner, key,
		    "'%s': is no date; write '2026-03-02' or '2026-03-02T09:00'", text);
	*out = at;
	return true;
}

bool reader_zone(struct roadmap_reader *r, const json_t *owner, const struct zone **out)
{
	const char *name = json_str(owner, "timezone", NULL);
	struct error e = ERROR_INIT;
	const struct zone *z;

	if (!name)
		return false;
	z = zone_find(name, &e);
	if (z)
		*out = z;
	else
		reader_problem(r, owner, "timezone", "%s", e.message);
	error_free(&e);
	return z != NULL;
}

int reader_word(const char *const *words, int count, const char *word, int fallback)
{
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return fallback;
}
