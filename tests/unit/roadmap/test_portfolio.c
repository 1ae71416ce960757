/* SPDX-License-Identifier: MIT
 * Plans that need one person at the same time: conflicts, weeks, and shifts that solve them with the least
 * movement and break nothing.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/yaml/yaml.h"
#include "roadmap/portfolio/portfolio.h"

#define HEAD \
	"timezone: UTC\nstart: 2026-03-02\nhours: {mon-fri: '9-17'}\nresources: [{id: " \
	"ann}]\nnodes:\n"

struct planned {
	struct roadmap roadmap;
	struct schedule *schedule;
};

static void plan_around(struct planned *p, const char *goal, const char *text_of, const char *nodes,
    const struct busy_times *busy)
{
	const struct schedule_options o = {.from = TIME_NEVER, .seed = 1, .busy = busy};
	struct problems problems = PROBLEMS_INIT;
	struct buf text = BUF_INIT;
	struct schedule_job *j;
	json_t *document;

	buf_addf(&text, "goal: %s\nid: %s\n%s%s", goal, goal, text_of, nodes);
	document = yaml_parse("p", buf_str(&text), text.len, NULL, &problems);
	if (!document || !roadmap_read(&p->roadmap, document, "p", NULL, &problems))
		fail_msg("%s", problem_line(&problems.list[0]));
	json_decref(document);
	buf_free(&text);
	j = schedule_job_new(&p->roadmap, &o, NULL);
	schedule_job_step(j, 0);
	p->schedule = schedule_job_finish(j);
	assert_true(p->schedule->feasible);
}

static void plan(struct planned *p, const char *goal, const char *nodes)
{
	plan_around(p, goal, HEAD, nodes, NULL);
}

static void drop(struct planned *p)
{
	schedule_free(p->schedule);
	roadmap_free(&p->roadmap);
}

static void conflicts_are_named_and_solved_by_the_shortest_shift(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct portfolio p;

	/* Both begin Monday 09:00; the short one is an hour and may go to the end of the long one's
	   four hours, or the long one by one hour: that is the shorter way. */
	plan(&a, "long", "- {id: l, effort: 4h}\n");
	plan(&b, "short", "- {id: s, effort: 1h}\n");
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_int_equal(p.conflicts.count, 1);
	assert_string_equal(p.conflicts.list[0].resource, "ann");
	assert_int_equal(p.conflicts.list[0].to - p.conflicts.list[0].from, 60);
	assert_true(p.solved);
	assert_int_equal(p.shift_count, 1);
	assert_int_equal(p.shifts[0].plan, 0);
	assert_int_equal(p.shifts[0].minutes, 60);
	assert_int_equal(p.week_count, 1);
	assert_int_equal(p.weeks[0].taken, 300);
	assert_int_equal(p.weeks[0].open, 5 * 8 * 60);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
}

static void no_shift_breaks_a_dependency_a_deadline_or_a_fixed_date(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct portfolio p;

	/* The long one must end at 13:00 and is followed at once: only the other plan can give way. */
	plan(&a, "tight", "- {id: l, effort: 4h, deadline: 2026-03-02T13:00}\n");
	plan(&b, "loose", "- {id: s, effort: 1h}\n- {id: t, effort: 2h, after: s}\n");
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_true(p.solved);
	for (size_t i = 0; i < p.shift_count; i++) {
		assert_int_equal(p.shifts[i].plan, 1);
		assert_true(p.shifts[i].minutes > 0);
	}
	portfolio_free(&p);
	drop(&b);
	plan(&b, "fixed", "- {id: s, effort: 1h, start: 2026-03-02T10:00}\n");
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_int_equal(p.conflicts.count, 1);
	assert_false(p.solved);
	assert_int_equal(p.shift_count, 0);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
}

static void plans_of_different_people_do_not_meet(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct portfolio p;
	json_t *o;

	plan(&a, "one", "- {id: l, effort: 4h}\n");
	plan(&b, "two", "- {id: s, effort: 1h, resources: []}\n");
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	o = portfolio_json(&p);
	assert_int_equal(json_array_size(json_list(o, "conflicts")), 0);
	assert_true(json_flag(o, "solved", false));
	json_decref(o);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
	portfolio_build(&p, NULL, 0);
	portfolio_free(&p);
}

static void what_several_plans_want_together_is_a_conflict(void **state)
{
	static const char *const goals[] = {"one", "two", "three"};
	struct planned plans[3];
	const struct schedule *all[3];
	struct portfolio p;

	/* Any two of them fit beside each other; the third is one too many. */
	for (int i = 0; i < 3; i++) {
		plan(&plans[i], goals[i],
		    "- {id: t, duration: 2h, resources: [{id: ann, units: 0.5}]}\n");
		all[i] = plans[i].schedule;
	}
	portfolio_build(&p, all, 2);
	assert_int_equal(p.conflicts.count, 0);
	portfolio_free(&p);
	portfolio_build(&p, all, 3);
	assert_int_equal(p.conflicts.count, 1);
	assert_int_equal(p.conflicts.list[0].count, 3);
	assert_true(p.solved);
	assert_int_equal(p.shift_count, 1);
	assert_int_equal(p.shifts[0].minutes, 120);
	portfolio_free(&p);
	for (int i = 0; i < 3; i++)
		drop(&plans[i]);
}

#define WEEKLY(hours, profile) \
	"timezone: UTC\nstart: 2026-03-02\nhours: {" hours "}\n" profile \
	"resources: [{id: ann, max_per_week: 10h}]\nnodes:\n"

static void the_maximum_of_a_resource_holds_for_all_plans_together(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct portfolio p;

	/* They never meet, but the person has 10 hours a week: 9 and 2 are too many. */
	plan_around(&a, "days", WEEKLY("mon-fri: '9-17'", ""), "- {id: l, effort: 9h}\n", NULL);
	plan_around(
	    &b, "evenings", WEEKLY("mon-fri: '18-20'", ""), "- {id: s, effort: 2h}\n", NULL);
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_int_equal(p.conflicts.count, 1);
	assert_int_equal(p.conflicts.list[0].kind, CONFLICT_WEEK);
	assert_int_equal(p.conflicts.list[0].taken, 11 * 60);
	assert_int_equal(p.conflicts.list[0].most, 10 * 60);
	assert_int_equal(p.weeks[0].open, 10 * 60);
	assert_true(p.solved);
	assert_int_equal(p.shift_count, 1);
	/* The first ten hours of the week are what its calendar has: from Tuesday two of them. */
	assert_int_equal(p.shifts[0].plan, 0);
	assert_int_equal(p.shifts[0].minutes, 24 * 60);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
}

static void a_shift_into_a_week_that_is_full_is_none(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct portfolio p;

	/* The second may only go on in the first week, of which the other takes 9 of 10 hours. */
	plan_around(&a, "long", WEEKLY("mon-fri: '9-17'", ""),
	    "- {id: l, effort: 9h, deadline: 2026-03-06}\n", NULL);
	plan_around(&b, "short", WEEKLY("mon-fri: '9-17'", ""),
	    "- {id: s, effort: 2h, deadline: 2026-03-06}\n", NULL);
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_false(p.solved);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
}

static void the_maximum_of_a_profile_is_that_of_its_plan(void **state)
{
	struct planned a, b;
	const struct schedule *both[2];
	struct busy_times busy = {0};
	struct portfolio p;
	const int64_t monday = 20514 * (int64_t)DAY; /* 2026-03-02 */

	/* 3 hours a week for one and 5 for the other are 8 of the 40 there are, less 4 of a meeting. */
	busy_times_add(&busy, monday + 13 * 60, monday + 17 * 60, "meeting");
	plan_around(&a, "swim",
	    "timezone: UTC\nstart: 2026-03-02\nhours: {mon-fri: '9-17'}\n"
	    "profile: {max_per_week: 3h}\nresources: [{id: ann}]\nnodes:\n",
	    "- {id: l, effort: 3h}\n", &busy);
	plan_around(&b, "read",
	    "timezone: UTC\nstart: 2026-03-03\nhours: {mon-fri: '9-17'}\n"
	    "profile: {max_per_week: 5h}\nresources: [{id: ann}]\nnodes:\n",
	    "- {id: s, effort: 5h}\n", NULL);
	both[0] = a.schedule;
	both[1] = b.schedule;
	portfolio_build(&p, both, 2);
	assert_int_equal(p.conflicts.count, 0);
	assert_int_equal(p.weeks[0].taken, 8 * 60);
	assert_int_equal(p.weeks[0].open, 36 * 60);
	portfolio_free(&p);
	drop(&a);
	drop(&b);
	busy_times_free(&busy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(conflicts_are_named_and_solved_by_the_shortest_shift),
	    cmocka_unit_test(no_shift_breaks_a_dependency_a_deadline_or_a_fixed_date),
	    cmocka_unit_test(plans_of_different_people_do_not_meet),
	    cmocka_unit_test(what_several_plans_want_together_is_a_conflict),
	    cmocka_unit_test(the_maximum_of_a_resource_holds_for_all_plans_together),
	    cmocka_unit_test(a_shift_into_a_week_that_is_full_is_none),
	    cmocka_unit_test(the_maximum_of_a_profile_is_that_of_its_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
