/* SPDX-License-Identifier: MIT
 * Collects the tasks and occurrences of a schedule, sorts them by their beginnings and writes them week by week.
 */
#include "base/base.h"
#include "roadmap/calendar/calendar.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/export/agenda.h"
#include "roadmap/export/schedule_export.h"

#define TITLE_CHARS 60
#define BAR_CELLS 30

struct agenda_entry {
	int64_t from, to;
	const json_t *of; /* (borrowed) the task or occurrence */
	size_t number;	  /* a number in the order in which they were read */
	bool waits;	  /* time that passes, which nobody works in */
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

static void agenda_read(struct agenda *a, const json_t *schedule)
{
	*a = (struct agenda){.zone = zone_or_local(json_str(schedule, "timezone", NULL))};
	json_each (task, json_list(schedule, "tasks")) {
		const char *level = json_str(task, "level", "");
		const json_t *pieces = json_list(task, "pieces");

		if (strcmp(level, "goal") == 0 || strcmp(level, "phase") == 0)
			continue;
		json_each (piece, pieces)
			add_entry(a, task, piece, "from", "to");
		if (!pieces)
			add_entry(a, task, task, "start", "finish");
	}
	json_each (o, json_list(schedule, "routines"))
		if (!json_str(o, "skipped", NULL))
			add_entry(a, o, o, "start", "finish");
	if (a->count)
		qsort(a->list, a->count, sizeof *a->list, by_time);
}

static void put_week(const struct agenda *a, size_t first, struct buf *out)
{
	const int64_t week = monday_of(a->zone, a->list[first].from);
	int64_t sum = 0;
	char much[DURATION_ROOM];
	auto_free char *day = day_text(week);

	for (size_t i = first; i < a->count && monday_of(a->zone, a->list[i].from) == week; i++)
		sum += a->list[i].waits ? 0 : a->list[i].to - a->list[i].from;
	duration_spell(sum, 0, much);
	buf_addf(out, "%sweek of %s  (%s)\n", first ? "\n" : "", day, much);
}

static void put_entry(
    const struct agenda *a, const struct agenda_entry *e, bool ascii, struct buf *out)
{
	const char *words = json_str(e->of, "title", json_str(e->of, "id", ""));
	const bool milestone = strcmp(json_str(e->of, "level", ""), "milestone") == 0;
	auto_free char *title = text_clean_line(words, strlen(words), TITLE_CHARS);
	const bool days = e->to - e->from > DAY; /* only what waits goes on for so long */
	char from[MOMENT_ROOM], to[MOMENT_ROOM], until[MOMENT_ROOM];

	moment_spell_short(e->from, a->zone, from);
	moment_spell_end(e->to, a->zone, to);
	moment_spell_short(e->to, a->zone, until);
	buf_addf(out, "  %16s%s%s  %s%s%s%s\n", from, e->to > e->from && !days ? "-" : " ",
	    e->to > e->from && !days ? to + 11 : "     ",
	    !milestone ? ""
	    : ascii    ? "* "
		       : "◆ ",
	    title, days ? ", until " : "", days ? until : "");
}

void agenda_text(const json_t *schedule, bool ascii, struct buf *out)
{
	struct agenda a;

	agenda_read(&a, schedule);
	for (size_t i = 0; i < a.count; i++) {
		if (i == 0 ||
		    monday_of(a.zone, a.list[i].from) != monday_of(a.zone, a.list[i - 1].from))
			put_week(&a, i, out);
		put_entry(&a, &a.list[i], ascii, out);
	}
	free(a.list);
}

void workload_week_text(const char *week, int64_t taken, int64_t open, bool ascii, struct buf *out)
{
	const int64_t percent = open > 0 ? taken * 100 / open : taken ? 100 : 0;
	const int cells = (int)((percent > 100 ? 100 : percent) * BAR_CELLS / 100);
	char has[DURATION_ROOM], all[DURATION_ROOM];

	duration_spell(taken, 0, has);
	duration_spell(open, 0, all);
	buf_addf(out, "%s  ", week);
	for (int i = 0; i < BAR_CELLS; i++)
		buf_adds(out, ascii ? (i < cells ? "#" : ".") : (i < cells ? "█" : "░"));
	buf_addf(out, " %3" PRId64 " %%  %s of %s\n", percent, has, all);
}

void workload_text(const json_t *schedule, bool ascii, struct buf *out)
{
	const json_t *load = json_map(schedule, "load");

	if (json_array_size(json_list(load, "weeks")) == 0)
		return;
	buf_addf(out, "weeks of '%s'\n", json_str(load, "resource", ""));
	json_each (week, json_list(load, "weeks"))
		workload_week_text(json_str(week, "week", ""), json_int(week, "taken_minutes", 0),
		    json_int(week, "open_minutes", 0), ascii, out);
}

/* Schedules by the week: an agenda of what is done when, and how full each week is. */

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
