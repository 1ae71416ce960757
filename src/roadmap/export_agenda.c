/*
 * Schedules by the week: an agenda of what is done when, and how full each week is.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "roadmap/schedule_export.h"

#define WEEK (7 * DAY)
#define TITLE_CHARS 60
#define BAR_CELLS 30

struct agenda_entry {
	int64_t from, to;
	int node;
	bool counts;   /* it takes time of the first resource */
	bool reserved; /* a routine at a fixed time, which its open hours leave out */
};
struct agenda {
	const struct schedule *schedule;
	struct agenda_entry *list; /* (owned) */
	size_t count, cap;
	int node; /* of the pieces that are added */
	bool counts, reserved;
};

static void add_entry(void *ctx, int64_t from, int64_t to)
{
	struct agenda *a = ctx;

	array_reserve(&a->list, &a->cap, a->count + 1, sizeof *a->list);
	a->list[a->count++] = (struct agenda_entry){from, to, a->node, a->counts, a->reserved};
}

static bool of_first_resource(const struct schedule *s, int node)
{
	size_t count;
	const struct roadmap_need *needs =
	    plan_needs(&s->plan, &s->plan.roadmap->outline.nodes[node], &count);

	return count > 0 && s->plan.roadmap->resource_count > 0 &&
	       strcmp(needs[0].id, s->plan.roadmap->resources[0].id) == 0;
}

static void add_tasks(struct agenda *a)
{
	const struct schedule *s = a->schedule;
	int count, *order = schedule_order(s, &count);

	for (int i = 0; i < count; i++) {
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[order[i]];
		const int last = s->plan.graph.last[order[i]];
		const struct activity *activity = &s->plan.graph.network.activities[last];

		if (n->level == LEVEL_GOAL || n->level == LEVEL_PHASE)
			continue;
		a->node = order[i];
		a->counts = of_first_resource(s, order[i]);
		if (activity->work)
			activity_pieces(activity, &s->ends[last], add_entry, a);
		else
			add_entry(a, s->ends[last].start, s->ends[last].finish);
	}
	free(order);
}

static void add_routines(struct agenda *a)
{
	for (size_t i = 0; i < a->schedule->plan.occurrence_count; i++) {
		const struct occurrence *o = &a->schedule->plan.occurrences[i];

		if (o->kind == OCCURRENCE_SKIPPED || o->ends.start >= TIME_NEVER)
			continue;
		a->node = o->node;
		a->counts = of_first_resource(a->schedule, o->node);
		a->reserved = o->kind == OCCURRENCE_FIXED;
		add_entry(a, o->ends.start, o->ends.finish);
	}
}

static int by_time(const void *x, const void *y)
{
	const struct agenda_entry *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->node - b->node;
}

static void agenda_build(struct agenda *a, const struct schedule *s)
{
	*a = (struct agenda){.schedule = s};
	add_tasks(a);
	add_routines(a);
	if (a->count)
		qsort(a->list, a->count, sizeof *a->list, by_time);
}

/* The Monday of a moment's week, in local minutes. */
static int64_t monday(const struct schedule *s, int64_t at)
{
	const int64_t day = day_of(zone_local(s->plan.roadmap->zone, at));

	return (day - weekday_of(day)) * DAY;
}

static void put_week(int64_t local, struct buf *out)
{
	int y, m, d;

	date_of(day_of(local), &y, &m, &d);
	buf_addf(out, "%04d-%02d-%02d", y, m, d);
}

enum taken { TAKEN_BY_ALL, TAKEN_OF_FIRST, TAKEN_RESERVED };

static int64_t taken_in(const struct agenda *a, int64_t week, enum taken what)
{
	int64_t sum = 0;

	for (size_t i = 0; i < a->count; i++) {
		const struct agenda_entry *e = &a->list[i];

		if (monday(a->schedule, e->from) == week && (what == TAKEN_BY_ALL || e->counts) &&
		    (what != TAKEN_RESERVED || e->reserved))
			sum += e->to - e->from;
	}
	return sum;
}

static void put_entry(const struct agenda *a, const struct agenda_entry *e, struct buf *out)
{
	const struct roadmap_node *n = &a->schedule->plan.roadmap->outline.nodes[e->node];
	char *title = export_title(n, TITLE_CHARS), from[MOMENT_ROOM], to[MOMENT_ROOM];

	moment_spell_short(e->from, n->zone, from);
	moment_spell_end(e->to, n->zone, to);
	buf_addf(out, "  %16s%s%s  %s%s\n", from, e->to > e->from ? "-" : " ",
	    e->to > e->from ? to + 11 : "     ", n->level == LEVEL_MILESTONE ? "◆ " : "", title);
	free(title);
}

static void write_agenda(const struct schedule *s, int width, struct buf *out)
{
	int64_t week = INT64_MIN;
	struct agenda a;
	char much[40];

	agenda_build(&a, s);
	for (size_t i = 0; i < a.count; i++) {
		const int64_t here = monday(s, a.list[i].from);

		if (here != week) {
			duration_spell(taken_in(&a, here, TAKEN_BY_ALL), 0, much);
			buf_addf(out, "%sweek of ", i ? "\n" : "");
			put_week(here, out);
			buf_addf(out, "  (%s)\n", much);
			week = here;
		}
		put_entry(&a, &a.list[i], out);
	}
	free(a.list);
}

/* Working minutes of the first resource that the plan has of a week, without what is busy. */
static int64_t open_in(const struct schedule *s, int64_t week)
{
	const struct zone *z = s->plan.roadmap->zone;
	const struct calendar *c = s->plan.resources[0].limited;

	const int64_t from = zone_utc(z, week);

	return calendar_work(c, zone_utc(z, week + WEEK)) -
	       calendar_work(c, from > s->plan.start ? from : s->plan.start);
}

void export_week_load(const char *week, int64_t taken, int64_t open, struct buf *out)
{
	const int64_t percent = open > 0 ? taken * 100 / open : taken ? 100 : 0;
	const int cells = (int)((percent > 100 ? 100 : percent) * BAR_CELLS / 100);
	char has[40], all[40];

	duration_spell(taken, 0, has);
	duration_spell(open, 0, all);
	buf_addf(out, "%s  ", week);
	for (int i = 0; i < BAR_CELLS; i++)
		buf_adds(out, i < cells ? "█" : "░");
	buf_addf(out, " %3" PRId64 " %%  %s of %s\n", percent, has, all);
}

static void put_load(const struct agenda *a, int64_t week, struct buf *out)
{
	struct buf name = BUF_INIT;

	put_week(week, &name);
	export_week_load(buf_str(&name), taken_in(a, week, TAKEN_OF_FIRST),
	    open_in(a->schedule, week) + taken_in(a, week, TAKEN_RESERVED), out);
	buf_free(&name);
}

static void write_load(const struct schedule *s, int width, struct buf *out)
{
	struct agenda a;

	agenda_build(&a, s);
	if (a.count && s->plan.roadmap->resource_count) {
		const int64_t last = monday(s, a.list[a.count - 1].from);

		buf_addf(out, "weeks of '%s'\n", s->plan.roadmap->resources[0].id);
		for (int64_t week = monday(s, a.list[0].from); week <= last; week += WEEK)
			put_load(&a, week, out);
	}
	free(a.list);
}

const struct schedule_exporter schedule_agenda = {
    "agenda", "week by week, what is done when", write_agenda};
const struct schedule_exporter schedule_load = {
    "load", "how full each week of the first resource is", write_load};
