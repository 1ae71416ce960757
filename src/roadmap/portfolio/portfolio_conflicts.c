/*
 * Where the plans of a portfolio want more of a resource than there is: at one time, by what all the
 * claims of that moment add up to, or of a day or week that has a maximum.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
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

	if (has_task(x, &t))
		return;
	array_reserve(&x->tasks, &x->cap, x->count + 1, sizeof *x->tasks);
	x->tasks[x->count++] = t;
}

static bool of_several_plans(const struct portfolio_conflict *x)
{
	for (size_t i = 1; i < x->count; i++)
		if (x->tasks[i].plan != x->tasks[0].plan)
			return true;
	return false;
}

/* Adds x to the conflicts. Its tasks are freed where the conflict is known already, or is of one
 * plan only. */
static void add_conflict(struct portfolio_conflicts *out, struct portfolio_conflict *x)
{
	bool known = !of_several_plans(x);

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
		/* The conflict is known already, and one more task wants something of it a
		 * little later. */
		free(k->tasks);
		x->from = k->from;
		*k = *x;
		return;
	}
	if (known) {
		free(x->tasks);
		return;
	}
	array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
	out->list[out->count++] = *x;
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

static void find_overlaps(const struct claims *c, struct portfolio_conflicts *out)
{
	size_t first = 0; /* the first of the claims that may still be under way */

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
	const enum period period = kind == CONFLICT_DAY ? PERIOD_DAY : PERIOD_WEEK;
	struct time_span span = {0, of->from};

	while (most && span.to < of->to) {
		span = period_at(z, period, span.to);
		if (span.from > *seen)
			look_at_period(c, of, &span, kind, most, out);
		if (span.from > *seen)
			*seen = span.from;
	}
}

static void find_beyond_maximum(
    const struct portfolio *p, const struct claims *c, struct portfolio_conflicts *out)
{
	struct resource_maximum m = {0};
	int64_t day = -TIME_NEVER, week = -TIME_NEVER;

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

void portfolio_find_conflicts(
    const struct portfolio *p, const struct claims *c, struct portfolio_conflicts *out)
{
	*out = (struct portfolio_conflicts){0};
	find_overlaps(c, out);
	find_beyond_maximum(p, c, out);
}

void portfolio_conflicts_free(struct portfolio_conflicts *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].tasks);
	free(list->list);
	*list = (struct portfolio_conflicts){0};
}
