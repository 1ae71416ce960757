/*
 * See plan_network.h.
 */
#include "roadmap/plan_network.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/json.h"

#define ROUTINE_FIRST 2000 /* a priority above every task's */

const struct plan_wish plan_wish_default = {
    .from = TIME_NEVER, .without_node = -1, .half_node = -1};

int plan_resource_of(const struct plan_network *p, const char *id)
{
	return roadmap_find_resource(p->roadmap, id);
}

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

static int64_t later_of(int64_t a, int64_t b)
{
	if (a == TIME_NEVER || b == TIME_NEVER)
		return a == TIME_NEVER ? b : a;
	return a > b ? a : b;
}

static const struct calendar *keep(struct plan_network *p, struct calendar *c)
{
	array_reserve(&p->made, &p->made_cap, p->made_count + 1, sizeof *p->made);
	return p->made[p->made_count++] = c;
}

/* The hours all of its resources have, and its own; by what it is made of, so that a thousand tasks
 * of two resources share one. */
static const struct calendar *calendar_for(
    struct plan_network *p, const struct roadmap_node *n, bool fixed)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	struct calendar *both = NULL, *own, *next;
	struct buf key = BUF_INIT;
	const struct calendar *found;

	if (plan_node_elapsed(n))
		return NULL;
	if (count == 0 && !n->hours)
		return p->hours;
	buf_addf(&key, "%d %s", fixed, n->hours ? n->id : "");
	for (size_t i = 0; i < count; i++)
		buf_addf(&key, " %d", plan_resource_of(p, needs[i].id));
	found = json_object_get(p->combinations, buf_str(&key))
		    ? p->made[json_int(p->combinations, buf_str(&key), 0)]
		    : NULL;
	if (!found) {
		for (size_t i = 0; i < count; i++) {
			const struct plan_resource *r =
			    &p->resources[plan_resource_of(p, needs[i].id)];

			next = calendar_both(both, fixed ? r->open : r->free);
			calendar_free(both);
			both = next;
		}
		if (n->hours) {
			own = calendar_new(n->hours, NULL, p->start - 30 * DAY, p->horizon, 0);
			next = calendar_both(both, own);
			calendar_free(own);
			calendar_free(both);
			both = next;
		}
		json_put_int(p->combinations, buf_str(&key), (int64_t)p->made_count);
		found = keep(p, both);
	}
	buf_free(&key);
	return found;
}

static void add_needs(struct plan_network *p, struct activity *a, const struct roadmap_node *n)
{
	struct network *net = &p->graph.network;
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);

	a->first_need = net->need_count;
	a->needs = 0;
	for (size_t i = 0; i < count && a->work > 0; i++) {
		array_reserve(
		    &net->needs, &net->need_cap, (size_t)net->need_count + 1, sizeof *net->needs);
		net->needs[net->need_count++] =
		    (struct need){plan_resource_of(p, needs[i].id), needs[i].units};
		a->needs++;
	}
}

/* What is finished lies where it was, whatever links say. */
static void fill_done(
    const struct plan_network *p, const struct roadmap_node *n, struct activity *a)
{
	const int64_t finished = n->finished != TIME_NEVER  ? n->finished
				 : n->started != TIME_NEVER ? n->started
							    : p->start;
	const int64_t took =
	    n->started != TIME_NEVER && n->started < finished ? finished - n->started : 0;

	a->fixed = finished - took;
	a->work = took;
	a->calendar = NULL;
	a->release = -TIME_NEVER;
	a->deadline = TIME_NEVER;
}

static void fill_work(struct plan_network *p, int i, struct activity *a)
{
	const struct roadmap_node *n = &p->roadmap->outline.nodes[i];
	const bool fixed = n->start != TIME_NEVER && n->status == NODE_PENDING;
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);

	if (n->level == LEVEL_GOAL || n->level == LEVEL_PHASE)
		return;
	a->work = n->level == LEVEL_MILESTONE ? 0 : plan_node_work(n, needs, count);
	if (i == p->wish.half_node)
		a->work = (a->work + 1) / 2;
	if (i == p->wish.without_node)
		a->work = 0;
	a->priority = n->priority;
	a->min_block = p->roadmap->profile.min_block;
	a->calendar = a->work ? calendar_for(p, n, fixed) : NULL;
	/* A day alone is a day before which nothing begins; a time is a time. */
	if (fixed && !n->start_is_day && i != p->wish.without_node)
		a->fixed = n->start;
	add_needs(p, a, n);
}

static void fill_activities(struct plan_network *p)
{
	struct network *net = &p->graph.network;

	for (int i = 0; i < p->roadmap->outline.count; i++) {
		const struct roadmap_node *n = &p->roadmap->outline.nodes[i];
		const int first = p->graph.first[i], last = p->graph.last[i];
		struct activity *a;

		if (first < 0)
			continue;
		a = &net->activities[first];
		a->release = p->start;
		if (n->status == NODE_PENDING)
			a->release = later_of(a->release,
			    later_of(later_of(n->not_before, n->window_from), n->start));
		if (!p->wish.without_deadlines)
			net->activities[last].deadline =
			    n->deadline < n->window_to ? n->deadline : n->window_to;
		if (first == last)
			fill_work(p, i, a);
		if (n->status == NODE_DONE && first == last)
			fill_done(p, n, a);
	}
}

/* Lags in working time are counted in the plan's own hours. */
static void fill_links(struct plan_network *p)
{
	for (int k = 0; k < p->graph.network.link_count; k++) {
		const struct link_origin *o = &p->graph.origins[k];

		if (o->node >= 0 && !p->roadmap->outline.nodes[o->node].links[o->link].lag.elapsed)
			p->graph.network.links[k].calendar = p->hours;
	}
}

static void add_flexible(struct plan_network *p)
{
	for (size_t i = 0; i < p->occurrence_count; i++) {
		struct occurrence *o = &p->occurrences[i];
		const struct roadmap_node *n = &p->roadmap->outline.nodes[o->node];
		struct activity a = {.release = o->ends.start,
		    .deadline = o->ends.finish,
		    .fixed = TIME_NEVER,
		    .priority = ROUTINE_FIRST,
		    .aside = true};
		size_t count;
		const struct roadmap_need *needs = plan_needs(p, n, &count);

		if (o->kind != OCCURRENCE_FLEXIBLE)
			continue;
		a.work = plan_node_work(n, needs, count);
		a.calendar = a.work ? calendar_for(p, n, false) : NULL;
		o->activity = roadmap_graph_add(&p->graph, &a, o->node);
		add_needs(p, &p->graph.network.activities[o->activity], n);
	}
}

static void extend_day(struct hours_day *d, int64_t minutes)
{
	struct hours_range *last = d->count ? &d->list[d->count - 1] : NULL;

	if (!last)
		return;
	last->to += (int)minutes;
	if (last->to > last->from + DAY)
		last->to = last->from + DAY;
}

/* The hours of a resource as this attempt has them. */
static void wished_hours(
    const struct plan_network *p, const struct hours *from, bool owner, struct hours *to)
{
	hours_copy(to, from);
	for (int i = 0; i < 7; i++)
		extend_day(&to->week[i], p->wish.extra_per_day);
	if (to->most_per_day && p->wish.extra_per_day)
		to->most_per_day += p->wish.extra_per_day;
	if (to->most_per_week && p->wish.extra_per_day)
		to->most_per_week += 5 * p->wish.extra_per_day;
	if (owner && p->wish.most_per_day &&
	    (!to->most_per_day || p->wish.most_per_day < to->most_per_day))
		to->most_per_day = p->wish.most_per_day;
}

static void build_resources(struct plan_network *p, struct time_spans *taken)
{
	const struct roadmap *r = p->roadmap;

	for (size_t i = 0; i < r->resource_count; i++) {
		struct hours hours;

		for (size_t k = 0; i == 0 && p->wish.busy && k < p->wish.busy->count; k++)
			spans_add(&taken[i], p->wish.busy->list[k].from, p->wish.busy->list[k].to);
		spans_join(&taken[i]);
		wished_hours(p, &r->resources[i].hours, i == 0, &hours);
		p->resources[i].open = calendar_new(
		    &hours, &taken[i], p->start - 30 * DAY, p->horizon, r->profile.min_block);
		p->resources[i].free = calendar_both(p->resources[i].open, NULL);
		network_add_resource(
		    &p->graph.network, r->resources[i].capacity, p->resources[i].open);
		hours_free(&hours);
	}
}

/* Tasks of fixed dates that need all of a resource: others work around them. */
static void cut_fixed(struct plan_network *p, struct time_spans *taken)
{
	const struct roadmap *r = p->roadmap;
	bool *cut = xcalloc(r->resource_count + 1, sizeof *cut);

	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		size_t count;
		const struct roadmap_need *needs;
		int64_t at;

		if (n->level != LEVEL_TASK || n->status != NODE_PENDING || n->start == TIME_NEVER ||
		    n->start_is_day || i == p->wish.without_node)
			continue;
		needs = plan_needs(p, n, &count);
		for (size_t k = 0; k < count; k++) {
			const int at_resource = plan_resource_of(p, needs[k].id);
			const struct calendar *c = p->resources[at_resource].open;

			if (needs[k].units < r->resources[at_resource].capacity)
				continue;
			at = calendar_work(c, n->start);
			spans_add(&taken[at_resource], n->start,
			    calendar_end(c, at + plan_node_work(n, needs, count)));
			cut[at_resource] = true;
		}
	}
	for (size_t i = 0; i < r->resource_count; i++) {
		struct hours hours;

		if (!cut[i])
			continue;
		spans_join(&taken[i]);
		wished_hours(p, &r->resources[i].hours, i == 0, &hours);
		calendar_free(p->resources[i].free);
		p->resources[i].free = calendar_new(
		    &hours, &taken[i], p->start - 30 * DAY, p->horizon, r->profile.min_block);
		hours_free(&hours);
	}
	free(cut);
}

/* The plan's deadline holds for what nothing follows. */
static void put_deadline(struct plan_network *p)
{
	struct network *net = &p->graph.network;
	const struct roadmap *r = p->roadmap;
	struct pass *pass;
	int64_t path, buffer = r->profile.buffer.minutes;

	p->deadline = r->deadline;
	if (p->deadline == TIME_NEVER || p->wish.without_deadlines)
		return;
	if (r->profile.buffer_percent) {
		pass = xcalloc((size_t)net->count + 1, sizeof *pass);
		path = network_pass(net, TIME_NEVER, false, pass);
		if (path < TIME_NEVER)
			buffer =
			    (calendar_work(p->hours, path) - calendar_work(p->hours, p->start)) *
			    r->profile.buffer_percent / 100;
		free(pass);
	}
	if (buffer)
		p->deadline = r->profile.buffer.elapsed
				  ? p->deadline - buffer
				  : calendar_shift(p->hours, p->deadline, -buffer);
	for (int i = 0; i < net->count; i++)
		if (net->out_first[i] == net->out_first[i + 1] &&
		    net->activities[i].deadline > p->deadline &&
		    net->activities[i].fixed == TIME_NEVER && !net->activities[i].aside)
			net->activities[i].deadline = p->deadline;
}

bool plan_network_build(
    struct plan_network *p, const struct roadmap *r, const struct plan_wish *wish, struct error *e)
{
	struct time_spans *taken = xcalloc(r->resource_count + 1, sizeof *taken);
	struct hours hours;
	int *cycle, length;
	bool ok;

	*p = (struct plan_network){.roadmap = r, .wish = *wish};
	p->start = r->start != TIME_NEVER ? r->start : wish->now;
	if (wish->from != TIME_NEVER && (r->start == TIME_NEVER || wish->from > p->start))
		p->start = wish->from;
	p->horizon = p->start + json_int(r->defaults, "horizon_days", 1100) * DAY;
	if (wish->horizon && wish->horizon < p->horizon)
		p->horizon = wish->horizon;
	p->combinations = json_object();
	p->resources = xcalloc(r->resource_count + 1, sizeof *p->resources);
	roadmap_graph_build(&p->graph, r);
	p->graph.network.start = p->start;
	wished_hours(p, &r->hours, false, &hours);
	p->hours = calendar_new(&hours, NULL, p->start - 30 * DAY, p->horizon, 0);
	hours_free(&hours);
	ok = plan_add_routines(p, taken, e);
	if (ok) {
		build_resources(p, taken);
		cut_fixed(p, taken);
		fill_activities(p);
		fill_links(p);
		add_flexible(p);
		cycle = xcalloc((size_t)p->graph.network.count + 1, sizeof *cycle);
		ok = network_close(&p->graph.network, cycle, &length);
		free(cycle);
		if (ok)
			put_deadline(p);
		else
			error_set(e, ERR_PARSE, "the plan waits for itself; see its check");
	}
	for (size_t i = 0; i < r->resource_count; i++)
		spans_free(&taken[i]);
	free(taken);
	if (!ok)
		plan_network_free(p);
	return ok;
}

void plan_network_free(struct plan_network *p)
{
	for (size_t i = 0; p->resources && i < p->roadmap->resource_count; i++) {
		calendar_free(p->resources[i].open);
		calendar_free(p->resources[i].free);
	}
	for (size_t i = 0; i < p->made_count; i++)
		calendar_free(p->made[i]);
	for (size_t i = 0; i < p->occurrence_count; i++)
		free(p->occurrences[i].why);
	free(p->resources);
	free(p->made);
	free(p->occurrences);
	calendar_free(p->hours);
	json_decref(p->combinations);
	roadmap_graph_free(&p->graph);
	*p = (struct plan_network){0};
}
