/* SPDX-License-Identifier: MIT
 * A schedule by the contract `schedule`, see schedule.h.
 */
#include "base/base.h"
#include "roadmap/schedule/placement.h"
#include "roadmap/schedule/schedule.h"

/* How full each week of the first resource is, for the contract `schedule`. */

#define WEEK (7 * DAY)

struct load_piece {
	int64_t from, to;
	/* The pieces are those of routines at fixed times, which the open hours leave out. */
	bool reserved;
};
struct load_pieces {
	const struct schedule *schedule;
	struct load_piece *list; /* (owned) */
	size_t count, cap;
	bool reserved; /* whether the pieces that are added are reserved */
};

static void add_used_piece(void *ctx, int64_t from, int64_t to)
{
	struct load_pieces *l = ctx;

	array_reserve(&l->list, &l->cap, l->count + 1, sizeof *l->list);
	l->list[l->count++] = (struct load_piece){from, to, l->reserved};
}

static bool of_first_resource(const struct schedule *s, int node)
{
	size_t count;
	const struct roadmap_need *needs =
	    plan_needs(&s->plan, &s->plan.roadmap->outline.nodes[node], &count);

	return count > 0 && s->plan.roadmap->resource_count > 0 &&
	       strcmp(needs[0].id, s->plan.roadmap->resources[0].id) == 0;
}

static void add_tasks(struct load_pieces *l)
{
	const struct schedule *s = l->schedule;
	int count, *order = schedule_order(s, &count);

	for (int i = 0; i < count; i++) {
		const int last = s->plan.graph.last[order[i]];
		const struct activity *a = &s->plan.graph.network.activities[last];
		const enum node_level level = s->plan.roadmap->outline.nodes[order[i]].level;

		if (level != LEVEL_GOAL && level != LEVEL_PHASE && a->work &&
		    of_first_resource(s, order[i]))
			activity_pieces(a, &s->ends[last], add_used_piece, l);
	}
	free(order);
}

static void add_routines(struct load_pieces *l)
{
	for (size_t i = 0; i < l->schedule->plan.occurrence_count; i++) {
		const struct occurrence *o = &l->schedule->plan.occurrences[i];

		if (o->kind == OCCURRENCE_SKIPPED || o->ends.start >= TIME_NEVER ||
		    !of_first_resource(l->schedule, o->node))
			continue;
		l->reserved = o->kind == OCCURRENCE_FIXED;
		add_used_piece(l, o->ends.start, o->ends.finish);
	}
}

/* Returns when a moment's week begins, in local minutes. */
static int64_t week_start(const struct schedule *s, int64_t at)
{
	return monday_of(s->plan.roadmap->zone, at) * DAY;
}

static int64_t taken_in(const struct load_pieces *l, int64_t week, bool reserved)
{
	int64_t sum = 0;

	for (size_t i = 0; i < l->count; i++)
		if (week_start(l->schedule, l->list[i].from) == week &&
		    (!reserved || l->list[i].reserved))
			sum += l->list[i].to - l->list[i].from;
	return sum;
}

/* Working minutes that the plan has of the first resource in a week, without what is busy. */
static int64_t open_in(const struct schedule *s, int64_t week)
{
	const struct zone *z = s->plan.roadmap->zone;
	const struct calendar *c = s->plan.resources[0].given;

	const int64_t from = zone_utc(z, week);

	return calendar_work(c, zone_utc(z, week + WEEK)) -
	       calendar_work(c, from > s->plan.start ? from : s->plan.start);
}

static json_t *week_json(const struct load_pieces *l, int64_t week)
{
	json_t *o = json_object();
	char day[MOMENT_ROOM];
	int y, m, d;

	date_of(day_of(week), &y, &m, &d);
	snprintf(day, sizeof day, "%04d-%02d-%02d", y, m, d);
	json_put_str(o, "week", day);
	json_put_int(o, "taken_minutes", taken_in(l, week, false));
	json_put_int(o, "open_minutes", open_in(l->schedule, week) + taken_in(l, week, true));
	return o;
}

/* Returns the part `load`, how full the weeks of the first resource are, as a new reference, or
 * NULL if the plan has no resource. */
static json_t *schedule_load_json(const struct schedule *s)
{
	struct load_pieces l = {.schedule = s};
	int64_t first = TIME_NEVER, last = -TIME_NEVER;

	if (s->plan.roadmap->resource_count == 0)
		return NULL;
	add_tasks(&l);
	add_routines(&l);
	for (size_t i = 0; i < l.count; i++) {
		first = l.list[i].from < first ? l.list[i].from : first;
		last = l.list[i].from > last ? l.list[i].from : last;
	}
	json_t *o = json_object();
	json_t *weeks = json_array();
	for (int64_t week = l.count ? week_start(s, first) : 0;
	     l.count && week <= week_start(s, last); week += WEEK)
		json_array_append_new(weeks, week_json(&l, week));
	json_put_str(o, "resource", s->plan.roadmap->resources[0].id);
	json_put(o, "weeks", weeks);
	free(l.list);
	return o;
}

/* Puts the work of everybody, and the hours the first resource has up to the deadline. */
static void put_work(json_t *o, const struct schedule *s)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct network *n = &s->plan.graph.network;
	int64_t work = 0;

	for (int i = 0; i < n->count; i++)
		work += n->activities[i].needs ? n->activities[i].work : 0;
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *c = &s->plan.occurrences[i];
		size_t count;

		plan_needs(&s->plan, &r->outline.nodes[c->node], &count);
		if (c->kind == OCCURRENCE_FIXED && count)
			work += c->ends.finish - c->ends.start;
	}
	json_put_int(o, "work_minutes", work);
	if (r->deadline != TIME_NEVER && r->resource_count && s->plan.start < r->deadline)
		json_put_int(o, "open_minutes",
		    calendar_work(s->plan.resources[0].given, r->deadline) -
			calendar_work(s->plan.resources[0].given, s->plan.start));
}

static void put_moment(json_t *o, const char *key, int64_t at, const struct zone *z)
{
	char text[MOMENT_ROOM];

	if (at >= TIME_NEVER || at <= -TIME_NEVER)
		return;
	moment_write(at, z, text);
	json_put_str(o, key, text);
}

struct piece_list {
	json_t *list;
	const struct zone *zone;
};

static void add_piece(void *ctx, int64_t from, int64_t to)
{
	struct piece_list *p = ctx;
	json_t *o = json_object();

	put_moment(o, "from", from, p->zone);
	put_moment(o, "to", to, p->zone);
	json_array_append_new(p->list, o);
}

static void put_range(json_t *o, const struct schedule *s, int a, const struct zone *z)
{
	if (!s->ranges || s->ranges[a].to >= TIME_NEVER)
		return;
	json_t *range = json_object();
	json_put_int(range, "percent", s->range_percent);
	put_moment(range, "from", s->ranges[a].from, z);
	put_moment(range, "to", s->ranges[a].to, z);
	json_put(o, "range", range);
}

static json_t *task_json(const struct schedule *s, int node)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[node];
	const int last = s->plan.graph.last[node];
	const struct activity *a = &s->plan.graph.network.activities[last];
	json_t *o = json_object(), *list;
	struct ends e;
	auto_free char *why = schedule_cause(s, node);

	schedule_node_ends(s, node, &e);
	json_put_str(o, "id", n->id);
	json_put_int(o, "number", node + 1);
	json_put_str(o, "title", roadmap_title(n));
	json_put_str(o, "level", node_levels[n->level]);
	if (n->parent >= 0)
		json_put_str(o, "parent", r->outline.nodes[n->parent].id);
	put_moment(o, "start", e.start, n->zone);
	put_moment(o, "finish", e.finish, n->zone);
	json_put_int(o, "work_minutes", a->work);
	json_put_int(o, "float_minutes", s->floats[last]);
	json_put(o, "critical", json_boolean(schedule_critical(s, node)));
	put_moment(o, "deadline", n->deadline, n->zone);
	if (a->deadline < e.finish)
		json_put_int(o, "late_minutes", e.finish - a->deadline);
	if (n->status != NODE_DROPPED)
		json_put_str(o, "status", node_statuses[n->status]);
	list = json_array();
	for (int k = 0; k < a->needs; k++)
		json_array_append_new(list,
		    json_string(
			r->resources[s->plan.graph.network.needs[a->first_need + k].resource].id));
	json_put(o, "resources", list);
	if (a->work) {
		struct piece_list pieces = {json_array(), n->zone};

		activity_pieces(a, &s->ends[last], add_piece, &pieces);
		json_put(o, "pieces", pieces.list);
	}
	put_range(o, s, last, n->zone);
	json_put_str(o, "why", why);
	return o;
}

static json_t *resources_of(const struct plan_network *p, const struct roadmap_node *n)
{
	json_t *list = json_array();
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_string(needs[i].id));
	return list;
}

static json_t *routines_json(const struct schedule *s)
{
	json_t *list = json_array();
	int streak = 0;

	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *c = &s->plan.occurrences[i];
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[c->node];

		if (c->ends.start >= TIME_NEVER)
			continue;
		json_t *o = json_object();
		json_put_str(o, "id", n->id);
		json_put_int(o, "number", c->node + 1);
		json_put_str(o, "title", roadmap_title(n));
		if (node_ticked(n, day_of(zone_local(n->zone, c->ends.start))))
			json_put_str(o, "status", "done");
		if (n->parent >= 0)
			json_put_str(o, "parent", s->plan.roadmap->outline.nodes[n->parent].id);
		if (i == 0 || s->plan.occurrences[i - 1].node != c->node)
			streak = plan_streak(&s->plan, n);
		if (streak)
			json_put_int(o, "streak", streak);
		put_moment(o, "start", c->ends.start, n->zone);
		put_moment(o, "finish", c->ends.finish, n->zone);
		json_put_str(o, "skipped", c->why);
		json_put(o, "resources", resources_of(&s->plan, n));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *links_json(const struct roadmap *r)
{
	json_t *list = json_array();
	char lag[DURATION_ROOM];

	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		for (size_t k = 0; k < n->link_count && n->status != NODE_DROPPED; k++) {
			json_t *o = json_object();

			json_put_str(o, "from", n->links[k].id);
			json_put_str(o, "to", n->id);
			json_put_str(o, "kind", link_kinds[n->links[k].kind]);
			duration_write(&n->links[k].lag, lag);
			if (n->links[k].lag.minutes)
				json_put_str(o, "lag", lag);
			json_array_append_new(list, o);
		}
	}
	return list;
}

static void put_trouble(json_t *o, const struct schedule *s)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *problems = json_array(), *ways = json_array(), *one;

	for (size_t i = 0; i < s->problem_count; i++) {
		const struct schedule_problem *p = &s->problems[i];

		one = json_object();
		json_put_str(one, "code", problem_kinds[p->kind]);
		if (p->node >= 0)
			json_put_str(one, "node", r->outline.nodes[p->node].id);
		json_put_str(one, "text", p->text);
		json_put(one, "proved", json_boolean(p->proved));
		json_array_append_new(problems, one);
	}
	for (size_t i = 0; i < s->way_count; i++) {
		const struct way_out *w = &s->ways[i];

		one = json_object();
		json_put_str(one, "kind", way_kinds[w->kind]);
		if (w->node >= 0)
			json_put_str(one, "node", r->outline.nodes[w->node].id);
		json_put_str(one, "text", w->text);
		json_put_int(one, "minutes", w->minutes);
		put_moment(one, "finish", w->finish, r->zone);
		json_put(one, "edits", json_incref(w->edits));
		json_array_append_new(ways, one);
	}
	json_put(o, "problems", problems);
	json_put(o, "ways_out", ways);
}

/* Warnings about routines that go on behind what is planned of them. */
static json_t *warnings_json(const struct plan_network *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->cut_count; i++) {
		auto_free char *text = plan_cut_text(p, &p->cuts[i]);
		json_t *o = json_object();

		json_put_str(o, "code", routine_cut_kinds[p->cuts[i].kind]);
		json_put_str(o, "node", p->roadmap->outline.nodes[p->cuts[i].node].id);
		json_put_str(o, "text", text);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *bound_json(const struct schedule *s)
{
	json_t *o = json_object();
	const bool path = s->bounds.path >= s->bounds.energy;
	const bool searched = s->bounds.best > s->bounds.path && s->bounds.best > s->bounds.energy;

	put_moment(o, "finish", s->bounds.best, s->plan.roadmap->zone);
	json_put_str(o, "from", searched ? "search" : path ? "critical_path" : "resource");
	if (!searched && !path && s->bounds.resource >= 0)
		json_put_str(o, "resource", s->plan.roadmap->resources[s->bounds.resource].id);
	return o;
}

json_t *schedule_json(const struct schedule *s)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *o = json_object(), *tasks = json_array(), *search = json_object();
	json_t *load = schedule_load_json(s);
	int count, *order = schedule_order(s, &count);

	json_put_str(o, "id", r->id);
	json_put_str(o, "goal", r->outline.goal);
	json_put(o, "pattern", pattern_json(&r->outline.pattern));
	json_put_str(o, "timezone", zone_name(r->zone));
	json_put(o, "feasible", json_boolean(s->feasible));
	json_put(o, "optimal", json_boolean(s->optimal));
	json_put_str(o, "strategy", strategy_kinds[s->strategy]);
	put_moment(o, "start", s->plan.start, r->zone);
	put_moment(o, "finish", s->cost.finish, r->zone);
	put_moment(o, "deadline", r->deadline, r->zone);
	json_put(o, "bound", bound_json(s));
	json_put_int(search, "schedules", s->schedules);
	json_put_int(search, "seed", s->seed);
	json_put(search, "out_of_time", json_boolean(s->out_of_time));
	json_put(o, "search", search);
	for (int i = 0; i < count; i++)
		json_array_append_new(tasks, task_json(s, order[i]));
	json_put(o, "tasks", tasks);
	json_put(o, "routines", routines_json(s));
	json_put(o, "links", links_json(r));
	if (load)
		json_put(o, "load", load);
	if (s->plan.cut_count)
		json_put(o, "warnings", warnings_json(&s->plan));
	put_work(o, s);
	if (json_list(r->document, "facts"))
		json_object_set(o, "facts", json_list(r->document, "facts"));
	put_trouble(o, s);
	free(order);
	return o;
}
