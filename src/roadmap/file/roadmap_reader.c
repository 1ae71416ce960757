/* SPDX-License-Identifier: MIT
 * Reads members of a roadmap document and reports problems with their place. See roadmap_reader.h.
 */
#include "roadmap/file/roadmap_reader.h"

#include "base/base.h"
#include "base/text/moment_words.h"
#include "config/prompt.h"

bool reader_problem(
    struct roadmap_reader *r, const json_t *owner, const char *key, const char *fmt, ...)
{
	auto_free char *path = xasprintf("$.%s", key), *text = NULL;
	const struct mark at = r->place.line ? r->place : config_place(r->marks, path);
	va_list ap;

	r->wrong = true;
	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	if (r->subject)
		problem_add(r->problems, r->name, at.line, at.column, "node '%s': %s %s",
		    r->subject, key, text);
	else
		problem_add(r->problems, r->name, at.line, at.column, "%s %s", key, text);
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

	if (!name)
		return false;
	const struct zone *z = zone_find(name, &e);
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

/* Working hours out of a document: a week, exceptions, holidays. */

#define ADVICE "write ranges like '9:00-12:30, 13:30-17:00', 'off' or 'always'"
#define LEAP_YEAR 2000 /* has every day that some year has */

static void read_days(struct roadmap_reader *r, struct hours *h, unsigned days, const char *text,
    const json_t *owner, const char *key)
{
	struct hours_day ranges = {0};

	if (!hours_parse_ranges(text, &ranges)) {
		reader_problem(r, owner, key, "'%s': are no hours; " ADVICE, text);
		days = 0;
	}
	for (int i = 0; i < 7; i++)
		if (days & 1u << i) {
			free(h->week[i].list);
			h->week[i] = hours_day_copy(&ranges);
		}
	free(ranges.list);
}

/* Reads a week such as "mon-fri 18:00-21:00, sat,sun 10-16": ranges belong to the days named
 * before them, and without any to every day. */
static void read_week(
    struct roadmap_reader *r, struct hours *h, const char *text, const json_t *owner)
{
	struct buf ranges = BUF_INIT;
	unsigned days = 0;

	for (const char *at = text; *at; at += strspn(at, ",; \t\n")) {
		const size_t len = strcspn(at, ",; \t\n");
		auto_free char *word = xstrndup(at, len);
		const unsigned named = hours_parse_days(word);

		if (named && ranges.len) {
			read_days(r, h, days ? days : 0x7f, buf_str(&ranges), owner, "hours");
			buf_free(&ranges);
			days = 0;
		}
		if (!named && len)
			buf_addf(&ranges, "%s%s", ranges.len ? ", " : "", word);
		days |= named;
		at += len;
	}
	read_days(
	    r, h, days ? days : 0x7f, days && ranges.len ? buf_str(&ranges) : text, owner, "hours");
	buf_free(&ranges);
}

bool reader_hours(struct roadmap_reader *r, const json_t *owner, struct hours *h)
{
	const json_t *value = json_object_get(owner, "hours");

	if (!value)
		return false;
	for (int i = 0; i < 7; i++) {
		free(h->week[i].list);
		h->week[i] = (struct hours_day){0};
	}
	h->always = json_is_string(value) && strcmp(json_string_value(value), "always") == 0;
	if (json_is_string(value) && !h->always)
		read_week(r, h, json_string_value(value), owner);
	json_members (key, one, value) {
		const unsigned days = hours_parse_days(key);

		if (!days)
			reader_problem(r, owner, "hours",
			    "'%s': are no days; write 'mon', 'mon-fri' or 'sat,sun'", key);
		else if (json_is_string(one))
			read_days(r, h, days, json_string_value(one), owner, "hours");
	}
	return true;
}

/* Parses a day: "2026-12-25", or "12-25" for every year, as which *day is month * 100 + day. */
static bool parse_day(const char *text, int64_t *day, bool *yearly)
{
	const char *at = text;
	int y, m, d;

	*yearly = strlen(text) == strlen("12-25");
	if (*yearly) {
		m = date_digits(&at, 2);
		d = date_mark(&at, '-') ? date_digits(&at, 2) : -1;
		*day = m * 100 + d;
		return day_from(LEAP_YEAR, m, d) != DAY_NONE;
	}
	if (!date_day(&at, &y, &m, &d) || *at)
		return false;
	*day = day_from(y, m, d);
	return *day != DAY_NONE;
}

static void read_exception(struct roadmap_reader *r, struct hours *h, const json_t *owner,
    const char *key, const char *day, const char *text)
{
	struct hours_exception x = {0};

	if (!parse_day(day, &x.day, &x.yearly)) {
		reader_problem(r, owner, key,
		    "'%s': is no day; write '2026-12-24', or '12-24' for every year", day);
	} else if (!hours_parse_ranges(text, &x.ranges)) {
		reader_problem(r, owner, key, "'%s': are no hours; " ADVICE, text);
		free(x.ranges.list);
	} else {
		array_push(h->exceptions, h->exception_count, h->exception_cap, x);
	}
}

void reader_exceptions(struct roadmap_reader *r, const json_t *owner, struct hours *h)
{
	json_members (day, one, json_map(owner, "exceptions"))
		read_exception(r, h, owner, "exceptions", day,
		    json_is_string(one) ? json_string_value(one) : "");
	json_each (one, json_list(owner, "holidays"))
		read_exception(r, h, owner, "holidays",
		    json_is_string(one) ? json_string_value(one) : "?", "off");
}
