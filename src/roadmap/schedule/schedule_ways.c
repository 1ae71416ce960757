/* SPDX-License-Identifier: MIT
 * The attempts at ways out of a plan: what is tried for which problem. See schedule_ways.h.
 */
#include "roadmap/schedule/schedule_ways.h"

#include "base/base.h"

#define TASKS_TRIED 8 /* this many tasks are tried for dropping and shortening */
#define DAYS_MOST 200 /* dates are put off by at most so many days */

const char *const way_kinds[8] = {"later_deadline", "more_hours", "drop_task", "shorten_task",
    "free_time", "no_buffer", "shorter_pieces", "fewer_people"};

/* Adds an attempt, unless edits is empty; edits and text are stolen. */
static void add_attempt(struct way_attempts *out, enum way_kind kind, int node, int64_t minutes,
    json_t *edits, char *text)
{
	if (json_array_size(edits)) {
		array_push(out->list, out->count, out->cap,
		    (struct way_attempt){kind, node, minutes, edits, text, -1});
	} else {
		json_decref(edits);
		free(text);
	}
}

/* Writes the day `days` after that on which something ends at `at`: "2026-03-06". */
static void write_end_day(int64_t at, int days, const struct zone *z, char out[MOMENT_ROOM])
{
	moment_spell_end(at + days * DAY, z, out);
	out[10] = '\0';
}

/* ---- Dates --------------------------------------------------------------------------------- */

static json_t *window_edit(const struct roadmap_node *n, const char *to)
{
	json_t *window = json_deep_copy(json_map(n->source, "window"));

	if (to)
		json_put_str(window, "to", to);
	else
		json_object_del(window, "to");
	return json_pack("{s:s, s:s, s:o}", "op", "move", "id", n->id, "window", window);
}

static json_t *deadline_edit(const char *id, const char *date)
{
	return json_pack("{s:s, s:s, s:s*}", "op", "deadline", "date", date ? date : "", "id", id);
}

/* Adds an attempt that removes every deadline, to find when all would be done. */
static void add_without_deadlines(const struct schedule *s, struct way_attempts *out)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *edits = json_array();

	if (r->deadline != TIME_NEVER)
		json_array_append_new(edits, deadline_edit(NULL, NULL));
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		if (n->status == NODE_DONE || n->level == LEVEL_ROUTINE)
			continue;
		if (n->deadline != TIME_NEVER)
			json_array_append_new(edits, deadline_edit(n->id, NULL));
		if (n->window_to != TIME_NEVER)
			json_array_append_new(edits, window_edit(n, NULL));
	}
	add_attempt(out, WAY_LATER_DEADLINE, -1, 0, edits, NULL);
}

/* Returns operations that move the dates which `tried` misses to `days` after what it came to; *last: its finish. */
static json_t *later_dates(
    const struct schedule *s, const struct schedule *tried, int days, int64_t *last)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *edits = json_array();
	char day[MOMENT_ROOM];
	struct ends e;

	*last = tried->cost.finish;
	if (r->deadline != TIME_NEVER && (tried->cost.finish > s->plan.deadline || days)) {
		write_end_day(tried->cost.finish > r->deadline ? tried->cost.finish : r->deadline,
		    days, r->zone, day);
		json_array_append_new(edits, deadline_edit(NULL, day));
	}
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		if (n->status == NODE_DONE || n->level == LEVEL_ROUTINE ||
		    !schedule_node_ends(tried, i, &e))
			continue;
		write_end_day(e.finish, days, n->zone, day);
		if (n->deadline != TIME_NEVER && e.finish > n->deadline - days * DAY)
			json_array_append_new(edits, deadline_edit(n->id, day));
		if (n->window_to != TIME_NEVER && e.finish > n->window_to - days * DAY)
			json_array_append_new(edits, window_edit(n, day));
	}
	return edits;
}

/* Returns which dates move: "move the deadline to 2026-03-31, that of 'a' to 2026-03-20". Caller frees. */
static char *dates_text(const json_t *edits)
{
	struct buf out = BUF_INIT;

	json_each (op, edits) {
		const char *id = json_str(op, "id", NULL);
		const char *day = json_str(op, "date", json_str(json_map(op, "window"), "to", ""));

		buf_adds(&out, out.len ? ", " : "move ");
		if (id)
			buf_addf(&out, "%s of '%s' to %s",
			    out.len > strlen("move ") ? "that" : "the deadline", id, day);
		else
			buf_addf(&out, "the deadline to %s", day);
	}
	return buf_take(&out);
}

void way_attempts_date(
    struct way_attempts *list, size_t at, const struct schedule *s, const struct schedule *tried)
{
	struct way_attempt dated = list->list[at];
	const int before = dated.days;
	int64_t last;

	if (dated.kind != WAY_LATER_DEADLINE || before > DAYS_MOST ||
	    (before >= 0 && tried->feasible) || tried->cost.unplaced)
		return;
	dated.days = before < 0 ? 0 : 2 * before + 1;
	dated.edits = later_dates(s, tried, dated.days, &last);
	dated.text = dates_text(dated.edits);
	dated.minutes = s->plan.deadline != TIME_NEVER ? last - s->plan.deadline : 0;
	array_reserve(&list->list, &list->cap, list->count + 1, sizeof *list->list);
	memmove(
	    list->list + at + 2, list->list + at + 1, (list->count - at - 1) * sizeof *list->list);
	list->list[at + 1] = dated;
	list->count++;
}

/* ---- Hours --------------------------------------------------------------------------------- */

/* Fills `longer` with the hours, each working day and the daily and weekly maximum lengthened by `extra` minutes. */
static void extend_hours(const struct hours *h, int64_t extra, struct hours *longer)
{
	int days = 0;

	hours_copy(longer, h);
	for (int day = 0; day < 7; day++) {
		struct hours_day *d = &longer->week[day];
		struct hours_range *last = d->count ? &d->list[d->count - 1] : NULL;

		days += h->always || last;
		if (last && last->to + extra > d->list[0].from + DAY)
			last->to = d->list[0].from + DAY;
		else if (last)
			last->to += (int)extra;
	}
	longer->most_per_day += longer->most_per_day ? extra : 0;
	longer->most_per_week += longer->most_per_week ? days * extra : 0;
}

static int64_t week_minutes(const struct hours *h)
{
	int64_t week = 0;

	for (int day = 0; day < 7; day++) {
		int64_t sum = h->always ? DAY : 0;

		for (size_t i = 0; i < h->week[day].count && !h->always; i++)
			sum += h->week[day].list[i].to - h->week[day].list[i].from;
		week += h->most_per_day && sum > h->most_per_day ? h->most_per_day : sum;
	}
	return h->most_per_week && week > h->most_per_week ? h->most_per_week : week;
}

/* Returns {mon: "17:00-19:00", ...}, as hours are written; new reference. */
static json_t *hours_written(const struct hours *h)
{
	json_t *o = json_object();

	for (int day = 0; day < 7; day++) {
		auto_buf text = BUF_INIT;

		for (size_t i = 0; i < h->week[day].count; i++) {
			const struct hours_range *x = &h->week[day].list[i];
			const int to = x->to > DAY ? x->to - (int)DAY : x->to;

			buf_addf(&text, "%s%02d:%02d-%02d:%02d", text.len ? "," : "", x->from / 60,
			    x->from % 60, to / 60, to % 60);
		}
		if (text.len)
			json_put_str(o, weekday_names[day], buf_str(&text));
	}
	return o;
}

static void put_duration(json_t *op, const char *key, int64_t minutes)
{
	char text[DURATION_ROOM];

	duration_write(&(struct duration){minutes, false}, text);
	json_put_str(op, key, text);
}

/* Returns the operation that sets hours and maxima lengthened by `extra` minutes a day (extend_hours); new
 * reference. NULL: nothing would change. */
static json_t *hours_edit(struct hours h, const char *person, int64_t extra)
{
	json_t *op = json_pack("{s:s, s:s*}", "op", "hours", "person", person);
	struct hours longer;

	extend_hours(&h, extra, &longer);
	if (!h.always)
		json_put(op, "hours", hours_written(&longer));
	if (h.most_per_day)
		put_duration(
		    op, "max_per_day", longer.most_per_day < DAY ? longer.most_per_day : DAY);
	if (h.most_per_week)
		put_duration(op, "max_per_week", longer.most_per_week);
	hours_free(&longer);
	if (json_object_size(op) > 1 + (person != NULL))
		return op;
	json_decref(op);
	return NULL;
}

static json_t *more_hours(const struct roadmap *r, int64_t extra)
{
	json_t *edits = json_array();
	struct hours h = r->hours;

	h.most_per_day = r->profile.max_per_day;
	h.most_per_week = r->profile.max_per_week;
	json_array_append_new(edits, hours_edit(h, NULL, extra)); /* NULL appends nothing */
	json_each_at (i, one, json_list(r->document, "resources")) {
		const struct roadmap_resource *s = &r->resources[i];

		if (!json_object_get(one, "hours") && !s->own_per_day && !s->own_per_week)
			continue;
		h = s->hours;
		h.most_per_day = s->own_per_day;
		h.most_per_week = s->own_per_week;
		json_t *op = hours_edit(h, s->id, extra);
		if (!json_object_get(one, "hours"))
			json_object_del(op, "hours");
		json_array_append_new(edits, op);
	}
	return edits;
}

static char *hours_text(const struct roadmap *r, int64_t extra)
{
	const char *much = duration_text(extra, 0);
	struct hours longer;

	if (r->resource_count != 1)
		return xasprintf("everybody works %s more each working day", much);
	extend_hours(&r->resources[0].hours, extra, &longer);
	const int64_t after = week_minutes(&longer);
	hours_free(&longer);
	return xasprintf("work %s a week instead of %s, %s more each working day",
	    duration_text(after, 0), duration_text(week_minutes(&r->resources[0].hours), 0), much);
}

/* ---- Tasks --------------------------------------------------------------------------------- */

struct spared_task {
	int node;
	int64_t work;
	bool optional;
};

static int by_price(const void *a, const void *b)
{
	const struct spared_task *x = a, *y = b;

	if (x->optional != y->optional)
		return x->optional ? -1 : 1;
	if (x->work != y->work)
		return x->work < y->work ? -1 : 1;
	return x->node - y->node;
}

/* Adds attempts to drop tasks, the cheapest to spare first, and to halve tasks, the longest first. */
static void add_spared_tasks(const struct schedule *s, struct way_attempts *out)
{
	const struct roadmap *r = s->plan.roadmap;
	auto_free struct spared_task *list = xcalloc((size_t)r->outline.count + 1, sizeof *list);
	int count = 0;

	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		const int a = s->plan.graph.first[i];

		if (n->level != LEVEL_TASK || n->status != NODE_PENDING || a < 0 ||
		    s->plan.graph.network.activities[a].work == 0)
			continue;
		list[count++] =
		    (struct spared_task){i, s->plan.graph.network.activities[a].work, n->optional};
	}
	qsort(list, (size_t)count, sizeof *list, by_price);
	for (int i = 0; i < count && i < TASKS_TRIED; i++) {
		const char *id = r->outline.nodes[list[i].node].id;

		add_attempt(out, WAY_DROP_TASK, list[i].node, list[i].work,
		    json_pack("[{s:s, s:s}]", "op", "remove", "id", id),
		    xasprintf("drop '%s' (%s)", id, duration_text(list[i].work, 0)));
	}
	for (int i = 0; i < count && i < TASKS_TRIED; i++) {
		const struct spared_task *t = &list[count - 1 - i];
		const struct roadmap_node *n = &r->outline.nodes[t->node];
		struct duration d = n->has_duration ? n->duration : n->effort;
		const char *from = duration_text(d.minutes, 0),
			   *much = duration_text(d.minutes / 2, 0);
		char half[DURATION_ROOM];

		d.minutes -= d.minutes / 2;
		duration_write(&d, half);
		add_attempt(out, WAY_SHORTEN_TASK, t->node, t->work / 2,
		    json_pack("[{s:s, s:s, s:s}]", "op", "resize", "id", n->id,
			n->has_duration ? "duration" : "effort", half),
		    xasprintf("shorten '%s' by %s of %s", n->id, much, from));
	}
}

/* ---- Conditions ---------------------------------------------------------------------------- */

/* Adds an attempt that frees tasks with problems from their fixed time: they begin on that day or later, or any day. */
static void add_free_times(const struct schedule *s, bool same_day, struct way_attempts *out)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *edits = json_array();
	struct buf text = BUF_INIT;

	for (size_t k = 0; k < s->problem_count; k++) {
		const int node = s->problems[k].node;
		const struct roadmap_node *n = node >= 0 ? &r->outline.nodes[node] : NULL;
		char day[MOMENT_ROOM] = "";

		if (!n || n->start == TIME_NEVER || n->start_is_day || n->level == LEVEL_ROUTINE ||
		    json_row(edits, "id", n->id))
			continue;
		moment_spell(n->start, n->zone, day);
		buf_addf(&text, "%s'%s'", text.len ? ", " : "let ", n->id);
		day[same_day && n->start >= s->plan.start ? 10 : 0] = '\0';
		json_array_append_new(
		    edits, json_pack("{s:s, s:s, s:s}", "op", "move", "id", n->id, "start", day));
	}
	buf_adds(&text, same_day ? " begin when there is time, from its day on"
				 : " begin when there is time, whichever day");
	add_attempt(out, WAY_FREE_TIME, s->problems[0].node, 0, edits, buf_take(&text));
}

static void add_limits(const struct schedule *s, struct way_attempts *out)
{
	const struct strategy_profile *p = &s->plan.roadmap->profile;

	if (p->buffer.minutes || p->buffer_percent)
		add_attempt(out, WAY_NO_BUFFER, -1, p->buffer.minutes,
		    json_pack("[{s:s, s:s}]", "op", "hours", "buffer", ""),
		    p->buffer_percent ? xasprintf("give up the buffer of %d %% before the deadline",
					    p->buffer_percent)
				      : xasprintf("give up the buffer of %s before the deadline",
					    duration_text(p->buffer.minutes, 0)));
	if (p->min_block)
		add_attempt(out, WAY_SHORTER_PIECES, -1, p->min_block,
		    json_pack("[{s:s, s:s}]", "op", "hours", "min_block", ""),
		    xasprintf("work in pieces shorter than %s", duration_text(p->min_block, 0)));
}

/* Adds an attempt in which tasks with problems that need several resources are done by the first alone. */
static void add_fewer_people(const struct schedule *s, struct way_attempts *out)
{
	const struct roadmap *r = s->plan.roadmap;
	json_t *edits = json_array();
	auto_buf text = BUF_INIT;
	int node = -1;

	for (size_t k = 0; k < s->problem_count; k++) {
		const struct schedule_problem *p = &s->problems[k];
		const struct roadmap_node *n = p->node >= 0 ? &r->outline.nodes[p->node] : NULL;

		if (!n || n->need_count < 2 || json_row(edits, "id", n->id))
			continue;
		json_array_append_new(edits, json_pack("{s:s, s:s, s:[s]}", "op", "assign", "id",
						 n->id, "resources", n->needs[0].id));
		buf_addf(&text, "%s'%s' by '%s' alone", text.len ? ", " : "have ", n->id,
		    n->needs[0].id);
		node = p->node;
	}
	add_attempt(out, WAY_FEWER_PEOPLE, node, 0, edits, xasprintf("%s done", buf_str(&text)));
}

/* Prepends the operations of `with`, which free fixed times, to every attempt from `first` on: none of
 * those helps without. */
static void put_before(struct way_attempts *list, size_t first, const struct way_attempt *with)
{
	for (size_t i = first; i < list->count; i++) {
		struct way_attempt *a = &list->list[i];
		json_t *edits = json_copy(with->edits);
		char *text = a->text ? xasprintf("%s, and %s", with->text, a->text) : NULL;

		json_array_extend(edits, a->edits);
		json_decref(a->edits);
		free(a->text);
		a->edits = edits;
		a->text = text;
	}
}

void way_attempts_make(const struct schedule *s, struct way_attempts *out)
{
	static const bool of_a_fixed_date[] = {
	    [PROBLEM_NO_ROOM] = false,
	    [PROBLEM_FIXED_OUTSIDE_HOURS] = true,
	    [PROBLEM_FIXED_IN_THE_PAST] = true,
	    [PROBLEM_FIXED_BEFORE_DEPENDENCY] = true,
	    [PROBLEM_FIXED_OVERBOOKED] = true,
	};
	const struct roadmap *r = s->plan.roadmap;
	bool fixed = false, late = s->cost.late || s->cost.unplaced;

	for (size_t k = 0; k < s->problem_count; k++)
		fixed = fixed || of_a_fixed_date[s->problems[k].kind];
	if (s->problem_count == 0 || (!fixed && !late))
		return;
	add_free_times(s, true, out);
	add_free_times(s, false, out);
	const size_t alone = out->count;
	if (!late)
		return;
	if (!fixed) /* the dates that are missed are put off, not those that are fixed */
		add_without_deadlines(s, out);
	add_limits(s, out);
	json_each (hours, json_list(json_map(r->defaults, "ways_out"), "extra_hours")) {
		const int64_t extra = (int64_t)(json_number_value(hours) * 60 + 0.5);

		add_attempt(
		    out, WAY_MORE_HOURS, -1, extra, more_hours(r, extra), hours_text(r, extra));
	}
	add_fewer_people(s, out);
	add_spared_tasks(s, out);
	if (fixed && alone)
		put_before(out, alone, &out->list[alone - 1]);
}

void way_attempt_take(const struct way_attempt *a, struct schedule *s, int64_t finish)
{
	array_push(s->ways, s->way_count, s->way_cap,
	    (struct way_out){a->kind, a->node, a->minutes, finish,
		xasprintf("%s: done %s", a->text, moment_text(finish, s->plan.roadmap->zone)),
		json_incref(a->edits)});
}

void way_attempts_free(struct way_attempts *list)
{
	for (size_t i = 0; i < list->count; i++) {
		json_decref(list->list[i].edits);
		free(list->list[i].text);
	}
	free(list->list);
	*list = (struct way_attempts){0};
}
