/* SPDX-License-Identifier: MIT
 * Claims of several plans on their resources, see portfolio_claims.h.
 */
#include "roadmap/portfolio/portfolio_claims.h"

#include "base/base.h"
#include "roadmap/schedule/placement.h"

static void add_claim(struct claims *c, int64_t from, int64_t to)
{
	c->next.from = from;
	c->next.to = to;
	array_push(c->list, c->count, c->cap, c->next);
}

static void claim_activity(
    struct claims *c, const struct schedule *s, int plan, int i, const struct ends *at)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity a = plan_activity_alone(&s->plan, i);
	const int node = s->plan.graph.owner[i];

	if (node < 0 || at->start >= TIME_NEVER || at->start <= -TIME_NEVER)
		return;
	for (int k = 0; k < a.needs; k++) {
		const struct need *need = &n->needs[a.first_need + k];
		const struct roadmap_resource *r = &s->plan.roadmap->resources[need->resource];

		c->next = (struct claim){plan, node, i, need->units, r->id, r->capacity, 0, 0,
		    a.fixed == TIME_NEVER &&
			s->plan.roadmap->outline.nodes[node].status == NODE_PENDING && !a.aside};
		for (struct piece_walk w = activity_pieces(&a, at); piece_next(&w);)
			add_claim(c, w.from, w.to);
	}
}

static void claim_routines(struct claims *c, const struct schedule *s, int plan)
{
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];
		size_t count;
		const struct roadmap_need *needs =
		    plan_needs(&s->plan, &s->plan.roadmap->outline.nodes[o->node], &count);

		for (size_t k = 0; k < count && o->kind == OCCURRENCE_FIXED; k++) {
			const struct roadmap_resource *r =
			    &s->plan.roadmap
				 ->resources[roadmap_find_resource(s->plan.roadmap, needs[k].id)];

			c->next = (struct claim){
			    plan, o->node, -1, needs[k].units, r->id, r->capacity, 0, 0, false};
			if (o->ends.finish > o->ends.start)
				add_claim(c, o->ends.start, o->ends.finish);
		}
	}
}

static int by_claim(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;
	const int resource = strcmp(x->resource, y->resource);

	if (resource)
		return resource;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->plan != y->plan ? x->plan - y->plan : x->node - y->node;
}

void claims_collect(const struct portfolio *p, const struct portfolio_places *at, struct claims *c)
{
	c->count = 0;
	for (int k = 0; k < p->count; k++) {
		const struct schedule *s = p->plans[k];

		for (int i = 0; i < s->plan.graph.network.count; i++)
			claim_activity(c, s, k, i, &at->ends[k][i]);
		claim_routines(c, s, k);
	}
	if (c->count)
		qsort(c->list, c->count, sizeof *c->list, by_claim);
}

size_t claims_of(const struct claims *c, const char *resource)
{
	size_t low = 0, high = c->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strcmp(c->list[middle].resource, resource) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void lower_limit(int64_t *limit, int64_t other)
{
	if (other && (!*limit || other < *limit))
		*limit = other;
}

bool resource_maximum(const struct portfolio *p, const char *resource, struct resource_maximum *m)
{
	*m = (struct resource_maximum){0};
	for (int k = 0; k < p->count; k++) {
		const struct roadmap *r = p->plans[k]->plan.roadmap;
		const int i = roadmap_find_resource(r, resource);

		if (i < 0 || (!r->resources[i].own_per_day && !r->resources[i].own_per_week))
			continue;
		if (!m->zone)
			m->zone = r->resources[i].hours.zone;
		lower_limit(&m->per_day, r->resources[i].own_per_day);
		lower_limit(&m->per_week, r->resources[i].own_per_week);
	}
	return m->zone != NULL;
}

struct time_span period_at(const struct zone *z, enum conflict_kind period, int64_t t)
{
	const bool week = period == CONFLICT_WEEK;
	const int64_t day = week ? monday_of(z, t) : day_of(zone_local(z, t));

	return (struct time_span){
	    zone_utc(z, day * DAY), zone_utc(z, (day + (week ? 7 : 1)) * DAY)};
}

int64_t claims_minutes(const struct claims *c, const char *resource, const struct time_span *period,
    const struct claim *without, const struct time_spans *more)
{
	freed_by(spans_free) struct time_spans all = {0};

	for (size_t i = claims_of(c, resource); i < c->count && c->list[i].from < period->to &&
						strcmp(c->list[i].resource, resource) == 0;
	     i++) {
		const struct claim *x = &c->list[i];

		if (without && x->plan == without->plan && x->activity == without->activity)
			continue;
		if (x->to > period->from)
			spans_add(&all, x->from, x->to);
	}
	for (size_t i = 0; more && i < more->count; i++)
		spans_add(&all, more->list[i].from, more->list[i].to);
	spans_join(&all);
	return spans_minutes(&all, period->from, period->to);
}

/* Conflicts that moving one task does not solve: one of the plans is scheduled anew around all others. */

void portfolio_note_shift(struct portfolio *p, int plan, int activity, const struct ends *to)
{
	const struct schedule *s = p->plans[plan];
	const int node = s->plan.graph.owner[activity];
	const struct portfolio_shift x = {
	    plan, node, s->ends[activity], *to, to->start - s->ends[activity].start};

	for (size_t i = 0; i < p->shift_count; i++)
		if (p->shifts[i].plan == plan && p->shifts[i].node == node) {
			p->shifts[i] = x;
			return;
		}
	array_push(p->shifts, p->shift_count, p->shift_cap, x);
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

/* Places one plan anew around all others, its tasks in the order they have, into out. False: it does
 * not keep its deadlines. *size: the minutes by which its tasks moved in all. */
static bool push_plan(const struct portfolio *p, const struct portfolio_places *at,
    const struct claims *c, int plan, struct ends *out, int64_t *size)
{
	const struct network *own = &p->plans[plan]->plan.graph.network;
	const size_t count = (size_t)own->count, resources = (size_t)own->resource_count;
	struct network n = *own;
	auto_free struct activity *alone = xcalloc(count + 1, sizeof *alone);
	auto_free struct network_resource *unlimited = xcalloc(resources + 1, sizeof *unlimited);
	auto_free int *order = xcalloc(count + 1, sizeof *order);
	struct placement placed;
	bool ok = true;

	/* Each task gets the hours that its maxima leave it alone, as where a single task is moved. */
	for (size_t i = 0; i < count; i++)
		alone[i] = plan_activity_alone(&p->plans[plan]->plan, (int)i);
	for (size_t i = 0; i < resources; i++)
		unlimited[i].capacity = own->resources[i].capacity;
	n.activities = alone;
	n.resources = unlimited;
	n.reservations = NULL;
	n.reservation_count = 0;
	n.reservation_cap = 0;
	for (int i = 0; i < own->reservation_count; i++)
		network_reserve(&n, &own->reservations[i]);
	reserve_others(p, c, plan, &n);
	network_order_by_ends(&n, at->ends[plan], false, order);
	placement_init(&placed, &n);
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
	return ok;
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
		bool wants = false;
		int64_t size;

		for (size_t i = 0; i < x->count; i++)
			wants = wants || x->tasks[i].plan == k;
		if (!wants)
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
	for (int i = 0; best && i < p->plans[plan]->plan.graph.network.count; i++) {
		const struct plan_network *of = &p->plans[plan]->plan;
		const struct activity *a = &of->graph.network.activities[i];

		if (of->graph.owner[i] >= 0 && (a->work > 0 || a->needs > 0) && !a->aside &&
		    best[i].start != at->ends[plan][i].start)
			portfolio_note_shift(p, plan, i, &best[i]);
		at->ends[plan][i] = best[i];
	}
	free(best);
	return plan >= 0;
}
