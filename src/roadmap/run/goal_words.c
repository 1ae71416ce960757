/* SPDX-License-Identifier: MIT
 * Finds what a goal says about dates, hours, people and money by the patterns of config/goal_words.yaml.
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
#define PEOPLE_MOST 20
#define FACTS_MOST 100

void planning_fact_add(json_t *context, const char *question, const char *answer)
{
	json_t *facts = json_list_made(context, "facts"),
	       *known = json_row(facts, "question", question);

	if (known)
		json_put_str(known, "answer", answer);
	else if (json_array_size(facts) < FACTS_MOST)
		json_array_append_new(
		    facts, json_pack("{s:s, s:s}", "question", question, "answer", answer));
}

struct goal_reader {
	json_t *table;	      /* (owned) */
	json_t *words;	      /* (owned) what {{month}} and the like stand for in a pattern */
	json_t *context;      /* (borrowed) */
	char *text;	      /* (owned) what was read already is blanked out */
	size_t len, from, to; /* from, to: the last match */
	int64_t today;
	char *groups[GROUPS]; /* (owned) of the last match; NULL: the group did not match */
};

static void groups_forget(struct goal_reader *r)
{
	for (int i = 0; i < GROUPS; i++) {
		free(r->groups[i]);
		r->groups[i] = NULL;
	}
}

static bool pattern_finds(struct goal_reader *r, const char *pattern, const char *text)
{
	auto_free char *filled = prompt_fill(pattern, r->words);
	struct regex *x = regex_new(filled, strlen(filled), REGEX_UTF | REGEX_CASELESS, NULL);
	bool found =
	    x && regex_find(x, text, r->len, 0, &r->from, &r->to) == REGEX_YES && r->to > r->from;
	size_t from, to;

	groups_forget(r);
	for (int i = 0; found && i < GROUPS; i++)
		if (regex_group(x, i + 1, &from, &to))
			r->groups[i] = xstrndup(text + from, to - from);
	regex_free(x);
	return found;
}

/* Returns the value of a part of the last match: that of its words in the table of that name, else the words.
 * Borrowed; "": the row has no such part, or it did not match. */
static const char *group_of(const struct goal_reader *r, const json_t *row, const char *part)
{
	json_each_at (i, name, json_list(row, "parts")) {
		if (strcmp(json_string_value(name), part) != 0 || i >= GROUPS || !r->groups[i])
			continue;
		json_members (word, value, json_map(json_map(r->table, "words"), part))
			if (strcasecmp(word, r->groups[i]) == 0)
				return json_string_value(value);
		return r->groups[i];
	}
	return "";
}

static int number_of(const struct goal_reader *r, const json_t *row, const char *part)
{
	return (int)strtol(group_of(r, row, part), NULL, 10);
}

static double count_of(const struct goal_reader *r, const json_t *row)
{
	auto_free char *dotted = xstrdup(group_of(r, row, "count"));
	char *comma = strchr(dotted, ',');

	if (comma)
		*comma = '.';
	const double n = strtod(dotted, NULL);
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

/* Returns the day that lies `count` units after today; count 0: the last of the unit that today lies in. */
static int64_t days_on(int64_t today, double count, const char *unit)
{
	int y, m, d;

	if (strcmp(unit, "week") == 0)
		return today + (count > 0 ? (int64_t)ceil(count * 7) : 6 - weekday_of(today));
	if (strcmp(unit, "day") == 0)
		return today + (int64_t)ceil(count);
	date_of(today, &y, &m, &d);
	if (count <= 0)
		return strcmp(unit, "year") == 0 ? day_from(y, 12, 31)
						 : month_edge(today - 1, y, m, true);
	m += (int)ceil(strcmp(unit, "year") == 0 ? count * 12 : count) - 1;
	return day_from(y + m / 12, m % 12 + 1, d > 28 ? 28 : d);
}

/* Returns the day of a table, "12-24", in that year; year 0: the next one. DAY_NONE: it is no day. */
static int64_t day_of_table(const struct goal_reader *r, const char *text, int year)
{
	int month = 0, day = 0;

	return sscanf(text, "%d-%d", &month, &day) == 2 ? day_named(r->today, year, month, day)
							: DAY_NONE;
}

static int64_t deadline_day(const struct goal_reader *r, const json_t *row)
{
	const bool end = strcmp(json_str(row, "at", ""), "end") == 0;
	const int year = number_of(r, row, "year"), day = number_of(r, row, "day");
	const char *season = group_of(r, row, "season"), *unit = group_of(r, row, "unit"),
		   *holiday = group_of(r, row, "holiday"), *weekday = group_of(r, row, "weekday");

	for (int i = 0; i < 7; i++)
		if (strcmp(weekday, weekday_names[i]) == 0)
			return r->today + 1 + (i - weekday_of(r->today + 1) + 7) % 7;
	if (strlen(season) == sizeof "03-20/06-20" - 1) {
		const int64_t at = day_of_table(r, season + (end ? 6 : 0), year);
		return at == DAY_NONE || end ? at : at - 1;
	}
	if (*holiday)
		return day_of_table(r, holiday, year);
	if (*unit)
		return days_on(r->today, count_of(r, row), unit);
	if (day)
		return day_named(r->today, year, number_of(r, row, "month"), day);
	return month_edge(r->today, year, number_of(r, row, "month"), end);
}

static bool put_day(struct goal_reader *r, const char *key, int64_t day)
{
	if (day == DAY_NONE || day < r->today || day > r->today + 20000)
		return false;
	auto_free char *text = day_text(day);
	/* "in one day" in a plan that begins later is a length and no date. */
	if (strcmp(key, "start") != 0 && strcmp(json_str(r->context, "start", ""), text) > 0)
		return false;
	json_put_str(r->context, key, text);
	return true;
}

static bool set_day(struct goal_reader *r, const json_t *row)
{
	return put_day(r, json_str(row, "sets", ""), deadline_day(r, row));
}

static bool put_effort(struct goal_reader *r, const json_t *row, json_t *into, const char *key)
{
	const double minutes = count_of(r, row) * number_of(r, row, "work");

	if (minutes < 1)
		return false;
	json_put_str(into, key, duration_text((int64_t)minutes, 0));
	return true;
}

static bool set_effort(struct goal_reader *r, const json_t *row)
{
	return put_effort(r, row, r->context, "effort");
}

static bool set_limit(struct goal_reader *r, const json_t *row)
{
	const char *unit = group_of(r, row, "unit");
	const bool day = strcmp(unit, "day") == 0;

	return (day || strcmp(unit, "week") == 0) &&
	       put_effort(r, row, json_map_made(r->context, "profile"),
		   day ? "max_per_day" : "max_per_week");
}

static bool set_people(struct goal_reader *r, const json_t *row)
{
	const double count = count_of(r, row);

	if (count < 2 || count > PEOPLE_MOST || json_object_get(r->context, "resources"))
		return false;
	json_t *list = json_list_made(r->context, "resources");
	json_array_append_new(list, json_pack("{s:s}", "id", "me"));
	for (int i = 2; i <= (int)count; i++)
		json_array_append_new(list, json_pack("{s:o}", "id", json_sprintf("person%d", i)));
	auto_free char *said = xasprintf(
	    "%d: you, who are me, and person2%s", (int)count, count > 2 ? " and so on" : "");
	planning_fact_add(r->context, "people", said);
	return true;
}

/* Sets working hours; those of several matches in one text add up. */
static bool set_hours(struct goal_reader *r, const json_t *row)
{
	json_t *hours = json_object_get(r->context, "hours");

	if (!json_is_object(hours) || !json_flag(r->words, "hours", false))
		json_object_set_new(r->context, "hours", hours = json_object());
	json_object_set_new(r->words, "hours", json_true());
	json_members (days, time, json_map(row, "hours"))
		json_put_str(hours,
		    strchr(days, '{')
			? group_of(
			      r, row, json_string_value(json_array_get(json_list(row, "parts"), 0)))
			: days,
		    json_string_value(time));
	auto_buf said = BUF_INIT;
	json_members (day, open, hours)
		buf_addf(
		    &said, "%s %s %s", said.len ? "," : "assumed:", day, json_string_value(open));
	planning_fact_add(r->context, "hours", buf_str(&said));
	return true;
}

static bool set_fact(struct goal_reader *r, const json_t *row)
{
	auto_free char *said = xstrndup(r->text + r->from, r->to - r->from);

	planning_fact_add(r->context, json_str(row, "question", ""), said);
	return true;
}

/* What a row of the table may set. more: every match counts, else the first alone. */
static const struct goal_setter {
	const char *name;
	bool (*set)(struct goal_reader *r, const json_t *row);
	bool more;
} setters[] = {{"start", set_day, false}, {"deadline", set_day, false},
    {"effort", set_effort, false}, {"people", set_people, false}, {"limit", set_limit, true},
    {"hours", set_hours, true}, {"fact", set_fact, true}};

static void read_rows(struct goal_reader *r)
{
	bool set[ARRAY_SIZE(setters)] = {false};

	json_each (row, json_list(r->table, "rows"))
		for (size_t i = 0; i < ARRAY_SIZE(setters); i++) {
			const struct goal_setter *s = &setters[i];

			while (strcmp(json_str(row, "sets", ""), s->name) == 0 &&
			       (s->more || !set[i]) &&
			       pattern_finds(r, json_str(row, "pattern", ""), r->text) &&
			       s->set(r, row)) {
				set[i] = true;
				memset(r->text + r->from, ' ', r->to - r->from);
			}
		}
}

/* Adds the effort and the deadline that are usual for such a goal, where it says none. */
static void read_usual(struct goal_reader *r, const char *text)
{
	json_each (row, json_list(r->table, "usual")) {
		const char *effort = json_str(row, "effort", NULL),
			   *says = json_str(row, "says", "");
		const int64_t lasts = json_int(row, "lasts", 0);

		if (!pattern_finds(r, json_str(row, "pattern", ""), text))
			continue;
		if (effort && !json_object_get(r->context, "effort"))
			json_object_set_new(r->context, "usual",
			    json_pack("{s:s, s:s}", "effort", effort, "says", says));
		if (lasts && !json_object_get(r->context, "deadline") &&
		    put_day(r, "deadline", r->today + lasts)) {
			auto_free char *answer = xasprintf(
			    "assumed: %s, since %s", json_str(r->context, "deadline", ""), says);
			planning_fact_add(r->context, "deadline", answer);
		}
		return;
	}
}

void goal_words_read(const char *text, int64_t today, bool whole, json_t *context)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct goal_reader r = {.table = config_table("goal_words.yaml", &problems),
	    .words = json_object(),
	    .context = context,
	    .text = xstrndup(text, TEXT_MOST),
	    .today = today};
	auto_buf unread = BUF_INIT;

	r.len = strlen(r.text);
	json_members (name, words, json_map(r.table, "words")) {
		/* "(?:january|jan|february|...)": the words of a table, and digits for "count". */
		auto_buf pattern = BUF_INIT;
		buf_adds(&pattern, strcmp(name, "count") == 0 ? "(?:\\d+(?:[.,]\\d+)?" : "(?:(?!)");
		json_members (word, value, words)
			buf_addf(&pattern, "|%s", word);
		buf_addc(&pattern, ')');
		json_put_str(r.words, name,
		    json_is_string(words) ? json_string_value(words) : buf_str(&pattern));
	}
	read_rows(&r);
	json_each (pattern, whole ? json_list(r.table, "unread") : NULL)
		while (pattern_finds(&r, json_string_value(pattern), r.text)) {
			buf_addf(&unread, "%s'%.*s'", unread.len ? ", " : "", (int)(r.to - r.from),
			    r.text + r.from);
			memset(r.text + r.from, ' ', r.to - r.from);
		}
	if (unread.len)
		planning_fact_add(context, "not understood", buf_str(&unread));
	if (whole)
		read_usual(&r, text);
	groups_forget(&r);
	free(r.text);
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
