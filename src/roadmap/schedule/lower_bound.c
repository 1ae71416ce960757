/* SPDX-License-Identifier: MIT
 * Lower bounds by the energy a resource has to give: however the tasks are placed, those that start late must fit
 * behind their heads and before their tails.
 */
#include "roadmap/schedule/lower_bound.h"

#include "base/base.h"

#define TAILS_MOST \
	600 /* up to this many activities on a resource every pair of head and tail is tried */

/* One activity as its resource sees it: nothing of it happens before head, and at least `tail`
 * follows it. */
struct load {
	int64_t head, tail, energy;
};

static int by_head(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	return (x->head < y->head) - (x->head > y->head); /* latest first */
}

static int by_tail(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	return (x->tail < y->tail) - (x->tail > y->tail);
}

/* Returns the earliest moment by which so much energy (units x minutes) is given, none of it before head. */
static int64_t filled_at(
    const struct network *n, const struct network_resource *r, int64_t head, int64_t energy)
{
	const int64_t work = (energy + r->capacity - 1) / r->capacity;
	const int64_t least = calendar_work(r->calendar, n->start);
	int64_t from = calendar_work(r->calendar, head);

	if (r->movable && head > n->start)
		from = from - r->movable > least ? from - r->movable : least;
	return calendar_end(r->calendar, from + work);
}

/* Returns the bound for all activities that start no earlier than a head, whatever follows them. */
static int64_t heads_only(
    const struct network *n, const struct network_resource *r, struct load *loads, int count)
{
	int64_t best = -TIME_NEVER, sum = 0, end;

	qsort(loads, (size_t)count, sizeof *loads, by_head);
	for (int i = 0; i < count; i++) {
		sum += loads[i].energy;
		end = filled_at(n, r, loads[i].head, sum);
		best = end > best ? end : best;
	}
	return best;
}

static int64_t heads_and_tails(
    const struct network *n, const struct network_resource *r, struct load *loads, int count)
{
	int64_t best = -TIME_NEVER, end;

	qsort(loads, (size_t)count, sizeof *loads, by_tail);
	for (int h = 0; h < count; h++) {
		int64_t sum = 0;

		for (int i = 0; i < count; i++) {
			if (loads[i].head < loads[h].head)
				continue;
			sum += loads[i].energy;
			end = filled_at(n, r, loads[h].head, sum) + loads[i].tail;
			best = end > best ? end : best;
		}
	}
	return best;
}

static int64_t resource_bound(
    const struct network *n, int r, const struct pass *pass, int64_t path, struct load *loads)
{
	const struct network_resource *resource = &n->resources[r];
	int count = 0;
	bool clock = !resource->calendar; /* a tail is time by the clock only without calendars */

	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];

		for (int k = 0; k < a->needs; k++) {
			const struct need *need = &n->needs[a->first_need + k];

			if (need->resource != r || a->work == 0 || a->aside)
				continue;
			loads[count++] =
			    (struct load){pass[i].es, path - pass[i].lf, need->units * a->work};
		}
		clock = clock && !a->calendar;
	}
	for (int i = 0; i < n->link_count; i++)
		clock = clock && !n->links[i].calendar;
	if (count == 0 || resource->capacity <= 0)
		return -TIME_NEVER;
	return clock && count <= TAILS_MOST ? heads_and_tails(n, resource, loads, count)
					    : heads_only(n, resource, loads, count);
}

struct bounds network_bounds(const struct network *n)
{
	auto_free struct pass *pass = xcalloc((size_t)n->count + 1, sizeof *pass);
	auto_free struct load *loads = xcalloc((size_t)n->need_count + 1, sizeof *loads);
	const int64_t path = network_pass(n, TIME_NEVER, false, pass);
	struct bounds b = {path, -TIME_NEVER, -1, path};

	for (int r = 0; r < n->resource_count && path < TIME_NEVER; r++) {
		const int64_t at = resource_bound(n, r, pass, path, loads);

		if (at <= b.energy)
			continue;
		b.energy = at;
		b.resource = r;
	}
	if (b.energy > b.best)
		b.best = b.energy;
	return b;
}
