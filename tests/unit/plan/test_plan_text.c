/* SPDX-License-Identifier: MIT
 * Plans read from a reply's text: which texts are plans, and what becomes of them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "tests/support/sample_plans.h"

static char *read_text(struct plan *p, const char *text)
{
	json_t *snapshot = plan_from_text(p, text, &plans_limits);
	struct change change;

	if (!snapshot)
		return NULL;
	change = plan_replace(p, snapshot, "the goal", AUTHOR_TEXT, &plans_limits, 1000);
	json_decref(snapshot);
	if (change.kind == PLAN_REFUSED)
		fail_msg("%s", change.why);
	change_free(&change);
	plans_check(p);
	return plans_shape(p);
}

static void a_list_in_the_reply_is_the_plan(void **state)
{
	static const struct {
		const char *name, *text, *after; /* after NULL: no plan */
	} rows[] = {
	    {"numbered below Plan", "Sure.\n\nPlan:\n1. Find it\n2. Fix it\n\nI begin.",
		"1 in_progress, 2 pending"},
	    {"other heads", "**Plan**\n1) Find it\n2) Fix it", "1 in_progress, 2 pending"},
	    {"bullets below Plan", "## Plan for today\n- Find it\n- Fix it",
		"1 in_progress, 2 pending"},
	    {"checkboxes anywhere", "- [x] Find it\n- [ ] Fix it\n* [ ] Test it",
		"1 completed, 2 in_progress, 3 pending"},
	    {"marks beside the list", "Plan:\n1. Find it\n2. Fix it\n[DONE:1]",
		"1 completed, 2 in_progress"},
	    {"the last list counts", "Plan:\n1. A\n2. B\nNo, better:\nPlan:\n1. C\n",
		"1 in_progress"},
	    {"a numbered list that is no plan", "Three files:\n1. a.c\n2. b.c", NULL},
	    {"planning is no plan", "Planning ahead:\n1. a.c", NULL},
	    {"code is not read", "Plan:\n```\n- [ ] x\n1. y\n```\n", NULL},
	    {"what was done is no beginning", "- [x] Find it\n- [x] Fix it", NULL},
	    {"words", "I plan to do it.", NULL},
	    {"nothing", "", NULL},
	    {"a mark without a plan", "[DONE:1]", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		char *after = read_text(&p, rows[i].text);

		if (!after != !rows[i].after || (after && strcmp(after, rows[i].after)))
			fail_msg("%s: '%s'", rows[i].name, after ? after : "none");
		free(after);
		plan_free(&p);
	}
}

/* holds: marks-plan-inside */
static void marks_and_lists_go_on_with_the_plan(void **state)
{
	static const struct {
		const char *text, *after;
	} rows[] = {
	    {"Done with that. [DONE:1]", "1 completed, 2 in_progress, 3 pending"},
	    {"[DONE:1] [DONE:2] [DONE:3]", "1 completed, 2 completed, 3 completed"},
	    {"[DONE:9] [DONE:x] [DONE:0] [DONE:", NULL},
	    {"Say `[DONE:1]` when it is done:\n```\n[DONE:2]\n```\n~~~\n[DONE:3]\n~~~", NULL},
	    {"`[DONE:1]` [DONE:1]", "1 completed, 2 in_progress, 3 pending"},
	    {"Plan:\n1. Find it\n2. Measure it\n3. Fix it\n",
		"1 in_progress, 4 pending, 2 pending"},
	    {"- [x] find it\n- [ ] Fix it\n", "1 completed, 2 in_progress"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		char *before = read_text(&p, "Plan:\n1. Find it\n2. Fix it\n3. Test it"), *after;

		after = read_text(&p, rows[i].text);
		if (!after != !rows[i].after || (after && strcmp(after, rows[i].after)))
			fail_msg("%s: '%s'", rows[i].text, after ? after : "none");
		free(before);
		free(after);
		plan_free(&p);
	}
}

/* A list names items by their words: those the user took away are known by them still. */
static void what_the_user_did_sticks_in_words_too(void **state)
{
	static const struct {
		const char *name, *edit, *text, *after, *told;
		const char *before; /* said before the edit; NULL: nothing */
	} rows[] = {
	    {"removed", "{'action':'remove','id':'2'}", "Plan:\n1. Find it\n2. Fix it\n3. Test it",
		"1 in_progress, 3 pending", "the user removed '2'; it stays out"},
	    {"removed, and another comes", "{'action':'remove','id':'2'}",
		"Plan:\n1. Find it\n2. Measure it\n3. Test it",
		"1 in_progress, 4 pending, 3 pending", NULL},
	    {"reworded", "{'action':'edit','id':'2','content':'Mine'}",
		"- [x] Find it\n- [ ] Fix it\n- [ ] Test it",
		"1 completed, 2 in_progress, 3 pending", "'2' keeps the user's words: Mine"},
	    {"reworded, and the model agrees", "{'action':'edit','id':'2','content':'Mine'}",
		"- [x] Find it\n- [ ] Mine\n- [ ] Test it", "1 completed, 2 in_progress, 3 pending",
		NULL},
	    {"reworded, and the old words are another step",
		"{'action':'edit','id':'2','content':'Mine'}",
		"- [x] Find it\n- [ ] Fix it\n- [ ] Mine\n- [ ] Test it",
		"1 completed, 4 in_progress, 2 pending, 3 pending", NULL},
	    {"reworded when it was done", "{'action':'edit','id':'1','content':'Mine'}",
		"Plan:\n1. Find it\n2. Fix it\n3. Test it", "1 completed, 2 in_progress, 3 pending",
		"'1' keeps the user's words: Mine", "[DONE:1]"},
	    {"wanted next", "{'action':'next','id':'3'}",
		"- [x] Find it\n- [x] Fix it\n- [ ] Count it\n- [ ] Test it",
		"1 completed, 3 in_progress, 2 completed, 4 pending",
		"the order stays as the user set it"},
	    {"wanted next, by marks", "{'action':'next','id':'3'}", "[DONE:1]",
		"1 completed, 3 in_progress, 2 pending", NULL},
	    {"wanted next, and another is at work", "{'action':'next','id':'3'}",
		"Plan:\n1. Find it\n2. Fix it\n3. Test it", "1 in_progress, 3 pending, 2 pending",
		"the order stays as the user set it"},
	    {"another way",
		"{'action':'branch','todos':[{'content':'Other'},{'content':'Test it'}]}",
		"- [x] Find it\n- [ ] Fix it\n- [ ] Test it",
		"1 completed, todo-2 pending, todo-3 in_progress",
		"the user removed '2'; it stays out; 'todo-2' (Other) stays, the user added it",
		"[DONE:1]"},
	    {"skipped", "{'action':'skip','id':'2'}", "[DONE:2] [DONE:1]",
		"1 completed, 2 skipped, 3 in_progress", NULL},
	    {"skipped, and listed", "{'action':'skip','id':'2'}",
		"- [x] Find it\n- [ ] Fix it\n- [ ] Test it",
		"1 completed, 2 skipped, 3 in_progress",
		"the user set '2' to skipped; it stays so"},
	    {"ticked", "{'action':'tick','id':'2'}", "Plan:\n1. Find it\n2. Fix it\n3. Test it",
		"1 in_progress, 2 completed, 3 pending", NULL},
	    {"added", "{'action':'add','content':'Mine'}", "Plan:\n1. Find it\n2. Fix it",
		"1 in_progress, 2 pending, todo-4 pending",
		"'todo-4' (Mine) stays, the user added it"},
	    {"moved", "{'action':'move','id':'3','position':1}",
		"Plan:\n1. Find it\n2. Fix it\n3. Test it", "1 in_progress, 3 pending, 2 pending",
		"the order stays as the user set it"},
	    {"out of turn is no mistake of words", "{'action':'gate','id':'3'}", "[DONE:2]",
		"1 in_progress, 2 completed, 3 pending", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0}, stored = {0};
		struct change c;
		json_t *snapshot;
		char *shape = read_text(&p, "Plan:\n1. Find it\n2. Fix it\n3. Test it");

		free(shape);
		if (rows[i].before)
			free(read_text(&p, rows[i].before));
		c = plans_step(&p, "user", rows[i].edit, 2000);
		assert_int_equal(c.kind, PLAN_CHANGED);
		change_free(&c);
		snapshot = plan_snapshot(&p); /* as after a resume */
		assert_true(plan_load(&stored, snapshot, NULL));
		json_decref(snapshot);
		snapshot = plan_from_text(&stored, rows[i].text, &plans_limits);
		c = plan_replace(&stored, snapshot, "the goal", AUTHOR_TEXT, &plans_limits, 3000);
		shape = plans_shape(&stored);
		if (strcmp(shape, rows[i].after) || !c.why != !rows[i].told ||
		    (c.why && strcmp(c.why, rows[i].told)))
			fail_msg("%s: '%s' '%s'", rows[i].name, shape, c.why ? c.why : "");
		plans_check(&stored);
		free(shape);
		json_decref(snapshot);
		change_free(&c);
		plan_free(&stored);
		plan_free(&p);
	}
}

/* What is kept of it does not outgrow the plan. */
static void only_as_much_is_kept_of_the_past_as_a_plan_has_items(void **state)
{
	struct plan p = {0};
	char *shape = read_text(&p, "Plan:\n1. Find it\n2. Fix it");

	free(shape);
	for (int i = 0; i < 2 * plans_limits.max_items; i++) {
		char *edit = xasprintf("{'action':'edit','id':'2','content':'Words %d'}", i % 250);
		struct change c = plans_step(&p, "user", edit, 2000 + i);

		change_free(&c);
		free(edit);
	}
	assert_int_equal(json_array_size(p.former), plans_limits.max_items);
	for (int i = 0; i < 2 * plans_limits.max_items; i++) {
		struct change c = plans_step(
		    &p, "user", "{'action':'add','id':'mine','content':'Mine'}", 9000 + i);

		change_free(&c);
		c = plans_step(&p, "user", "{'action':'remove','id':'mine'}", 9000 + i);
		change_free(&c);
	}
	assert_int_equal(json_array_size(p.former), plans_limits.max_items);
	assert_int_equal(json_array_size(p.removed), 1);
	plans_check(&p);
	plan_free(&p);
}

/* A list is shown as the plan and a mark as its progress, neither as a reflection. */
static void what_is_said_beside_a_plan_is_told_from_it(void **state)
{
	static const struct {
		const char *text, *beside;
	} rows[] = {
	    {"I look first.", "I look first.\n"},
	    {"Plan:\n1. Find it\n2. Fix it", ""},
	    {"Plan:\n1. Find it\n\nI begin.", "\nI begin.\n"},
	    {"I begin.\n- [x] Find it\n- [ ] Fix it", "I begin.\n"},
	    {"[DONE:1] Found it.", "Found it.\n"},
	    {"[DONE:1][DONE:12]", ""},
	    {"Say `[DONE:1]`:\n```\n[DONE:2]\n```", "Say `[DONE:1]`:\n```\n[DONE:2]\n```\n"},
	    {"[DONE:] and [DONE:1", "[DONE:] and [DONE:1\n"},
	    {"Three things:\n1. one", "Three things:\n1. one\n"},
	    {"```\nPlan:\n- [ ] x\n```", "```\nPlan:\n- [ ] x\n```\n"},
	    {"", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *beside = plan_text_beside(rows[i].text);

		assert_string_equal(beside, rows[i].beside);
		free(beside);
	}
}

/* Marks are for the plan; whoever reads the answer sees words. */
/* holds: marks-plan-inside */
static void an_answer_is_the_words_without_the_marks(void **state)
{
	static const struct {
		const char *text, *answer;
	} rows[] = {
	    {"Found. [DONE:1]", "Found."},
	    {"[DONE:2] All moved.\n", "All moved.\n"},
	    {"All [DONE:2] moved [DONE:3].", "All moved."},
	    {"Done:\n- [x] Find it\n\t[DONE:1] [DONE:2]\nAll.", "Done:\n- [x] Find it\nAll."},
	    {"Say `[DONE:1]`.\n\n    [DONE:2]\n```\n[DONE:3]\n```\n",
		"Say `[DONE:1]`.\n\n```\n[DONE:3]\n```\n"},
	    {"[DONE:1][DONE:12]", ""},
	    {"a \n\nb  ", "a \n\nb  "},
	    {"", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *answer = plan_text_unmarked(rows[i].text);

		assert_string_equal(answer, rows[i].answer);
		free(answer);
	}
}

/* The model may write what it likes; the plan stays within its limits. */
static void long_lists_and_words_are_cut(void **state)
{
	struct plan p = {0};
	struct buf text = BUF_INIT;
	struct change c;
	json_t *snapshot;

	buf_adds(&text, "Plan:\n");
	for (int i = 0; i < 30; i++) {
		buf_addf(&text, "%d. ", i + 1);
		for (int k = 0; k < 300; k++)
			buf_adds(&text, "é");
		buf_addf(&text, " %d\n", i);
	}
	snapshot = plan_from_text(&p, buf_str(&text), &plans_limits);
	c = plan_replace(&p, snapshot, "the goal", AUTHOR_TEXT, &plans_limits, 1000);
	assert_int_equal(c.kind, PLAN_CHANGED);
	assert_string_equal(c.why, "a list has at most 8 items; what came after was left out");
	assert_int_equal(p.count, 8);
	plans_check(&p);
	change_free(&c);
	json_decref(snapshot);
	buf_free(&text);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_list_in_the_reply_is_the_plan),
	    cmocka_unit_test(marks_and_lists_go_on_with_the_plan),
	    cmocka_unit_test(what_the_user_did_sticks_in_words_too),
	    cmocka_unit_test(only_as_much_is_kept_of_the_past_as_a_plan_has_items),
	    cmocka_unit_test(what_is_said_beside_a_plan_is_told_from_it),
	    cmocka_unit_test(an_answer_is_the_words_without_the_marks),
	    cmocka_unit_test(long_lists_and_words_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
