/* SPDX-License-Identifier: MIT
 * Taking back what the user did to the plan, whatever happened to it since.
 */
/* holds: card-shows-plan */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "plan/plan_item_edit.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"

/* Makes an edit as the user and returns it as the agent keeps it: {before, after, text}. */
static json_t *edited(struct plan *p, const char *edit)
{
	json_t *before = plan_snapshot(p), *kept;
	struct change c = plans_step(p, "user", edit, 2);

	if (c.kind != PLAN_CHANGED)
		fail_msg("%s: %s", edit, c.why ? c.why : "the same");
	kept = json_pack(
	    "{s:o, s:o, s:s*}", "before", before, "after", plan_snapshot(p), "text", c.note);
	change_free(&c);
	return kept;
}

static void an_edit_is_taken_back_and_nothing_else(void **state)
{
	static const struct {
		const char *name, *begin, *edit;
		const char *door, *later; /* what happens before it is taken back; NULL: nothing */
		const char *after;
	} rows[] = {
	    {"a deleted item comes back to its place", "a completed, b in_progress, c pending",
		"{'action':'remove','id':'b'}", NULL, NULL,
		"a completed, b in_progress, c pending"},
	    {"it does where the model went on", "a in_progress, b pending, c pending",
		"{'action':'remove','id':'b'}", "todos", "a completed, c in_progress",
		"a completed, b pending, c in_progress"},
	    {"an added item goes, the model's new one stays", "a in_progress",
		"{'action':'add','content':'Mine'}", "todos", "a completed, x pending",
		"a completed, x pending"},
	    {"a tick", "a in_progress, b pending", "{'action':'tick','id':'a'}", NULL, NULL,
		"a in_progress, b pending"},
	    {"what was in progress rests where another item is by now", "a in_progress, b pending",
		"{'action':'tick','id':'a'}", "todos", "a completed, b in_progress",
		"a pending, b in_progress"},
	    {"a skip", "a pending, b pending", "{'action':'skip','id':'b'}", "todos",
		"a completed, b skipped", "a completed, b pending"},
	    {"a move", "a pending, b pending, c pending", "{'action':'move','id':'c','position':0}",
		NULL, NULL, "a pending, b pending, c pending"},
	    {"a move, and what came since stays behind", "a pending, b pending, c pending",
		"{'action':'move','id':'c','position':0}", "model",
		"{'action':'add','todos':[{'content':'New','id':'x'}]}",
		"a pending, b pending, c pending, x pending"},
	    {"the end of the plan", "a completed, b in_progress",
		"{'action':'abandon','text':'no time'}", NULL, NULL, "a completed, b in_progress"},
	    {"a plan that took the place of another", "a completed, b in_progress",
		"{'action':'create','goal':'New','todos':[{'content':'X','id':'x'}]}", NULL, NULL,
		"a completed, b in_progress"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct change c = plans_send(&p, rows[i].begin, 1);
		json_t *edit;
		char *after;

		change_free(&c);
		edit = edited(&p, rows[i].edit);
		if (rows[i].door) {
			c = plans_step(&p, rows[i].door, rows[i].later, 3);
			assert_int_equal(c.kind, PLAN_CHANGED);
			change_free(&c);
		}
		c = plan_undo(&p, edit, &plans_limits, 4);
		after = plans_shape(&p);
		if (c.kind != PLAN_CHANGED || strcmp(after, rows[i].after) != 0)
			fail_msg("%s: '%s' (%s)", rows[i].name, after, c.why ? c.why : "");
		assert_int_equal(p.status, PLAN_ACTIVE);
		assert_int_equal(strncmp(c.note, "took back: ", 11), 0);
		plans_check(&p);
		free(after);
		change_free(&c);
		json_decref(edit);
		plan_free(&p);
	}
}

/* The members of an item and of the plan that the edit changed, one by one. */
static void words_gates_and_reasons_are_as_they_were(void **state)
{
	struct plan p = {0};
	struct change c = plans_send(&p, "a in_progress, b pending", 1);
	json_t *edits[4];

	change_free(&c);
	edits[0] = edited(&p, "{'action':'edit','id':'b','content':'Other words'}");
	edits[1] = edited(&p, "{'action':'gate','id':'b'}");
	edits[2] = edited(&p, "{'action':'next','id':'b'}");
	edits[3] = edited(&p, "{'action':'abandon','text':'no time'}");
	assert_string_equal(p.why, "no time");
	for (int i = 3; i >= 0; i--) {
		c = plan_undo(&p, edits[i], &plans_limits, 5);
		assert_int_equal(c.kind, PLAN_CHANGED);
		change_free(&c);
		json_decref(edits[i]);
	}
	assert_string_equal(p.items[1].content, "b");
	assert_int_equal(p.items[1].user_set, 0);
	assert_false(p.items[1].gate);
	assert_null(p.next);
	assert_null(p.why);
	c = plans_send(&p, "a completed, b in_progress", 6); /* the model has b in its hand again */
	assert_null(c.why);
	change_free(&c);
	plan_free(&p);
}

static void an_edit_of_another_plan_is_not_taken_back(void **state)
{
	struct plan p = {0};
	struct change c = plans_send(&p, "a pending, b pending", 1);
	json_t *edit, *before, *now;

	change_free(&c);
	edit = edited(&p, "{'action':'remove','id':'b'}");
	c = plans_step(
	    &p, "model", "{'action':'create','goal':'g','todos':[{'content':'X','id':'x'}]}", 3);
	change_free(&c);
	before = plan_snapshot(&p);
	c = plan_undo(&p, edit, &plans_limits, 4);
	now = plan_snapshot(&p);
	assert_int_equal(c.kind, PLAN_REFUSED);
	assert_non_null(strstr(c.why, "is not the plan of now"));
	assert_true(json_equal(before, now));
	change_free(&c);
	json_decref(before);
	json_decref(now);
	json_decref(edit);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_edit_is_taken_back_and_nothing_else),
	    cmocka_unit_test(words_gates_and_reasons_are_as_they_were),
	    cmocka_unit_test(an_edit_of_another_plan_is_not_taken_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
