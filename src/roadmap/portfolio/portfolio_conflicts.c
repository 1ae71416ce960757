/* SPDX-License-Identifier: MIT
 * The conflicts of a portfolio: where its plans want more of a resource than there is, at one time, by what
 * all the claims of that moment add up to, or of a day or week that has a maximum; and how full weeks are.
 */
#include "base/base.h"
#include "roadmap/portfolio/portfolio_claims.h"

static bool has_task(const struct portfolio_conflict *x, const struct portfolio_task *t)
{
	for (size_t i = 0; i < x->count; i++)
		if (x->tasks[i].plan == t->plan && x->tasks[i].node == t->node)
			return true;
	return false;
}

static bool has_all(const struct portfolio_conflict *x, const struct portfolio_conflict *of)
{
	for (size_t i = 0; i < of->count; i++)
		if (!has_task(x, &of->tasks[i]))
			return false;
	return true;
}

static void add_task(struct portfolio_conflict *x, const struct claim *c)
{
	const struct portfolio_task t = {c->plan, c->node};

	if (!has_task(x, &t))
		array_push(x->tasks, x->count, x->cap, t);
}

/* Adds x, which is stolen, to the conflicts, unless it is known already or of one plan only. */
static void add_conflict(struct portfolio_conflicts *out, struct portfolio_conflict *x)
{
	bool known = true;

	for (size_t i = 1; i < x->count; i++)
		known = known && x->tasks[i].plan == x->tasks[0].plan;
	for (size_t i = 0; i < out->count && !known; i++) {
		struct portfolio_conflict *k = &out->list[i];

		if (k->kind != x->kind || strcmp(k->resource, x->resource) != 0)
			continue;
		if (x->kind != CONFLICT_TIME) {
			known = k->from == x->from;
			continue;
		}
		known = has_all(k, x);
		if (known || !has_all(x, k) || k->to <= x->from)
			continue;
		/* A known conflict in which one more task takes part a little later: x replaces it. */
		free(k->tasks);
		x->from = k->from;
		*k = *x;
		return;
	}
	if (known)
		free(x->tasks);
	else
		array_push(out->list, out->count, out->cap, *x);
}

/* Adds a conflict where more is claimed at the beginning of claim `at` than there is. Only where
 * a claim begins can the sum become larger. */
static void look_at_start(
    const struct claims *c, size_t first, size_t at, struct portfolio_conflicts *out)
{
	const int64_t t = c->list[at].from;
	struct portfolio_conflict x = {
	    .resource = c->list[at].resource, .from = t, .to = TIME_NEVER};
	int64_t units = 0;
	int capacity = c->list[at].capacity;

	for (size_t i = first; i <= at; i++) {
		const struct claim *k = &c->list[i];

		if (k->to <= t)
			continue;
		units += k->units;
		capacity = k->capacity < capacity ? k->capacity : capacity;
		x.to = k->to < x.to ? k->to : x.to;
		add_task(&x, k);
	}
	if (units > capacity)
		add_conflict(out, &x);
	else
		free(x.tasks);
}

static void look_at_period(const struct claims *c, const struct claim *of,
    const struct time_span *period, enum conflict_kind kind, int64_t most,
    struct portfolio_conflicts *out)
{
	struct portfolio_conflict x = {.kind = kind,
	    .resource = of->resource,
	    .from = period->from,
	    .to = period->to,
	    .most = most};

	x.taken = claims_minutes(c, of->resource, period, NULL, NULL);
	if (x.taken <= most)
		return;
	for (size_t i = claims_of(c, of->resource); i < c->count; i++) {
		const struct claim *k = &c->list[i];

		if (strcmp(k->resource, of->resource) != 0 || k->from >= period->to)
			break;
		if (k->to > period->from)
			add_task(&x, k);
	}
	add_conflict(out, &x);
}

static void look_at_periods(const struct claims *c, const struct claim *of, const struct zone *z,
    enum conflict_kind kind, int64_t most, struct portfolio_conflicts *out, int64_t *seen)
{
	struct time_span span = {0, of->from};

	while (most && span.to < of->to) {
		span = period_at(z, kind, span.to);
		if (span.from > *seen)
			look_at_period(c, of, &span, kind, most, out);
		if (span.from > *seen)
			*seen = span.from;
	}
}

void portfolio_find_conflicts(
    const struct portfolio *p, const struct claims *c, struct portfolio_conflicts *out)
{
	struct resource_maximum m = {0};
	int64_t day = -TIME_NEVER, week = -TIME_NEVER;
	size_t first = 0; /* index of the first claim that may still be under way */

	*out = (struct portfolio_conflicts){0};
	for (size_t i = 0; i < c->count; i++) {
		if (strcmp(c->list[first].resource, c->list[i].resource) != 0)
			first = i;
		while (first < i && c->list[first].to <= c->list[i].from)
			first++;
		if (i + 1 < c->count && c->list[i + 1].from == c->list[i].from &&
		    strcmp(c->list[i + 1].resource, c->list[i].resource) == 0)
			continue; /* the last of the claims that begin together sees them all */
		look_at_start(c, first, i, out);
	}
	for (size_t i = 0; i < c->count; i++) {
		const struct claim *x = &c->list[i];

		if (i == 0 || strcmp(x->resource, c->list[i - 1].resource) != 0) {
			resource_maximum(p, x->resource, &m);
			day = week = -TIME_NEVER;
		}
		look_at_periods(c, x, m.zone, CONFLICT_DAY, m.per_day, out, &day);
		look_at_periods(c, x, m.zone, CONFLICT_WEEK, m.per_week, out, &week);
	}
}

void portfolio_conflicts_free(struct portfolio_conflicts *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].tasks);
	free(list->list);
	*list = (struct portfolio_conflicts){0};
}

/* How full the weeks are of the resource that most is planned for, over all plans. */

static struct portfolio_week *week_of(struct portfolio *p, int64_t day)
{
	day -= weekday_of(day);
	for (size_t i = 0; i < p->week_count; i++)
		if (p->weeks[i].day == day)
			return &p->weeks[i];
	array_push(p->weeks, p->week_count, p->week_cap, (struct portfolio_week){day, 0, 0});
	return &p->weeks[p->week_count - 1];
}

static int64_t at_most(int64_t minutes, int64_t most)
{
	return most && most < minutes ? most : minutes;
}

static void count_open(struct portfolio *p, const struct claims *c, const struct zone *z)
{
	const int64_t from = zone_utc(z, p->weeks[0].day * DAY);
	const int64_t to = zone_utc(z, (p->weeks[p->week_count - 1].day + 7) * DAY);
	freed_by(spans_free) struct time_spans open = {0}, busy = {0}, free_hours = {0};
	struct resource_maximum m;
	int capacity = 0;

	resource_maximum(p, p->resource, &m);
	/* The hours that any plan has of the resource, without the maximum of its own profile. */
	for (int k = 0; k < p->count; k++) {
		const struct roadmap *r = p->plans[k]->plan.roadmap;
		const struct busy_times *b = p->plans[k]->plan.wish.busy;
		const int i = roadmap_find_resource(r, p->resource);

		if (i < 0)
			continue;
		hours_spans(&r->resources[i].hours, from, to, &open);
		for (size_t n = 0; i == 0 && b && n < b->count; n++)
			spans_add(&busy, b->list[n].from, b->list[n].to);
		if (!capacity || r->resources[i].capacity < capacity)
			capacity = r->resources[i].capacity;
	}
	spans_join(&busy);
	spans_subtract(&open, &busy, &free_hours);
	/* A plan may work out of hours, or where another plan is kept free for it. */
	for (size_t i = claims_of(c, p->resource);
	     i < c->count && strcmp(c->list[i].resource, p->resource) == 0; i++)
		spans_add(&free_hours, c->list[i].from, c->list[i].to);
	spans_join(&free_hours);
	for (size_t w = 0; w < p->week_count; w++) {
		int64_t sum = 0; /* what its days have, each within the maximum */

		for (int64_t day = p->weeks[w].day; day < p->weeks[w].day + 7; day++)
			sum += at_most(spans_minutes(&free_hours, zone_utc(z, day * DAY),
					   zone_utc(z, (day + 1) * DAY)),
			    m.per_day);
		p->weeks[w].open = at_most(sum, m.per_week) * capacity / UNIT;
	}
}

void portfolio_count_weeks(struct portfolio *p, const struct claims *c)
{
	const struct zone *z = p->count ? p->plans[0]->plan.roadmap->zone : NULL;
	int64_t most = 0, sum = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (i == 0 || strcmp(c->list[i].resource, c->list[i - 1].resource) != 0)
			sum = 0;
		sum += c->list[i].to - c->list[i].from;
		if (sum > most)
			p->resource = c->list[i].resource;
		most = sum > most ? sum : most;
	}
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
	qsort(p->weeks, p->week_count, sizeof *p->weeks, by_moment);
	count_open(p, c, z);
}
