/* SPDX-License-Identifier: MIT
 * Parsing of dates and moments, as "7d", "yesterday" or "2026-10-01T14:30". Days and times without a zone
 * are local, so a day with a change of the clock has 23 or 25 hours.
 */
#include "base/text/moment_words.h"

#include <time.h>
#include "base/base.h"

/* ---- Dates --------------------------------------------------------------------------------------- */

#define HOURS_EAST_MOST 15 /* offsets of zones are below it */

int date_digits(const char **at, int count)
{
	int n = 0;

	for (; count > 0; count--, (*at)++) {
		if (!isdigit((unsigned char)**at))
			return -1;
		n = 10 * n + (**at - '0');
	}
	return n;
}

bool date_mark(const char **at, char c)
{
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

bool date_day(const char **at, int *year, int *month, int *day)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	if ((*year = date_digits(at, 4)) < 0 || !date_mark(at, '-') ||
	    (*month = date_digits(at, 2)) < 1 || *month > 12 || !date_mark(at, '-') ||
	    (*day = date_digits(at, 2)) < 1)
		return false;
	bool leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
	return *day <= days[*month - 1] + (*month == 2 && leap);
}

bool date_offset(const char **at, int *minutes)
{
	const int sign = **at == '-' ? -1 : 1;

	*minutes = 0;
	if (date_mark(at, 'Z'))
		return true;
	if (!date_mark(at, '+') && !date_mark(at, '-'))
		return false;
	int hour = date_digits(at, 2);
	date_mark(at, ':');
	int minute = hour >= 0 ? date_digits(at, 2) : -1;
	*minutes = sign * (hour * 60 + minute);
	return hour >= 0 && hour < HOURS_EAST_MOST && minute >= 0 && minute < 60;
}

#define BACK_MAX (200 * 366 * 86400ll) /* seconds */

static bool before_now(const char *text, int64_t now_ms, int64_t *out)
{
	static const struct {
		char unit;
		int64_t seconds;
	} units[] = {{'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
	char *end;
	const long long n = isdigit((unsigned char)*text) ? strtoll(text, &end, 10) : -1;

	if (n < 0 || !end[0] || end[1])
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (units[i].unit == *end && n <= BACK_MAX / units[i].seconds) {
			*out = now_ms - n * units[i].seconds * 1000;
			return true;
		}
	return false;
}

static bool local_ms(struct tm tm, int64_t *out)
{
	tm.tm_isdst = -1;
	time_t at = mktime(&tm);
	*out = (int64_t)at * 1000;
	return at != (time_t)-1;
}

static bool named_day(const char *text, int64_t now_ms, bool end, int64_t *out)
{
	const time_t now = (time_t)(now_ms / 1000);
	const bool today = strcmp(text, "today") == 0;
	struct tm tm;

	if (strcmp(text, "now") == 0) {
		*out = now_ms;
		return true;
	}
	if ((!today && strcmp(text, "yesterday") != 0) || !localtime_r(&now, &tm))
		return false;
	tm.tm_mday += (today ? 0 : -1) + end;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	return local_ms(tm, out);
}

bool date_of_day(const char **at, struct tm *tm)
{
	int year, month, day;

	if (!date_day(at, &year, &month, &day) || year < 1970)
		return false;
	*tm = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
	return true;
}

bool date_time_of_day(const char **at, struct tm *tm)
{
	if (!date_mark(at, 'T') && !date_mark(at, ' '))
		return false;
	tm->tm_hour = date_digits(at, 2);
	tm->tm_min = date_mark(at, ':') ? date_digits(at, 2) : -1;
	tm->tm_sec = date_mark(at, ':') ? date_digits(at, 2) : 0;
	return tm->tm_hour >= 0 && tm->tm_hour < 24 && tm->tm_min >= 0 && tm->tm_min < 60 &&
	       tm->tm_sec >= 0 && tm->tm_sec < 60;
}

static bool date_and_time(const char *text, bool end, int64_t *out)
{
	struct tm tm;
	int east;

	if (!date_of_day(&text, &tm))
		return false;
	if (!*text) {
		tm.tm_mday += end;
		return local_ms(tm, out);
	}
	if (!date_time_of_day(&text, &tm))
		return false;
	if (!*text)
		return local_ms(tm, out);
	if (!date_offset(&text, &east) || *text)
		return false;
	*out = ((int64_t)timegm(&tm) - east * 60) * 1000;
	return true;
}

bool period_moment(const char *text, int64_t now_ms, bool end, int64_t *out)
{
	return before_now(text, now_ms, out) || named_day(text, now_ms, end, out) ||
	       date_and_time(text, end, out);
}
