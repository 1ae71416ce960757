/* SPDX-License-Identifier: MIT
 * Writes a schedule as JSON by the contract `schedule`: see schedule_json in schedule.h.
 */
#include "base/base.h"
#include "roadmap/schedule/placement.h"
#include "roadmap/schedule/schedule.h"

/* How full each week of the first resource is, for the contract `schedule`. */

struct load_piece {
	int64_t week, minutes; /* week: the day it begins with */
	/* It is an occurrence at a fixed time, which the open hours leave out. */
	bool reserved;
};
struct load_pieces {
	const struct schedule *schedule;
	struct load_piece *list; /* (owned) */
	size_t count, cap;
};

static bool of_first_resource(const struct schedule *s, int node)
{
	size_t count;
	const struct roadmap_need *needs =
	    plan_needs(&s->plan, &s->plan.roadmap->outline.nodes[node], &count);

	return count > 0 && s->plan.roadmap->resource_count > 0 &&
	       strcmp(needs[0].id, s->plan.roadmap->resources[0].id) == 0;
}

static void add_used_piece(struct load_pieces *l, int64_t from, int64_t to, bool reserved)
{
	const int64_t week = monday_of(l->schedule->plan.roadmap->zone, from);

	array_push(l->list, l->count, l->cap, (struct load_piece){week, to - from, reserved});
}

static void add_pieces(struct load_pieces *l)
{
	const struct schedule *s = l->schedule;
	int count;
	auto_free int *order = schedule_order(s, &count);

	for (int i = 0; i < count; i++) {
		const int last = s->plan.graph.last[order[i]];
		const struct activity *a = &s->plan.graph.network.activities[last];
		const enum node_level level = s->plan.roadmap->outline.nodes[order[i]].level;

		if (level != LEVEL_GOAL && level != LEVEL_PHASE && a->work &&
		    of_first_resource(s, order[i]))
			for (struct piece_walk w = activity_pieces(a, &s->ends[last]);
			     piece_next(&w);)
				add_used_piece(l, w.from, w.to, false);
	}
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];

		if (o->kind != OCCURRENCE_SKIPPED && o->ends.start < TIME_NEVER &&
		    of_first_resource(s, o->node))
			add_used_piece(
			    l, o->ends.start, o->ends.finish, o->kind == OCCURRENCE_FIXED);
	}
}

/* Returns the part `load`, how full the weeks of the first resource are, as a new reference. */
static json_t *schedule_load_json(const struct schedule *s)
{
	struct load_pieces l = {.schedule = s};
	const struct zone *z = s->plan.roadmap->zone;
	const struct calendar *c = s->plan.resources[0].given;
	int64_t first = TIME_NEVER, last = -TIME_NEVER;
	json_t *weeks = json_array();

	add_pieces(&l);
	for (size_t i = 0; i < l.count; i++) {
		first = l.list[i].week < first ? l.list[i].week : first;
		last = l.list[i].week > last ? l.list[i].week : last;
	}
	/* What is taken of each week, and the minutes that the plan has, without what is busy. */
	for (int64_t week = first; week <= last; week += 7) {
		const int64_t from = zone_utc(z, week * DAY), to = zone_utc(z, (week + 7) * DAY);
		json_int_t taken = 0,
			   open = calendar_work(c, to) -
				  calendar_work(c, from > s->plan.start ? from : s->plan.start);
		auto_free char *day = day_text(week);

		for (size_t i = 0; i < l.count; i++)
			if (l.list[i].week == week) {
				taken += l.list[i].minutes;
				open += l.list[i].reserved ? l.list[i].minutes : 0;
			}
		json_array_append_new(weeks, json_pack("{s:s, s:I, s:I}", "week", day,
						 "taken_minutes", taken, "open_minutes", open));
	}
	free(l.list);
	return json_pack(
	    "{s:s, s:o}", "resource", s->plan.roadmap->resources[0].id, "weeks", weeks);
}

/* Puts the work of all tasks, each once whoever shares it, and the first resource's hours up to the deadline. */
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

/* Returns the id of a node, borrowed; NULL for -1, which json_pack leaves out. */
static const char *id_or_null(const struct roadmap *r, int node)
{
	return node >= 0 ? r->outline.nodes[node].id : NULL;
}

static json_t *task_json(const struct schedule *s, int node)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[node];
	const int last = s->plan.graph.last[node];
	const struct activity *a = &s->plan.graph.network.activities[last];
	struct ends e;
	auto_free char *why = schedule_cause(s, node);
	json_t *list = json_array();
	json_t *o = json_pack("{s:s, s:i, s:s, s:s, s:s*}", "id", n->id, "number", node + 1,
	    "title", roadmap_title(n), "level", node_levels[n->level], "parent",
	    id_or_null(r, n->parent));

	schedule_node_ends(s, node, &e);
	moment_put(o, "start", e.start, n->zone);
	moment_put(o, "finish", e.finish, n->zone);
	json_put_int(o, "work_minutes", a->work);
	json_put_int(o, "float_minutes", s->floats[last]);
	json_put(o, "critical", json_boolean(schedule_critical(s, node)));
	moment_put(o, "deadline", n->deadline, n->zone);
	if (a->deadline < e.finish)
		json_put_int(o, "late_minutes", e.finish - a->deadline);
	if (n->status != NODE_DROPPED)
		json_put_str(o, "status", node_statuses[n->status]);
	for (int k = 0; k < a->needs; k++)
		json_array_append_new(list,
		    json_string(
			r->resources[s->plan.graph.network.needs[a->first_need + k].resource].id));
	json_put(o, "resources", list);
	struct piece_walk w = activity_pieces(a, &s->ends[last]);
	while (a->work && piece_next(&w))
		json_array_append_new(json_list_made(o, "pieces"),
		    json_pack("{s:o*, s:o*}", "from", moment_json(w.from, n->zone), "to",
			moment_json(w.to, n->zone)));
	if (s->ranges && s->ranges[last].to < TIME_NEVER)
		json_put(o, "range",
		    json_pack("{s:i, s:o*, s:o*}", "percent", s->range_percent, "from",
			moment_json(s->ranges[last].from, n->zone), "to",
			moment_json(s->ranges[last].to, n->zone)));
	json_put_str(o, "why", why);
	return o;
}

static json_t *routines_json(const struct schedule *s)
{
	json_t *list = json_array();
	int streak = 0;

	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *c = &s->plan.occurrences[i];
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[c->node];
		size_t count;
		const struct roadmap_need *needs = plan_needs(&s->plan, n, &count);

		if (c->ends.start >= TIME_NEVER)
			continue;
		json_t *people = json_array();
		if (i == 0 || s->plan.occurrences[i - 1].node != c->node)
			streak = plan_streak(&s->plan, n);
		for (size_t k = 0; k < count; k++)
			json_array_append_new(people, json_string(needs[k].id));
		const bool ticked = node_ticked(n, day_of(zone_local(n->zone, c->ends.start)));
		json_array_append_new(list,
		    json_pack("{s:s, s:i, s:s, s:s*, s:s*, s:o*, s:o*, s:o*, s:s*, s:o}", "id",
			n->id, "number", c->node + 1, "title", roadmap_title(n), "status",
			ticked ? "done" : NULL, "parent", id_or_null(s->plan.roadmap, n->parent),
			"streak", streak ? json_integer(streak) : NULL, "start",
			moment_json(c->ends.start, n->zone), "finish",
			moment_json(c->ends.finish, n->zone), "skipped", c->why, "resources",
			people));
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
			const struct roadmap_link *l = &n->links[k];

			duration_write(&l->lag, lag);
			json_array_append_new(list,
			    json_pack("{s:s, s:s, s:s, s:s*}", "from", l->id, "to", n->id, "kind",
				link_kinds[l->kind], "lag", l->lag.minutes ? lag : NULL));
		}
	}
	return list;
}

static void put_trouble(json_t *o, const struct schedule *s)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *problems = json_array(), *ways = json_array();

	for (size_t i = 0; i < s->problem_count; i++) {
		const struct schedule_problem *p = &s->problems[i];

		json_array_append_new(problems,
		    json_pack("{s:s, s:s*, s:s, s:b}", "code", problem_kinds[p->kind], "node",
			id_or_null(r, p->node), "text", p->text, "proved", p->proved));
	}
	for (size_t i = 0; i < s->way_count; i++) {
		const struct way_out *w = &s->ways[i];

		json_array_append_new(
		    ways, json_pack("{s:s, s:s*, s:s, s:I, s:o*, s:O}", "kind", way_kinds[w->kind],
			      "node", id_or_null(r, w->node), "text", w->text, "minutes",
			      (json_int_t)w->minutes, "finish", moment_json(w->finish, r->zone),
			      "edits", w->edits));
	}
	json_put(o, "problems", problems);
	json_put(o, "ways_out", ways);
}

static json_t *bound_json(const struct schedule *s)
{
	json_t *o = json_object();
	const bool path = s->bounds.path >= s->bounds.energy;
	const bool searched = s->bounds.best > s->bounds.path && s->bounds.best > s->bounds.energy;

	moment_put(o, "finish", s->bounds.best, s->plan.roadmap->zone);
	json_put_str(o, "from", searched ? "search" : path ? "critical_path" : "resource");
	if (!searched && !path && s->bounds.resource >= 0)
		json_put_str(o, "resource", s->plan.roadmap->resources[s->bounds.resource].id);
	return o;
}

json_t *schedule_json(const struct schedule *s)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *o = json_pack("{s:s*, s:s, s:o*, s:s, s:b, s:b, s:s}", "id", r->id, "goal",
	    r->outline.goal, "pattern", pattern_json(&r->outline.pattern), "timezone",
	    zone_name(r->zone), "feasible", s->feasible, "optimal", s->optimal, "strategy",
	    strategy_kinds[s->strategy]);
	json_t *tasks = json_array();
	int count;
	auto_free int *order = schedule_order(s, &count);

	moment_put(o, "start", s->plan.start, r->zone);
	moment_put(o, "finish", s->cost.finish, r->zone);
	moment_put(o, "deadline", r->deadline, r->zone);
	json_put(o, "bound", bound_json(s));
	json_put(o, "search",
	    json_pack("{s:i, s:I, s:b}", "schedules", s->schedules, "seed", (json_int_t)s->seed,
		"out_of_time", s->out_of_time));
	for (int i = 0; i < count; i++)
		json_array_append_new(tasks, task_json(s, order[i]));
	json_put(o, "tasks", tasks);
	json_put(o, "routines", routines_json(s));
	json_put(o, "links", links_json(r));
	if (r->resource_count)
		json_put(o, "load", schedule_load_json(s));
	for (size_t i = 0; i < s->plan.cut_count; i++) { /* routines that are cut off */
		const struct routine_cut *cut = &s->plan.cuts[i];
		auto_free char *text = plan_cut_text(&s->plan, cut);

		json_array_append_new(json_list_made(o, "warnings"),
		    json_pack("{s:s, s:s, s:s}", "code", routine_cut_kinds[cut->kind], "node",
			id_or_null(r, cut->node), "text", text));
	}
	put_work(o, s);
	if (json_list(r->document, "facts"))
		json_object_set(o, "facts", json_list(r->document, "facts"));
	put_trouble(o, s);
	return o;
}
