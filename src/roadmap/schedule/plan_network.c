/* SPDX-License-Identifier: MIT
 * Makes the network of a roadmap for one attempt: activities with their calendars, links with their lags, and the
 * occurrences of routines.
 */
#include "roadmap/schedule/plan_network.h"

#include "base/base.h"
#include "roadmap/schedule/lower_bound.h"

#define ROUTINE_FIRST 2000 /* a priority above every task's */

const struct plan_wish plan_wish_default = {.from = TIME_NEVER};

static int64_t later_of(int64_t a, int64_t b)
{
	if (a == TIME_NEVER || b == TIME_NEVER)
		return a == TIME_NEVER ? b : a;
	return a > b ? a : b;
}

static void add_needs(struct plan_network *p, int activity, const struct roadmap_node *n)
{
	struct network *net = &p->graph.network;
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);

	for (size_t i = 0; i < count && net->activities[activity].work > 0; i++)
		network_need(
		    net, activity, roadmap_find_resource(p->roadmap, needs[i].id), needs[i].units);
}

/* Puts a finished task where it was, whatever its links say. */
static void fill_done(
    const struct plan_network *p, const struct roadmap_node *n, struct activity *a)
{
	const int64_t finished = n->finished != TIME_NEVER  ? n->finished
				 : n->started != TIME_NEVER ? n->started
							    : p->start;
	const bool began = n->started != TIME_NEVER && n->started < finished;
	const int64_t took = began	     ? finished - n->started
			     : n->took > 0   ? n->took
			     : n->has_effort ? n->effort.minutes
					     : 0;

	a->fixed = finished - took;
	a->work = took;
	a->calendar = NULL;
	a->release = -TIME_NEVER;
	a->deadline = TIME_NEVER;
}

static void fill_work(struct plan_network *p, int i, struct activity *a)
{
	const struct roadmap_node *n = &p->roadmap->outline.nodes[i];
	/* A start that is only a day means "not before that day"; one with a time of day is
	 * fixed. */
	const bool fixed = n->start != TIME_NEVER && n->status == NODE_PENDING && !n->start_is_day;

	if (n->level == LEVEL_GOAL || n->level == LEVEL_PHASE)
		return;
	a->work = n->level == LEVEL_MILESTONE ? 0 : plan_node_work(p, n);
	a->priority = n->priority;
	a->min_block = p->roadmap->profile.min_block;
	a->calendar = a->work ? plan_calendar(p, n, fixed ? HOURS_FIXED : HOURS_LOOSE) : NULL;
	if (fixed)
		a->fixed = n->start;
	add_needs(p, p->graph.first[i], n);
}

/* Returns the end of the last time of the routines that a node waits for; -TIME_NEVER: it waits for none. */
static int64_t routines_end(const struct plan_network *p, const struct roadmap_node *n)
{
	int64_t end = -TIME_NEVER;

	for (size_t k = 0; k < n->link_count; k++) {
		const int from = roadmap_find(p->roadmap, n->links[k].id);

		for (size_t i = 0; i < p->occurrence_count; i++)
			if (p->occurrences[i].node == from &&
			    p->occurrences[i].kind != OCCURRENCE_SKIPPED &&
			    p->occurrences[i].ends.finish > end)
				end = p->occurrences[i].ends.finish;
	}
	return end;
}

static void fill_activities(struct plan_network *p)
{
	struct network *net = &p->graph.network;

	for (int i = 0; i < p->roadmap->outline.count; i++) {
		const struct roadmap_node *n = &p->roadmap->outline.nodes[i];
		const int first = p->graph.first[i], last = p->graph.last[i];

		if (first < 0)
			continue;
		struct activity *a = &net->activities[first];
		a->release = p->start;
		if (n->status == NODE_PENDING)
			a->release = later_of(later_of(a->release, routines_end(p, n)),
			    later_of(later_of(n->not_before, n->window_from), n->start));
		net->activities[last].deadline =
		    n->deadline < n->window_to ? n->deadline : n->window_to;
		if (first == last)
			fill_work(p, i, a);
		if (n->status == NODE_DONE && first == last)
			fill_done(p, n, a);
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

		if (o->kind != OCCURRENCE_FLEXIBLE)
			continue;
		a.work = plan_node_work(p, n);
		a.calendar = a.work ? plan_calendar(p, n, HOURS_LOOSE) : NULL;
		o->activity = roadmap_graph_add(&p->graph, &a, o->node);
		add_needs(p, o->activity, n);
	}
}

/* Sets p->deadline, and gives it to the activities that no other is sure to end after. */
static void put_deadline(struct plan_network *p)
{
	struct network *net = &p->graph.network;
	const struct roadmap *r = p->roadmap;
	int64_t buffer = r->profile.buffer.minutes;

	p->deadline = r->deadline;
	if (p->deadline == TIME_NEVER)
		return;
	if (r->profile.buffer_percent) {
		const struct bounds b = network_bounds(net);
		const int64_t least = p->has_maximum ? b.best : b.path;

		if (least < TIME_NEVER)
			buffer =
			    (calendar_work(p->hours, least) - calendar_work(p->hours, p->start)) *
			    r->profile.buffer_percent / 100;
	}
	if (buffer)
		p->deadline = r->profile.buffer.elapsed
				  ? p->deadline - buffer
				  : calendar_shift(p->hours, p->deadline, -buffer);
	for (int i = 0; i < net->count; i++) {
		struct activity *a = &net->activities[i];
		const int node = p->graph.owner[i];
		bool last = a->deadline > p->deadline && !a->aside &&
			    (node < 0 || r->outline.nodes[node].status != NODE_DONE);

		for (int k = net->out_first[i]; last && k < net->out_first[i + 1]; k++) {
			const struct network_link *l = &net->links[net->out_list[k]];

			last = l->lag < 0 || (l->kind != LINK_FS && l->kind != LINK_FF);
		}
		if (last)
			a->deadline = p->deadline;
	}
}

bool plan_network_build(
    struct plan_network *p, const struct roadmap *r, const struct plan_wish *wish, struct error *e)
{
	int *cycle, length;

	*p = (struct plan_network){.roadmap = r, .wish = *wish};
	p->start = r->start != TIME_NEVER ? r->start : wish->now;
	if (wish->from != TIME_NEVER && (r->start == TIME_NEVER || wish->from > p->start))
		p->start = wish->from;
	p->horizon = roadmap_horizon(r->defaults, p->start, r->deadline);
	if (wish->horizon && wish->horizon < p->horizon)
		p->horizon = wish->horizon;
	p->combinations = json_object();
	p->resources = xcalloc(r->resource_count + 1, sizeof *p->resources);
	roadmap_graph_build(&p->graph, r);
	p->graph.network.start = p->start;
	p->hours = calendar_new(&r->hours, NULL, p->start - 30 * DAY, p->horizon, 0);
	bool ok = plan_add_routines(p, e);
	if (ok) {
		plan_add_resources(p);
		fill_activities(p);
		for (int k = 0; k < p->graph.network.link_count; k++) {
			const struct link_origin *o = &p->graph.origins[k];

			/* A lag in working time is counted in the plan's own hours. */
			if (o->node >= 0 && !r->outline.nodes[o->node].links[o->link].lag.elapsed)
				p->graph.network.links[k].calendar = p->hours;
		}
		add_flexible(p);
		cycle = xcalloc((size_t)p->graph.network.count + 1, sizeof *cycle);
		ok = network_close(&p->graph.network, cycle, &length);
		free(cycle);
		if (ok)
			put_deadline(p);
		else
			error_set(e, ERR_PARSE, "the plan waits for itself; see its check");
	}
	if (!ok)
		plan_network_free(p);
	return ok;
}

void plan_network_free(struct plan_network *p)
{
	for (size_t i = 0; p->resources && i < p->roadmap->resource_count; i++) {
		calendar_free(p->resources[i].open);
		calendar_free(p->resources[i].limited);
		calendar_free(p->resources[i].loose);
		quotas_free(&p->resources[i].quotas);
		spans_free(&p->resources[i].taken);
		spans_free(&p->resources[i].worked);
	}
	for (size_t i = 0; i < p->made_count; i++)
		calendar_free(p->made[i]);
	for (size_t i = 0; i < p->occurrence_count; i++)
		free(p->occurrences[i].why);
	free_all(p->resources, p->spare, p->made, p->occurrences, p->cuts);
	calendar_free(p->hours);
	json_decref(p->combinations);
	roadmap_graph_free(&p->graph);
	*p = (struct plan_network){0};
}
