/* SPDX-License-Identifier: MIT
 * Evaluates the paths and conditions of config/foreign.yaml as they stand: records are small, each is looked up once.
 */
#include "foreign/foreign_table.h"

#include <time.h>
#include "base/base.h"
#include "base/text/moment_words.h"
#include "config/prompt.h"

#define SECONDS_MOST 100000000000 /* a number above it is milliseconds */
#define DEEPEST 8		  /* levels of lists in lists */

const json_t *foreign_formats(void)
{
	static json_t *loaded;

	if (!loaded)
		loaded = config_table_usable("foreign.yaml");
	return json_map(loaded, "formats");
}

static json_t *follow(const json_t *value, const char *path)
{
	if (strcmp(path, ".") == 0)
		return (json_t *)value;
	while (value) {
		const size_t len = strcspn(path, ".");

		value = json_is_array(value) && *path >= '0' && *path <= '9'
			    ? json_array_get(value, (size_t)strtoul(path, NULL, 10))
			    : json_object_getn(value, path, len);
		if (!path[len])
			return json_is_null(value) ? NULL : (json_t *)value;
		path += len + 1;
	}
	return NULL;
}

json_t *foreign_at(const json_t *value, const json_t *path)
{
	json_t *found = NULL;

	if (json_is_string(path))
		return follow(value, json_string_value(path));
	for (size_t i = 0; !found && i < json_array_size(path); i++)
		found = foreign_at(value, json_array_get(path, i));
	return found;
}

const char *foreign_text(const json_t *value, const json_t *path)
{
	const char *text = json_string_value(foreign_at(value, path));

	return text && *text ? text : NULL;
}

static bool meets(const json_t *wanted, const json_t *found)
{
	const char *text = json_string_value(wanted), *there = json_string_value(found);
	const size_t len = text ? strlen(text) : 0;

	if (text && strcmp(text, "*") == 0)
		return found != NULL;
	if (text && there && len && text[len - 1] == '*')
		return strncmp(text, there, len - 1) == 0;
	json_each (one, wanted)
		if (meets(one, found))
			return true;
	return found && json_equal(wanted, found);
}

bool foreign_fits(const json_t *when, const json_t *value)
{
	json_members (path, wanted, when)
		if (!meets(wanted, follow(value, path)))
			return false;
	return true;
}

const json_t *foreign_row(const json_t *rows, const json_t *value)
{
	json_each (row, rows)
		if (foreign_fits(json_map(row, "when"), value))
			return row;
	return NULL;
}

bool foreign_is(const json_t *row, const char *kind)
{
	return strcmp(json_str(row, "as", ""), kind) == 0;
}

bool foreign_begins(const json_t *beginnings, const char *text)
{
	text += strspn(text, " \t\r\n");
	json_each (one, beginnings)
		if (strncmp(text, json_string_value(one), json_string_length(one)) == 0)
			return true;
	return false;
}

/* Returns a time, "2026-11-24T11:02:18.778Z" with any fraction and offset (none: UTC), in ms; 0: it is none. */
static int64_t time_of_text(const char *text)
{
	int east = 0, fraction = 0, digits = 0;
	struct tm tm;

	if (!date_of_day(&text, &tm) || !date_time_of_day(&text, &tm))
		return 0;
	for (text += *text == '.'; *text >= '0' && *text <= '9'; text++)
		if (digits++ < 3)
			fraction = fraction * 10 + (*text - '0');
	for (; digits < 3; digits++)
		fraction *= 10;
	if (*text && (!date_offset(&text, &east) || *text))
		return 0;
	return ((int64_t)timegm(&tm) - east * 60) * 1000 + fraction;
}

int64_t foreign_time(const json_t *value)
{
	const double n = json_number_value(value);

	if (json_is_string(value))
		return time_of_text(json_string_value(value));
	if (!json_is_number(value) || !(n > 0 && n < 1e15))
		return 0;
	return (int64_t)(n < (double)SECONDS_MOST ? n * 1000 : n);
}

static void words_add(const json_t *parts, const json_t *value, struct buf *out, int depth)
{
	const json_t *row = json_is_object(value) ? foreign_row(parts, value) : NULL;
	const json_t *text = foreign_at(value, json_object_get(row, "text"));

	if (json_is_string(value)) {
		if (out->len && out->data[out->len - 1] != '\n')
			buf_addc(out, '\n');
		buf_add(out, json_string_value(value), json_string_length(value));
	} else if (json_is_array(value) && depth < DEEPEST) {
		json_each (one, value)
			words_add(parts, one, out, depth + 1);
	} else if (foreign_is(row, "file") || foreign_is(row, "drop")) {
		return;
	} else if (text && text != value && depth < DEEPEST) {
		words_add(parts, text, out, depth + 1);
	} else if (value && !json_is_null(value)) {
		json_write(out, value);
	}
}

void foreign_words(const json_t *parts, const json_t *value, struct buf *out)
{
	words_add(parts, value, out, 0);
}
