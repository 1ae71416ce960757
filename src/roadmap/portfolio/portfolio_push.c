/*
 * Where moving one task does not solve a conflict of a portfolio: one of its plans is put into place
 * again around all others.
 */
#include <stdlib.h>

#include "base/core/alloc.h"
#include "roadmap/portfolio/portfolio_claims.h"
#include "roadmap/schedule/placement.h"

void portfolio_note_shift(struct portfolio *p, int plan, int activity, const struct ends *to)
{
	const struct schedule *s = p->plans[plan];
	const int node = s->plan.graph.owner[activity];
	struct portfolio_shift *x = NULL;

	for (size_t i = 0; i < p->shift_count; i++)
		if (p->shifts[i].plan == plan && p->shifts[i].node == node)
			x = &p->shifts[i];
	if (!x) {
		array_reserve(&p->shifts, &p->shift_cap, p->shift_count + 1, sizeof *p->shifts);
		x = &p->shifts[p->shift_count++];
	}
	*x = (struct portfolio_shift){
	    plan, node, s->ends[activity], *to, to->start - s->ends[activity].start};
}

static void reserve_others(
    const struct portfolio *p, const struct claims *c, int plan, struct network *n)
{
	const struct roadmap *r = p->plans[plan]->plan.roadmap;

	for (size_t i = 0; i < c->count; i++) {
		const struct claim *x = &c->list[i];
		const int resource = x->plan == plan ? -1 : roadmap_find_resource(r, x->resource);

		if (resource >= 0)
			network_reserve(
			    n, &(struct reservation){resource, x->units, x->from, x->to});
	}
}

/* Places one plan anew around all others, its tasks in the order they have. False where it does
 * not keep its deadlines. *size: minutes by which its tasks moved in all. */
static bool push_plan(const struct portfolio *p, const struct portfolio_places *at,
    const struct claims *c, int plan, struct ends *out, int64_t *size)
{
	const struct network *own = &p->plans[plan]->plan.graph.network;
	const size_t count = (size_t)own->count;
	struct network n = *own;
	int64_t *keys = xcalloc(count + 1, sizeof *keys);
	int *order = xcalloc(count + 1, sizeof *order);
	struct placement placed;
	bool ok = true;

	n.reservations = NULL;
	n.reservation_count = 0;
	n.reservation_cap = 0;
	for (int i = 0; i < own->reservation_count; i++)
		network_reserve(&n, &own->reservations[i]);
	reserve_others(p, c, plan, &n);
	for (size_t i = 0; i < count; i++)
		keys[i] = at->ends[plan][i].start;
	network_order_by(&n, keys, order);
	placement_init(&placed, &n);
	placement_begin(&placed);
	placement_forward(&placed, order, 0);
	*size = 0;
	for (size_t i = 0; i < count; i++) {
		const struct ends *e = &placed.ends[i];

		ok = ok && e->finish < TIME_NEVER && e->finish <= n.activities[i].deadline;
		*size += e->start < TIME_NEVER ? llabs(e->start - at->ends[plan][i].start) : 0;
		out[i] = *e;
	}
	placement_free(&placed);
	free(n.reservations);
	free(order);
	free(keys);
	return ok;
}

static bool is_work(const struct schedule *s, int activity)
{
	const struct activity *a = &s->plan.graph.network.activities[activity];

	return s->plan.graph.owner[activity] >= 0 && (a->work > 0 || a->needs > 0) && !a->aside;
}

static void take_pushed(
    struct portfolio *p, struct portfolio_places *at, int plan, const struct ends *ends)
{
	const struct schedule *s = p->plans[plan];

	for (int i = 0; i < s->plan.graph.network.count; i++) {
		if (is_work(s, i) && ends[i].start != at->ends[plan][i].start)
			portfolio_note_shift(p, plan, i, &ends[i]);
		at->ends[plan][i] = ends[i];
	}
}

static bool of_plan(const struct portfolio_conflict *x, int plan)
{
	for (size_t i = 0; i < x->count; i++)
		if (x->tasks[i].plan == plan)
			return true;
	return false;
}

bool portfolio_push(struct portfolio *p, struct portfolio_places *at, const struct claims *c,
    const struct portfolio_conflict *x)
{
	struct ends *best = NULL;
	int64_t least = 0;
	int plan = -1;

	for (int k = 0; k < p->count; k++) {
		const int count = p->plans[k]->plan.graph.network.count;
		struct ends *out;
		int64_t size;

		if (!of_plan(x, k))
			continue;
		out = xcalloc((size_t)count + 1, sizeof *out);
		if (push_plan(p, at, c, k, out, &size) && size > 0 && (!best || size < least)) {
			free(best);
			best = out;
			least = size;
			plan = k;
		} else {
			free(out);
		}
	}
	if (best)
		take_pushed(p, at, plan, best);
	free(best);
	return plan >= 0;
}
