/* SPDX-License-Identifier: MIT
 * The calendars of a plan: of each resource, and of every combination of them that a task needs. Tasks are placed
 * in the loose hours, where a daily or weekly maximum is counted as they are (quota.h), less what routines and
 * fixed dates have used up of it. Where only one task is looked at, the first minutes of each day stand for it.
 */
#include "base/base.h"
#include "roadmap/schedule/placement.h"
#include "roadmap/schedule/plan_network.h"

/* How much a node needs of each of its resources, and for how long. */

int plan_resource_of(const struct plan_network *p, const char *id)
{
	return roadmap_find_resource(p->roadmap, id);
}

/* Whether its duration is time by the clock, which takes nobody's time. */
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

int64_t plan_node_work(const struct roadmap_node *n, const struct roadmap_need *needs, size_t count)
{
	const int units = count ? needs[0].units : UNIT;

	if (n->status == NODE_IN_PROGRESS && n->remaining >= 0)
		return n->remaining;
	if (n->has_duration)
		return n->duration.minutes;
	return n->has_effort ? (n->effort.minutes * UNIT + units - 1) / units : 0;
}

/* Calendars begin this long before a plan, since tasks of fixed dates and leads may lie there. */
#define BEFORE_START (30 * DAY)

void plan_hours(
    const struct plan_network *p, const struct hours *from, bool owner, struct hours *to)
{
	hours_copy(to, from);
	if (owner && p->wish.most_per_day &&
	    (!to->most_per_day || p->wish.most_per_day < to->most_per_day))
		to->most_per_day = p->wish.most_per_day;
}

/* --- of a resource --- */

enum limit_kind { LIMIT_NONE, LIMIT_GIVEN, LIMIT_ALL };

/* Returns the minutes open to resource r that its maximum allows, counted from `since` on. */
static struct calendar *resource_calendar(
    const struct plan_network *p, size_t r, enum limit_kind kind, int64_t since)
{
	const struct plan_resource *s = &p->resources[r];
	struct calendar *worked = calendar_of_spans(&s->worked), *c;
	struct hours hours;

	plan_hours(p, &p->roadmap->resources[r].hours, r == 0 && kind != LIMIT_GIVEN, &hours);
	if (kind == LIMIT_NONE)
		hours.most_per_day = hours.most_per_week = 0;
	c = calendar_limited(&hours, &s->taken, worked, since, p->start - BEFORE_START, p->horizon,
	    p->roadmap->profile.min_block);
	hours_free(&hours);
	calendar_free(worked);
	return c;
}

/* Returns how much the maximum of a resource allows of a day, and of a week; 0: there is no
 * maximum. */
static int64_t maximum_of(const struct plan_network *p, size_t r, int64_t *weekly)
{
	struct hours hours;

	plan_hours(p, &p->roadmap->resources[r].hours, r == 0, &hours);
	int64_t daily = hours.most_per_day;
	*weekly = hours.most_per_week;
	hours_free(&hours);
	return daily;
}

static const struct calendar *keep_calendar(struct plan_network *p, struct calendar *c)
{
	array_reserve(&p->made, &p->made_cap, p->made_count + 1, sizeof *p->made);
	return p->made[p->made_count++] = c;
}

static void open_resource(struct plan_network *p, size_t r)
{
	struct plan_resource *s = &p->resources[r];
	struct network *n = &p->graph.network;
	int64_t weekly, daily = maximum_of(p, r, &weekly);

	for (size_t k = 0; r == 0 && p->wish.busy && k < p->wish.busy->count; k++)
		spans_add(&s->taken, p->wish.busy->list[k].from, p->wish.busy->list[k].to);
	spans_join(&s->taken);
	spans_join(&s->worked);
	s->open = resource_calendar(p, r, LIMIT_NONE, p->start);
	s->limited = resource_calendar(p, r, LIMIT_ALL, p->start);
	s->given = r == 0 && p->wish.most_per_day
		       ? keep_calendar(p, resource_calendar(p, r, LIMIT_GIVEN, p->start))
		       : s->limited;
	p->has_maximum = p->has_maximum || daily || weekly;
	network_add_resource(n, p->roadmap->resources[r].capacity, s->limited);
	n->resources[r].movable = weekly ? weekly : daily;
}

/* --- of what a task needs --- */

/* Whether a task of fixed date takes longer than may be worked of a day or week. */
static bool beyond_maximum(const struct plan_network *p, const struct roadmap_node *n, size_t r)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const int64_t work = plan_node_work(n, needs, count);
	int64_t weekly, daily = maximum_of(p, r, &weekly);

	return (daily && work > daily) || (weekly && work > weekly);
}

/* Returns the hours of one resource. made: a calendar that the caller has to free; NULL where the
 * hours are the resource's own. */
static const struct calendar *hours_of(const struct plan_network *p, const struct roadmap_node *n,
    size_t r, enum calendar_use use, struct calendar **made)
{
	const struct plan_resource *s = &p->resources[r];

	*made = NULL;
	if (use != HOURS_FIXED)
		return s->loose;
	if (p->has_maximum && beyond_maximum(p, n, r))
		return *made = resource_calendar(p, r, LIMIT_ALL, n->start);
	return s->open;
}

/* Returns what a maximum leaves of a calendar, which is freed. */
static struct calendar *spare_calendar(struct calendar *c, const struct quotas *of)
{
	const struct time_spans all = {c->list, c->count, 0};
	freed_by(spans_free) struct time_spans left = {0};
	struct quotas q = {0};

	if (!of->left)
		return c;
	quotas_copy(&q, of);
	quotas_spend(&q, &all, &left);
	free(q.left);
	calendar_free(c);
	spans_join(&left);
	return calendar_of_spans(&left);
}

static struct calendar *combined_calendar(
    struct plan_network *p, const struct roadmap_node *n, enum calendar_use use)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	struct calendar *both = NULL, *next, *made;

	for (size_t i = 0; i < count; i++) {
		const struct calendar *c =
		    hours_of(p, n, (size_t)plan_resource_of(p, needs[i].id), use, &made);

		next = calendar_both(both, c);
		calendar_free(made);
		calendar_free(both);
		both = next;
	}
	if (n->hours) {
		made = calendar_new(n->hours, NULL, p->start - BEFORE_START, p->horizon, 0);
		next = calendar_both(both, made);
		calendar_free(made);
		calendar_free(both);
		both = next;
	}
	for (size_t i = 0; use == HOURS_SPARE && i < count; i++) {
		const int r = plan_resource_of(p, needs[i].id);

		both = spare_calendar(both, &p->resources[r].quotas);
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
	const struct calendar *found;
	bool own = n->hours != NULL;

	if (plan_node_elapsed(n))
		return NULL;
	if (count == 0 && !n->hours)
		return p->hours;
	for (size_t i = 0; use == HOURS_FIXED && p->has_maximum && i < count; i++)
		own = own || beyond_maximum(p, n, (size_t)plan_resource_of(p, needs[i].id));
	buf_addf(&key, "%d %s", use, own ? n->id : "");
	for (size_t i = 0; i < count; i++)
		buf_addf(&key, " %d", plan_resource_of(p, needs[i].id));
	if (json_object_get(p->combinations, buf_str(&key))) {
		found = p->made[json_int(p->combinations, buf_str(&key), 0)];
	} else {
		json_put_int(p->combinations, buf_str(&key), (int64_t)p->made_count);
		found = keep_calendar(p, combined_calendar(p, n, use));
	}
	return found;
}

/* --- tasks of fixed dates --- */

static void add_worked(void *ctx, int64_t from, int64_t to)
{
	spans_add(ctx, from, to);
}

/* Takes a task of fixed date out of the open minutes. It counts for the maximum of each of its
 * resources; where it needs all of one, other tasks work around it. */
static void take_fixed(struct plan_network *p, const struct roadmap_node *n)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const struct calendar *c = plan_calendar(p, n, HOURS_FIXED);
	const struct activity a = {.work = plan_node_work(n, needs, count), .calendar = c};
	const struct ends e = activity_early(&a, n->start, -TIME_NEVER);

	if (e.finish >= TIME_NEVER)
		return;
	for (size_t k = 0; k < count; k++) {
		const int r = plan_resource_of(p, needs[k].id);

		activity_pieces(&a, &e, add_worked, &p->resources[r].worked);
		spans_join(&p->resources[r].worked);
		if (needs[k].units >= p->roadmap->resources[r].capacity)
			spans_add(&p->resources[r].taken, n->start, e.finish);
	}
}

/* Opens the accounts of a resource that has a maximum. */
static void open_quotas(struct plan_network *p, size_t r)
{
	struct plan_resource *s = &p->resources[r];
	struct calendar *worked = calendar_of_spans(&s->worked);
	struct hours hours;

	plan_hours(p, &p->roadmap->resources[r].hours, r == 0, &hours);
	quotas_init(&s->quotas, &hours, worked, p->start - BEFORE_START, p->horizon);
	p->graph.network.resources[r].quotas = s->quotas.left ? &s->quotas : NULL;
	hours_free(&hours);
	calendar_free(worked);
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
		spans_join(&p->resources[i].taken);
		p->resources[i].loose = resource_calendar(p, i, LIMIT_NONE, p->start);
		open_quotas(p, i);
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
