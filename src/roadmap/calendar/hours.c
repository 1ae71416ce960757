/* SPDX-License-Identifier: MIT
 * Working hours: parses ranges and days, and makes calendars of them. See calendar.h.
 */

#include "base/base.h"
#include "roadmap/calendar/quota.h"

static void ranges_add(struct hours_day *d, int from, int to)
{
	d->list = xreallocarray(d->list, d->count + 1, sizeof *d->list);
	d->list[d->count++] = (struct hours_range){from, to};
}

/* Parses a time such as "9" or "09:30" as minutes of the day, and moves *at behind it. False: it is none. */
static bool take_time(const char **at, int *out)
{
	char *end;
	long hour, minute = 0;

	*at += strspn(*at, " ");
	if (!isdigit((unsigned char)**at))
		return false;
	hour = strtol(*at, &end, 10);
	if (*end == ':') {
		if (!isdigit((unsigned char)end[1]) || !isdigit((unsigned char)end[2]))
			return false;
		minute = (end[1] - '0') * 10 + (end[2] - '0');
		end += 3;
	}
	*out = (int)(hour * 60 + minute);
	*at = end + strspn(end, " ");
	return hour >= 0 && hour <= 24 && minute < 60 && *out <= DAY;
}

static int by_from(const void *a, const void *b)
{
	const struct hours_range *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

bool hours_parse_ranges(const char *text, struct hours_day *ranges)
{
	const char *at = text;
	int from, to;

	if (strcmp(text, "off") == 0)
		return true;
	if (strcmp(text, "always") == 0) {
		ranges_add(ranges, 0, DAY);
		return true;
	}
	do {
		if (!take_time(&at, &from) || *at++ != '-' || !take_time(&at, &to) ||
		    ranges->count == 48)
			return false;
		ranges_add(ranges, from, to > from ? to : to + DAY);
	} while (*at++ == ',');
	qsort(ranges->list, ranges->count, sizeof *ranges->list, by_from);
	return at[-1] == '\0';
}

static int day_named(const char **at)
{
	*at += strspn(*at, " ");
	for (int i = 0; i < 7; i++)
		if (strncasecmp(*at, weekday_names[i], 3) == 0) {
			*at += 3;
			*at += strspn(*at, " ");
			return i;
		}
	return -1;
}

unsigned hours_parse_days(const char *text)
{
	const char *at = text;
	unsigned days = 0;
	int last;

	do {
		int first = last = day_named(&at);
		if (*at == '-') {
			at++;
			last = day_named(&at);
		}
		if (first < 0 || last < 0)
			return 0;
		days |= 1u << last;
		for (; first != last; first = (first + 1) % 7)
			days |= 1u << first;
	} while (*at++ == ',');
	return at[-1] ? 0 : days;
}

struct hours_day hours_day_copy(const struct hours_day *from)
{
	struct hours_day to = {.count = from->count};

	to.list = xcalloc(from->count, sizeof *to.list);
	if (from->count)
		memcpy(to.list, from->list, from->count * sizeof *to.list);
	return to;
}

void hours_copy(struct hours *to, const struct hours *from)
{
	*to = *from;
	for (int i = 0; i < 7; i++)
		to->week[i] = hours_day_copy(&from->week[i]);
	to->exceptions = xcalloc(from->exception_count, sizeof *to->exceptions);
	to->exception_cap = from->exception_count;
	for (size_t i = 0; i < from->exception_count; i++) {
		to->exceptions[i] = from->exceptions[i];
		to->exceptions[i].ranges = hours_day_copy(&from->exceptions[i].ranges);
	}
}

void hours_free(struct hours *h)
{
	for (int i = 0; i < 7; i++)
		free(h->week[i].list);
	for (size_t i = 0; i < h->exception_count; i++)
		free(h->exceptions[i].ranges.list);
	free(h->exceptions);
	*h = (struct hours){0};
}

static const struct hours_exception *exception_on(const struct hours *h, int64_t day)
{
	int y, m, d;

	if (h->exception_count == 0)
		return NULL;
	date_of(day, &y, &m, &d);
	for (size_t i = 0; i < h->exception_count; i++) {
		const struct hours_exception *x = &h->exceptions[i];

		if (x->day == (x->yearly ? m * 100 + d : day))
			return x;
	}
	return NULL;
}

bool hours_day_off(const struct hours *h, int64_t day, bool weekly)
{
	const struct hours_exception *x = exception_on(h, day);

	if (x)
		return x->ranges.count == 0;
	return weekly && !h->always && h->week[weekday_of(day)].count == 0;
}

void hours_spans(const struct hours *h, int64_t from, int64_t to, struct time_spans *out)
{
	static const struct hours_range whole = {0, DAY};
	const int64_t first = day_of(zone_local(h->zone, from)) - 2;
	const int64_t last = day_of(zone_local(h->zone, to)) + 1;

	for (int64_t day = first; day <= last; day++) {
		const struct hours_exception *x = exception_on(h, day);
		const struct hours_day *d = x ? &x->ranges : &h->week[weekday_of(day)];
		const struct hours_range *list = !x && h->always ? &whole : d->list;
		const size_t count = !x && h->always ? 1 : d->count;

		for (size_t i = 0; i < count; i++)
			spans_add(out, zone_utc(h->zone, day * DAY + list[i].from),
			    zone_utc(h->zone, day * DAY + list[i].to));
	}
	spans_join(out);
}

static void drop_short(struct time_spans *s, int64_t min_block)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->list[i].to - s->list[i].from >= min_block)
			s->list[kept++] = s->list[i];
	s->count = kept;
}

struct calendar *calendar_limited(const struct hours *h, const struct time_spans *busy,
    const struct time_spans *worked, int64_t since, int64_t from, int64_t to, int64_t min_block)
{
	freed_by(spans_free) struct time_spans all = {0}, open = {0}, limited = {0}, within = {0};
	const bool limits = h->most_per_day || h->most_per_week;

	hours_spans(h, from, to, &all);
	spans_subtract(&all, busy ? busy : &(struct time_spans){0}, &open);
	drop_short(&open, min_block); /* short pieces use up no limit */
	if (limits && open.count) {
		freed_by(spans_free) struct time_spans rest = {0};
		freed_by(quotas_free) struct quotas q = {0};

		quotas_init(&q, h, worked, open.list[0].from, open.list[open.count - 1].to);
		spans_clip(&open, -TIME_NEVER, since, &limited);
		spans_clip(&open, since, TIME_NEVER, &rest);
		quotas_spend(&q, &rest, &limited);
		spans_join(&limited);
	}
	spans_clip(limits ? &limited : &open, from, to, &within);
	drop_short(&within, min_block);
	return calendar_of_spans(&within);
}

struct calendar *calendar_new(const struct hours *h, const struct time_spans *busy, int64_t from,
    int64_t to, int64_t min_block)
{
	return calendar_limited(h, busy, NULL, -TIME_NEVER, from, to, min_block);
}
