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

/* Returns a text in quotes; quotes and backslashes in it become apostrophes. Caller frees. */
static char *tj_text(const char *text)
{
	char *quoted = xasprintf("\"%s\"", text);

	for (char *s = quoted + 1; s[1]; s++)
		*s = *s == '"' || *s == '\\' ? '\'' : *s;
	return quoted;
}

/* Returns an id of letters, digits and _, kept apart from others by kind and number. Caller frees. */
static char *tj_id(char kind, size_t number, const char *id)
{
	char *made = xasprintf("%c%zu_%s", kind, number + 1, id);

	for (char *s = made; *s; s++)
		*s = isalnum((unsigned char)*s) ? *s : '_';
	return made;
}

static const char *tj_moment(const struct tj_writing *w, int64_t at, bool up, char out[MOMENT_ROOM])
{
	moment_spell((at + (up ? SLOT - 1 : 0)) / SLOT * SLOT, w->plan->zone, out);
	out[10] = '-';
	return out;
}
#define tj_begin(w, at) tj_moment(w, at, false, (char[MOMENT_ROOM]){""})
#define tj_end(w, at) tj_moment(w, at, true, (char[MOMENT_ROOM]){""})

/* Adds the hours of one day of the week, with those of the day before that reach past midnight. */
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

/* Adds a day off; a day with other hours than usual is left out, which a comment says. */
static void tj_exception(void *ctx, const char *day, const struct hours_exception *x)
{
	buf_addf(((const struct tj_writing *)ctx)->out, "%s%s\n",
	    x->ranges.count ? "  # left out: other hours on " : "leaves holiday \"off\" ", day);
}

static void tj_leave(const struct tj_writing *w, int64_t from, int64_t to, const char *what)
{
	const int64_t start = w->schedule->plan.start;
	auto_free char *line = export_text(what, 80), *quoted = tj_text(line);

	if (to > start && from < w->until)
		buf_addf(w->out, "  leaves special %s %s - %s\n", quoted,
		    tj_begin(w, from < start ? start : from), tj_end(w, to));
}

/* Returns how many resources of the file a resource becomes: TaskJuggler's have one unit each. */
static int tj_copies(const struct roadmap_resource *one)
{
	const int copies = (one->capacity + UNIT - 1) / UNIT;

	return copies > COPIES_MOST ? COPIES_MOST : copies;
}

static char *tj_copy_id(const struct tj_writing *w, size_t resource, int copy)
{
	auto_free char *id = tj_id('r', resource, w->plan->resources[resource].id);

	return copy ? xasprintf("%s_%d", id, copy + 1) : xstrdup(id);
}

static void tj_resource(const struct tj_writing *w, size_t i, int copy)
{
	const struct roadmap_resource *one = &w->plan->resources[i];
	const struct hours *h = &one->hours;
	const struct plan_network *plan = &w->schedule->plan;
	const struct busy_times *busy = plan->wish.busy;
	auto_free char *name = tj_text(one->title ? one->title : one->id);
	auto_free char *id = tj_copy_id(w, i, copy), *shift = tj_id('s', i, one->id);

	buf_addf(w->out, "resource %s %s {\n  shifts %s", id, name, shift);
	buf_adds(w->out, h->most_per_day || h->most_per_week ? "\n  limits {" : "\n");
	if (h->most_per_day)
		buf_addf(w->out, " dailymax %lld min", (long long)h->most_per_day);
	if (h->most_per_week)
		buf_addf(w->out, " weeklymax %lld min", (long long)h->most_per_week);
	buf_adds(w->out, h->most_per_day || h->most_per_week ? " }\n" : "");
	for (size_t k = 0; k < h->exception_count; k++)
		export_exception_days(
		    w->schedule, w->until, &h->exceptions[k], tj_exception, (void *)w);
	/* Leaves are what keeps it from tasks: busy times, of the first resource, and routines. */
	for (size_t k = 0; i == 0 && busy && k < busy->count; k++)
		tj_leave(w, busy->list[k].from, busy->list[k].to, busy->list[k].what);
	for (size_t k = 0; k < plan->occurrence_count; k++) {
		const struct occurrence *o = &plan->occurrences[k];
		const struct roadmap_node *n = &w->plan->outline.nodes[o->node];
		const char *who = n->need_count			 ? n->needs[0].id
				  : w->plan->resource_count == 1 ? w->plan->resources[0].id
								 : NULL;

		if (o->kind != OCCURRENCE_SKIPPED && o->ends.start < TIME_NEVER &&
		    text_is(who, one->id))
			tj_leave(w, o->ends.start, o->ends.finish, roadmap_title(n));
	}
	buf_adds(w->out, "}\n");
}

/* Returns the id of a node, preceded by those of all it stands within. Caller frees. */
static char *tj_path(const struct tj_writing *w, int node, int depth)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	auto_free char *id = tj_id('t', (size_t)node, n->id);
	auto_free char *above =
	    n->parent >= 0 && depth < 20 ? tj_path(w, n->parent, depth + 1) : NULL;

	return xasprintf("%s%s%s", above ? above : "", above ? "." : "", id);
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
	auto_free char *path = tj_path(w, before, 0);
	buf_addf(w->out, "  depends %s", path);
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

/* Adds a resource to a task, `units` times (tj_units rounds a part up to a whole one). All of them must be
 * there at the same time, else the task rests (mandatory). */
static void tj_allocate(const struct tj_writing *w, int resource, int units)
{
	const int copies = tj_copies(&w->plan->resources[resource]);

	for (int i = 0; i < units; i++) {
		auto_free char *first = tj_copy_id(w, (size_t)resource, i);

		buf_addf(w->out, "  allocate %s { mandatory", first);
		for (int k = 1; k < copies; k++) {
			auto_free char *id = tj_copy_id(w, (size_t)resource, (i + k) % copies);

			buf_addf(w->out, "%s%s", k > 1 ? ", " : " alternative ", id);
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

/* Adds when a task may begin and must be over; of a done one, when it was begun and finished. The first is a
 * milestone of tj_begins that it waits for, since a task that waits for others cannot have a date of its own. */
static void tj_dates(const struct tj_writing *w, int node)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	auto_free char *begin = tj_id('b', (size_t)node, n->id);
	struct ends e = {n->started, n->finished};

	if (n->status == NODE_DONE && schedule_node_ends(w->schedule, node, &e)) {
		buf_addf(w->out, "  start %s\n", tj_begin(w, e.start));
		if (e.finish > e.start)
			buf_addf(w->out, "  end %s\n  complete 100\n", tj_end(w, e.finish));
		else
			buf_adds(w->out, "  milestone\n  complete 100\n");
		return;
	}
	if (export_not_before(w->schedule, node) < TIME_NEVER)
		buf_addf(w->out, "  depends begins.%s\n", begin);
	if (n->deadline < TIME_NEVER)
		buf_addf(w->out, "  maxend %s\n", tj_end(w, n->deadline));
}

static void tj_task(const struct tj_writing *w, int node, int depth)
{
	const struct roadmap_node *n = &w->plan->outline.nodes[node];
	const bool frame = export_has_parts(w->schedule, node);

	if (n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE || depth > 20)
		return;
	auto_free char *title = export_text(roadmap_title(n), 200), *quoted = tj_text(title);
	auto_free char *id = tj_id('t', (size_t)node, n->id);
	buf_addf(w->out, "task %s %s {\n", id, quoted);
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
		auto_free char *id = tj_id('b', (size_t)i, n->id);
		buf_addf(w->out, "  task %s \"not before\" { milestone start %s }\n", id,
		    tj_end(w, at < w->schedule->plan.start ? w->schedule->plan.start : at));
	}
	buf_adds(w->out, "}\n");
}

static void write_taskjuggler(const struct schedule *s, int width, struct buf *out)
{
	const int64_t finish = s->cost.finish < TIME_NEVER ? s->cost.finish : s->plan.horizon;
	const struct tj_writing w = {
	    s, s->plan.roadmap, (2 * finish - s->plan.start) / DAY * DAY + 60 * DAY, out};
	auto_free char *goal = export_text(w.plan->outline.goal, 200), *quoted = tj_text(goal);

	buf_addf(out,
	    "project plan %s %s - %s {\n  timezone \"%s\"\n  timingresolution %d min\n"
	    "  dailyworkinghours %.2f\n",
	    quoted, tj_begin(&w, s->plan.start), tj_end(&w, w.until), zone_name(w.plan->zone), SLOT,
	    w.plan->day_minutes / 60.0);
	for (int day = 0; day < 7; day++)
		tj_weekday(&w, &w.plan->hours, day);
	buf_adds(out, "}\n");
	for (size_t i = 0; i < w.plan->hours.exception_count; i++)
		export_exception_days(
		    s, w.until, &w.plan->hours.exceptions[i], tj_exception, (void *)&w);
	/* The hours of a resource are a shift of its own, which alone can have a zone. */
	for (size_t i = 0; i < w.plan->resource_count; i++) {
		const struct hours *h = &w.plan->resources[i].hours;

		auto_free char *id = tj_id('s', i, w.plan->resources[i].id);

		buf_addf(out, "shift %s \"hours\" {\n  timezone \"%s\"\n", id, zone_name(h->zone));
		for (int day = 0; day < 7; day++)
			tj_weekday(&w, h, day);
		buf_adds(out, "}\n");
	}
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
