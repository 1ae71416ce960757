/* SPDX-License-Identifier: MIT
 * What a goal says about dates and hours, found by the patterns of config/goal_words.yaml.
 */
#include "roadmap/run/goal_words.h"

#include <strings.h>
#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/calendar/time_zone.h"

#define SLUG_BYTES 30
#define TEXT_MOST 20000
#define GROUPS 3

struct goal_reader {
	json_t *table; /* (owned) */
	json_t *words; /* (owned) what {{month}} and {{count}} stand for */
	const char *text;
	size_t len;
	int64_t today;
	char *groups[GROUPS]; /* (owned) of the last match; NULL: took no part */
};

/* "(?:january|jan|february|...)" : names and their first three letters. */
static char *month_pattern(const json_t *months)
{
	struct buf out = BUF_INIT;

	json_each_at (i, name, months)
		buf_addf(&out, "%s%s|%.3s", i ? "|" : "(?:", json_string_value(name),
		    json_string_value(name));
	buf_addc(&out, ')');
	return buf_take(&out);
}

static char *count_pattern(const json_t *counts)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, "(?:\\d+(?:[.,]\\d+)?");
	json_members (word, value, counts)
		buf_addf(&out, "|%s", word);
	buf_addc(&out, ')');
	return buf_take(&out);
}

static void groups_forget(struct goal_reader *r)
{
	for (int i = 0; i < GROUPS; i++) {
		free(r->groups[i]);
		r->groups[i] = NULL;
	}
}

static bool pattern_finds(struct goal_reader *r, const char *pattern)
{
	auto_free char *filled = prompt_fill(pattern, r->words);
	struct regex *x = regex_new(filled, strlen(filled), REGEX_UTF | REGEX_CASELESS, NULL);
	bool found = x && regex_find(x, r->text, r->len, 0, NULL, NULL) == REGEX_YES;
	size_t from, to;

	groups_forget(r);
	for (int i = 0; found && i < GROUPS; i++)
		if (regex_group(x, i + 1, &from, &to))
			r->groups[i] = xstrndup(r->text + from, to - from);
	regex_free(x);
	return found;
}

static int month_of(const struct goal_reader *r, const char *word)
{
	if (strspn(word, "0123456789") == strlen(word))
		return (int)strtol(word, NULL, 10);
	json_each_at (i, name, json_list(r->table, "months"))
		if (strncasecmp(json_string_value(name), word, 3) == 0)
			return (int)i + 1;
	return 0;
}

static double count_of(const struct goal_reader *r, const char *word)
{
	const json_t *counts = json_map(r->table, "counts");
	char *dotted, *comma;

	json_members (name, value, counts)
		if (strcasecmp(name, word) == 0)
			return json_number_value(value);
	dotted = xstrdup(word);
	if ((comma = strchr(dotted, ',')))
		*comma = '.';
	double n = strtod(dotted, NULL);
	free(dotted);
	return isfinite(n) && n > 0 && n < 100000 ? n : 0;
}

/* Returns the day of a date; one without a year is the next such day. DAY_NONE: there is no such
 * date. */
static int64_t day_named(int64_t today, int year, int month, int day)
{
	int y, m, d;

	if (year)
		return day_from(year, month, day);
	date_of(today, &y, &m, &d);
	int64_t at = day_from(y, month, day);
	return at != DAY_NONE && at < today ? day_from(y + 1, month, day) : at;
}

/* Returns the last day of a month, or with `end` false the day before the month begins. Without a
 * year it is the next such day after today. DAY_NONE: there is no such month. */
static int64_t month_edge(int64_t today, int year, int month, bool end)
{
	int y, m, d;
	int64_t at;

	if (month < 1 || month > 12)
		return DAY_NONE;
	date_of(today, &y, &m, &d);
	for (int i = year ? year : y;; i++) {
		at = end ? (month == 12 ? day_from(i + 1, 1, 1) : day_from(i, month + 1, 1))
			 : day_from(i, month, 1);
		at = at == DAY_NONE ? at : at - 1;
		if (year || at == DAY_NONE || at > today)
			return at;
	}
}

static int64_t days_on(int64_t today, double count, const char *unit)
{
	int y, m, d;

	if (strncasecmp(unit, "week", 4) == 0)
		return today + (int64_t)ceil(count * 7);
	if (strncasecmp(unit, "day", 3) == 0)
		return today + (int64_t)ceil(count);
	date_of(today, &y, &m, &d);
	m += (int)ceil(strncasecmp(unit, "year", 4) == 0 ? count * 12 : count) - 1;
	return day_from(y + m / 12, m % 12 + 1, d > 28 ? 28 : d);
}

static int64_t deadline_day(const struct goal_reader *r, const json_t *row)
{
	int year = 0, month = 0, day = 0;
	const char *unit = NULL, *count = NULL;

	json_each_at (i, part, json_list(row, "parts")) {
		const char *what = json_string_value(part),
			   *word = i < GROUPS ? r->groups[i] : NULL;

		if (!word)
			continue;
		if (strcmp(what, "month") == 0)
			month = month_of(r, word);
		else if (strcmp(what, "year") == 0)
			year = (int)strtol(word, NULL, 10);
		else if (strcmp(what, "day") == 0)
			day = (int)strtol(word, NULL, 10);
		else if (strcmp(what, "unit") == 0)
			unit = word;
		else
			count = word;
	}
	if (unit && count)
		return days_on(r->today, count_of(r, count), unit);
	if (day)
		return day_named(r->today, year, month, day);
	return month_edge(r->today, year, month, strcmp(json_str(row, "at", ""), "end") == 0);
}

static void read_deadline(struct goal_reader *r, json_t *context)
{
	int y, m, d;

	json_each (row, json_list(r->table, "deadlines")) {
		if (!pattern_finds(r, json_str(row, "pattern", "")))
			continue;
		int64_t day = deadline_day(r, row);
		if (day == DAY_NONE || day < r->today || day > r->today + 20000)
			continue;
		date_of(day, &y, &m, &d);
		json_object_set_new(context, "deadline", json_sprintf("%04d-%02d-%02d", y, m, d));
		return;
	}
}

static void read_amount(struct goal_reader *r, json_t *context)
{
	json_each (row, json_list(r->table, "amounts")) {
		char spelled[DURATION_ROOM];

		if (!pattern_finds(r, json_string_value(row)) || !r->groups[0] || !r->groups[1] ||
		    !r->groups[2])
			continue;
		double minutes = count_of(r, r->groups[0]) *
				 (r->groups[1][0] == 'h' || r->groups[1][0] == 'H' ? 60 : 1);
		if (minutes < 1)
			continue;
		duration_spell((int64_t)minutes, 0, spelled);
		json_put_str(json_map_made(context, "profile"),
		    strcasecmp(r->groups[2], "day") == 0 ? "max_per_day" : "max_per_week", spelled);
		return;
	}
}

void goal_words_read(const char *text, int64_t today, json_t *context)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct goal_reader r = {
	    .table = config_table("goal_words.yaml", &problems), .text = text, .today = today};

	/* The user's copy of the table is broken, so what it would find is asked for. */
	if (!r.table)
		return;
	r.len = strnlen(text, TEXT_MOST);
	auto_free char *month = month_pattern(json_list(r.table, "months"));
	auto_free char *count = count_pattern(json_map(r.table, "counts"));
	r.words = json_pack("{s:s, s:s}", "month", month, "count", count);
	read_deadline(&r, context);
	read_amount(&r, context);
	groups_forget(&r);
	json_decref(r.words);
	json_decref(r.table);
}

char *goal_subject(const char *goal)
{
	const size_t len = strcspn(goal, ",;\n");

	return xstrndup(goal, len ? len : strlen(goal));
}

char *goal_id(const char *goal, const char *suffix)
{
	auto_free char *subject = goal_subject(goal), *words = text_slug(subject, SLUG_BYTES);
	return xasprintf("%s-%s", *words ? words : "plan", suffix);
}
