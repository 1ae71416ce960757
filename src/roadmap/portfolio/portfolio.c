/* SPDX-License-Identifier: MIT
 * The shifts of a portfolio, and the portfolio as JSON. portfolio_claims.c collects what each plan wants when,
 * portfolio_conflicts.c finds where they want too much and how full the weeks are.
 */
#include "roadmap/portfolio/portfolio.h"

#include "base/base.h"
#include "roadmap/portfolio/portfolio_claims.h"

/* The shifts that solve conflicts, in the order of time: of each conflict that task is moved, in either
 * direction, which has the shortest way to a free place. */

#define ROUNDS_MOST 500
#define TRIES_MOST 2000 /* places that are tried for one task, in each direction */
#define DAYS_MOST 60	/* days tried in each direction where days or weeks have a maximum */

struct fitting {
	const struct claims *claims;
	const struct claim *mover;
	int units, capacity;
	const char *resource;
	struct time_spans pieces; /* (owned) */
	bool free;
};

/* Whether a claim of another activity than the mover overlaps [from, to). */
static bool in_the_way(const struct fitting *f, const struct claim *c, int64_t from, int64_t to)
{
	return (c->plan != f->mover->plan || c->activity != f->mover->activity) && c->from < to &&
	       from < c->to;
}

/* Whether there is room at t beside all that is claimed at that time. */
static bool room_at(const struct fitting *f, size_t first, int64_t t)
{
	int capacity = f->capacity;
	int64_t units = f->units;
	const struct claims *c = f->claims;

	for (size_t i = first;
	     i < c->count && c->list[i].from <= t && strcmp(c->list[i].resource, f->resource) == 0;
	     i++) {
		if (!in_the_way(f, &c->list[i], t, t + 1))
			continue;
		units += c->list[i].units;
		capacity = c->list[i].capacity < capacity ? c->list[i].capacity : capacity;
	}
	return units <= capacity || units == f->units;
}

/* Whether each day or week that the mover's pieces touch stays within the maximum. */
static bool within_maximum(
    const struct fitting *f, const struct zone *z, enum conflict_kind period, int64_t most)
{
	for (size_t i = 0; most && i < f->pieces.count; i++) {
		struct time_span span = {0, f->pieces.list[i].from};

		while (span.to < f->pieces.list[i].to) {
			span = period_at(z, period, span.to);
			if (claims_minutes(f->claims, f->resource, &span, f->mover, &f->pieces) >
			    most)
				return false;
		}
	}
	return true;
}

static bool resource_fits(const struct portfolio *p, const struct claims *c,
    const struct claim *mover, const struct need *need, const struct ends *e)
{
	const struct schedule *s = p->plans[mover->plan];
	const struct roadmap_resource *r = &s->plan.roadmap->resources[need->resource];
	struct fitting f = {.claims = c,
	    .mover = mover,
	    .units = need->units,
	    .capacity = r->capacity,
	    .resource = r->id,
	    .free = true};
	struct resource_maximum m;

	const struct activity a = plan_activity_alone(&s->plan, mover->activity);
	const size_t first = claims_of(c, r->id);
	for (struct piece_walk w = activity_pieces(&a, e); piece_next(&w);) {
		spans_add(&f.pieces, w.from, w.to);
		f.free = f.free && room_at(&f, first, w.from);
		for (size_t i = first; i < c->count && f.free && c->list[i].from < w.to &&
				       strcmp(c->list[i].resource, r->id) == 0;
		     i++)
			if (c->list[i].from > w.from && in_the_way(&f, &c->list[i], w.from, w.to))
				f.free = room_at(&f, first, c->list[i].from);
	}
	if (f.free && resource_maximum(p, r->id, &m))
		f.free = within_maximum(&f, m.zone, CONFLICT_DAY, m.per_day) &&
			 within_maximum(&f, m.zone, CONFLICT_WEEK, m.per_week);
	spans_free(&f.pieces);
	return f.free;
}

/* Whether the mover may be placed at e: nothing is in the way, and its links and its deadline are
 * kept. */
static bool may_stand(const struct portfolio *p, const struct portfolio_places *at,
    const struct claims *c, const struct claim *mover, const struct ends *e)
{
	const struct schedule *s = p->plans[mover->plan];
	const struct network *n = &s->plan.graph.network;
	const int i = mover->activity;
	const struct activity *a = &n->activities[i];
	const struct ends *ends = at->ends[mover->plan];

	if (e->start < n->start || e->start < a->release || e->finish > a->deadline)
		return false;
	for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
		const struct network_link *l = &n->links[k];
		const struct bound b = link_forward(l, &ends[l->from]);

		if (b.at > (b.is_start ? e->start : e->finish))
			return false;
	}
	for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++) {
		const struct network_link *l = &n->links[n->out_list[k]];
		const struct bound b = link_forward(l, e);
		const bool frame = roadmap_graph_origin(&s->plan.graph, n->out_list[k])->node < 0;

		if (!frame && b.at > (b.is_start ? ends[l->to].start : ends[l->to].finish))
			return false;
	}
	for (int k = 0; k < a->needs; k++)
		if (!resource_fits(p, c, mover, &n->needs[a->first_need + k], e))
			return false;
	return true;
}

struct shift_search {
	const struct portfolio *portfolio;
	const struct portfolio_places *at;
	const struct claims *claims;
	const struct claim *mover; /* the one that is tried, and where it is */
	struct ends now;
	bool later;
	const struct claim *moved; /* the one that moves least; NULL: none can */
	struct ends best;	   /* where it goes */
	int64_t size;
};

/* Tries the places beside a moment: directly behind it, or up to it. */
static void try_beside(struct shift_search *s, int64_t moment)
{
	const struct portfolio *p = s->portfolio;
	const struct activity a =
	    plan_activity_alone(&p->plans[s->mover->plan]->plan, s->mover->activity);
	const struct ends e = s->later ? activity_early(&a, moment, -TIME_NEVER)
				       : activity_late(&a, TIME_NEVER, moment);

	if (e.start >= TIME_NEVER || e.start <= -TIME_NEVER || e.start == s->now.start ||
	    (s->moved && llabs(e.start - s->now.start) >= s->size) ||
	    !may_stand(p, s->at, s->claims, s->mover, &e))
		return;
	s->moved = s->mover;
	s->best = e;
	s->size = llabs(e.start - s->now.start);
}

/* Finds the nearest place in one direction, beside each claim of others and beside midnights. */
static void find_nearest(struct shift_search *s)
{
	struct resource_maximum m;
	size_t tries = 0;

	for (size_t i = 0; i < s->claims->count && tries < TRIES_MOST; i++) {
		const struct claim *other = &s->claims->list[i];

		if (other->plan == s->mover->plan && other->activity == s->mover->activity)
			continue;
		if (s->later ? other->to <= s->now.start : other->from >= s->now.finish)
			continue;
		tries++;
		try_beside(s, s->later ? other->to : other->from);
	}
	/* Other days may have room where this one has come to its maximum. */
	if (!resource_maximum(s->portfolio, s->mover->resource, &m))
		return;
	const int64_t day = day_of(zone_local(m.zone, s->now.start));
	for (int i = 0; i < DAYS_MOST; i++)
		try_beside(s, zone_utc(m.zone, (s->later ? day + 1 + i : day - i) * DAY));
}

static const struct claim *movable_claim(
    const struct claims *c, const struct portfolio_conflict *x, const struct portfolio_task *t)
{
	for (size_t i = claims_of(c, x->resource);
	     i < c->count && strcmp(c->list[i].resource, x->resource) == 0; i++)
		if (c->list[i].plan == t->plan && c->list[i].node == t->node && c->list[i].movable)
			return &c->list[i];
	return NULL;
}

static bool solve_conflict(struct portfolio *p, struct portfolio_places *at, const struct claims *c,
    const struct portfolio_conflict *x)
{
	struct shift_search s = {.portfolio = p, .at = at, .claims = c};

	for (size_t i = 0; i < x->count; i++) {
		s.mover = movable_claim(c, x, &x->tasks[i]);
		for (int later = 0; s.mover && later < 2; later++) {
			s.now = at->ends[s.mover->plan][s.mover->activity];
			s.later = later;
			find_nearest(&s);
		}
	}
	if (!s.moved)
		return x->kind == CONFLICT_TIME && portfolio_push(p, at, c, x);
	at->ends[s.moved->plan][s.moved->activity] = s.best;
	portfolio_note_shift(p, s.moved->plan, s.moved->activity, &s.best);
	return true;
}

void portfolio_plans_init(struct portfolio_plans *k, size_t most)
{
	*k = (struct portfolio_plans){xcalloc(most + 1, sizeof *k->roadmaps),
	    xcalloc(most + 1, sizeof *k->schedules), xcalloc(most + 1, sizeof *k->busy), 0,
	    (int)most};
}

void portfolio_plans_free(struct portfolio_plans *k)
{
	for (int i = 0; i < k->most; i++) {
		schedule_free(k->schedules[i]);
		roadmap_free(&k->roadmaps[i]);
		busy_times_free(&k->busy[i]);
	}
	free_all(k->busy, k->roadmaps, k->schedules);
	*k = (struct portfolio_plans){0};
}

void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count)
{
	struct portfolio_places at = {xcalloc((size_t)count + 1, sizeof *at.ends)};
	struct claims c = {0};

	*p = (struct portfolio){.plans = plans, .count = count};
	for (int k = 0; k < count; k++) {
		const size_t bytes = (size_t)plans[k]->plan.graph.network.count * sizeof **at.ends;

		at.ends[k] = xmalloc(bytes + 1);
		memcpy(at.ends[k], plans[k]->ends, bytes);
	}
	claims_collect(p, &at, &c);
	portfolio_find_conflicts(p, &c, &p->conflicts);
	if (c.count)
		portfolio_count_weeks(p, &c);
	/* Activities are moved until nothing more can be solved. */
	bool moved = true;
	for (int i = 0; i < ROUNDS_MOST && moved; i++) {
		struct portfolio_conflicts left;

		claims_collect(p, &at, &c);
		portfolio_find_conflicts(p, &c, &left);
		moved = false;
		for (size_t k = 0; k < left.count && !moved; k++)
			moved = solve_conflict(p, &at, &c, &left.list[k]);
		p->solved = left.count == 0;
		portfolio_conflicts_free(&left);
	}
	for (int k = 0; k < count; k++)
		free(at.ends[k]);
	free_all(at.ends, c.list);
}

void portfolio_free(struct portfolio *p)
{
	portfolio_conflicts_free(&p->conflicts);
	free_all(p->weeks, p->shifts);
	*p = (struct portfolio){0};
}

static const char *plan_name(const struct portfolio *p, int plan)
{
	const struct roadmap *r = p->plans[plan]->plan.roadmap;

	return r->id ? r->id : r->outline.goal;
}

static const char *node_name(const struct portfolio *p, int plan, int node)
{
	return p->plans[plan]->plan.roadmap->outline.nodes[node].id;
}

static json_t *conflict_json(const struct portfolio *p, const struct portfolio_conflict *c)
{
	const struct zone *z = p->plans[0]->plan.roadmap->zone;
	json_t *tasks = json_array();

	for (size_t i = 0; i < c->count; i++)
		json_array_append_new(
		    tasks, json_pack("{s:s, s:s}", "plan", plan_name(p, c->tasks[i].plan), "task",
			       node_name(p, c->tasks[i].plan, c->tasks[i].node)));
	const bool time = c->kind == CONFLICT_TIME;
	return json_pack("{s:s, s:o, s:o*, s:o*, s:s*, s:o*, s:o*}", "resource", c->resource,
	    "tasks", tasks, "from", moment_json(c->from, z), "to", moment_json(c->to, z), "maximum",
	    time		      ? NULL
	    : c->kind == CONFLICT_DAY ? "max_per_day"
				      : "max_per_week",
	    "taken_minutes", time ? NULL : json_integer(c->taken), "most_minutes",
	    time ? NULL : json_integer(c->most));
}

json_t *portfolio_json(const struct portfolio *p)
{
	const struct zone *z = p->count ? p->plans[0]->plan.roadmap->zone : NULL;
	json_t *conflicts = json_array(), *weeks = json_array(), *shifts = json_array();

	for (size_t i = 0; i < p->conflicts.count; i++)
		json_array_append_new(conflicts, conflict_json(p, &p->conflicts.list[i]));
	for (size_t i = 0; i < p->week_count; i++) {
		auto_free char *day = day_text(p->weeks[i].day);

		json_array_append_new(weeks, json_pack("{s:s, s:I, s:I}", "week", day,
						 "taken_minutes", (json_int_t)p->weeks[i].taken,
						 "open_minutes", (json_int_t)p->weeks[i].open));
	}
	for (size_t i = 0; i < p->shift_count; i++) {
		const struct portfolio_shift *s = &p->shifts[i];

		json_array_append_new(
		    shifts, json_pack("{s:s, s:s, s:I, s:o*, s:o*}", "plan", plan_name(p, s->plan),
				"task", node_name(p, s->plan, s->node), "minutes",
				(json_int_t)s->minutes, "start", moment_json(s->after.start, z),
				"instead_of", moment_json(s->before.start, z)));
	}
	return json_pack("{s:o, s:s*, s:o, s:o, s:b}", "conflicts", conflicts, "resource",
	    p->resource, "weeks", weeks, "shifts", shifts, "solved", p->solved);
}
