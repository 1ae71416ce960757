/*
 * See period.h.
 */
#include "base/period.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].unit == *end && n <= BACK_MAX / units[i].seconds) {
			*out = now_ms - n * units[i].seconds * 1000;
			return true;
		}
	return false;
}

static bool local_ms(struct tm tm, int64_t *out)
{
	time_t at;

	tm.tm_isdst = -1;
	at = mktime(&tm);
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

/* A number of so many digits; -1: it is none. */
static int digits(const char **at, int count)
{
	int n = 0;

	for (int i = 0; i < count; i++, (*at)++) {
		if (!isdigit((unsigned char)**at))
			return -1;
		n = 10 * n + (**at - '0');
	}
	return n;
}

static bool mark(const char **at, char c)
{
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

static int days_of(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return days[month - 1] + (month == 2 && leap);
}

static bool date(const char **at, struct tm *tm)
{
	const int year = digits(at, 4), month = mark(at, '-') ? digits(at, 2) : -1,
		  day = mark(at, '-') ? digits(at, 2) : -1;

	*tm = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
	return year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

static bool time_of_day(const char **at, struct tm *tm)
{
	tm->tm_hour = digits(at, 2);
	tm->tm_min = mark(at, ':') ? digits(at, 2) : -1;
	tm->tm_sec = mark(at, ':') ? digits(at, 2) : 0;
	return tm->tm_hour >= 0 && tm->tm_hour < 24 && tm->tm_min >= 0 && tm->tm_min < 60 &&
	       tm->tm_sec >= 0 && tm->tm_sec < 60;
}

/* Z, +02:00, -0530: seconds east. False: it is none. */
static bool zone(const char **at, int *east)
{
	const int sign = mark(at, '-') ? -1 : 1;
	int hours, minutes;

	*east = 0;
	if (mark(at, 'Z'))
		return sign > 0;
	if (sign > 0 && !mark(at, '+'))
		return false;
	hours = digits(at, 2);
	mark(at, ':');
	minutes = digits(at, 2);
	*east = sign * (hours * 3600 + minutes * 60);
	return hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60;
}

static bool moment(const char *text, bool end, int64_t *out)
{
	struct tm tm;
	int east;

	if (!date(&text, &tm))
		return false;
	if (!*text) {
		tm.tm_mday += end;
		return local_ms(tm, out);
	}
	if (!(mark(&text, 'T') || mark(&text, ' ')) || !time_of_day(&text, &tm))
		return false;
	if (!*text)
		return local_ms(tm, out);
	if (!zone(&text, &east) || *text)
		return false;
	*out = ((int64_t)timegm(&tm) - east) * 1000;
	return true;
}

bool period_moment(const char *text, int64_t now_ms, bool end, int64_t *out)
{
	return before_now(text, now_ms, out) || named_day(text, now_ms, end, out) ||
	       moment(text, end, out);
}
