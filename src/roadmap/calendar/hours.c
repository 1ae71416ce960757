/* SPDX-License-Identifier: MIT
 * Working hours as they are written, see calendar.h.
 */

#include "base/base.h"
#include "roadmap/calendar/quota.h"

static void ranges_add(struct hours_day *d, int from, int to)
{
	d->list = xreallocarray(d->list, d->count + 1, sizeof *d->list);
	d->list[d->count++] = (struct hours_range){from, to};
}

/* Reads a time such as "9" or "09:30" as minutes of the day. */
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
	for (;;) {
		if (!take_time(&at, &from) || *at++ != '-' || !take_time(&at, &to) ||
		    ranges->count == 48)
			return false;
		ranges_add(ranges, from, to > from ? to : to + DAY);
		if (!*at)
			break;
		if (*at++ != ',')
			return false;
	}
	qsort(ranges->list, ranges->count, sizeof *ranges->list, by_from);
	return true;
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

	for (;;) {
		int first = last = day_named(&at);
		if (first < 0)
			return 0;
		if (*at == '-') {
			at++;
			last = day_named(&at);
			if (last < 0)
				return 0;
		}
		for (int i = first;; i = (i + 1) % 7) {
			days |= 1u << i;
			if (i == last)
				break;
		}
		if (!*at)
			return days;
		if (*at++ != ',')
			return 0;
	}
}

static struct hours_day day_copy(const struct hours_day *from)
{
	struct hours_day to = {.count = from->count};

	if (from->count) {
		to.list = xcalloc(from->count, sizeof *to.list);
		memcpy(to.list, from->list, from->count * sizeof *to.list);
	}
	return to;
}

void hours_copy(struct hours *to, const struct hours *from)
{
	*to = *from;
	for (int i = 0; i < 7; i++)
		to->week[i] = day_copy(&from->week[i]);
	to->exceptions = NULL;
	to->exception_count = to->exception_cap = 0;
	array_reserve(
	    &to->exceptions, &to->exception_cap, from->exception_count, sizeof *to->exceptions);
	for (size_t i = 0; i < from->exception_count; i++) {
		to->exceptions[i] = from->exceptions[i];
		to->exceptions[i].ranges = day_copy(&from->exceptions[i].ranges);
	}
	to->exception_count = from->exception_count;
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

static void add_day(const struct hours *h, int64_t day, struct time_spans *out)
{
	static const struct hours_range whole = {0, DAY};
	const struct hours_exception *x = exception_on(h, day);
	const struct hours_day *d = x ? &x->ranges : &h->week[weekday_of(day)];
	const struct hours_range *list = !x && h->always ? &whole : d->list;
	const size_t count = !x && h->always ? 1 : d->count;

	for (size_t i = 0; i < count; i++)
		spans_add(out, zone_utc(h->zone, day * DAY + list[i].from),
		    zone_utc(h->zone, day * DAY + list[i].to));
}

/* Adds every working span that touches [from, to); spans that meet are joined. */
static void hours_spans(const struct hours *h, int64_t from, int64_t to, struct time_spans *out)
{
	const int64_t first = day_of(zone_local(h->zone, from)) - 2;
	const int64_t last = day_of(zone_local(h->zone, to)) + 1;

	for (int64_t day = first; day <= last; day++)
		add_day(h, day, out);
	spans_join(out);
}

/* Takes of each day and week the first minutes, as many as the limit leaves, from `since` on. */
static void limit_spans(const struct hours *h, const struct time_spans *in,
    const struct calendar *worked, int64_t since, struct time_spans *out)
{
	freed_by(quotas_free) struct quotas q = {0};
	freed_by(spans_free) struct time_spans part = {0};

	if (in->count == 0)
		return;
	quotas_init(&q, h, worked, in->list[0].from, in->list[in->count - 1].to);
	spans_clip(in, -TIME_NEVER, since, out);
	spans_clip(in, since, TIME_NEVER, &part);
	quotas_spend(&q, &part, out);
	spans_join(out);
}

/* Removes pieces that are too short, so that they use up no limit. */
static void drop_short(struct time_spans *s, int64_t min_block)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->list[i].to - s->list[i].from >= min_block)
			s->list[kept++] = s->list[i];
	s->count = kept;
}

static struct calendar *calendar_of(
    const struct time_spans *s, int64_t from, int64_t to, int64_t min_block)
{
	struct calendar *c = xcalloc(1, sizeof *c);
	int64_t sum = 0;

	c->list = xcalloc(s->count + 1, sizeof *c->list);
	c->before = xcalloc(s->count + 1, sizeof *c->before);
	for (size_t i = 0; i < s->count; i++) {
		const struct time_span x = {s->list[i].from > from ? s->list[i].from : from,
		    s->list[i].to < to ? s->list[i].to : to};

		if (x.to - x.from < min_block || x.to <= x.from)
			continue;
		c->before[c->count] = sum;
		c->list[c->count++] = x;
		sum += x.to - x.from;
	}
	c->before[c->count] = sum;
	return c;
}

struct calendar *calendar_of_spans(const struct time_spans *s)
{
	return calendar_of(s, -TIME_NEVER, TIME_NEVER, 0);
}

struct calendar *calendar_new(const struct hours *h, const struct time_spans *busy, int64_t from,
    int64_t to, int64_t min_block)
{
	return calendar_limited(h, busy, NULL, -TIME_NEVER, from, to, min_block);
}

struct calendar *calendar_limited(const struct hours *h, const struct time_spans *busy,
    const struct calendar *worked, int64_t since, int64_t from, int64_t to, int64_t min_block)
{
	struct time_spans all = {0}, open = {0}, limited = {0};

	hours_spans(h, from, to, &all);
	if (busy)
		spans_subtract(&all, busy, &open);
	else
		open = all;
	drop_short(&open, min_block);
	if (h->most_per_day || h->most_per_week)
		limit_spans(h, &open, worked, since, &limited);
	else
		limited = open;
	struct calendar *c = calendar_of(&limited, from, to, min_block);
	if (limited.list != open.list)
		spans_free(&limited);
	if (open.list != all.list)
		spans_free(&open);
	spans_free(&all);
	return c;
}
