/* SPDX-License-Identifier: MIT
 * The calendars of a plan: of each resource, and of every combination of them that a task needs. Tasks are placed
 * in the loose hours; a daily or weekly maximum is counted while they are placed (quota.h), less what routines and
 * fixed dates have used up of it. For a task by itself the first minutes of each day are taken (plan_find_spare).
 */
#include "base/base.h"
#include "roadmap/schedule/placement.h"
#include "roadmap/schedule/plan_network.h"

/* How much a node needs of each of its resources, and for how long. */

/* Whether the duration of a node is time by the clock, which takes nobody's time. */
static bool plan_node_elapsed(const struct roadmap_node *n)
{
	return n->has_duration && n->duration.elapsed;
}

const struct roadmap_need *plan_needs(
    const struct plan_network *p, const struct roadmap_node *n, size_t *count)
{
	static struct roadmap_need alone;

	*count = n->need_count;
	if (n->needs_given || p->roadmap->resource_count != 1 || plan_node_elapsed(n))
		return n->needs;
	alone = (struct roadmap_need){p->roadmap->resources[0].id, UNIT};
	if (alone.units > p->roadmap->resources[0].capacity)
		alone.units = p->roadmap->resources[0].capacity;
	*count = 1;
	return &alone;
}

int64_t plan_node_work(const struct plan_network *p, const struct roadmap_node *n)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const int units = count ? needs[0].units : UNIT;

	if (n->status == NODE_IN_PROGRESS && n->remaining >= 0)
		return n->remaining;
	if (n->has_duration)
		return n->duration.minutes;
	return n->has_effort ? (n->effort.minutes * UNIT + units - 1) / units : 0;
}

/* Calendars begin this long before a plan, since tasks of fixed dates and leads may lie there. */
#define BEFORE_START (30 * DAY)

/* --- of a resource --- */

/* Returns the hours of resource r, for the first with the daily maximum of this attempt. A shallow copy, which is
 * not freed. */
static struct hours hours_of(const struct plan_network *p, size_t r)
{
	struct hours h = p->roadmap->resources[r].hours;
	const int64_t most = r == 0 ? p->wish.most_per_day : 0;

	if (most && (!h.most_per_day || most < h.most_per_day))
		h.most_per_day = most;
	return h;
}

enum limit_kind { LIMIT_NONE, LIMIT_GIVEN, LIMIT_ALL };

/* Returns the open hours of resource r under no maximum, the plan's, or also the attempt's (by kind), counted from
 * `since` on. Caller frees. */
static struct calendar *resource_calendar(
    const struct plan_network *p, size_t r, enum limit_kind kind, int64_t since)
{
	const struct plan_resource *s = &p->resources[r];
	struct hours hours = kind == LIMIT_GIVEN ? p->roadmap->resources[r].hours : hours_of(p, r);

	if (kind == LIMIT_NONE)
		hours.most_per_day = hours.most_per_week = 0;
	return calendar_limited(&hours, &s->taken, &s->worked, since, p->start - BEFORE_START,
	    p->horizon, p->roadmap->profile.min_block);
}

static const struct calendar *keep_calendar(struct plan_network *p, struct calendar *c)
{
	return array_push(p->made, p->made_count, p->made_cap, c);
}

static void open_resource(struct plan_network *p, size_t r)
{
	struct plan_resource *s = &p->resources[r];
	struct network *n = &p->graph.network;
	const struct hours hours = hours_of(p, r);

	for (size_t k = 0; r == 0 && p->wish.busy && k < p->wish.busy->count; k++)
		spans_add(&s->taken, p->wish.busy->list[k].from, p->wish.busy->list[k].to);
	spans_join(&s->taken);
	spans_join(&s->worked);
	s->open = resource_calendar(p, r, LIMIT_NONE, p->start);
	s->limited = resource_calendar(p, r, LIMIT_ALL, p->start);
	s->given = r == 0 && p->wish.most_per_day
		       ? keep_calendar(p, resource_calendar(p, r, LIMIT_GIVEN, p->start))
		       : s->limited;
	p->has_maximum = p->has_maximum || hours.most_per_day || hours.most_per_week;
	network_add_resource(n, p->roadmap->resources[r].capacity, s->limited);
	n->resources[r].movable = hours.most_per_week ? hours.most_per_week : hours.most_per_day;
}

/* --- of what a task needs --- */

/* Whether a task of fixed date takes longer than may be worked of a day or week. */
static bool beyond_maximum(const struct plan_network *p, const struct roadmap_node *n, size_t r)
{
	const int64_t work = plan_node_work(p, n);
	const struct hours h = hours_of(p, r);

	return (h.most_per_day && work > h.most_per_day) ||
	       (h.most_per_week && work > h.most_per_week);
}

/* Replaces *c by what it has in common with another calendar (calendar_both). */
static void narrow_calendar(struct calendar **c, const struct calendar *to)
{
	struct calendar *both = calendar_both(*c, to);

	calendar_free(*c);
	*c = both;
}

static struct calendar *combined_calendar(
    struct plan_network *p, const struct roadmap_node *n, enum calendar_use use)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	struct calendar *both = NULL, *made;

	for (size_t i = 0; i < count; i++) {
		const size_t r = (size_t)roadmap_find_resource(p->roadmap, needs[i].id);
		const struct plan_resource *s = &p->resources[r];

		made = use == HOURS_FIXED && p->has_maximum && beyond_maximum(p, n, r)
			   ? resource_calendar(p, r, LIMIT_ALL, n->start)
			   : NULL;
		narrow_calendar(&both, made ? made : use == HOURS_FIXED ? s->open : s->loose);
		calendar_free(made);
	}
	if (n->hours) {
		made = calendar_new(n->hours, NULL, p->start - BEFORE_START, p->horizon, 0);
		narrow_calendar(&both, made);
		calendar_free(made);
	}
	for (size_t i = 0; use == HOURS_SPARE && i < count; i++) { /* what each maximum leaves */
		const int r = roadmap_find_resource(p->roadmap, needs[i].id);
		const struct time_spans all = {both->list, both->count, 0};
		freed_by(spans_free) struct time_spans left = {0};
		struct quotas q = {0};

		if (!p->resources[r].quotas.left)
			continue;
		quotas_copy(&q, &p->resources[r].quotas);
		quotas_spend(&q, &all, &left);
		free(q.left);
		spans_join(&left);
		calendar_free(both);
		both = calendar_of_spans(&left);
	}
	return both;
}

/* Calendars are kept by what they are made of, so that a thousand tasks of the same two
 * resources share one. */
const struct calendar *plan_calendar(
    struct plan_network *p, const struct roadmap_node *n, enum calendar_use use)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	auto_buf key = BUF_INIT;
	bool own = n->hours != NULL;

	if (plan_node_elapsed(n))
		return NULL;
	if (count == 0 && !n->hours)
		return p->hours;
	for (size_t i = 0; use == HOURS_FIXED && p->has_maximum && i < count; i++)
		own = own ||
		      beyond_maximum(p, n, (size_t)roadmap_find_resource(p->roadmap, needs[i].id));
	buf_addf(&key, "%d %s", use, own ? n->id : "");
	for (size_t i = 0; i < count; i++)
		buf_addf(&key, " %d", roadmap_find_resource(p->roadmap, needs[i].id));
	if (json_object_get(p->combinations, buf_str(&key)))
		return p->made[json_int(p->combinations, buf_str(&key), 0)];
	json_put_int(p->combinations, buf_str(&key), (int64_t)p->made_count);
	return keep_calendar(p, combined_calendar(p, n, use));
}

/* --- tasks of fixed dates --- */

/* Takes a task of fixed date out of the open minutes. It counts for the maximum of each of its
 * resources; where it needs all of one, other tasks work around it. */
static void take_fixed(struct plan_network *p, const struct roadmap_node *n)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const struct calendar *c = plan_calendar(p, n, HOURS_FIXED);
	const struct activity a = {.work = plan_node_work(p, n), .calendar = c};
	const struct ends e = activity_early(&a, n->start, -TIME_NEVER);

	if (e.finish >= TIME_NEVER)
		return;
	for (size_t k = 0; k < count; k++) {
		const int r = roadmap_find_resource(p->roadmap, needs[k].id);

		for (struct piece_walk w = activity_pieces(&a, &e); piece_next(&w);)
			spans_add(&p->resources[r].worked, w.from, w.to);
		spans_join(&p->resources[r].worked);
		if (needs[k].units >= p->roadmap->resources[r].capacity)
			spans_add(&p->resources[r].taken, n->start, e.finish);
	}
}

void plan_add_resources(struct plan_network *p)
{
	const struct roadmap *r = p->roadmap;

	for (size_t i = 0; i < r->resource_count; i++)
		open_resource(p, i);
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		if (n->level == LEVEL_TASK && n->status == NODE_PENDING && n->start != TIME_NEVER &&
		    !n->start_is_day)
			take_fixed(p, n);
	}
	for (size_t i = 0; i < r->resource_count; i++) {
		struct plan_resource *s = &p->resources[i];
		const struct hours hours = hours_of(p, i);

		spans_join(&s->taken);
		s->loose = resource_calendar(p, i, LIMIT_NONE, p->start);
		quotas_init(&s->quotas, &hours, &s->worked, p->start - BEFORE_START, p->horizon);
		p->graph.network.resources[i].quotas = s->quotas.left ? &s->quotas : NULL;
	}
}

/* --- what a schedule leaves --- */

void plan_find_spare(struct plan_network *p)
{
	struct network *net = &p->graph.network;

	if (!p->has_maximum || p->spare)
		return;
	p->spare = xcalloc((size_t)net->count + 1, sizeof *p->spare);
	for (int i = 0; i < net->count; i++) {
		const struct activity *a = &net->activities[i];
		const int node = p->graph.owner[i];

		p->spare[i] = a->calendar && a->fixed == TIME_NEVER && node >= 0
				  ? plan_calendar(p, &p->roadmap->outline.nodes[node], HOURS_SPARE)
				  : a->calendar;
	}
}

struct activity plan_activity_alone(const struct plan_network *p, int activity)
{
	struct activity a = p->graph.network.activities[activity];

	if (p->spare)
		a.calendar = p->spare[activity];
	return a;
}

void plan_take_pieces(struct plan_network *p, const struct work_pieces *pieces)
{
	for (size_t i = 0, next; i < pieces->count; i = next) {
		freed_by(spans_free) struct time_spans all = {0};
		const int of = pieces->list[i].activity;

		for (next = i; next < pieces->count && pieces->list[next].activity == of; next++)
			spans_add(&all, pieces->list[next].from, pieces->list[next].to);
		spans_join(&all);
		p->graph.network.activities[of].pieces = keep_calendar(p, calendar_of_spans(&all));
	}
}
