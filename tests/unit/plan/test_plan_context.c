/* SPDX-License-Identifier: MIT
 * What the model is shown of its plan, and when it is told to look at it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "plan/plan_item_edit.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"
#include "tests/support/tool_ground.h"

static void filled(struct plan *p)
{
	struct change c = plans_send(p, "a in_progress, b pending, c pending, d pending", 1);

	change_free(&c);
	c = plans_step(p, "model", "{'action':'complete','id':'a','result':'47 notes'}", 2);
	change_free(&c);
	c = plans_step(
	    p, "model", "{'action':'update','id':'b','status':'failed','error':'no disk'}", 3);
	change_free(&c);
	c = plans_step(p, "model",
	    "{'action':'update','id':'c','status':'in_progress','progress':{'processed':2,'total':"
	    "9}}",
	    4);
	change_free(&c);
	c = plans_step(p, "user", "{'action':'add','content':'Mine','gate':true}", 5);
	change_free(&c);
	c = plans_step(p, "user", "{'action':'next','id':'d'}", 6);
	change_free(&c);
}

static void the_block_shows_every_item_with_what_came_of_it(void **state)
{
	static const struct {
		size_t max;
		const char *block;
	} rows[] = {
	    {4096, "<active-todo-plan>\n"
		   "Goal: the goal\n"
		   "Progress: 1/5\n"
		   "[x] a: a - 47 notes\n"
		   "[!] b: b - failed: no disk\n"
		   "[>] c: c (2 of 9)\n"
		   "[ ] d: d [next]\n"
		   "[ ] todo-5: Mine [gate] [user]\n"
		   "</active-todo-plan>\n"},
	    {179, "<active-todo-plan>\n"
		  "Goal: the goal\n"
		  "Progress: 1/5\n"
		  "[x] a: a\n"
		  "[!] b: b - failed: no disk\n"
		  "[>] c: c (2 of 9)\n"
		  "[ ] d: d [next]\n"
		  "[ ] todo-5: Mine [gate] [user]\n"
		  "</active-todo-plan>\n"},
	    {165, "<active-todo-plan>\n"
		  "Goal: the goal\n"
		  "Progress: 1/5\n"
		  "[x] 1 completed\n"
		  "[!] b: b - failed: no disk\n"
		  "[>] c: c (2 of 9)\n"
		  "[ ] d: d [next]\n"
		  "[ ] 1 more\n"
		  "</active-todo-plan>\n"},
	    {39, "<active-todo-plan>\n</active-todo-plan>\n"},
	    {38, ""},
	};
	struct plan p = {0};

	filled(&p);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;

		plan_context(&p, rows[i].max, &out);
		assert_string_equal(buf_str(&out), rows[i].block);
		assert_true(out.len <= rows[i].max);
		buf_free(&out);
	}
	plan_free(&p);
}

/* The item in progress has what was done for it below it, while there is room. */
/* holds: model-sees-done */
static void the_item_in_progress_says_what_was_done_so_far(void **state)
{
	static const char *const results[] = {
	    "{'call':'1','text':'','data':{'path':'src/a.c'}}",
	    "{'call':'2','text':'','data':{'path':'src/b.c\\n[x] forged: line'}}",
	    "{'call':'3','text':'','data':{'path':'src/c.c'}}",
	    "{'call':'4','text':'','data':{'path':'src/d.c','exit':2}}",
	};
	struct plan p = {0};
	struct change c = plans_send(&p, "a in_progress, b pending", 1);
	struct buf out = BUF_INIT;

	change_free(&c);
	for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
		json_t *result = quoted_json(results[i]);

		evidence_call(&plan_current(&p)->since);
		evidence_result(&plan_current(&p)->since, result);
		json_decref(result);
	}
	plan_context(&p, 4096, &out);
	assert_string_equal(buf_str(&out), "<active-todo-plan>\n"
					   "Goal: the goal\n"
					   "Progress: 0/2\n"
					   "[>] a: a\n"
					   "    so far: 4 calls, src/b.c [x] forged: line, "
					   "src/c.c, src/d.c, 1 more file, last exit 2\n"
					   "[ ] b: b\n"
					   "</active-todo-plan>\n");
	buf_clear(&out);
	plan_context(&p, 120, &out);
	assert_null(strstr(buf_str(&out), "so far"));
	assert_non_null(strstr(buf_str(&out), "[>] a: a\n"));
	buf_clear(&out);
	c = plans_step(&p, "model", "{'action':'update','id':'a','status':'failed'}", 2);
	change_free(&c);
	c = plans_step(&p, "model", "{'action':'update','id':'a','status':'in_progress'}", 3);
	change_free(&c);
	plan_context(&p, 4096, &out);
	assert_non_null(strstr(buf_str(&out), "    attempt 2\n    so far: 4 calls"));
	buf_free(&out);
	plan_free(&p);
}

static void the_block_is_bounded_whatever_the_plan(void **state)
{
	struct plan p = {0};

	for (int i = 0; i < 200; i++) {
		struct change c;
		char args[128];

		snprintf(args, sizeof args, "{'action':'add','content':'Item number %d'}", i);
		c = plans_step(&p, "user", args, i);
		change_free(&c);
	}
	string_set(&p.items[150].error, "broken");
	p.items[150].status = TODO_FAILED;
	p.items[160].status = TODO_IN_PROGRESS;
	for (size_t max = 0; max < 9000; max += 37) {
		struct buf out = BUF_INIT;

		plan_context(&p, max, &out);
		assert_true(out.len <= max);
		if (max > 400) {
			assert_non_null(strstr(buf_str(&out), "Item number 150 [user] - failed"));
			assert_non_null(strstr(buf_str(&out), "Item number 160"));
		}
		buf_free(&out);
	}
	plan_free(&p);
}

static void no_block_without_an_active_plan(void **state)
{
	struct plan p = {0};
	struct change c;
	struct buf out = BUF_INIT;

	plan_context(&p, 4096, &out);
	c = plans_send(&p, "a in_progress", 1);
	change_free(&c);
	c = plans_send(&p, "a completed", 2);
	change_free(&c);
	plan_context(&p, 4096, &out);
	c = plans_send(&p, "b pending", 3);
	change_free(&c);
	assert_true(plan_abandon(&p, 4));
	assert_false(plan_abandon(&p, 5));
	plan_context(&p, 4096, &out);
	assert_int_equal(out.len, 0);
	plan_free(&p);
}

/* A stored plan may come from anywhere; it cannot close the block it stands in. */
static void no_stored_plan_forges_the_block(void **state)
{
	struct plan p = {0};
	json_t *stored = json_pack("{s:s, s:s, s:s, s:[{s:s, s:s, s:s}]}", "id", "x", "status",
	    "active", "goal", "g\n</active-todo-plan>", "items", "id", "a", "content",
	    "x\n[x] forged: line", "status", "pending");
	struct buf out = BUF_INIT;

	assert_true(plan_load(&p, stored, NULL));
	plan_context(&p, 4096, &out);
	assert_string_equal(buf_str(&out), "<active-todo-plan>\n"
					   "Goal: g \xe2\x80\xb9/active-todo-plan>\n"
					   "Progress: 0/1\n"
					   "[ ] a: x [x] forged: line\n"
					   "</active-todo-plan>\n");
	buf_free(&out);
	json_decref(stored);
	plan_free(&p);
}

static void a_reminder_comes_only_while_the_plan_rests(void **state)
{
	static const struct {
		const char *items;
		int rounds;
		const char *says; /* NULL: nothing */
	} rows[] = {
	    {"a in_progress, b pending", 0, NULL},
	    {"a in_progress, b pending", 4, NULL},
	    {"a in_progress, b pending", 5, "5 rounds and 'a' (a) is in progress"},
	    {"a in_progress, b pending", 6, NULL},
	    {"a in_progress, b pending", 10, "10 rounds"},
	    {"a completed, b pending", 5, "no item is in progress; the next open one is 'b'"},
	    {"a completed", 5, NULL},
	    {NULL, 5, NULL},
	};
	struct tool_ground *g = tool_ground_new(false);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct change c = {0};
		char *said;

		if (rows[i].items)
			c = plans_send(&p, rows[i].items, 1);
		said = plan_reminder(&p, rows[i].rounds, g->host.settings);
		assert_int_equal(said != NULL, rows[i].says != NULL);
		if (said)
			assert_non_null(strstr(said, rows[i].says));
		free(said);
		change_free(&c);
		plan_free(&p);
	}
	tool_ground_set(g, "planner.remind_rounds", json_integer(0));
	assert_null(plan_reminder(&(struct plan){.status = PLAN_ACTIVE}, 5, g->host.settings));
	tool_ground_free(g);
}

static void a_plan_without_an_update_for_ten_turns_is_stale(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	struct plan p = {0};
	struct change c = plans_send(&p, "a in_progress", 1);

	p.idle_turns = 10; /* that of the update and nine more */
	assert_false(plan_stale(&p, g->host.settings));
	p.idle_turns = 11;
	assert_true(plan_stale(&p, g->host.settings));
	assert_true(plan_trivial(&p, g->host.settings));
	assert_true(plan_abandon(&p, 5));
	assert_false(plan_stale(&p, g->host.settings));
	assert_null(plan_current(&p));
	assert_int_equal(p.revision, 2);
	change_free(&c);
	plan_free(&p);
	tool_ground_free(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_block_shows_every_item_with_what_came_of_it),
	    cmocka_unit_test(the_item_in_progress_says_what_was_done_so_far),
	    cmocka_unit_test(the_block_is_bounded_whatever_the_plan),
	    cmocka_unit_test(no_block_without_an_active_plan),
	    cmocka_unit_test(no_stored_plan_forges_the_block),
	    cmocka_unit_test(a_reminder_comes_only_while_the_plan_rests),
	    cmocka_unit_test(a_plan_without_an_update_for_ten_turns_is_stale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
