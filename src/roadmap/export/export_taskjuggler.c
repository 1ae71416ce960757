/* SPDX-License-Identifier: MIT
 * A plan as a project of TaskJuggler 3, which schedules it by itself: hours, holidays, limits and
 * busy times of the resources, tasks within tasks, what waits for what. What its language has no word
 * for stands in the file as a comment (https://taskjuggler.org/tj3/manual/).
 */
#include "base/base.h"
#include "roadmap/export/schedule_export.h"

#define SLOT 5 /* minutes: the finest resolution there is */
#define COPIES_MOST 20

struct tj_writing {
	const struct schedule *schedule;
	const struct roadmap *plan;
	int64_t until; /* the end of the project: room for a plan that takes twice as long */
	struct buf *out;
};

/* Adds a text in quotes. A backslash would take the quote's meaning away. */
static void tj_text(struct buf *out, const char *text)
{
	buf_addc(out, '"');
	for (; *text; text++)
		buf_addc(out, *text == '"' || *text == '\\' ? '\'' : *text);
	buf_addc(out, '"');
}

/* Adds an id: letters, digits and _ alone, with the number before it that keeps ids apart. */
static void tj_id(struct buf *out, char kind, size_t number, const char *id)
{
	buf_addf(out, "%c%zu_", kind, number + 1);
	for (; *id; id++)
		buf_addc(out, isalnum((unsigned char)*id) ? *id : '_');
}

static void tj_moment(const struct tj_writing *w, int64_t at, bool up)
{
	char text[MOMENT_ROOM];

	moment_spell((at + (up ? SLOT - 1 : 0)) / SLOT * SLOT, w->plan->zone, text);
	buf_addf(w->out, "%.10s-%s", text, text + 11);
}

/* Adds the hours of one day of the week, with what the day before has behind midnight. */
static void tj_weekday(const struct tj_writing *w, const struct hours *h, int day)
{
	const struct hours_day *yesterday = &h->week[(day + 6) % 7], *today = &h->week[day];
	const char *between = " ";

	buf_addf(w->out, "  workinghours %s", weekday_names[day]);
	if (h->always) {
		buf_adds(w->out, " 0:00 - 24:00\n");
		return;
	}
	for (size_t i = 0; i < yesterday->count; i++)
		if (yesterday->list[i].to > DAY) {
			const int to = (yesterday->list[i].to - DAY) / SLOT * SLOT;

			buf_addf(w->out, "%s0:00 - %d:%02d", between, to / 60, to % 60);
			between = ", ";
		}
	for (size_t i = 0; i < today->count; i++) {
		const int from = (today->list[i].from + SLOT - 1) / SLOT * SLOT;
		const int to = today->list[i].to > DAY ? DAY : today->list[i].to / SLOT * SLOT;

		if (from >= to)
			continue;
		buf_addf(
		    w->out, "%s%d:%02d - %d:%02d", between, from / 60, from % 60, to / 60, to % 60);
		between = ", ";
	}
	buf_adds(w->out, *between == ' ' ? " off\n" : "\n");
}

/* Adds days off; a day with other hours than its week's is named as left out. */
static void tj_exception(void *ctx, const char *day, const struct hours_exception *x)
{
	buf_addf(((const struct tj_writing *)ctx)->out, "%s%s\n",
	    x->ranges.count ? "  # left out: other hours on " : "leaves holiday \"off\" ", day);
}

static void tj_leave(const struct tj_writing *w, int64_t from, int64_t to, const char *what)
{
	auto_free char *line = text_clean_line(what, strlen(what), 80);

	if (to <= w->schedule->plan.start || from >= w->until)
		return;
	buf_adds(w->out, "  leaves special ");
	tj_text(w->out, line);
	buf_addc(w->out, ' ');
	tj_moment(w, from < w->schedule->plan.start ? w->schedule->plan.start : from, false);
	buf_adds(w->out, " - ");
	tj_moment(w, to, true);
	buf_addc(w->out, '\n');
}

/* Adds what keeps a resource from tasks: busy times of the first one, and routines. */
static void tj_leaves(const struct tj_writing *w, size_t resource)
{
	const struct busy_times *busy = w->schedule->plan.wish.busy;
	const char *only = w->plan->resource_count == 1 ? w->plan->resources[0].id : NULL;

	for (size_t i = 0; resource == 0 && busy && i < busy->count; i++)
		tj_leave(w, busy->list[i].from, busy->list[i].to, busy->list[i].what);
	for (size_t i = 0; i < w->schedule->plan.occurrence_count; i++) {
		const struct occurrence *o = &w->schedule->plan.occurrences[i];
		const struct roadmap_node *n = &w->plan->outline.nodes[o->node];
		const char *id = n->need_count ? n->needs[0].id : only;

		if (o->kind != OCCURRENCE_SKIPPED && o->ends.start < TIME_NEVER && id &&
		    strcmp(id, w->plan->resources[resource].id) == 0)
			tj_leave(w, o->ends.start, o->ends.finish, roadmap_title(n));
	}
}

/* How many resources of the file one of the plan is: one cannot be of several units. */
static int tj_copies(const struct roadmap_resource *one)
{
	const int copies = (one->capacity + UNIT - 1) / UNIT;

	return copies > COPIES_MOST ? COPIES_MOST : copies;
}

static void tj_copy_id(const struct tj_writing *w, size_t resource, int copy)
{
	tj_id(w->out, 'r', resource, w->plan->resources[resource].id);
	if (copy)
		buf_addf(w->out, "_%d", copy + 1);
}

/* The hours of a resource are a shift of its own, which alone can have a zone. */
static void tj_shift(const struct tj_writing *w, size_t i)
{
	const struct hours *h = &w->plan->resources[i].hours;

	buf_adds(w->out, "shift ");
	tj_id(w->out, 's', i, w->plan->resources[i].id);
	buf_addf(w->out, " \"hours\" {\n  timezone \"%s\"\n", zone_name(h->zone));
	for (int day = 0; day < 7; day++)
		tj_weekday(w, h, day);
	buf_adds(w->out, "}\n");
}

static void tj_resource(const struct tj_writing *w, size_t i, int copy)
{
	const struct roadmap_resource *one = &w->plan->resources[i];
	const struct hours *h = &one->hours;

	buf_adds(w->out, "resource ");
	tj_copy_id(w, i, copy);
	buf_addc(w->out, ' ');
	tj_text(w->out, one->title ? one->title : one->id);
	buf_adds(w->out, " {\n  shifts ");
	tj_id(w->out, 's', i, one->id);
	buf_adds(w->out, h->most_per_day || h->most_per_week ? "\n  limits {" : "\n");
	if (h->most_per_day)
		buf_addf(w->out, " dailymax %lld min", (long long)h->most_per_day);
	if (h->most_per_week)
		buf_addf(w->out, " weeklymax %lld min", (long long)h->most_per_week);
	buf_adds(w->out, h->most_per_day || h->most_per_week ? " }\n" : "");
	for (size_t k = 0; k < h->exception_count; k++)
		export_exception_days(
		    w->schedule, w->until, &h->exceptions[k], tj_exception, (void *)w);
	tj_leaves(w, i);
	buf_adds(w->out, "}\n");
}

/* Adds the id of a node with those of all it stands in. */
static void tj_path(const struct tj_writing *w, int node, int depth)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];

	if (n->parent >= 0 && depth < 20) {
		tj_path(w, n->parent, depth + 1);
		buf_addc(w->out, '.');
	}
	tj_id(w->out, 't', (size_t)node, n->id);
}

static void tj_wait(void *ctx, int before, const struct roadmap_link *l)
{
	const struct tj_writing *w = ctx;
	const struct roadmap_node *n = &w->plan->outline.nodes[before];
	const int64_t lag = l ? l->lag.minutes : 0;

	if (n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE)
		return;
	if (lag < 0 || (l && (l->kind == LINK_FF || l->kind == LINK_SF))) {
		buf_addf(w->out, "  # left out: after %s %s%+lld min\n", n->id, link_kinds[l->kind],
		    (long long)lag);
		return;
	}
	buf_adds(w->out, "  depends ");
	tj_path(w, before, 0);
	if (lag || (l && l->kind == LINK_SS))
		buf_adds(w->out, l->kind == LINK_SS ? " { onstart" : " {");
	if (lag)
		buf_addf(w->out, " gap%s %lld min", l->lag.elapsed ? "duration" : "length",
		    (long long)((lag + SLOT - 1) / SLOT * SLOT));
	buf_adds(w->out, lag || (l && l->kind == LINK_SS) ? " }\n" : "\n");
}

static int tj_units(const struct roadmap_need *need, const struct tj_writing *w)
{
	const int copies = tj_copies(&w->plan->resources[roadmap_find_resource(w->plan, need->id)]);
	const int units = (need->units + UNIT - 1) / UNIT;

	return units < copies ? units : copies;
}

/* Adds a resource to a task, as often as it needs units of it; a part of one is taken for the whole. All
 * of them are there at once or the task rests. */
static void tj_allocate(const struct tj_writing *w, int resource, int units)
{
	const int copies = tj_copies(&w->plan->resources[resource]);

	for (int i = 0; i < units; i++) {
		buf_adds(w->out, "  allocate ");
		tj_copy_id(w, (size_t)resource, i);
		buf_adds(w->out, " { mandatory");
		for (int k = 1; k < copies; k++) {
			buf_adds(w->out, k > 1 ? ", " : " alternative ");
			tj_copy_id(w, (size_t)resource, (i + k) % copies);
		}
		buf_adds(w->out, " }\n");
	}
}

/* Adds how long a task takes and who does it. Effort is that of all who work on it, where a plan counts
 * its first resource alone. */
static void tj_work(const struct tj_writing *w, const struct roadmap_node *n)
{
	const int64_t left = n->remaining >= 0 ? n->remaining
			     : n->has_effort   ? n->effort.minutes
					       : n->duration.minutes;
	const bool only = n->need_count == 0 && !n->needs_given && w->plan->resource_count == 1;
	int64_t minutes = (left + SLOT - 1) / SLOT * SLOT;
	int hands = 0;

	if (minutes <= 0) {
		buf_adds(w->out, "  milestone\n");
		return;
	}
	if (!n->has_effort || (n->need_count == 0 && !only)) {
		buf_addf(w->out, "  %s %lld min\n", n->duration.elapsed ? "duration" : "length",
		    (long long)minutes);
		return;
	}
	for (size_t i = 0; i < n->need_count; i++)
		hands += tj_units(&n->needs[i], w);
	if (n->need_count)
		minutes = minutes * hands / tj_units(&n->needs[0], w);
	buf_addf(w->out, "  effort %lld min\n", (long long)minutes);
	if (only)
		tj_allocate(w, 0, 1);
	for (size_t i = 0; i < n->need_count; i++)
		tj_allocate(
		    w, roadmap_find_resource(w->plan, n->needs[i].id), tj_units(&n->needs[i], w));
}

/* Adds when a task may begin and must be over. Its begin is that of a milestone it waits for, since
 * a task that waits for others cannot have a date of its own. */
static void tj_dates(const struct tj_writing *w, int node)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	struct ends e = {n->started, n->finished};

	if (n->status == NODE_DONE && schedule_node_ends(w->schedule, node, &e)) {
		buf_adds(w->out, "  start ");
		tj_moment(w, e.start, false);
		buf_adds(w->out, e.finish > e.start ? "\n  end " : "\n  milestone\n");
		if (e.finish > e.start) {
			tj_moment(w, e.finish, true);
			buf_addc(w->out, '\n');
		}
		buf_adds(w->out, "  complete 100\n");
		return;
	}
	if (export_not_before(w->schedule, node) < TIME_NEVER) {
		buf_adds(w->out, "  depends begins.");
		tj_id(w->out, 'b', (size_t)node, n->id);
		buf_addc(w->out, '\n');
	}
	if (n->deadline < TIME_NEVER) {
		buf_adds(w->out, "  maxend ");
		tj_moment(w, n->deadline, true);
		buf_addc(w->out, '\n');
	}
}

static void tj_task(const struct tj_writing *w, int node, int depth)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	const bool frame = export_has_parts(w->schedule, node);

	if (n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE || depth > 20)
		return;
	buf_adds(w->out, "task ");
	tj_id(w->out, 't', (size_t)node, n->id);
	buf_addc(w->out, ' ');
	auto_free char *title = export_title(n, 200);
	tj_text(w->out, title);
	buf_adds(w->out, " {\n");
	if (n->priority)
		buf_addf(w->out, "  priority %d\n",
		    500 + (n->priority > 499	   ? 499
			      : n->priority < -499 ? -499
						   : n->priority));
	if (!frame && n->status != NODE_DONE)
		tj_work(w, n);
	if (!frame)
		tj_dates(w, node);
	if (n->status != NODE_DONE)
		export_waits(w->schedule, node, tj_wait, (void *)w);
	for (int i = 0; i < w->plan->outline.count; i++)
		if (w->plan->outline.nodes[i].parent == node)
			tj_task(w, i, depth + 1);
	buf_adds(w->out, "}\n");
}

static void tj_begins(const struct tj_writing *w)
{
	buf_adds(w->out, "task begins \"Not before\" {\n");
	for (int i = 0; i < w->plan->outline.count; i++) {
		const struct roadmap_node *n = &w->plan->outline.nodes[i];
		const int64_t at = export_not_before(w->schedule, i);

		if (at >= TIME_NEVER || export_has_parts(w->schedule, i))
			continue;
		buf_adds(w->out, "  task ");
		tj_id(w->out, 'b', (size_t)i, n->id);
		buf_adds(w->out, " \"not before\" { milestone start ");
		tj_moment(w, at < w->schedule->plan.start ? w->schedule->plan.start : at, true);
		buf_adds(w->out, " }\n");
	}
	buf_adds(w->out, "}\n");
}

static void write_taskjuggler(const struct schedule *s, int width, struct buf *out)
{
	const int64_t finish = s->cost.finish < TIME_NEVER ? s->cost.finish : s->plan.horizon;
	const struct tj_writing w = {
	    s, s->plan.roadmap, (2 * finish - s->plan.start) / DAY * DAY + 60 * DAY, out};
	auto_free char *goal = export_goal(w.plan, 200);

	buf_adds(out, "project plan ");
	tj_text(out, goal);
	buf_addc(out, ' ');
	tj_moment(&w, s->plan.start, false);
	buf_adds(out, " - ");
	tj_moment(&w, w.until, true);
	buf_addf(out,
	    " {\n  timezone \"%s\"\n  timingresolution %d min\n  dailyworkinghours %.2f\n",
	    zone_name(w.plan->zone), SLOT, w.plan->day_minutes / 60.0);
	for (int day = 0; day < 7; day++)
		tj_weekday(&w, &w.plan->hours, day);
	buf_adds(out, "}\n");
	for (size_t i = 0; i < w.plan->hours.exception_count; i++)
		export_exception_days(
		    s, w.until, &w.plan->hours.exceptions[i], tj_exception, (void *)&w);
	for (size_t i = 0; i < w.plan->resource_count; i++)
		tj_shift(&w, i);
	for (size_t i = 0; i < w.plan->resource_count; i++)
		for (int copy = 0; copy < tj_copies(&w.plan->resources[i]); copy++)
			tj_resource(&w, i, copy);
	tj_begins(&w);
	for (int i = 0; i < w.plan->outline.count; i++)
		if (w.plan->outline.nodes[i].parent < 0)
			tj_task(&w, i, 0);
	buf_adds(out,
	    "taskreport plan \"plan\" {\n  formats html, csv\n  columns name, start, end, "
	    "effort\n}\n");
}

const struct schedule_exporter schedule_taskjuggler = {
    "tjp", "a project of TaskJuggler 3", write_taskjuggler};
