/* SPDX-License-Identifier: MIT
 * Reads durations such as "1.5h" or "2d 4h" into minutes and writes them back.
 */
#include "roadmap/calendar/duration.h"

#include "base/base.h"

#define WEEK_DAYS 5 /* working days of a week */

bool duration_parse(const char *text, int day_minutes, bool signs, struct duration *out)
{
	const char *at = text + strspn(text, " ");
	char *end;
	double sum = 0;
	bool elapsed = false, minus;

	minus = signs && *at == '-';
	at += signs && (*at == '-' || *at == '+');
	if (strcmp(at, "0") == 0) {
		*out = (struct duration){0};
		return true;
	}
	const char *first = at;
	do { /* a part such as "1.5h" */
		if (!isdigit((unsigned char)*at) || (at[0] == '0' && tolower(at[1]) == 'x'))
			return false;
		const double n = strtod(at, &end);
		const bool e = end[0] == 'e' && end[1];
		if (at != first && e != elapsed)
			return false; /* work and the clock do not add up */
		elapsed = e;
		end += e;
		const int day = elapsed ? 24 * 60 : day_minutes,
			  week = (elapsed ? 7 : WEEK_DAYS) * day;
		const int unit = *end == 'm'   ? 1
				 : *end == 'h' ? 60
				 : *end == 'd' ? day
				 : *end == 'w' ? week
					       : 0;
		if (!unit)
			return false;
		sum += n * unit;
		at = end + 1 + strspn(end + 1, " ");
	} while (*at);
	if (!isfinite(sum) || sum > (double)DURATION_MOST)
		return false;
	out->minutes = (int64_t)ceil(sum - 1e-9) * (minus ? -1 : 1);
	out->elapsed = elapsed;
	return true;
}

const char *duration_spell(int64_t minutes, int day_minutes, char out[DURATION_ROOM])
{
	const bool minus = minutes < 0;
	int64_t left = minus ? -minutes : minutes, days = 0;
	int n = snprintf(out, DURATION_ROOM, "%s", minus ? "-" : "");

	if (day_minutes > 0) {
		days = left / day_minutes;
		left %= day_minutes;
	}
	if (days)
		n += snprintf(
		    out + n, DURATION_ROOM - (size_t)n, "%" PRId64 "d%s", days, left ? " " : "");
	if (left >= 60)
		n += snprintf(out + n, DURATION_ROOM - (size_t)n, "%" PRId64 "h%s", left / 60,
		    left % 60 ? " " : "");
	if (left % 60 || (!left && !days))
		snprintf(out + n, DURATION_ROOM - (size_t)n, "%" PRId64 "m", left % 60);
	return out;
}

void duration_write(const struct duration *d, char out[DURATION_ROOM])
{
	snprintf(out, DURATION_ROOM, "%" PRId64 "%sm", d->minutes, d->elapsed ? "e" : "");
}
