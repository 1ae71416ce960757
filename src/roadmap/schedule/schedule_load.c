/*
 * How full each week of the first resource is, for the contract `schedule`.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/schedule/placement.h"
#include "roadmap/schedule/schedule.h"

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

static void add_piece(void *ctx, int64_t from, int64_t to)
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
			activity_pieces(a, &s->ends[last], add_piece, l);
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
		add_piece(l, o->ends.start, o->ends.finish);
	}
}

/* When a moment's week begins, in local minutes. */
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
	const struct calendar *c = s->plan.resources[0].limited;

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

json_t *schedule_load_json(const struct schedule *s)
{
	struct load_pieces l = {.schedule = s};
	int64_t first = TIME_NEVER, last = -TIME_NEVER;
	json_t *o, *weeks;

	if (s->plan.roadmap->resource_count == 0)
		return NULL;
	add_tasks(&l);
	add_routines(&l);
	for (size_t i = 0; i < l.count; i++) {
		first = l.list[i].from < first ? l.list[i].from : first;
		last = l.list[i].from > last ? l.list[i].from : last;
	}
	o = json_object();
	weeks = json_array();
	for (int64_t week = l.count ? week_start(s, first) : 0;
	     l.count && week <= week_start(s, last); week += WEEK)
		json_array_append_new(weeks, week_json(&l, week));
	json_put_str(o, "resource", s->plan.roadmap->resources[0].id);
	json_put(o, "weeks", weeks);
	free(l.list);
	return o;
}
