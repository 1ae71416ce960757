/* SPDX-License-Identifier: MIT
 * Operations on a plan, by the model (the second door) and by the user, as tables: what an operation does,
 * what it is refused for, and which of the user's changes a model cannot undo.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/plan.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"

/* A plan under test: steps are edits, "user: ..." by the user, "todos: ..." a snapshot. */
struct step {
	const char *door, *args;
};

static void rows_run(const char *name, const char *before, const struct step *steps,
    const char *after, const char *told)
{
	struct plan p = {0};
	struct change change = {0};
	char *shape;

	if (before)
		change = plans_send(&p, before, 1000);
	for (int i = 0; i < 6 && steps[i].door; i++) {
		change_free(&change);
		change = plans_step(&p, steps[i].door, steps[i].args, 2000 + i);
	}
	shape = plans_shape(&p);
	if (strcmp(shape, after) ||
	    (told ? !change.why || !strstr(change.why, told) : !!change.why))
		fail_msg("%s: '%s', told '%s', note '%s'", name, shape,
		    change.why ? change.why : "nothing", change.note ? change.note : "none");
	free(shape);
	change_free(&change);
	plan_free(&p);
}

/* Each action of the model's tool. */
static void the_second_door_changes_items_one_by_one(void **state)
{
	static const struct {
		const char *name, *before;
		struct step steps[6];
		const char *after, *told;
	} rows[] = {
	    {"create with items", NULL,
		{{"model", "{'action':'create','goal':'g','todos':[{'content':'A'},{'content':'B',"
			   "'active_form':'Being','id':'b'}]}"}},
		"todo-1 pending, b pending", NULL},
	    {"create, then add", NULL,
		{{"model", "{'action':'create','goal':'g'}"},
		    {"model", "{'action':'add','todos':[{'content':'A'},{'content':'B'}]}"}},
		"todo-1 pending, todo-2 pending", NULL},
	    {"create always begins a plan", "a in_progress, b pending",
		{{"model", "{'action':'create','todos':[{'id':'a','content':'A'}]}"}}, "a pending",
		NULL},
	    {"add at a place", "a pending, b pending",
		{{"model", "{'action':'add','position':1,'todos':[{'id':'c','content':'C'}]}"}},
		"a pending, c pending, b pending", NULL},
	    {"add in front", "a pending, b pending",
		{{"model", "{'action':'add','position':0,'todos':[{'id':'c','content':'C'}]}"}},
		"c pending, a pending, b pending", NULL},
	    {"update to in_progress", "a pending, b pending",
		{{"model", "{'action':'update','id':'b','status':'in_progress'}"}},
		"a pending, b in_progress", NULL},
	    {"failed with its error", "a in_progress",
		{{"model", "{'action':'update','id':'a','status':'failed','error':'no disk'}"}},
		"a failed", NULL},
	    {"failed without one", "a in_progress",
		{{"model", "{'action':'update','id':'a','status':'failed'}"}}, "a failed",
		"say in error why 'a' failed"},
	    {"complete", "a in_progress, b pending",
		{{"model", "{'action':'complete','id':'a','result':'47 notes'}"}},
		"a completed, b pending", NULL},
	    {"complete what never began", "a pending, b pending",
		{{"model", "{'action':'complete','id':'a'}"}}, "a completed, b pending",
		"'a' was completed without being in_progress first"},
	    {"remove", "a pending, b pending", {{"model", "{'action':'remove','id':'a'}"}},
		"b pending", NULL},
	    {"reorder", "a pending, b pending, c pending",
		{{"model", "{'action':'reorder','order':['c','a']}"}},
		"c pending, a pending, b pending", NULL},
	    {"retry what failed", "a in_progress",
		{{"model", "{'action':'update','id':'a','status':'failed','error':'x'}"},
		    {"model", "{'action':'update','id':'a','status':'in_progress'}"}},
		"a in_progress", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		rows_run(rows[i].name, rows[i].before, rows[i].steps, rows[i].after, rows[i].told);
}

static void a_refused_operation_names_its_path_and_leaves_no_trace(void **state)
{
	static const struct {
		const char *before, *args, *why;
	} rows[] = {
	    {NULL, "{'action':'add','todos':[{'content':'A'}]}",
		"action: there is no active plan; begin one with action create"},
	    {"a pending", "{'action':'dance'}",
		"action: must be one of create, add, update, complete, remove, reorder"},
	    {"a pending", "{'action':'tick','id':'a'}",
		"action: must be one of create, add, update, complete, remove, reorder"},
	    {"a pending", "{'action':'add','todos':[]}", "todos: must have 1 to 8 items"},
	    {"a pending", "{'action':'add','todos':[{'content':'  '}]}",
		"todos[0].content: must have 1 to 140 characters"},
	    {"a pending", "{'action':'add','todos':[{'id':'a','content':'B'}]}",
		"todos[0].id: 'a' is the id of another item; ids are unique, or leave it out"},
	    {"a pending", "{'action':'add','position':2,'todos':[{'content':'B'}]}",
		"position: must be 0 to 1"},
	    {"a pending, b pending", "{'action':'update','id':'x','status':'completed'}",
		"id: no item has the id 'x'; there are 'a', 'b'"},
	    {"a in_progress, b pending", "{'action':'update','id':'b','status':'in_progress'}",
		"status: 'a' is in_progress already; complete it or set it to pending first"},
	    {"a pending", "{'action':'update','id':'a','status':'done'}",
		"status: must be pending, in_progress, completed, failed or skipped"},
	    {"a pending", "{'action':'update','id':'a','progress':{'processed':3,'total':2}}",
		"progress: must be {processed, total} with 0 <= processed <= total and total of "
		"at least 1"},
	    {"a pending, b completed", "{'action':'complete'}",
		"action: the plan is not done: 'a'; complete or skip what is left, by its id"},
	    {"a pending", "{'action':'reorder','order':['a','a']}",
		"order[1]: 'a' is listed twice"},
	    {"a pending", "{'action':'reorder','order':[]}",
		"order: must list the ids in their new order"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct change change = {0};
		json_t *before, *after;

		if (rows[i].before)
			change = plans_send(&p, rows[i].before, 1000);
		change_free(&change);
		before = plan_snapshot(&p);
		change = plans_step(&p, "model", rows[i].args, 2000);
		after = plan_snapshot(&p);
		assert_int_equal(change.kind, PLAN_REFUSED);
		assert_string_equal(change.why, rows[i].why);
		assert_true(json_equal(before, after));
		change_free(&change);
		json_decref(before);
		json_decref(after);
		plan_free(&p);
	}
}

static void the_user_edits_the_plan_and_the_model_is_told(void **state)
{
	static const struct {
		const char *args, *after, *note;
	} rows[] = {
	    {"{'action':'add','content':'Back up','position':0}",
		"todo-4 pending, a completed, b in_progress, c pending",
		"added 'todo-4' (Back up) as item 1 of 4"},
	    {"{'action':'edit','id':'c','content':'Check'}",
		"a completed, b in_progress, c pending", "reworded 'c': Check"},
	    {"{'action':'remove','id':'c'}", "a completed, b in_progress", "removed 'c' (c)"},
	    {"{'action':'move','id':'c','position':0}", "c pending, a completed, b in_progress",
		"moved 'c' to place 1 of 3"},
	    {"{'action':'tick','id':'c'}", "a completed, b in_progress, c completed",
		"set 'c' (c) to completed"},
	    {"{'action':'untick','id':'a'}", "a pending, b in_progress, c pending",
		"set 'a' (a) back to pending"},
	    {"{'action':'skip','id':'b'}", "a completed, b skipped, c pending",
		"skipped 'b' (b): leave it out"},
	    {"{'action':'next','id':'c'}", "a completed, b in_progress, c pending",
		"asked for 'c' (c) to be done next"},
	    {"{'action':'gate','id':'c'}", "a completed, b in_progress, c pending",
		"put a gate before 'c' (c): ask before it starts"},
	    {"{'action':'branch','todos':[{'content':'Other'}]}", "a completed, todo-2 pending",
		"chose another way for the rest; added 'todo-2' (Other) as item 2 of 2"},
	    {"{'action':'abandon'}", "a completed, b pending, c pending", "abandoned the plan"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct change change = plans_send(&p, "a in_progress, b pending, c pending", 1000);
		char *shape;

		change_free(&change);
		change = plans_send(&p, "a completed, b in_progress, c pending", 1500);
		change_free(&change);
		change = plans_step(&p, "user", rows[i].args, 2000);
		shape = plans_shape(&p);
		if (change.kind != PLAN_CHANGED || strcmp(shape, rows[i].after) ||
		    strcmp(change.note, rows[i].note) || p.revision != 3)
			fail_msg("%s: '%s' '%s', revision %d", rows[i].args, shape,
			    change.note ? change.note : change.why, p.revision);
		free(shape);
		change_free(&change);
		plan_free(&p);
	}
}

/* What the user did is merged back into a snapshot that would undo it. */
static void what_the_user_did_sticks(void **state)
{
	static const struct {
		const char *name, *before;
		struct step steps[6];
		const char *after, *told;
	} rows[] = {
	    {"ticked", "a pending, b pending",
		{{"user", "{'action':'tick','id':'a'}"}, {"todos", "a in_progress, b pending"}},
		"a completed, b pending", "the user set 'a' to completed; it stays so"},
	    {"skipped", "a pending, b pending",
		{{"user", "{'action':'skip','id':'a'}"}, {"todos", "a completed, b in_progress"}},
		"a skipped, b in_progress", "the user set 'a' to skipped; it stays so"},
	    {"ticked off again", "a completed, b pending",
		{{"user", "{'action':'untick','id':'a'}"}, {"todos", "a completed, b pending"}},
		"a pending, b pending", "the user set 'a' back to pending"},
	    {"ticked off again, and done anew", "a completed, b pending",
		{{"user", "{'action':'untick','id':'a'}"}, {"todos", "a in_progress, b pending"},
		    {"todos", "a completed, b pending"}},
		"a completed, b pending", NULL},
	    {"removed", "a pending, b pending",
		{{"user", "{'action':'remove','id':'a'}"}, {"todos", "a pending, b pending"}},
		"b pending", "the user removed 'a'; it stays out"},
	    {"removed, and added again", "a pending, b pending",
		{{"user", "{'action':'remove','id':'a'}"},
		    {"edit", "{'action':'add','todos':[{'id':'a','content':'again'}]}"}},
		"b pending", "todos[0].id: the user removed 'a'; it stays out"},
	    {"removed, and its id is not another's", "todo-1 pending, todo-2 pending",
		{{"user", "{'action':'remove','id':'todo-2'}"},
		    {"user", "{'action':'add','content':'Mine'}"}},
		"todo-1 pending, todo-3 pending", NULL},
	    {"another way, and the old one again", "a completed, b in_progress, c pending",
		{{"user", "{'action':'branch','todos':[{'content':'Other'}]}"},
		    {"todos", "a completed, b in_progress, c pending"}},
		"a completed, todo-2 pending",
		"the user removed 'b'; it stays out; the user removed 'c'; it stays out"},
	    {"added, and left out", "a in_progress, b pending",
		{{"user", "{'action':'add','content':'Mine','position':1}"},
		    {"todos", "a completed, b in_progress"}},
		"a completed, todo-3 pending, b in_progress",
		"'todo-3' (Mine) stays, the user added it"},
	    {"reworded, and left out", "a in_progress, b pending",
		{{"user", "{'action':'edit','id':'b','content':'Mine'}"}, {"todos", "a completed"}},
		"a completed, b pending", "'b' (Mine) stays, the user edited it"},
	    {"moved", "a pending, b pending, c pending",
		{{"user", "{'action':'move','id':'c','position':0}"},
		    {"todos", "a in_progress, b pending, c pending"}},
		"c pending, a in_progress, b pending", "the order stays as the user set it"},
	    {"moved, and the model agrees", "a pending, b pending",
		{{"user", "{'action':'move','id':'b','position':0}"},
		    {"todos", "b in_progress, a pending"}},
		"b in_progress, a pending", NULL},
	    {"next", "a in_progress, b pending, c pending",
		{{"user", "{'action':'next','id':'c'}"},
		    {"todos", "a completed, c pending, b in_progress"}},
		"a completed, c pending, b pending", "the user wants 'c' done next"},
	    {"next, and done", "a in_progress, b pending, c pending",
		{{"user", "{'action':'next','id':'c'}"},
		    {"todos", "a completed, c in_progress, b pending"},
		    {"todos", "a completed, c completed, b in_progress"}},
		"a completed, c completed, b in_progress", NULL},
	    {"a gate", "a in_progress, b pending",
		{{"user", "{'action':'gate','id':'b'}"}, {"todos", "a completed, b in_progress"}},
		"a completed, b pending", "'b' is a gate: only the user lets it start"},
	    {"a gate passed over", "a in_progress, b pending",
		{{"user", "{'action':'gate','id':'b'}"}, {"todos", "a in_progress, b completed"}},
		"a in_progress, b pending", "'b' is a gate"},
	    {"a gate opened", "a in_progress, b pending",
		{{"user", "{'action':'gate','id':'b'}"}, {"user", "{'action':'gate','id':'b'}"},
		    {"todos", "a completed, b in_progress"}},
		"a completed, b in_progress", NULL},
	    {"a new plan takes over the user's open items", "a in_progress, b pending",
		{{"user", "{'action':'add','content':'Mine'}"}, {"todos", "x pending"}},
		"x pending, todo-3 pending", "the user's open item 'todo-3' (Mine) was taken over"},
	    {"where something is done it is the same plan", "a in_progress, b pending",
		{{"user", "{'action':'add','content':'Mine'}"},
		    {"user", "{'action':'add','content':'Done'}"},
		    {"user", "{'action':'tick','id':'todo-4'}"}, {"todos", "x pending"}},
		"x pending, todo-3 pending, todo-4 completed",
		"none of these ids was in the plan; what was done stays in it; 'todo-3' (Mine) "
		"stays"},
	    {"create too", "a in_progress, b pending",
		{{"user", "{'action':'add','content':'Mine'}"},
		    {"model", "{'action':'create','goal':'g','todos':[{'id':'x','content':'X'}]}"}},
		"x pending, todo-3 pending", "the user's open item 'todo-3' (Mine) was taken over"},
	    {"an abandoned plan leaves nothing", "a in_progress, b pending",
		{{"user", "{'action':'add','content':'Mine'}"}, {"user", "{'action':'abandon'}"},
		    {"todos", "a pending"}},
		"a pending", NULL},
	    {"the model removes what the user added", "a pending",
		{{"user", "{'action':'add','content':'Mine'}"},
		    {"model", "{'action':'remove','id':'todo-2'}"}},
		"a pending, todo-2 pending", "'todo-2' is the user's"},
	    {"the model rewords the user's words", "a pending",
		{{"user", "{'action':'edit','id':'a','content':'Mine'}"},
		    {"model", "{'action':'update','id':'a','content':'Other'}"}},
		"a pending", "'a' keeps the user's words: Mine"},
	    {"the model sends its own words again", "a pending",
		{{"user", "{'action':'edit','id':'a','content':'Mine'}"}, {"todos", "a pending"}},
		"a pending", "'a' keeps the user's words: Mine"},
	    {"the user retries while another is in progress", "a in_progress, b pending, c pending",
		{{"user", "{'action':'skip','id':'c'}"}, {"user", "{'action':'retry','id':'c'}"},
		    {"todos", "a completed, b in_progress"}},
		"a completed, c pending, b pending", "the user wants 'c' done next"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		rows_run(rows[i].name, rows[i].before, rows[i].steps, rows[i].after, rows[i].told);
}

/* Failed, then tried again: attempts counted, the error gone, a result in the end. */
static void assert_line(const struct plan *p, const char *wanted)
{
	struct buf line = BUF_INIT;

	plan_line(p, &line);
	assert_string_equal(buf_str(&line), wanted);
	buf_free(&line);
}

static void a_failed_item_is_retried_or_skipped(void **state)
{
	struct plan p = {0};
	struct change change = plans_send(&p, "a in_progress, b pending", 1000);

	change_free(&change);
	change = plans_step(
	    &p, "model", "{'action':'update','id':'a','status':'failed','error':'no disk'}", 3000);
	assert_string_equal(p.items[0].error, "no disk");
	assert_int_equal(p.items[0].active_ms, 2000);
	assert_line(&p, "0/2, 1 failed, next: b");
	change_free(&change);
	change = plans_step(&p, "user", "{'action':'retry','id':'a'}", 5000);
	assert_int_equal(p.items[0].status, TODO_IN_PROGRESS);
	assert_int_equal(p.items[0].attempts, 2);
	assert_null(p.items[0].error);
	change_free(&change);
	change = plans_step(
	    &p, "model", "{'action':'complete','id':'a','result':'written elsewhere'}", 6000);
	assert_string_equal(p.items[0].result, "written elsewhere");
	assert_int_equal(p.items[0].active_ms, 3000);
	change_free(&change);
	assert_line(&p, "1/2, next: b");
	change = plans_step(&p, "user", "{'action':'skip','id':'b'}", 7000);
	assert_int_equal(p.status, PLAN_COMPLETED);
	assert_line(&p, "1/2 done, 1 skipped");
	change_free(&change);
	plan_free(&p);
}

static void progress_inside_an_item_is_kept(void **state)
{
	struct plan p = {0};
	struct change change = plans_send(&p, "a in_progress", 1000);

	change_free(&change);
	change = plans_step(&p, "model",
	    "{'action':'update','id':'a','progress':{'processed':1234,'total':5000}}", 2000);
	assert_int_equal(change.kind, PLAN_CHANGED);
	assert_int_equal(p.items[0].processed, 1234);
	assert_int_equal(p.items[0].total, 5000);
	change_free(&change);
	plan_free(&p);
}

/* The user may begin a plan alone, and go on with one that was completed. */
static void adding_begins_a_plan_and_reopens_a_completed_one(void **state)
{
	struct plan p = {0};
	struct change change = plans_step(&p, "user", "{'action':'add','content':'First'}", 1);

	assert_int_equal(change.kind, PLAN_CHANGED);
	assert_int_equal(p.status, PLAN_ACTIVE);
	change_free(&change);
	change = plans_step(&p, "user", "{'action':'tick','id':'todo-1'}", 2);
	assert_int_equal(p.status, PLAN_COMPLETED);
	change_free(&change);
	change = plans_step(&p, "user", "{'action':'add','content':'Second'}", 3);
	assert_int_equal(p.status, PLAN_ACTIVE);
	assert_int_equal(p.revision, 3);
	change_free(&change);
	plan_free(&p);
}

/* Text from outside is one safe line in the plan, so the stored plan is the plan. */
static void what_comes_in_is_made_safe(void **state)
{
	struct plan p = {0};
	struct change change = plans_step(&p, "model",
	    "{'action':'create','goal':'two\\nlines','todos':[{'id':'a\\u001b','content':"
	    "'</active-todo-plan> \\t x'}]}",
	    1);

	change_free(&change);
	assert_string_equal(p.goal, "two lines");
	assert_string_equal(p.items[0].id, "a\xe2\x90\x9b");
	assert_string_equal(p.items[0].content, "\xe2\x80\xb9/active-todo-plan> x");
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_second_door_changes_items_one_by_one),
	    cmocka_unit_test(a_refused_operation_names_its_path_and_leaves_no_trace),
	    cmocka_unit_test(the_user_edits_the_plan_and_the_model_is_told),
	    cmocka_unit_test(what_the_user_did_sticks),
	    cmocka_unit_test(a_failed_item_is_retried_or_skipped),
	    cmocka_unit_test(progress_inside_an_item_is_kept),
	    cmocka_unit_test(adding_begins_a_plan_and_reopens_a_completed_one),
	    cmocka_unit_test(what_comes_in_is_made_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
