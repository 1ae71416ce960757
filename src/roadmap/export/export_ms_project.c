/* SPDX-License-Identifier: MIT
 * A schedule as Microsoft Project's XML, for it and for what reads its files: calendars, people, tasks with
 * their dates, links with lags in tenths of a minute
 * (https://learn.microsoft.com/office-project/xml-data-interchange). Times are those of the plan's zone,
 * since the format has none. Routines are left out: it has no tasks without an end.
 */
#include "base/base.h"
#include "base/json/xml.h"
#include "roadmap/export/schedule_export.h"

struct project_writing {
	const struct schedule *schedule;
	const struct roadmap *plan;
	struct buf *out;
	int tasks; /* how many were written */
};

/* Adds one element with its text. */
__attribute__((format(printf, 3, 4))) static void element(
    struct project_writing *w, const char *name, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	buf_addf(w->out, "<%s>", name);
	xml_escape(w->out, text);
	buf_addf(w->out, "</%s>\n", name);
}

static void time_element(struct project_writing *w, const char *name, int64_t at)
{
	char text[MOMENT_ROOM];

	moment_spell(at, w->plan->zone, text);
	element(w, name, "%.10sT%s:00", text, text + 11);
}

static void length_element(struct project_writing *w, const char *name, int64_t minutes)
{
	element(w, name, "PT%lldH%lldM0S", (long long)(minutes / 60), (long long)(minutes % 60));
}

/* Adds whether a day is worked, and its hours. */
static void day_times(struct project_writing *w, const struct hours_day *day, bool always)
{
	static const struct hours_range whole = {0, DAY};
	const struct hours_range *list = always ? &whole : day->list;
	const size_t count = always ? 1 : day->count;

	element(w, "DayWorking", "%d", count > 0);
	buf_adds(w->out, count ? "<WorkingTimes>\n" : "");
	for (size_t i = 0; i < count; i++)
		buf_addf(w->out,
		    "<WorkingTime><FromTime>%02d:%02d:00</FromTime><ToTime>%02d:%02d:00</ToTime>"
		    "</WorkingTime>\n",
		    list[i].from / 60 % 24, list[i].from % 60, list[i].to / 60 % 24,
		    list[i].to % 60);
	buf_adds(w->out, count ? "</WorkingTimes>\n" : "");
}

static void exception_element(void *ctx, const char *day, const struct hours_exception *x)
{
	struct project_writing *w = ctx;

	buf_addf(w->out,
	    "<Exception><TimePeriod><FromDate>%sT00:00:00</FromDate><ToDate>%sT23:59:00</ToDate>"
	    "</TimePeriod>\n<Type>1</Type>\n",
	    day, day);
	day_times(w, &x->ranges, false);
	buf_adds(w->out, "</Exception>\n");
}

static void calendar_element(
    struct project_writing *w, size_t uid, const char *name, const struct hours *h)
{
	buf_addf(w->out, "<Calendar>\n<UID>%zu</UID>\n", uid);
	element(w, "Name", "%s", name);
	buf_addf(w->out,
	    "<IsBaseCalendar>%d</IsBaseCalendar>\n<BaseCalendarUID>%d</BaseCalendarUID>\n"
	    "<WeekDays>\n",
	    uid == 1, uid == 1 ? -1 : 1);
	for (int day = 0; day < 7; day++) { /* its weeks begin on Sunday, those here on Monday */
		buf_addf(w->out, "<WeekDay><DayType>%d</DayType>", day + 1);
		day_times(w, &h->week[(day + 6) % 7], h->always);
		buf_adds(w->out, "</WeekDay>\n");
	}
	buf_adds(w->out, "</WeekDays>\n<Exceptions>\n");
	for (size_t i = 0; i < h->exception_count; i++)
		export_exception_days(w->schedule, w->schedule->plan.horizon, &h->exceptions[i],
		    exception_element, w);
	buf_adds(w->out, "</Exceptions>\n</Calendar>\n");
}

static void link_element(void *ctx, int before, const struct roadmap_link *l)
{
	static const int types[] = {[LINK_FF] = 0, [LINK_FS] = 1, [LINK_SF] = 2, [LINK_SS] = 3};
	struct project_writing *w = ctx;
	const enum node_level level = w->plan->outline.nodes[before].level;

	if (level == LEVEL_ROUTINE || w->plan->outline.nodes[before].status == NODE_DROPPED)
		return;
	buf_addf(w->out,
	    "<PredecessorLink>\n<PredecessorUID>%d</PredecessorUID>\n<Type>%d</Type>\n"
	    "<LinkLag>%lld</LinkLag>\n<LagFormat>%d</LagFormat>\n</PredecessorLink>\n",
	    before + 1, types[l ? l->kind : LINK_FS], l ? (long long)l->lag.minutes * 10 : 0LL,
	    l && l->lag.elapsed ? 4 : 3);
}

static void dates_elements(struct project_writing *w, int node)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	const int64_t not_before = export_not_before(w->schedule, node);
	const bool fixed = n->start != TIME_NEVER && n->start == not_before && !n->start_is_day;
	struct ends e;

	if (!schedule_node_ends(w->schedule, node, &e))
		return;
	time_element(w, "Start", e.start);
	time_element(w, "Finish", e.finish);
	if (n->status != NODE_PENDING)
		time_element(w, "ActualStart", e.start);
	if (n->status == NODE_DONE)
		time_element(w, "ActualFinish", e.finish);
	if (not_before < TIME_NEVER && !export_has_parts(w->schedule, node)) {
		element(w, "ConstraintType", "%d", fixed ? 2 : 4);
		time_element(w, "ConstraintDate", not_before);
	}
	if (n->deadline < TIME_NEVER)
		time_element(w, "Deadline", n->deadline);
}

/* Returns the work of all who take part, where a plan counts that of its first resource alone. */
static int64_t work_of_all(const struct roadmap_node *n, int64_t minutes)
{
	int64_t units = 0;

	for (size_t i = 0; i < n->need_count; i++)
		units += n->needs[i].units;
	return units ? minutes * units / n->needs[0].units : minutes;
}

/* Adds how long a task takes, its work, and how much of that is done. */
static void work_elements(struct project_writing *w, int node)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	const struct activity *a =
	    &w->schedule->plan.graph.network.activities[w->schedule->plan.graph.last[node]];
	const int64_t whole = n->has_effort ? n->effort.minutes : n->duration.minutes;
	const int64_t left = n->status == NODE_DONE ? 0 : n->remaining >= 0 ? n->remaining : whole;

	length_element(w, "Duration", a->work);
	element(w, "DurationFormat", "%d", !n->has_effort && n->duration.elapsed ? 4 : 3);
	if (n->has_effort) {
		length_element(w, "Work", work_of_all(n, whole));
		length_element(w, "RemainingWork", work_of_all(n, left));
	}
	if (n->status == NODE_DONE && n->took >= 0)
		length_element(w, "ActualWork", work_of_all(n, n->took));
	element(w, "PercentComplete", "%d",
	    n->status == NODE_DONE ? 100
	    : n->status == NODE_IN_PROGRESS && whole > 0 && left < whole
		? (int)(100 - 100 * left / whole)
		: 0);
}

static void task_element(struct project_writing *w, int node)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	const bool summary = export_has_parts(w->schedule, node);
	auto_free char *title = export_text(roadmap_title(n), 300);

	buf_adds(w->out, "<Task>\n");
	element(w, "UID", "%d", node + 1);
	element(w, "ID", "%d", ++w->tasks);
	element(w, "Name", "%s", title);
	element(w, "Type", "1");
	element(w, "OutlineLevel", "%d", export_depth(w->plan, node) + 1);
	element(w, "Priority", "%d",
	    n->priority > 499	 ? 999
	    : n->priority < -499 ? 1
				 : 500 + n->priority);
	element(w, "Summary", "%d", summary);
	element(w, "Milestone", "%d", n->level == LEVEL_MILESTONE);
	dates_elements(w, node);
	if (!summary)
		work_elements(w, node);
	export_waits(w->schedule, node, link_element, w);
	buf_adds(w->out, "</Task>\n");
}

static void tasks_below(struct project_writing *w, int parent, int depth)
{
	for (int i = 0; i < w->plan->outline.count && depth < 20; i++) {
		const struct roadmap_node *n = &w->plan->outline.nodes[i];

		if (n->parent != parent || n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE)
			continue;
		task_element(w, i);
		tasks_below(w, i, depth + 1);
	}
}

/* Adds the people, and who works on what: in a plan with one person that one, if a task names nobody. */
static void people_elements(struct project_writing *w)
{
	const struct roadmap *r = w->plan;
	int uid = 0;

	buf_adds(w->out, "<Resources>\n");
	for (size_t i = 0; i < r->resource_count; i++) {
		const struct roadmap_resource *one = &r->resources[i];

		buf_addf(w->out, "<Resource>\n<UID>%zu</UID>\n<ID>%zu</ID>\n", i + 1, i + 1);
		element(w, "Name", "%s", one->title ? one->title : one->id);
		buf_addf(w->out,
		    "<Type>1</Type>\n<MaxUnits>%d.%02d</MaxUnits>\n"
		    "<CalendarUID>%zu</CalendarUID>\n</Resource>\n",
		    one->capacity / UNIT, one->capacity % UNIT, i + 2);
	}
	buf_adds(w->out, "</Resources>\n<Assignments>\n");
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		const bool only = n->need_count == 0 && !n->needs_given && r->resource_count == 1 &&
				  n->has_effort;

		if (w->schedule->plan.graph.first[i] < 0 || n->level == LEVEL_ROUTINE)
			continue;
		for (size_t k = 0; k < (only ? 1 : n->need_count); k++) {
			const int who = only ? 0 : roadmap_find_resource(r, n->needs[k].id);
			const int units = only ? UNIT : n->needs[k].units;

			buf_addf(w->out,
			    "<Assignment>\n<UID>%d</UID>\n<TaskUID>%d</TaskUID>\n"
			    "<ResourceUID>%d</ResourceUID>\n<Units>%d.%02d</Units>\n</"
			    "Assignment>\n",
			    ++uid, i + 1, who + 1, units / UNIT, units % UNIT);
		}
	}
	buf_adds(w->out, "</Assignments>\n");
}

static void write_project(const struct schedule *s, int width, struct buf *out)
{
	struct project_writing w = {s, s->plan.roadmap, out};
	auto_free char *goal = export_text(w.plan->outline.goal, 300);

	buf_adds(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Project "
		      "xmlns=\"http://schemas.microsoft.com/project\">\n");
	element(&w, "Name", "%s", goal);
	element(&w, "Title", "%s", goal);
	element(&w, "ScheduleFromStart", "1");
	time_element(&w, "StartDate", s->plan.start);
	if (s->cost.finish < TIME_NEVER)
		time_element(&w, "FinishDate", s->cost.finish);
	element(&w, "MinutesPerDay", "%d", w.plan->day_minutes);
	element(&w, "MinutesPerWeek", "%d", 5 * w.plan->day_minutes);
	element(&w, "CalendarUID", "1");
	buf_adds(out, "<Calendars>\n");
	calendar_element(&w, 1, "Standard", &w.plan->hours);
	for (size_t i = 0; i < w.plan->resource_count; i++)
		calendar_element(&w, i + 2, w.plan->resources[i].id, &w.plan->resources[i].hours);
	buf_adds(out, "</Calendars>\n<Tasks>\n");
	tasks_below(&w, -1, 0);
	buf_adds(out, "</Tasks>\n");
	people_elements(&w);
	buf_adds(out, "</Project>\n");
}

const struct schedule_exporter schedule_project = {
    "mspdi", "a project of Microsoft Project, as XML", write_project};
