/* SPDX-License-Identifier: MIT
 * Microsoft Project's XML as a roadmap: outline levels, durations and work, the four kinds of links with
 * lags in tenths of a minute, constraints, deadlines, what is done, people, calendars
 * (https://learn.microsoft.com/office-project/xml-data-interchange). Times there have no zone and are
 * taken in this machine's. What a plan has no place for is reported.
 */
#include "base/base.h"
#include "base/json/xml.h"
#include "config/prompt.h"
#include "roadmap/file/import.h"
#include "roadmap/file/roadmap_file.h"

#define LEVELS_MOST 20

struct project_reading {
	json_t *project; /* (borrowed) */
	json_t *words;	 /* (borrowed) `project` of config/roadmaps.yaml */
	struct import_ids *ids;
	json_t *document; /* (owned) */
	int minutes_per_day;
};

static int64_t number_of(const json_t *element, const char *name, int64_t fallback)
{
	const char *text = xml_text(element, name, NULL);
	char *end;
	const long long n = text ? strtoll(text, &end, 10) : 0;

	return text && *text && !*end ? n : fallback;
}

/* Returns the minutes of "PT8H30M0S"; -1: it is no such length. */
static int64_t minutes_of(const char *text)
{
	long long hours, minutes;
	double seconds;

	if (!text || sscanf(text, "PT%lldH%lldM%lfS", &hours, &minutes, &seconds) != 3 ||
	    hours < 0 || hours > DURATION_MOST / 60 || minutes < 0 || minutes > 59)
		return -1;
	return hours * 60 + minutes + (seconds > 0);
}

/* Puts "2026-03-02T08:00:00" without its seconds; as_day: its day alone. */
static void put_time(json_t *o, const char *key, const char *text, bool as_day)
{
	int64_t at;
	bool day;

	if (text && moment_parse(text, zone_find(NULL, NULL), false, &at, &day))
		json_put(o, key, json_stringn(text, as_day || strlen(text) < 16 ? 10 : 16));
}

/* ---- Calendars ----------------------------------------------------------------------------- */

/* Returns the working times of a day as "08:00-12:00, 13:00-17:00"; "off" where it has none. Owned. */
static char *day_hours(const json_t *day)
{
	struct buf out = BUF_INIT;

	if (number_of(day, "DayWorking", 0))
		json_each (time, json_list(xml_child(day, "WorkingTimes"), "WorkingTime")) {
			const char *from = xml_text(time, "FromTime", ""),
				   *to = xml_text(time, "ToTime", "");

			if (strlen(from) >= 5 && strlen(to) >= 5)
				buf_addf(&out, "%s%.5s-%.5s", out.len ? ", " : "", from,
				    strncmp(to, "00:00", 5) == 0 ? "24:00" : to);
		}
	if (out.len == 0)
		buf_adds(&out, "off");
	return buf_take(&out);
}

/* Puts the hours of an exception for each of its days, at most a year of them. */
static void put_exception(
    struct project_reading *r, json_t *exceptions, const json_t *one, const char *name)
{
	const json_t *period = xml_child(one, "TimePeriod");
	int64_t from, to;
	bool day;

	if (number_of(one, "Type", 1) > 1 || number_of(one, "EnteredByOccurrences", 0)) {
		import_leave_out(r->ids, "a day off that recurs", name);
		return;
	}
	if (!moment_parse(
		xml_text(period, "FromDate", ""), zone_find("UTC", NULL), false, &from, &day) ||
	    !moment_parse(xml_text(period, "ToDate", ""), zone_find("UTC", NULL), false, &to, &day))
		return;
	auto_free char *hours = day_hours(one);
	for (int64_t at = day_of(from); at <= day_of(to) && at < day_of(from) + 366; at++) {
		auto_free char *key = day_text(at);

		json_put_str(exceptions, key, hours);
	}
}

/* Puts the week and the exceptions of a calendar into `to`: the plan, or a person. */
static void put_calendar(struct project_reading *r, json_t *to, int64_t uid)
{
	json_auto_t *hours = json_object(), *exceptions = json_object();

	json_each (one, json_list(xml_child(r->project, "Calendars"), "Calendar")) {
		const char *name = xml_text(one, "Name", "calendar");

		if (number_of(one, "UID", -1) != uid)
			continue;
		json_each (day, json_list(xml_child(one, "WeekDays"), "WeekDay")) {
			const int64_t type = number_of(day, "DayType", 0);
			auto_free char *text = day_hours(day);

			if (type >= 1 && type <= 7) /* from Sunday on */
				json_put_str(hours, weekday_names[(type + 5) % 7], text);
			else if (type == 0)
				put_exception(r, exceptions, day, name);
		}
		json_each (exception, json_list(xml_child(one, "Exceptions"), "Exception"))
			put_exception(r, exceptions, exception, name);
	}
	json_members (day, same, json_map(r->document, "exceptions"))
		if (to != r->document && json_equal(same, json_object_get(exceptions, day)))
			json_object_del(exceptions, day);
	if (json_object_size(hours))
		json_object_set(to, "hours", hours);
	if (json_object_size(exceptions))
		json_object_set(to, "exceptions", exceptions);
}

/* ---- People -------------------------------------------------------------------------------- */

static char *name_of(const char *kind, int64_t uid)
{
	return xasprintf("%s %lld", kind, (long long)uid);
}

static const char *id_of(struct project_reading *r, const char *kind, int64_t uid)
{
	auto_free char *name = name_of(kind, uid);

	return import_id_find(r->ids, name);
}

static void add_id(struct project_reading *r, const char *kind, const json_t *one)
{
	auto_free char *name = name_of(kind, number_of(one, "UID", -1));

	import_id_add(r->ids, name, xml_text(one, "Name", NULL));
}

static void put_people(struct project_reading *r)
{
	json_auto_t *list = json_array();

	json_each (one, json_list(xml_child(r->project, "Resources"), "Resource")) {
		const double units = strtod(xml_text(one, "MaxUnits", "1"), NULL);
		const int64_t uid = number_of(one, "UID", -1);

		if (uid <= 0 || number_of(one, "IsNull", 0))
			continue; /* number 0 stands for work without a person */
		add_id(r, "person", one);
		if (number_of(one, "Type", 1) != 1) {
			import_leave_out(
			    r->ids, "material or cost that tasks take", id_of(r, "person", uid));
			continue;
		}
		json_t *person = json_object();
		json_put_str(person, "id", id_of(r, "person", uid));
		import_put_text(person, "title", xml_text(one, "Name", NULL), 300);
		if (units >= 0.01 && units != 1)
			json_put(person, "capacity", json_real(units));
		if (number_of(one, "CalendarUID", -1) > 0)
			put_calendar(r, person, number_of(one, "CalendarUID", -1));
		json_array_append_new(list, person);
	}
	if (json_array_size(list))
		json_object_set(r->document, "resources", list);
}

/* Puts who works on each task; material and costs were reported as left out before. */
static void put_assignments(struct project_reading *r, const json_t *nodes)
{
	const json_t *people = json_list(r->document, "resources");

	json_each (one, json_list(xml_child(r->project, "Assignments"), "Assignment")) {
		const char *task = id_of(r, "task", number_of(one, "TaskUID", -1));
		const char *person = id_of(r, "person", number_of(one, "ResourceUID", -1));
		json_t *node = json_row(nodes, "id", task);
		const double units = strtod(xml_text(one, "Units", "1"), NULL);

		if (!node || !person || !json_row(people, "id", person) ||
		    strcmp(json_str(node, "level", ""), "task") != 0)
			continue;
		json_array_append_new(json_list_made(node, "resources"),
		    json_pack("{s:s, s:f}", "id", person, "units", units >= 0.01 ? units : 1));
	}
	/* Project counts the work of all people of a task, a plan that of the first alone. */
	json_each (node, nodes) {
		static const char *const keys[] = {"effort", "remaining", "took"};
		const json_t *list = json_list(node, "resources");
		double all = 0, first = json_num(json_array_get(list, 0), "units", 1);

		json_each (one, list)
			all += json_num(one, "units", 1);
		for (size_t i = 0; i < 3 && json_array_size(list) > 1; i++) {
			struct duration d;
			char shared[DURATION_ROOM];

			if (!duration_parse(json_str(node, keys[i], ""), DAY, false, &d))
				continue;
			d.minutes = (int64_t)ceil((double)d.minutes * first / all);
			duration_write(&d, shared);
			json_put_str(node, keys[i], shared);
		}
	}
}

/* ---- Tasks --------------------------------------------------------------------------------- */

/* Puts a link. Its lag is in tenths of a minute, by the clock if LagFormat is even. */
static void put_link(struct project_reading *r, json_t *o, const json_t *link)
{
	static const char *const kinds[] = {"FF", "FS", "SF", "SS"};
	const char *before = id_of(r, "task", number_of(link, "PredecessorUID", -1));
	const int64_t type = number_of(link, "Type", 1), format = number_of(link, "LagFormat", 7);
	const int64_t tenths = number_of(link, "LinkLag", 0);
	auto_free char *lag = NULL;

	if (!before || number_of(link, "CrossProject", 0)) {
		import_leave_part(r->ids, "a dependency on what is no task of the file", o);
		return;
	}
	if (format == 19 || format == 20)
		import_leave_part(r->ids, "a lag in percent of a task", o);
	else if (tenths && llabs(tenths) / 10 < DURATION_MOST)
		lag = xasprintf("%lld%s", (long long)((tenths + (tenths < 0 ? -5 : 5)) / 10),
		    format % 2 == 0 ? "em" : "m");
	import_add_link(o, before, kinds[type >= 0 && type <= 3 ? type : 1], lag);
}

/* Puts a constraint by its number: 0 and 1 as soon and as late as possible, 2 and 3 start and finish on,
 * 4 and 5 start not before and not after, 6 and 7 the same of the finish. */
static void put_constraint(struct project_reading *r, json_t *o, const json_t *task)
{
	static const char *const left_out[8] = {
	    [1] = "to be as late as possible",
	    [3] = "to end exactly at a time; it is the deadline",
	    [5] = "to start no later than a time",
	    [6] = "to end no earlier than a time",
	};
	const int64_t type = number_of(task, "ConstraintType", 0);
	const char *date = xml_text(task, "ConstraintDate", NULL);

	if (type == 2)
		put_time(o, "start", date, false);
	else if (type == 4)
		put_time(o, "not_before", date, false);
	else if (type == 3 || type == 7)
		put_time(o, "deadline", date, false);
	if (type > 0 && type < 8 && left_out[type])
		import_leave_part(r->ids, left_out[type], o);
	put_time(o, "deadline", xml_text(task, "Deadline", NULL), false);
}

static void put_progress(json_t *o, const json_t *task)
{
	const int64_t percent = number_of(task, "PercentComplete", 0);
	const int64_t left = minutes_of(xml_text(task, "RemainingWork", NULL));
	const int64_t took = minutes_of(xml_text(task, "ActualWork", NULL));

	if (number_of(task, "Active", 1) == 0)
		json_put_str(o, "status", "dropped");
	else if (percent >= 100 || xml_text(task, "ActualFinish", NULL))
		json_put_str(o, "status", "done");
	else if (percent > 0 || xml_text(task, "ActualStart", NULL))
		json_put_str(o, "status", "in_progress");
	else
		return;
	put_time(o, "started", xml_text(task, "ActualStart", NULL), false);
	put_time(o, "finished", xml_text(task, "ActualFinish", NULL), false);
	if (percent >= 100 && took > 0)
		json_put(o, "took", json_sprintf("%lldm", (long long)took));
	else if (percent < 100 && percent > 0 && left > 0)
		json_put(o, "remaining", json_sprintf("%lldm", (long long)left));
}

static json_t *project_task(struct project_reading *r, const json_t *task, const char *parent)
{
	const bool summary = number_of(task, "Summary", 0);
	const int64_t priority = number_of(task, "Priority", 500);
	const bool moment = number_of(task, "Milestone", 0) &&
			    minutes_of(xml_text(task, "Duration", "PT0H0M0S")) <= 0;
	json_t *o = import_node(id_of(r, "task", number_of(task, "UID", -1)),
	    xml_text(task, "Name", NULL), xml_text(task, "Notes", NULL),
	    summary  ? "phase"
	    : moment ? "milestone"
		     : "task",
	    parent);

	/* The work where there is any, else the length, which with an even format is time by the clock. */
	const int64_t work = minutes_of(xml_text(task, "Work", NULL));
	const int64_t length = minutes_of(xml_text(task, "Duration", NULL));
	if (!summary && !moment && work > 0)
		import_put_effort(o, work);
	else if (!summary && !moment)
		json_put(o, "duration",
		    json_sprintf("%lld%s",
			(long long)(length > 0 && length <= DURATION_MOST ? length : 60),
			number_of(task, "DurationFormat", 7) % 2 == 0 ? "em" : "m"));
	if (priority != 500)
		json_put_int(o, "priority", priority - 500);
	put_constraint(r, o, task);
	if (!summary)
		put_progress(o, task);
	json_each (link, json_list(task, "PredecessorLink"))
		put_link(r, o, link);
	json_members (name, what, r->words) {
		const char *text = xml_text(task, name, NULL);

		if (xml_child(task, name) ||
		    (text && strspn(text, "0.") != strlen(text) && minutes_of(text) != 0))
			import_leave_part(r->ids, json_string_value(what), o);
	}
	return o;
}

/* Returns the tasks as nodes, each within the last one before it that is a level higher. Task 0 is the project
 * itself. New reference. */
static json_t *project_nodes(struct project_reading *r)
{
	const json_t *tasks = json_list(xml_child(r->project, "Tasks"), "Task");
	const char *open[LEVELS_MOST + 1] = {NULL};
	json_t *nodes = json_array(), *node;

	json_each (task, tasks)
		if (number_of(task, "UID", 0) > 0 && !number_of(task, "IsNull", 0))
			add_id(r, "task", task);
	json_each (task, tasks) {
		int64_t level = number_of(task, "OutlineLevel", 1);

		if (number_of(task, "UID", 0) <= 0 || number_of(task, "IsNull", 0))
			continue;
		level = level < 1 ? 1 : level > LEVELS_MOST ? LEVELS_MOST : level;
		node = project_task(r, task, open[level - 1]);
		for (int64_t i = level; i <= LEVELS_MOST; i++)
			open[i] = json_str(node, "id", NULL);
		json_array_append_new(nodes, node);
	}
	return nodes;
}

json_t *project_document(const char *name, const char *bytes, size_t len, struct problems *problems)
{
	auto_error e = ERROR_INIT;
	json_auto_t *defaults = config_table("roadmaps.yaml", problems);
	json_auto_t *xml = xml_parse(bytes, len, &e);
	freed_by(import_ids_free) struct import_ids ids = {0};
	struct project_reading r = {xml_child(xml, "Project"), json_map(defaults, "project"), &ids};

	if (!xml || !r.project) {
		problem_add(problems, name, 0, 0, "%s",
		    xml ? "is XML, but no project of Microsoft Project" : e.message);
		return NULL;
	}
	r.minutes_per_day = (int)number_of(r.project, "MinutesPerDay", 480);
	json_t *nodes = project_nodes(&r);
	r.document = import_document(name, nodes, problems);
	if (!r.document)
		return NULL;
	import_put_text(r.document, "goal",
	    xml_text(r.project, "Title", xml_text(r.project, "Name", NULL)), 300);
	put_time(r.document, "start", xml_text(r.project, "StartDate", NULL), true);
	if (r.minutes_per_day > 0 && r.minutes_per_day <= DAY)
		json_put(r.document, "hours_per_day", json_real(r.minutes_per_day / 60.0));
	put_calendar(&r, r.document, number_of(r.project, "CalendarUID", -1));
	put_people(&r);
	put_assignments(&r, nodes);
	import_report(&ids, name, problems);
	return r.document;
}
