/* SPDX-License-Identifier: MIT
 * Properties that hold for every schedule, over random plans: no dependency, capacity, working hour,
 * busy time or fixed date is broken, and what is said to make a plan infeasible does so. The checks
 * look at single minutes and know nothing of calendars.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/file/validate.h"
#include "roadmap/schedule/schedule.h"

#define PLANS 24
#define TASKS 14
#define START_DAY 20514 /* 2026-03-02, a Monday */

static uint64_t random_state;
static int schedules_tried = 60;

static int below(int n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (int)((random_state * 0x2545F4914F6CDD1Du >> 33) % (uint64_t)n);
}

static void put_date(json_t *o, const char *key, int days, int hour)
{
	char text[MOMENT_ROOM];
	int y, m, d;

	date_of(START_DAY + days, &y, &m, &d);
	if (hour < 0)
		snprintf(text, sizeof text, "%04d-%02d-%02d", y, m, d);
	else
		snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:00", y, m, d, hour);
	json_put_str(o, key, text);
}

static json_t *random_task(int i)
{
	static const char *const kinds[] = {"FS", "SS", "FF", "SF"};
	json_t *o = json_object(), *after = json_array(), *needs = json_array();
	char text[40];

	snprintf(text, sizeof text, "t%d", i);
	json_put_str(o, "id", text);
	snprintf(text, sizeof text, "%dm", 30 * (1 + below(24)));
	json_put_str(o, below(2) ? "effort" : "duration", text);
	for (int k = below(3); i > 0 && k > 0; k--) {
		snprintf(text, sizeof text, "t%d %s%s", below(i), kinds[below(4)],
		    below(3)   ? ""
		    : below(2) ? "+3h"
		    : below(2) ? "-2h"
			       : "+1ed");
		json_array_append_new(after, json_string(text));
	}
	json_put(o, "after", after);
	json_array_append_new(needs, json_string(below(2) ? "ann" : "bob"));
	if (below(4) == 0)
		json_array_append_new(
		    needs, json_pack("{s:s, s:i}", "id", "room", "units", 1 + below(2)));
	json_put(o, "resources", needs);
	if (below(8) == 0)
		put_date(o, "not_before", below(10), -1);
	if (below(6) == 0)
		put_date(o, "deadline", 3 + below(20), -1);
	if (below(10) == 0 && !json_object_get(o, "not_before"))
		put_date(o, "start", below(12), 9 + below(8));
	return o;
}

static json_t *random_plan(int seed)
{
	static const char *const strategies[] = {"asap", "alap", "balanced"};
	json_t *o, *nodes = json_array(), *profile;

	random_state = (uint64_t)seed * 77777 + 5;
	o = json_pack("{s:s, s:s, s:{s:s}, s:{s:s, s:s}, s:[s]}", "goal", "g", "timezone",
	    "Europe/Berlin", "hours", "mon-fri", "9:00-12:00, 13:00-17:00", "exceptions",
	    "2026-03-05", "off", "2026-03-07", "10-14", "holidays", "2026-03-11");
	put_date(o, "start", 0, -1);
	if (below(2))
		put_date(o, "deadline", 10 + below(30), -1);
	profile = json_pack("{s:s}", "strategy", strategies[below(3)]);
	if (below(3) == 0)
		json_put_str(profile, "max_per_day", "4h");
	if (below(4) == 0)
		json_put_str(profile, "max_per_week", "14h");
	if (below(3) == 0)
		json_put_str(profile, "min_block", "30m");
	json_put(o, "profile", profile);
	json_put(o, "resources",
	    json_pack("[{s:s}, {s:s, s:s, s:s}, {s:s, s:i, s:s}]", "id", "ann", "id", "bob",
		"timezone", "America/New_York", "hours", "8-18", "id", "room", "capacity", 3,
		"hours", "always"));
	for (int i = 0; i < TASKS; i++)
		json_array_append_new(nodes, random_task(i));
	json_array_append_new(
	    nodes, json_pack("{s:s, s:s, s:s, s:s, s:[s]}", "id", "yoga", "cadence", "tue,thu",
		       "start", "2026-03-03T11:00", "duration", "90m", "resources", "ann"));
	json_put(o, "nodes", nodes);
	return o;
}

static void read_plan(struct roadmap *r, const json_t *document)
{
	struct problems problems = PROBLEMS_INIT;

	if (!roadmap_read(r, document, "plan", NULL, &problems))
		fail_msg("%s", problem_line(&problems.list[0]));
}

static struct schedule *make(const struct roadmap *r, const struct busy_times *busy)
{
	const struct schedule_options o = {
	    .from = TIME_NEVER, .busy = busy, .seed = 1, .schedules = schedules_tried};
	struct error e = ERROR_INIT;
	struct schedule_job *j = schedule_job_new(r, &o, &e);

	if (!j)
		fail_msg("%s", e.message);
	schedule_job_step(j, 0);
	return schedule_job_finish(j);
}

/* Whether a resource works in that minute, by its hours as the plan has them. */
static bool works_at(
    const struct roadmap_resource *s, int64_t t, int resource, const struct busy_times *busy)
{
	const int64_t local = zone_local(s->hours.zone, t), day = day_of(local);
	const int minute = (int)(local - day * DAY);
	const struct hours_day *d = &s->hours.week[weekday_of(day)];
	bool always = s->hours.always;

	for (size_t i = 0; resource == 0 && i < busy->count; i++)
		if (t >= busy->list[i].from && t < busy->list[i].to)
			return false;
	for (size_t i = 0; i < s->hours.exception_count; i++)
		if (!s->hours.exceptions[i].yearly && s->hours.exceptions[i].day == day) {
			d = &s->hours.exceptions[i].ranges;
			always = false;
			break;
		}
	if (always)
		return true;
	for (size_t i = 0; i < d->count; i++)
		if (minute >= d->list[i].from && minute < d->list[i].to)
			return true;
	return false;
}

struct minutes {
	const struct schedule *schedule;
	const struct busy_times *busy;
	int *used;   /* [resource][minute] */
	bool *fixed; /* [minute] of the first resource: by a date that is */
	int64_t first, count, worked;
	int activity;
};

static void look_at_piece(void *ctx, int64_t from, int64_t to)
{
	struct minutes *m = ctx;
	const struct network *n = &m->schedule->plan.graph.network;
	const struct activity *a = &n->activities[m->activity];

	m->worked += to - from;
	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &n->needs[a->first_need + k];
		const struct roadmap_resource *s =
		    &m->schedule->plan.roadmap->resources[need->resource];

		for (int64_t t = from; t < to; t++) {
			assert_true(works_at(s, t, need->resource, m->busy));
			assert_true(t >= m->first && t < m->first + m->count);
			m->used[need->resource * m->count + t - m->first] += need->units;
			assert_true(
			    m->used[need->resource * m->count + t - m->first] <= s->capacity);
		}
	}
}

static void look_at_fixed(void *ctx, int64_t from, int64_t to)
{
	struct minutes *m = ctx;

	for (int64_t t = from; t < to; t++)
		m->fixed[t - m->first] = true;
}

static bool of_first(const struct schedule *s, int activity)
{
	const struct activity *a = &s->plan.graph.network.activities[activity];

	for (int k = 0; k < a->needs; k++)
		if (s->plan.graph.network.needs[a->first_need + k].resource == 0)
			return true;
	return false;
}

/* Checks a maximum of minutes in each period of `length`; the plan begins on a Monday. Fixed dates may exceed it; then
 * nothing else may be done. */
static void check_maximum(const struct minutes *m, int64_t most, int64_t length)
{
	for (int64_t at = 0; most && at + length <= m->count; at += length) {
		int64_t worked = 0, fixed = 0;

		for (int64_t t = at; t < at + length; t++) {
			worked += m->used[t] > 0;
			fixed += m->fixed[t];
		}
		assert_true(worked <= (fixed > most ? fixed : most));
	}
}

static void check_link(const struct schedule *s, const struct roadmap_node *n,
    const struct roadmap_link *l, const struct ends *e)
{
	const int from = roadmap_find(s->plan.roadmap, l->id);
	struct ends before;
	int64_t start, end;

	assert_true(schedule_node_ends(s, from, &before));
	start = l->kind == LINK_SS || l->kind == LINK_SF ? before.start : before.finish;
	end = l->kind == LINK_FS || l->kind == LINK_SS ? e->start : e->finish;
	if (l->lag.elapsed || l->lag.minutes == 0)
		assert_true(end >= start + l->lag.minutes);
	else if (l->lag.minutes > 0) /* so much of the plan's working time lies between */
		assert_true(
		    calendar_work(s->plan.hours, end) - calendar_work(s->plan.hours, start) >=
		    l->lag.minutes);
	else
		assert_true(
		    calendar_work(s->plan.hours, start) - calendar_work(s->plan.hours, end) <=
		    -l->lag.minutes);
}

static void check_schedule(const struct schedule *s, const struct busy_times *busy)
{
	const struct roadmap *r = s->plan.roadmap;
	const int64_t first = s->plan.start, count = 120 * DAY;
	struct minutes m = {s, busy,
	    xcalloc((size_t)(count * (int64_t)r->resource_count), sizeof *m.used),
	    xcalloc((size_t)count, sizeof *m.fixed), first, count, 0, 0};

	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];

		for (int64_t t = o->ends.start; o->kind == OCCURRENCE_FIXED && t < o->ends.finish;
		     t++)
			if (t < first + count) {
				m.used[t - first] += UNIT;
				m.fixed[t - first] = true;
			}
	}
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		struct ends e;

		if (n->level == LEVEL_ROUTINE)
			continue;
		assert_true(schedule_node_ends(s, i, &e));
		m.activity = s->plan.graph.first[i];
		m.worked = 0;
		const struct activity *a = &s->plan.graph.network.activities[m.activity];
		for (struct piece_walk w = activity_pieces(a, &e); piece_next(&w);) {
			look_at_piece(&m, w.from, w.to);
			if (n->start != TIME_NEVER && of_first(s, m.activity))
				look_at_fixed(&m, w.from, w.to);
		}
		assert_int_equal(
		    m.worked, n->has_duration ? n->duration.minutes : n->effort.minutes);
		for (size_t k = 0; k < n->link_count; k++)
			check_link(s, n, &n->links[k], &e);
		if (n->start != TIME_NEVER)
			assert_int_equal(e.start, n->start);
		if (n->not_before != TIME_NEVER)
			assert_true(e.start >= n->not_before);
		if (n->deadline != TIME_NEVER)
			assert_true(e.finish <= n->deadline);
		if (r->deadline != TIME_NEVER)
			assert_true(e.finish <= r->deadline);
	}
	check_maximum(&m, r->profile.max_per_day, DAY);
	check_maximum(&m, r->profile.max_per_week, 7 * DAY);
	free(m.used);
	free(m.fixed);
}

/* Removes from the plan what each problem of the schedule names. */
static void take_away(json_t *document, const struct schedule *s)
{
	for (size_t i = 0; i < s->problem_count; i++) {
		const struct schedule_problem *p = &s->problems[i];
		json_t *o = document_node(document, s->plan.roadmap->outline.nodes[p->node].id);

		if (strncmp(problem_kinds[p->kind], "deadline", 8) == 0) {
			json_object_del(o, "deadline");
			json_object_del(document, "deadline");
		} else if (strncmp(problem_kinds[p->kind], "fixed", 5) == 0) {
			json_object_del(o, "start");
		}
	}
}

static void every_schedule_keeps_what_the_plan_says_and_every_report_is_true(void **state)
{
	int feasible = 0, infeasible = 0;
	char what[] = "x";
	struct busy_time appointment = {
	    (START_DAY + 1) * DAY + 12 * 60, (START_DAY + 1) * DAY + 15 * 60, what};
	struct busy_times busy = {&appointment, 1, 1};

	for (int seed = 1; seed <= PLANS; seed++) {
		json_t *document = random_plan(seed);
		struct roadmap r;
		struct schedule *s;

		read_plan(&r, document);
		s = make(&r, &busy);
		if (s->feasible) {
			feasible++;
			check_schedule(s, &busy);
			assert_int_equal(s->way_count, 0);
		}
		/* Several rounds: what is mended may uncover what it hid. */
		for (int round = 0; !s->feasible && round < 6; round++) {
			const size_t before = s->problem_count;

			infeasible += round == 0;
			assert_true(before > 0);
			take_away(document, s);
			schedule_free(s);
			roadmap_free(&r);
			read_plan(&r, document);
			s = make(&r, &busy);
		}
		if (!s->feasible)
			fail_msg("seed %d: %s in %s", seed, s->problems[0].text,
			    json_dumps(document, JSON_INDENT(1)));
		schedule_free(s);
		roadmap_free(&r);
		json_decref(document);
	}
	assert_true(feasible > PLANS / 10 && infeasible > PLANS / 10);
}

static void the_same_seed_gives_the_same_schedule(void **state)
{
	json_t *document = random_plan(7);
	struct busy_times busy = {0};
	struct schedule *a, *b;
	struct roadmap r;
	json_t *x, *y;

	read_plan(&r, document);
	a = make(&r, &busy);
	b = make(&r, &busy);
	x = schedule_json(a);
	y = schedule_json(b);
	assert_true(json_equal(x, y));
	json_decref(x);
	json_decref(y);
	schedule_free(a);
	schedule_free(b);
	roadmap_free(&r);
	json_decref(document);
}

static void a_schedule_keeps_its_own_contract(void **state)
{
	struct busy_times busy = {0};

	for (int seed = 1; seed <= 20; seed++) {
		struct problems problems = PROBLEMS_INIT;
		json_t *document = random_plan(seed), *out;
		struct roadmap r;
		struct schedule *s;

		read_plan(&r, document);
		s = make(&r, &busy);
		out = schedule_json(s);
		if (!contract_check(CONTRACT_SCHEDULE, out, "schedule", NULL, &problems))
			fail_msg("%s", problem_line(&problems.list[0]));
		json_decref(out);
		schedule_free(s);
		roadmap_free(&r);
		json_decref(document);
	}
}

/* Takes a way out as the command line does: its operations, then a schedule of what comes of them. */
static void take_way(
    const struct roadmap *r, const struct way_out *w, const struct busy_times *busy)
{
	struct error e = ERROR_INIT;
	json_t *edited = roadmap_edited(r->document, w->edits, &e);
	struct roadmap after;

	if (!edited)
		fail_msg("%s: %s", w->text, e.message);
	read_plan(&after, edited);
	struct schedule *s = make(&after, busy);
	if (!s->feasible)
		fail_msg("%s: %s", w->text, s->problems[0].text);
	assert_int_equal(s->cost.finish, w->finish);
	schedule_free(s);
	roadmap_free(&after);
	json_decref(edited);
}

static void each_way_out_of_100_random_plans_leads_out(void **state)
{
	struct busy_times busy = {0};
	int plans = 0, without = 0, ways = 0, kinds[8] = {0};

	schedules_tried = 5;
	for (int seed = 1; plans < 100; seed++) {
		json_t *document = random_plan(seed);
		struct roadmap r;

		put_date(document, "deadline", 4 + below(20), -1);
		if (below(3) == 0)
			json_put_str(json_map(document, "profile"), "buffer", "10%");
		if (seed % 4) /* an endless routine makes each attempt long */
			json_array_remove(json_list(document, "nodes"), TASKS);
		read_plan(&r, document);
		struct schedule *s = make(&r, &busy);
		plans += !s->feasible;
		without += !s->feasible && s->way_count == 0;
		for (size_t i = 0; i < s->way_count; i++, ways++) {
			take_way(&r, &s->ways[i], &busy);
			kinds[s->ways[i].kind]++;
		}
		schedule_free(s);
		roadmap_free(&r);
		json_decref(document);
	}
	schedules_tried = 60;
	print_message("%d plans, %d ways, %d plans without; by kind", plans, ways, without);
	for (int k = 0; k < 8; k++)
		print_message(" %s %d", way_kinds[k], kinds[k]);
	print_message("\n");
	assert_true(ways > 100);
}

static void each_kind_of_way_out_is_offered_where_it_helps(void **state)
{
	static const struct {
		const char *kind, *text, *plan;
	} rows[] = {
	    {"later_deadline", "move the deadline to 2026-03-05: done 2026-03-05 11:00",
		"deadline: 2026-03-04, nodes: [{id: a, effort: 6h}, {id: b, effort: 8h, after: "
		"a}]"},
	    {"later_deadline", "move the deadline of 'a' to 2026-03-03: done 2026-03-05 11:00",
		"nodes: [{id: a, effort: 6h, deadline: 2026-03-02}, {id: b, effort: 8h, after: "
		"a}]"},
	    {"more_hours",
		"work 25h a week instead of 20h, 1h more each working day: done 2026-03-04 13:00",
		"deadline: 2026-03-04, nodes: [{id: a, effort: 6h}, {id: b, effort: 8h, after: "
		"a}]"},
	    {"more_hours",
		"work 6h 30m a week instead of 4h, 30m more each working day: done 2026-03-03 "
		"10:30",
		"deadline: 2026-03-08, profile: {max_per_week: 4h}, nodes: [{id: a, effort: 6h}]"},
	    {"drop_task", "drop 'c' (3h): done 2026-03-04 12:00",
		"deadline: 2026-03-04, nodes: [{id: a, effort: 11h}, {id: c, effort: 3h, after: "
		"a}]"},
	    {"shorten_task", "shorten 'a' by 5h 30m of 11h: done 2026-03-04 09:30",
		"deadline: 2026-03-04, nodes: [{id: a, effort: 11h}, {id: c, effort: 3h, after: "
		"a}]"},
	    {"free_time",
		"let 'a' begin when there is time, from its day on: done 2026-03-02 10:00",
		"nodes: [{id: a, effort: 1h, start: 2026-03-02T07:00}]"},
	    {"no_buffer", "give up the buffer of 4h before the deadline: done 2026-03-03 12:00",
		"deadline: 2026-03-03, profile: {buffer: 4h}, nodes: [{id: a, effort: 7h}]"},
	    {"shorter_pieces", "work in pieces shorter than 6h: done 2026-03-03 12:00",
		"profile: {min_block: 6h}, nodes: [{id: a, effort: 7h}]"},
	    {"fewer_people", "have 'a' by 'me' alone done: done 2026-03-02 10:00",
		"resources: [{id: me}, {id: bob, hours: 'sat 9-12'}], "
		"nodes: [{id: a, effort: 1h, resources: [me, bob]}]"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct problems problems = PROBLEMS_INIT;
		char *text = xasprintf(
		    "{goal: g, timezone: UTC, start: 2026-03-02, hours: 'mon-fri 9-13', %s}",
		    rows[i].plan);
		json_t *document = yaml_parse("row", text, strlen(text), NULL, &problems);
		const char *found = NULL;
		struct busy_times busy = {0};
		struct roadmap r;

		read_plan(&r, document);
		struct schedule *s = make(&r, &busy);
		for (size_t k = 0; k < s->way_count; k++) {
			take_way(&r, &s->ways[k], &busy);
			if (!found && strcmp(way_kinds[s->ways[k].kind], rows[i].kind) == 0)
				found = s->ways[k].text;
		}
		if (!found || strcmp(found, rows[i].text) != 0)
			print_error("%s: '%s'\n", rows[i].text, found ? found : "none");
		assert_string_equal(found ? found : "none", rows[i].text);
		schedule_free(s);
		roadmap_free(&r);
		json_decref(document);
		free(text);
	}
}

/* Three hours a day are not always the first three. */
static void a_daily_maximum_leaves_dates_the_hours_they_need(void **state)
{
	static const struct {
		const char *profile, *key, *value, *more, *finish;
		bool optimal;
	} rows[] = {
	    {"asap", "start", "2026-03-02T14:00", NULL, "2026-03-02T16:00Z", true},
	    {"asap", "deadline", "2026-03-02T12:00", NULL, "2026-03-02T11:00Z", true},
	    {"alap", "deadline", "2026-03-02T12:00", NULL, "2026-03-02T11:00Z", false},
	    {"asap", "not_before", "2026-03-02T14:00", NULL, "2026-03-02T16:00Z", true},
	    /* An hour of each three is the routine's. */
	    {"asap", "effort", "6h", "gym", "2026-03-04T12:00Z", true},
	    {"asap", "not_before", "2026-03-02T14:00", "gym", "2026-03-02T16:00Z", true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *document = json_pack("{s:s, s:s, s:s, s:s, s:{s:s, s:s}, s:[{s:s, s:s}]}",
		    "goal", "g", "timezone", "UTC", "start", "2026-03-02", "hours", "9-17",
		    "profile", "strategy", rows[i].profile, "max_per_day", "3h", "nodes", "id", "a",
		    "effort", "2h");
		struct busy_times busy = {0};
		char finish[MOMENT_ROOM];
		struct schedule *s;
		struct roadmap r;

		json_put_str(document_node(document, "a"), rows[i].key, rows[i].value);
		if (rows[i].more)
			json_array_append_new(json_list(document, "nodes"),
			    json_pack("{s:s, s:s, s:s, s:s}", "id", rows[i].more, "cadence",
				"daily", "start", "2026-03-02T09:00", "duration", "1h"));
		read_plan(&r, document);
		s = make(&r, &busy);
		assert_true(s->feasible);
		moment_write(s->cost.finish, r.zone, finish);
		assert_string_equal(finish, rows[i].finish);
		assert_int_equal(s->optimal, rows[i].optimal);
		schedule_free(s);
		roadmap_free(&r);
		json_decref(document);
	}
}

static void ranges_are_claimed_only_from_enough_durations_and_hold_the_date(void **state)
{
	double list[10] = {1, 1, 1.2, 0.9, 1.1, 1.5, 1, 2, 0.8, 1.3};
	struct duration_ratios ratios = {list, 9, 10};
	struct schedule_options o = {.from = TIME_NEVER, .ratios = &ratios, .seed = 1};
	json_t *document = json_pack("{s:s, s:s, s:s, s:[{s:s,s:s},{s:s,s:s,s:s}]}", "goal", "g",
	    "start", "2026-03-02", "timezone", "UTC", "nodes", "id", "a", "effort", "6h", "id", "b",
	    "effort", "10h", "after", "a");
	struct schedule_job *j;
	struct schedule *s;
	struct roadmap r;

	read_plan(&r, document);
	j = schedule_job_new(&r, &o, NULL);
	schedule_job_step(j, 0);
	s = schedule_job_finish(j);
	assert_null(s->ranges);
	schedule_free(s);
	ratios.count = 10;
	j = schedule_job_new(&r, &o, NULL);
	schedule_job_step(j, 0);
	s = schedule_job_finish(j);
	assert_non_null(s->ranges);
	assert_int_equal(s->range_percent, 80);
	assert_true(s->ranges[1].from <= s->ends[1].finish && s->ranges[1].to > s->ends[1].finish);
	assert_true(s->ranges[1].from > s->ranges[0].from);
	schedule_free(s);
	roadmap_free(&r);
	json_decref(document);
}

static void few_durations_leave_more_open_than_the_same_again_and_again(void **state)
{
	static const double known[10] = {1, 1, 1.2, 0.9, 1.1, 1.5, 1, 2, 0.8, 1.3};
	double list[200];
	int64_t width[2];
	json_t *document = json_pack("{s:s, s:s, s:s, s:s, s:[{s:s,s:s},{s:s,s:s,s:s}]}", "goal",
	    "g", "start", "2026-03-02", "timezone", "UTC", "hours", "always", "nodes", "id", "a",
	    "effort", "60h", "id", "b", "effort", "100h", "after", "a");
	struct roadmap r;

	for (int i = 0; i < 200; i++)
		list[i] = known[i % 10];
	read_plan(&r, document);
	for (int i = 0; i < 2; i++) {
		struct duration_ratios ratios = {list, i ? 200 : 10, 200};
		struct schedule_options o = {.from = TIME_NEVER, .ratios = &ratios, .seed = 1};
		struct schedule_job *j = schedule_job_new(&r, &o, NULL);
		struct schedule *s;

		schedule_job_step(j, 0);
		s = schedule_job_finish(j);
		assert_non_null(s->ranges);
		width[i] = s->ranges[1].to - s->ranges[1].from;
		schedule_free(s);
	}
	assert_true(width[0] * 10 > width[1] * 11);
	roadmap_free(&r);
	json_decref(document);
}

static void a_job_goes_on_in_steps_to_the_same_end(void **state)
{
	json_t *document = random_plan(11);
	struct busy_times busy = {0};
	const struct schedule_options o = {
	    .from = TIME_NEVER, .busy = &busy, .seed = 1, .schedules = 60};
	struct schedule_job *j;
	struct schedule *a, *b;
	struct roadmap r;
	int steps = 0;

	read_plan(&r, document);
	a = make(&r, &busy);
	j = schedule_job_new(&r, &o, NULL);
	while (schedule_job_step(j, 1))
		steps++;
	b = schedule_job_finish(j);
	assert_true(steps > 1); /* how many is a matter of the machine */
	assert_int_equal(a->cost.finish, b->cost.finish);
	assert_memory_equal(
	    a->ends, b->ends, (size_t)a->plan.graph.network.count * sizeof *a->ends);
	schedule_free(a);
	schedule_free(b);
	roadmap_free(&r);
	json_decref(document);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_schedule_keeps_what_the_plan_says_and_every_report_is_true),
	    cmocka_unit_test(the_same_seed_gives_the_same_schedule),
	    cmocka_unit_test(a_schedule_keeps_its_own_contract),
	    cmocka_unit_test(each_way_out_of_100_random_plans_leads_out),
	    cmocka_unit_test(each_kind_of_way_out_is_offered_where_it_helps),
	    cmocka_unit_test(a_daily_maximum_leaves_dates_the_hours_they_need),
	    cmocka_unit_test(ranges_are_claimed_only_from_enough_durations_and_hold_the_date),
	    cmocka_unit_test(few_durations_leave_more_open_than_the_same_again_and_again),
	    cmocka_unit_test(a_job_goes_on_in_steps_to_the_same_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
