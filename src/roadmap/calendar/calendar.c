/* SPDX-License-Identifier: MIT
 * Spans of time, calendars of working time, and lists of busy times. See calendar.h.
 */
#include "roadmap/calendar/calendar.h"

#include "base/base.h"

void spans_add(struct time_spans *s, int64_t from, int64_t to)
{
	if (from >= to)
		return;
	array_push(s->list, s->count, s->cap, (struct time_span){from, to});
}

int by_moment(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

void spans_join(struct time_spans *s)
{
	size_t kept = 0;

	if (s->count == 0)
		return;
	qsort(s->list, s->count, sizeof *s->list, by_moment);
	for (size_t i = 1; i < s->count; i++)
		if (s->list[i].from > s->list[kept].to)
			s->list[++kept] = s->list[i];
		else if (s->list[i].to > s->list[kept].to)
			s->list[kept].to = s->list[i].to;
	s->count = kept + 1;
}

void spans_clip(const struct time_spans *s, int64_t from, int64_t to, struct time_spans *out)
{
	for (size_t i = 0; i < s->count; i++)
		spans_add(out, s->list[i].from > from ? s->list[i].from : from,
		    s->list[i].to < to ? s->list[i].to : to);
}

int64_t spans_minutes(const struct time_spans *s, int64_t from, int64_t to)
{
	int64_t sum = 0;

	for (size_t i = 0; i < s->count; i++) {
		const int64_t first = s->list[i].from > from ? s->list[i].from : from;
		const int64_t last = s->list[i].to < to ? s->list[i].to : to;

		sum += last > first ? last - first : 0;
	}
	return sum;
}

void spans_subtract(
    const struct time_spans *from, const struct time_spans *without, struct time_spans *out)
{
	size_t b = 0;

	for (size_t i = 0; i < from->count; i++) {
		int64_t at = from->list[i].from;

		while (b < without->count && without->list[b].to <= at)
			b++;
		for (size_t k = b; k < without->count && without->list[k].from < from->list[i].to;
		     k++) {
			if (without->list[k].from > at)
				spans_add(out, at, without->list[k].from);
			at = without->list[k].to > at ? without->list[k].to : at;
		}
		if (at < from->list[i].to)
			spans_add(out, at, from->list[i].to);
	}
}

void spans_free(struct time_spans *s)
{
	free(s->list);
	*s = (struct time_spans){0};
}

void calendar_free(struct calendar *c)
{
	if (c)
		free_all(c->list, c->before, c);
}

struct calendar *calendar_of_spans(const struct time_spans *s)
{
	struct calendar *c = xcalloc(1, sizeof *c);
	int64_t sum = 0;

	c->list = xcalloc(s->count + 1, sizeof *c->list);
	c->before = xcalloc(s->count + 1, sizeof *c->before);
	for (; c->count < s->count; c->count++) {
		c->list[c->count] = s->list[c->count];
		c->before[c->count] = sum;
		sum += s->list[c->count].to - s->list[c->count].from;
	}
	c->before[c->count] = sum;
	return c;
}

struct calendar *calendar_both(const struct calendar *a, const struct calendar *b)
{
	freed_by(spans_free) struct time_spans both = {0};
	const struct calendar *one = a ? a : b;

	if (!a || !b)
		return one ? calendar_of_spans(&(struct time_spans){one->list, one->count, 0})
			   : NULL;
	for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
		const struct time_span x = a->list[i], y = b->list[k];

		spans_add(&both, x.from > y.from ? x.from : y.from, x.to < y.to ? x.to : y.to);
		if (x.to < y.to)
			i++;
		else
			k++;
	}
	return calendar_of_spans(&both);
}

/* Returns the number of the first of ascending values (`stride` bytes apart) that is above `than`,
 * or `count` where none is. */
static inline size_t first_above(const int64_t *values, size_t stride, size_t count, int64_t than)
{
	const char *const bytes = (const char *)values;
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (*(const int64_t *)(const void *)(bytes + middle * stride) <= than)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t calendar_find(const struct calendar *c, int64_t t)
{
	return first_above(&c->list->to, sizeof *c->list, c->count, t);
}

int64_t calendar_work(const struct calendar *c, int64_t t)
{
	if (!c)
		return t;
	size_t i = calendar_find(c, t);
	if (i == c->count || t <= c->list[i].from)
		return c->before[i];
	return c->before[i] + t - c->list[i].from;
}

int64_t calendar_start(const struct calendar *c, int64_t work)
{
	if (!c)
		return work;
	if (work < 0)
		return -TIME_NEVER;
	if (work >= c->before[c->count])
		return TIME_NEVER;
	size_t i = first_above(c->before, sizeof *c->before, c->count, work) - 1;
	return c->list[i].from + work - c->before[i];
}

int64_t calendar_end(const struct calendar *c, int64_t work)
{
	if (!c)
		return work;
	if (work <= 0)
		return calendar_start(c, work);
	int64_t last = calendar_start(c, work - 1);
	return last == TIME_NEVER ? TIME_NEVER : last + 1;
}

int64_t calendar_shift(const struct calendar *c, int64_t t, int64_t work)
{
	const int64_t at = calendar_work(c, t);

	if (work == 0)
		return t;
	return work > 0 ? calendar_end(c, at + work) : calendar_start(c, at + work);
}

/* Busy times: the list, and how it is stored as JSON. */

void busy_times_add(struct busy_times *b, int64_t from, int64_t to, const char *what)
{
	array_push(b->list, b->count, b->cap, (struct busy_time){from, to, xstrdup(what)});
}

static int by_beginning(const void *a, const void *b)
{
	const struct busy_time *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

void busy_times_sort(struct busy_times *b)
{
	if (b->count > 1)
		qsort(b->list, b->count, sizeof *b->list, by_beginning);
}

void busy_times_free(struct busy_times *b)
{
	for (size_t i = 0; i < b->count; i++)
		free(b->list[i].what);
	free(b->list);
	*b = (struct busy_times){0};
}

json_t *busy_times_json(const struct busy_times *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->count; i++)
		json_array_append_new(
		    list, json_pack("{s:I, s:I, s:s}", "from", (json_int_t)b->list[i].from, "to",
			      (json_int_t)b->list[i].to, "what", b->list[i].what));
	return list;
}

void busy_times_load(struct busy_times *b, const json_t *list)
{
	json_each (o, list) {
		const int64_t from = json_int(o, "from", 0), to = json_int(o, "to", 0);

		if (to > from && from > -TIME_NEVER && to < TIME_NEVER)
			busy_times_add(b, from, to, json_str(o, "what", "busy"));
	}
}
