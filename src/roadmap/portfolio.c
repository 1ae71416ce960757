/*
 * See portfolio.h. Every planned piece of work is a claim on a resource; two claims that overlap and
 * together want more than there is are a conflict. Conflicts are solved in the order of time: of the
 * two tasks the one is moved, in either direction, for which the way to a free place is shorter.
 */
#include "roadmap/portfolio.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"

#define ROUNDS_MOST 500
#define TRIES_MOST 2000 /* places looked at for one task, in each direction */

struct claim {
	int plan, node, activity, units;
	const char *resource;
	int capacity;
	int64_t from, to;
	bool movable;
};
struct claims {
	struct claim *list;
	size_t count, cap;
	struct claim next; /* what a piece is added as */
};

static void add_piece(void *ctx, int64_t from, int64_t to)
{
	struct claims *c = ctx;

	array_reserve(&c->list, &c->cap, c->count + 1, sizeof *c->list);
	c->list[c->count] = c->next;
	c->list[c->count].from = from;
	c->list[c->count++].to = to;
}

/* Where each activity is by now: moved ones are no longer where their schedule has them. */
struct places {
	struct ends **ends; /* [plan][activity] */
};

static void claim_activity(
    struct claims *c, const struct schedule *s, int plan, int i, const struct ends *at)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity *a = &n->activities[i];
	const int node = s->plan.graph.owner[i];

	if (node < 0 || at->start >= TIME_NEVER || at->start <= -TIME_NEVER)
		return;
	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &n->needs[a->first_need + k];
		const struct roadmap_resource *r = &s->plan.roadmap->resources[need->resource];

		c->next = (struct claim){plan, node, i, need->units, r->id, r->capacity, 0, 0,
		    a->fixed == TIME_NEVER &&
			s->plan.roadmap->outline.nodes[node].status == NODE_PENDING && !a->aside};
		activity_pieces(a, at, add_piece, c);
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
			    &s->plan.roadmap->resources[plan_resource_of(&s->plan, needs[k].id)];

			c->next = (struct claim){
			    plan, o->node, -1, needs[k].units, r->id, r->capacity, 0, 0, false};
			if (o->ends.finish > o->ends.start)
				add_piece(c, o->ends.start, o->ends.finish);
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

static void collect(const struct portfolio *p, const struct places *at, struct claims *c)
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

static bool clash(const struct claim *a, const struct claim *b)
{
	const int capacity = a->capacity < b->capacity ? a->capacity : b->capacity;

	return a->plan != b->plan && strcmp(a->resource, b->resource) == 0 && a->from < b->to &&
	       b->from < a->to && a->units + b->units > capacity;
}

static bool known_pair(const struct portfolio *p, const struct claim *a, const struct claim *b)
{
	for (size_t i = 0; i < p->conflict_count; i++) {
		const struct portfolio_conflict *x = &p->conflicts[i];

		if (x->first_plan == a->plan && x->first_node == a->node &&
		    x->second_plan == b->plan && x->second_node == b->node)
			return true;
	}
	return false;
}

static void find_conflicts(struct portfolio *p, const struct claims *c)
{
	for (size_t i = 0; i < c->count; i++)
		for (size_t k = i + 1; k < c->count && c->list[k].from < c->list[i].to &&
				       strcmp(c->list[k].resource, c->list[i].resource) == 0;
		     k++) {
			const struct claim *a = &c->list[i], *b = &c->list[k];

			if (!clash(a, b) || known_pair(p, a, b))
				continue;
			array_reserve(&p->conflicts, &p->conflict_cap, p->conflict_count + 1,
			    sizeof *p->conflicts);
			p->conflicts[p->conflict_count++] = (struct portfolio_conflict){a->plan,
			    a->node, b->plan, b->node, a->resource,
			    a->from > b->from ? a->from : b->from, a->to < b->to ? a->to : b->to};
		}
}

/* --- shifts --- */

struct fitting {
	const struct claims *claims;
	const struct claim *mover;
	int units;
	const char *resource;
	int capacity;
	bool free;
};

static void fit_piece(void *ctx, int64_t from, int64_t to)
{
	struct fitting *f = ctx;

	for (size_t i = 0; i < f->claims->count && f->free; i++) {
		const struct claim *c = &f->claims->list[i];

		/* Its own pieces go where it goes; within its plan the schedule's own rules hold. */
		if ((c->plan == f->mover->plan && c->activity == f->mover->activity) ||
		    strcmp(c->resource, f->resource) != 0)
			continue;
		if (c->from < to && from < c->to && c->units + f->units > f->capacity)
			f->free = false;
	}
}

/* Whether the mover may be there: nobody in the way, its links and its deadline kept. */
static bool may_stand(const struct portfolio *p, const struct places *at, const struct claims *c,
    const struct claim *mover, const struct ends *e)
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
	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &n->needs[a->first_need + k];
		const struct roadmap_resource *r = &s->plan.roadmap->resources[need->resource];
		struct fitting f = {c, mover, need->units, r->id, r->capacity, true};

		activity_pieces(a, e, fit_piece, &f);
		if (!f.free)
			return false;
	}
	return true;
}

/* The nearest place in one direction: beside each claim of others, the nearest first. */
static bool nearest(const struct portfolio *p, const struct places *at, const struct claims *c,
    const struct claim *mover, bool later, struct ends *out)
{
	const struct activity *a =
	    &p->plans[mover->plan]->plan.graph.network.activities[mover->activity];
	const struct ends now = at->ends[mover->plan][mover->activity];
	bool found = false;

	for (size_t i = 0, tries = 0; i < c->count && tries < TRIES_MOST; i++) {
		const struct claim *other = &c->list[i];
		struct ends e;

		if (other->plan == mover->plan && other->activity == mover->activity)
			continue;
		if (later ? other->to <= now.start : other->from >= now.finish)
			continue;
		tries++;
		e = later ? activity_early(a, other->to, -TIME_NEVER)
			  : activity_late(a, TIME_NEVER, other->from);
		if (e.start >= TIME_NEVER || e.start <= -TIME_NEVER ||
		    (found && llabs(e.start - now.start) >= llabs(out->start - now.start)) ||
		    !may_stand(p, at, c, mover, &e))
			continue;
		*out = e;
		found = true;
	}
	return found;
}

struct move {
	const struct claim *mover;
	struct ends to;
	int64_t size;
};

static void consider(const struct portfolio *p, const struct places *at, const struct claims *c,
    const struct claim *mover, struct move *best)
{
	const struct ends now =
	    mover->movable ? at->ends[mover->plan][mover->activity] : (struct ends){0, 0};

	for (int later = 0; later < 2 && mover->movable; later++) {
		struct ends e;

		if (!nearest(p, at, c, mover, later, &e))
			continue;
		if (best->mover && llabs(e.start - now.start) >= best->size)
			continue;
		*best = (struct move){mover, e, llabs(e.start - now.start)};
	}
}

static void note_shift(struct portfolio *p, const struct move *m)
{
	const struct schedule *s = p->plans[m->mover->plan];
	const struct ends before = s->ends[m->mover->activity];
	struct portfolio_shift *x = NULL;

	for (size_t i = 0; i < p->shift_count; i++)
		if (p->shifts[i].plan == m->mover->plan && p->shifts[i].node == m->mover->node)
			x = &p->shifts[i];
	if (!x) {
		array_reserve(&p->shifts, &p->shift_cap, p->shift_count + 1, sizeof *p->shifts);
		x = &p->shifts[p->shift_count++];
	}
	*x = (struct portfolio_shift){
	    m->mover->plan, m->mover->node, before, m->to, m->to.start - before.start};
}

/* --- where one move is not enough: a plan is put into place again around all others --- */

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

/* In the order it has. False: not within its deadlines. *size: minutes moved in all. */
static bool push_plan(const struct portfolio *p, const struct places *at, const struct claims *c,
    int plan, struct ends *out, int64_t *size)
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

static void take_pushed(struct portfolio *p, struct places *at, int plan, const struct ends *ends)
{
	const struct schedule *s = p->plans[plan];

	for (int i = 0; i < s->plan.graph.network.count; i++) {
		const struct claim mover = {
		    .plan = plan, .node = s->plan.graph.owner[i], .activity = i};
		const struct move m = {&mover, ends[i], 0};

		if (is_work(s, i) && ends[i].start != at->ends[plan][i].start)
			note_shift(p, &m);
		at->ends[plan][i] = ends[i];
	}
}

/* The one of two plans that has to move less, in all. */
static bool push_one(
    struct portfolio *p, struct places *at, const struct claims *c, int first, int second)
{
	struct ends *out[2];
	int64_t size[2];
	bool ok[2];
	const int plans[2] = {first, second};
	int best = -1;

	for (int k = 0; k < 2; k++) {
		const int count = p->plans[plans[k]]->plan.graph.network.count;

		out[k] = xcalloc((size_t)count + 1, sizeof *out[k]);
		ok[k] = push_plan(p, at, c, plans[k], out[k], &size[k]) && size[k] > 0;
		if (ok[k] && (best < 0 || size[k] < size[best]))
			best = k;
	}
	if (best >= 0)
		take_pushed(p, at, plans[best], out[best]);
	free(out[0]);
	free(out[1]);
	return best >= 0;
}

/* The first conflict that can be solved; false: there is none. */
static bool solve_one(
    struct portfolio *p, struct places *at, const struct claims *c, bool *conflicts)
{
	*conflicts = false;
	for (size_t i = 0; i < c->count; i++)
		for (size_t k = i + 1; k < c->count && c->list[k].from < c->list[i].to &&
				       strcmp(c->list[k].resource, c->list[i].resource) == 0;
		     k++) {
			struct move best = {NULL, {0, 0}, 0};

			if (!clash(&c->list[i], &c->list[k]))
				continue;
			*conflicts = true;
			consider(p, at, c, &c->list[i], &best);
			consider(p, at, c, &c->list[k], &best);
			if (!best.mover && push_one(p, at, c, c->list[i].plan, c->list[k].plan))
				return true;
			if (!best.mover)
				continue;
			at->ends[best.mover->plan][best.mover->activity] = best.to;
			note_shift(p, &best);
			return true;
		}
	return false;
}

static void find_shifts(struct portfolio *p, struct places *at, struct claims *c)
{
	bool conflicts = true;

	for (int i = 0; i < ROUNDS_MOST; i++) {
		collect(p, at, c);
		if (!solve_one(p, at, c, &conflicts))
			break;
	}
	p->solved = !conflicts;
}

/* --- weeks --- */

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

static const char *busiest(const struct claims *c)
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

/* What a week has at all is what the plan that knows the resource says, before anything is planned. */
static void count_open(struct portfolio *p)
{
	for (int k = 0; k < p->count; k++) {
		const struct roadmap *r = p->plans[k]->plan.roadmap;
		const int i = roadmap_find_resource(r, p->resource);
		struct calendar *c;

		if (i < 0)
			continue;
		for (size_t w = 0; w < p->week_count; w++) {
			const int64_t from = zone_utc(r->zone, p->weeks[w].day * DAY);
			const int64_t to = zone_utc(r->zone, (p->weeks[w].day + 7) * DAY);

			c = calendar_new(&r->resources[i].hours, NULL, from, to, 0);
			p->weeks[w].open = c->before[c->count] * r->resources[i].capacity / UNIT;
			calendar_free(c);
		}
		return;
	}
}

static void count_weeks(struct portfolio *p, const struct claims *c)
{
	const struct zone *z = p->count ? p->plans[0]->plan.roadmap->zone : NULL;

	p->resource = busiest(c);
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
	if (p->week_count)
		qsort(p->weeks, p->week_count, sizeof *p->weeks, by_day);
	count_open(p);
}

void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count)
{
	struct places at = {xcalloc((size_t)count + 1, sizeof *at.ends)};
	struct claims c = {0};

	*p = (struct portfolio){.plans = plans, .count = count};
	for (int k = 0; k < count; k++) {
		const size_t bytes = (size_t)plans[k]->plan.graph.network.count * sizeof **at.ends;

		at.ends[k] = xmalloc(bytes + 1);
		memcpy(at.ends[k], plans[k]->ends, bytes);
	}
	collect(p, &at, &c);
	find_conflicts(p, &c);
	if (c.count)
		count_weeks(p, &c);
	find_shifts(p, &at, &c);
	for (int k = 0; k < count; k++)
		free(at.ends[k]);
	free(at.ends);
	free(c.list);
}

void portfolio_free(struct portfolio *p)
{
	free(p->conflicts);
	free(p->weeks);
	free(p->shifts);
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

static void put_moment(const struct portfolio *p, json_t *o, const char *key, int64_t at)
{
	char text[MOMENT_ROOM];

	moment_write(at, p->plans[0]->plan.roadmap->zone, text);
	json_put_str(o, key, text);
}

static json_t *conflict_json(const struct portfolio *p, const struct portfolio_conflict *c)
{
	json_t *o = json_pack("{s:s, s:[{s:s, s:s}, {s:s, s:s}]}", "resource", c->resource, "tasks",
	    "plan", plan_name(p, c->first_plan), "task", node_name(p, c->first_plan, c->first_node),
	    "plan", plan_name(p, c->second_plan), "task",
	    node_name(p, c->second_plan, c->second_node));

	put_moment(p, o, "from", c->from);
	put_moment(p, o, "to", c->to);
	return o;
}

json_t *portfolio_json(const struct portfolio *p)
{
	json_t *o = json_object(), *conflicts = json_array(), *weeks = json_array();
	json_t *shifts = json_array(), *one;
	char day[MOMENT_ROOM];
	int y, m, d;

	for (size_t i = 0; i < p->conflict_count; i++)
		json_array_append_new(conflicts, conflict_json(p, &p->conflicts[i]));
	for (size_t i = 0; i < p->week_count; i++) {
		date_of(p->weeks[i].day, &y, &m, &d);
		snprintf(day, sizeof day, "%04d-%02d-%02d", y, m, d);
		json_array_append_new(weeks, json_pack("{s:s, s:I, s:I}", "week", day,
						 "taken_minutes", (json_int_t)p->weeks[i].taken,
						 "open_minutes", (json_int_t)p->weeks[i].open));
	}
	for (size_t i = 0; i < p->shift_count; i++) {
		const struct portfolio_shift *s = &p->shifts[i];

		one = json_pack("{s:s, s:s, s:I}", "plan", plan_name(p, s->plan), "task",
		    node_name(p, s->plan, s->node), "minutes", (json_int_t)s->minutes);
		put_moment(p, one, "start", s->after.start);
		put_moment(p, one, "instead_of", s->before.start);
		json_array_append_new(shifts, one);
	}
	json_put(o, "conflicts", conflicts);
	json_put_str(o, "resource", p->resource);
	json_put(o, "weeks", weeks);
	json_put(o, "shifts", shifts);
	json_put(o, "solved", json_boolean(p->solved));
	return o;
}
