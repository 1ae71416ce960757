/* SPDX-License-Identifier: MIT
 * A schedule week by week: sorts its tasks and occurrences by their beginnings, and draws how full each week is.
 */
#include "roadmap/export/agenda.h"

#include "base/base.h"
#include "roadmap/calendar/calendar.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/export/schedule_export.h"

#define TITLE_CHARS 60
#define BAR_CELLS 30

struct agenda_entry {
	int64_t from, to;
	const json_t *of; /* (borrowed) the task or occurrence */
	size_t number;	  /* in the order of the schedule, for a stable sort */
	bool waits;	  /* time by the clock, in which nobody works */
};
struct agenda {
	struct agenda_entry *list; /* (owned) */
	size_t count, cap;
	const struct zone *zone;
};

static void add_entry(
    struct agenda *a, const json_t *of, const json_t *span, const char *from, const char *to)
{
	const json_t *people = json_list(of, "resources");

	const struct agenda_entry e = {moment_member(span, from, a->zone),
	    moment_member(span, to, a->zone), of, a->count, people && json_array_size(people) == 0};

	array_push(a->list, a->count, a->cap, e);
}

static int by_time(const void *x, const void *y)
{
	const struct agenda_entry *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static void put_entry(
    const struct agenda *a, const struct agenda_entry *e, bool ascii, struct buf *out)
{
	const bool milestone = strcmp(json_str(e->of, "level", ""), "milestone") == 0;
	auto_free char *title =
	    export_text(json_str(e->of, "title", json_str(e->of, "id", "")), TITLE_CHARS);
	const bool days = e->to - e->from > DAY; /* only waiting lasts so long */
	const bool clock = e->to > e->from && !days;

	buf_addf(out, "  %16s%s%s  %s%s%s%s\n", moment_short_text(e->from, a->zone),
	    clock ? "-" : " ", clock ? moment_end_text(e->to, a->zone) + 11 : "     ",
	    !milestone ? ""
	    : ascii    ? "* "
		       : "◆ ",
	    title, days ? ", until " : "", days ? moment_short_text(e->to, a->zone) : "");
}

void agenda_text(const json_t *schedule, bool ascii, struct buf *out)
{
	struct agenda a = {.zone = zone_or_local(json_str(schedule, "timezone", NULL))};

	json_each (task, json_list(schedule, "tasks")) {
		const char *level = json_str(task, "level", "");
		const json_t *pieces = json_list(task, "pieces");

		if (strcmp(level, "goal") == 0 || strcmp(level, "phase") == 0)
			continue;
		json_each (piece, pieces)
			add_entry(&a, task, piece, "from", "to");
		if (!pieces)
			add_entry(&a, task, task, "start", "finish");
	}
	json_each (o, json_list(schedule, "routines"))
		if (!json_str(o, "skipped", NULL))
			add_entry(&a, o, o, "start", "finish");
	if (a.count)
		qsort(a.list, a.count, sizeof *a.list, by_time);
	for (size_t i = 0; i < a.count; i++) {
		const int64_t week = monday_of(a.zone, a.list[i].from);

		if (i == 0 || week != monday_of(a.zone, a.list[i - 1].from)) {
			auto_free char *day = day_text(week);
			int64_t sum = 0;

			for (size_t k = i; k < a.count && monday_of(a.zone, a.list[k].from) == week;
			     k++)
				sum += a.list[k].waits ? 0 : a.list[k].to - a.list[k].from;

			buf_addf(
			    out, "%sweek of %s  (%s)\n", i ? "\n" : "", day, duration_text(sum, 0));
		}
		put_entry(&a, &a.list[i], ascii, out);
	}
	free(a.list);
}

void workload_text(const json_t *schedule, bool ascii, struct buf *out)
{
	const json_t *load = json_map(schedule, "load");

	if (json_array_size(json_list(load, "weeks")) == 0)
		return;
	buf_addf(out, "weeks of '%s'\n", json_str(load, "resource", ""));
	json_each (week, json_list(load, "weeks")) {
		const int64_t taken = json_int(week, "taken_minutes", 0);
		const int64_t open = json_int(week, "open_minutes", 0);
		const int64_t percent = open > 0 ? taken * 100 / open : taken ? 100 : 0;
		const int cells = (int)((percent > 100 ? 100 : percent) * BAR_CELLS / 100);

		buf_addf(out, "%s  ", json_str(week, "week", ""));
		for (int i = 0; i < BAR_CELLS; i++)
			buf_adds(out, ascii ? (i < cells ? "#" : ".") : (i < cells ? "█" : "░"));
		buf_addf(out, " %3" PRId64 " %%  %s of %s\n", percent, duration_text(taken, 0),
		    duration_text(open, 0));
	}
}

static void write_agenda(const struct schedule *s, int width, struct buf *out)
{
	json_auto_t *value = schedule_json(s);

	agenda_text(value, false, out);
}

static void write_load(const struct schedule *s, int width, struct buf *out)
{
	json_auto_t *value = schedule_json(s);

	workload_text(value, false, out);
}

const struct schedule_exporter schedule_agenda = {
    "agenda", "week by week, what is done when", write_agenda};
const struct schedule_exporter schedule_load = {
    "load", "how full each week of the first resource is", write_load};
