/* SPDX-License-Identifier: MIT
 * Reads the headers that a server sends about its rate limits, by a table of their names.
 */
#include "llm/http/rate_limit.h"

#include <time.h>
#include "base/base.h"
#include "config/prompt.h"
#include "loop/curl.h"

#define SECOND INT64_C(1000)
#define LONGEST_MS (400 * 86400 * SECOND) /* a limit that ends later than this is not believed */
#define MOST 1e15			  /* a number of a header must be below this */

bool header_number(const char **s, double *out)
{
	double value = 0, unit = 1;
	const char *from = *s;

	for (; **s >= '0' && **s <= '9'; ++*s)
		value = value * 10 + (**s - '0');
	if (**s == '.')
		for (++*s; **s >= '0' && **s <= '9'; ++*s)
			value += (**s - '0') * (unit /= 10);
	*out = value;
	return *s > from && value < MOST;
}

/* Returns the milliseconds of "1h2m3.5s" or "20ms"; -1: the text has another form. */
static double span_ms(const char *s)
{
	static const struct {
		const char *unit;
		double ms;
	} units[] = {{"ms", 1}, {"h", 3600e3}, {"m", 60e3}, {"s", 1e3}, {"d", 86400e3}};
	double sum = 0, value;

	while (*s) {
		size_t i = 0, count = ARRAY_SIZE(units);

		if (!header_number(&s, &value))
			return -1;
		while (i < count && strncmp(s, units[i].unit, strlen(units[i].unit)) != 0)
			i++;
		if (i == count)
			return -1;
		s += strlen(units[i].unit);
		sum += value * units[i].ms;
	}
	return sum;
}

/* Returns the Unix time in ms of "2026-03-01T10:00:00Z" or an HTTP date; 0: it is no date. */
static int64_t date_ms(const char *s)
{
	struct tm tm = {0};
	const char *end = strptime(s, "%Y-%m-%dT%H:%M:%S", &tm);

	if (end && (*end == 'Z' || *end == '.'))
		return (int64_t)timegm(&tm) * SECOND;
	time_t at = strchr(s, ':') ? curl_getdate(s, NULL) : -1;
	return at > 0 ? (int64_t)at * SECOND : 0;
}

int64_t rate_limit_reset_ms(const char *text, int64_t now_ms)
{
	const char *s = text, *rest = text;
	double value, ms;

	if (!*s)
		return 0;
	if (header_number(&rest, &value) && !*rest) {
		if (value > 1e12) /* Unix time in milliseconds */
			return (int64_t)value;
		if (value > 1e9) /* in seconds */
			return (int64_t)(value * 1e3);
		ms = value * 1e3;
	} else {
		ms = span_ms(s);
	}
	if (ms < 0)
		return date_ms(s);
	return ms <= (double)LONGEST_MS ? now_ms + llround(ms) : 0;
}

/* Returns the number a header begins with (text NULL: no header); -1: none. */
static int64_t count_of(const char *text)
{
	double value;

	return text && header_number(&text, &value) ? (int64_t)value : -1;
}

json_t *rate_limits_read(
    const char *(*header)(const void *ctx, const char *name), const void *ctx, int64_t now_ms)
{
	static json_t *table; /* read once: answers come often */
	json_t *found = NULL, *limit;

	if (!table)
		table = config_table("rate_limits.yaml", NULL);
	json_each (row, json_list(table, "limits")) {
		const char *of = json_str(row, "of", NULL), *reset = json_str(row, "reset", NULL);
		const int64_t left = count_of(header(ctx, json_str(row, "left", "")));

		if (left < 0)
			continue;
		int64_t most = of ? count_of(header(ctx, of)) : -1;
		reset = reset ? header(ctx, reset) : NULL;
		int64_t at = reset ? rate_limit_reset_ms(reset, now_ms) : 0;
		limit = json_pack("{s:s, s:I, s:o*, s:o*}", "what", json_str(row, "what", ""),
		    "left", (json_int_t)left, "of", most > 0 ? json_integer(most) : NULL,
		    "resets_at", at > 0 ? json_integer(at) : NULL);
		found = found ? found : json_array();
		json_array_append_new(found, limit);
	}
	return found;
}
