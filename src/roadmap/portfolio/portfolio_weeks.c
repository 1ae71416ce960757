/*
 * How full the weeks are of the resource that most is planned for, over all plans.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "roadmap/portfolio/portfolio_claims.h"

static struct portfolio_week *week_of(struct portfolio *p, int64_t day)
{
	day -= weekday_of(day);
	for (size_t i = 0; i < p->week_count; i++)
		if (p->weeks[i].day == day)
			return &p->weeks[i];
	array_reserve(&p->weeks, &p->week_cap, p->week_count + 1, sizeof *p->weeks);
	p->weeks[p->week_count] = (struct portfolio_week){day, 0, 0};
	return &p->weeks[p->week_count++];
}

static int by_day(const void *a, const void *b)
{
	const struct portfolio_week *x = a, *y = b;

	return (x->day > y->day) - (x->day < y->day);
}

static const char *busiest_resource(const struct claims *c)
{
	const char *best = NULL;
	int64_t most = 0, sum = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (i == 0 || strcmp(c->list[i].resource, c->list[i - 1].resource) != 0)
			sum = 0;
		sum += c->list[i].to - c->list[i].from;
		if (sum <= most)
			continue;
		most = sum;
		best = c->list[i].resource;
	}
	return best;
}

/* Adds the hours that any plan has of the resource, without the maximum of its own profile. */
static void add_hours(const struct portfolio *p, int64_t from, int64_t to, struct time_spans *open,
    struct time_spans *busy)
{
	for (int k = 0; k < p->count; k++) {
		const struct plan_network *plan = &p->plans[k]->plan;
		const int i = roadmap_find_resource(plan->roadmap, p->resource);
		struct calendar *c;
		struct hours hours;

		if (i < 0)
			continue;
		hours_copy(&hours, &plan->roadmap->resources[i].hours);
		hours.most_per_day = hours.most_per_week = 0;
		c = calendar_new(&hours, NULL, from, to, 0);
		for (size_t n = 0; n < c->count; n++)
			spans_add(open, c->list[n].from, c->list[n].to);
		for (size_t n = 0; i == 0 && plan->wish.busy && n < plan->wish.busy->count; n++)
			spans_add(busy, plan->wish.busy->list[n].from, plan->wish.busy->list[n].to);
		calendar_free(c);
		hours_free(&hours);
	}
	spans_join(open);
	spans_join(busy);
}

/* Adds what is planned to what is open: a plan may work out of hours, or where another plan is
 * kept free for it. */
static void add_claims(const struct portfolio *p, const struct claims *c, struct time_spans *open)
{
	for (size_t i = claims_of(c, p->resource);
	     i < c->count && strcmp(c->list[i].resource, p->resource) == 0; i++)
		spans_add(open, c->list[i].from, c->list[i].to);
	spans_join(open);
}

static int64_t minutes_in(const struct time_spans *s, const struct time_span *period)
{
	struct time_spans in = {0};
	int64_t sum = 0;

	spans_clip(s, period->from, period->to, &in);
	for (size_t i = 0; i < in.count; i++)
		sum += in.list[i].to - in.list[i].from;
	spans_free(&in);
	return sum;
}

static int64_t at_most(int64_t minutes, int64_t most)
{
	return most && most < minutes ? most : minutes;
}

/* The open minutes of one week, by its first day: what its days have, each within the maximum. */
static int64_t open_minutes(const struct zone *z, int64_t week, const struct time_spans *open,
    const struct resource_maximum *m)
{
	int64_t sum = 0;

	for (int64_t day = week; day < week + 7; day++) {
		const struct time_span span = {
		    zone_utc(z, day * DAY), zone_utc(z, (day + 1) * DAY)};

		sum += at_most(minutes_in(open, &span), m->per_day);
	}
	return at_most(sum, m->per_week);
}

static int capacity_of(const struct portfolio *p)
{
	int least = 0;

	for (int k = 0; k < p->count; k++) {
		const struct roadmap *r = p->plans[k]->plan.roadmap;
		const int i = roadmap_find_resource(r, p->resource);

		if (i >= 0 && (!least || r->resources[i].capacity < least))
			least = r->resources[i].capacity;
	}
	return least;
}

static void count_open(struct portfolio *p, const struct claims *c, const struct zone *z)
{
	const int64_t from = zone_utc(z, p->weeks[0].day * DAY);
	const int64_t to = zone_utc(z, (p->weeks[p->week_count - 1].day + 7) * DAY);
	struct time_spans open = {0}, busy = {0}, free_hours = {0};
	struct resource_maximum m;

	resource_maximum(p, p->resource, &m);
	add_hours(p, from, to, &open, &busy);
	spans_subtract(&open, &busy, &free_hours);
	add_claims(p, c, &free_hours);
	for (size_t w = 0; w < p->week_count; w++)
		p->weeks[w].open =
		    open_minutes(z, p->weeks[w].day, &free_hours, &m) * capacity_of(p) / UNIT;
	spans_free(&open);
	spans_free(&busy);
	spans_free(&free_hours);
}

void portfolio_count_weeks(struct portfolio *p, const struct claims *c)
{
	const struct zone *z = p->count ? p->plans[0]->plan.roadmap->zone : NULL;

	p->resource = busiest_resource(c);
	for (size_t i = 0; i < c->count; i++) {
		const struct claim *x = &c->list[i];
		int64_t at = x->from;

		while (strcmp(x->resource, p->resource) == 0 && at < x->to) {
			const int64_t day = day_of(zone_local(z, at));
			const int64_t next = zone_utc(z, (day + 1) * DAY);
			const int64_t to = next < x->to ? next : x->to;

			week_of(p, day)->taken += (to - at) * x->units / UNIT;
			at = to;
		}
	}
	if (p->week_count == 0)
		return;
	qsort(p->weeks, p->week_count, sizeof *p->weeks, by_day);
	count_open(p, c, z);
}
