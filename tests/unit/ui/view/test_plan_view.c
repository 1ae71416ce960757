/* SPDX-License-Identifier: MIT
 * The plan and its items as rows. */
/* holds: skipped-counted-apart */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/view/plan_view.h"

static struct plan plan_of(const char *items)
{
	struct plan p;
	struct error e = ERROR_INIT;
	char text[4000];

	p = (struct plan){0};
	snprintf(text, sizeof text,
	    "{'id':'01ARZ3NDEKTSV4RRFFQ69G5FAV','revision':1,'goal':'Take ISO dates',"
	    "'status':'active','items':[%s]}",
	    items);
	json_t *snapshot = quoted_json(text);
	if (!plan_load(&p, snapshot, &e))
		fail_msg("%s", e.message);
	json_decref(snapshot);
	return p;
}

static const char four[] =
    "{'id':'a','content':'Find dates','status':'completed','result':'src/csv.c:88',"
    "'active_ms':11000},"
    "{'id':'b','content':'Write a test','status':'failed','error':'no compiler',"
    "'active_ms':20000},"
    "{'id':'c','content':'Teach the parser','active_form':'Teaching the parser',"
    "'status':'in_progress'},"
    "{'id':'d','content':'Skip this','status':'skipped'},"
    "{'id':'e','content':'Run all','status':'pending'}";

static void the_panel_says_every_status(void **state)
{
	struct plan p = plan_of(four);
	struct lines out = {0};
	struct plan_view v = {.cells = 32, .rows = 14, .key = "Ctrl-T"};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan  Ctrl-T\n"
			  " Take ISO dates\n"
			  " █░░░░░░░░  1/5, 1 skipped  31s\n"
			  "\n"
			  " ✔ Find dates\n"
			  "     src/csv.c:88           11s\n"
			  " ✘ Write a test\n"
			  "     no compiler            20s\n"
			  " ▸ Teaching the parser\n"
			  " ↷ Skip this\n"
			  " · Run all\n"
			  "\n\n\n");
	v.ascii = true;
	plan_one_line(&p, &v, &out);
	rows_expect(&out, " [>] Teach~  [!]  1/5 [-]1  31s\n");
	v.cells = 50;
	plan_one_line(&p, &v, &out);
	rows_expect(&out, " [>] Teaching the pars~  [!]  1/5, 1 skipped  31s\n");
	plan_free(&p);
}

static void an_item_without_words_has_its_time_beside_it(void **state)
{
	struct plan p =
	    plan_of("{'id':'a','content':'Short','status':'completed','active_ms':65000},"
		    "{'id':'b','content':'A long one that needs the room',"
		    "'status':'completed','active_ms':2000}");
	struct lines out = {0};
	struct plan_view v = {.cells = 32, .rows = 5};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan\n"
			  " █████████████████  2/2  1m 07s\n"
			  " ✔ Short                 1m 05s\n"
			  " ✔ A long one that needs the\n"
			  "   room                      2s\n");
	plan_free(&p);
}

static void a_small_panel_keeps_the_current_item(void **state)
{
	struct plan p = plan_of(four);
	struct lines out = {0};
	struct plan_view v = {.cells = 40, .rows = 7};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan                                ↑1\n"
			  " ███░░░░░░░░░░░░░░  1/5, 1 skipped  31s\n"
			  " ✘ Write a test\n"
			  "     no compiler                    20s\n"
			  " ▸ Teaching the parser\n"
			  " ↷ Skip this\n"
			  " · Run all\n");
	plan_free(&p);
}

static void the_line_says_how_far_a_long_item_is(void **state)
{
	struct plan p = plan_of("{'id':'a','content':'Convert all','status':'in_progress',"
				"'progress':{'processed':3,'total':10}},"
				"{'id':'b','content':'Say so','status':'pending'}");
	struct lines out = {0};
	struct plan_view v = {.cells = 40};

	plan_one_line(&p, &v, &out);
	rows_expect(&out, " ▸ Convert all (3 of 10)  0/2  0s\n");
	plan_free(&p);
}

static void three_rows_are_the_count_and_the_current_item(void **state)
{
	struct plan p = plan_of(four), none;
	struct lines out = {0};
	struct plan_view v = {.cells = 40, .rows = 3, .key = "Ctrl-T"};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan  1/5, 1 skipped             ↑2 ↓1\n"
			  " ▸ Teaching the parser\n"
			  " ↷ Skip this\n");
	plan_free(&p);
	none = (struct plan){0};
	plan_one_line(&none, &v, &out);
	rows_expect(&out, " · nothing planned yet  0/0  0s\n");
	plan_free(&none);
}

/* What was planned before stands below, where there is room for it. */
/* holds: plans-before-chat */
static void plans_of_before_stand_below_the_items(void **state)
{
	struct plan p = plan_of("{'id':'a','content':'Now','status':'pending'}");
	json_t *before = quoted_json(
	    "[{'id':'1','goal':'The first','status':'completed','done':2,'items':3},"
	    "{'id':'2','goal':'The second, which has many words','status':'abandoned','done':0,"
	    "'items':2}]");
	struct plan_view v = {.cells = 32, .rows = 10, .before = before};
	struct lines out = {0};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan\n"
			  " Take ISO dates\n"
			  " ░░░░░░░░░░░░░░░░░░░░  0/1  0s\n"
			  "\n"
			  " · Now\n"
			  "\n"
			  " Before\n"
			  " ↷ The second, which has …  0/2\n"
			  " ✔ The first  2/3\n"
			  "\n");
	v.rows = 8;
	plan_panel_lines(&p, &v, &out);
	assert_int_equal(out.count, 8);
	char *text = rows_text(&out);
	assert_null(strstr(text, "Before"));
	free(text);
	lines_free(&out);
	json_decref(before);
	plan_free(&p);
}

/* The one before, the current and the one after stay in view at any height. */
static void neighbours_stay_in_view(void **state)
{
	struct plan p = plan_of(four);

	for (int rows = 5; rows < 20; rows++) {
		for (int cells = 24; cells < 60; cells += 5) {
			struct plan_view v = {.cells = cells, .rows = rows};
			struct lines out = {0};
			plan_panel_lines(&p, &v, &out);
			assert_int_equal(out.count, rows);
			char *text = rows_text(&out);
			assert_non_null(strstr(text, "✘ Write a test"));
			assert_non_null(strstr(text, "▸ Teaching"));
			assert_non_null(strstr(text, "↷ Skip this"));
			free(text);
			v.selected = "e";
			lines_clear(&out);
			plan_panel_lines(&p, &v, &out);
			text = rows_text(&out);
			assert_non_null(strstr(text, "›· Run all"));
			assert_non_null(strstr(text, "↷ Skip this"));
			free(text);
			lines_free(&out);
		}
	}
	plan_free(&p);
}

/* What stands behind a tick, how far a long item is, which try, what waits for the user. */
static void items_show_their_evidence_and_marks(void **state)
{
	struct plan p = plan_of(
	    "{'id':'a','content':'Find dates','status':'completed','claimed':true,'attempts':1},"
	    "{'id':'b','content':'Write a test','status':'completed','result':'1 "
	    "test','attempts':2,"
	    "'active_ms':20000,'evidence':{'calls':3,'files':['a.c','b.c','c.c'],'exits':[2,0],"
	    "'tokens':1200,'cost_usd':0.012}},"
	    "{'id':'c','content':'Convert','status':'in_progress','progress':{'processed':120,'"
	    "total'"
	    ":400}},"
	    "{'id':'d','content':'Delete the old','status':'pending','gate':true}");
	struct lines out = {0};
	struct plan_view v = {.cells = 60, .rows = 13};

	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan\n"
			  " Take ISO dates\n"
			  " ██████████░░░░░░░░░░  2/4  20s\n"
			  "\n"
			  " ✔ Find dates (claimed)\n"
			  "     nothing was done\n"
			  " ✔ Write a test (try 2)\n"
			  "     1 test\n"
			  "     3 calls, a.c, b.c +1, exit 2, 0, 1.2k tok, $0.012  20s\n"
			  " ▸ Convert\n"
			  "     120 / 400, 30%\n"
			  " · Delete the old (gate)\n"
			  "\n");
	v.collapsed = true;
	v.rows = 9;
	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan\n"
			  " Take ISO dates\n"
			  " ██████████░░░░░░░░░░  2/4  20s\n"
			  "\n"
			  " ✔ Find dates (claimed)\n"
			  " ✔ Write a test (try 2)                                 20s\n"
			  " ▸ Convert\n"
			  " · Delete the old (gate)\n"
			  "\n");
	v.collapsed = false;
	v.hide_done = true;
	v.rows = 6;
	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan  2 hidden\n"
			  " ██████████░░░░░░░░░░  2/4  20s\n"
			  " ▸ Convert\n"
			  "     120 / 400, 30%\n"
			  " · Delete the old (gate)\n"
			  "\n");
	v.selected = "d";
	v.ascii = true;
	v.rows = 4;
	plan_panel_lines(&p, &v, &out);
	rows_expect(&out, " Plan  2 hidden\n"
			  " ##########----------  2/4  20s\n"
			  " [>] Convert\n"
			  ">[ ] Delete the old (gate)\n");
	plan_free(&p);
}

static void the_line_ends_with_the_plan(void **state)
{
	struct plan p = plan_of("{'id':'a','content':'Only','status':'completed'}");
	struct lines out = {0};
	struct plan_view v = {.cells = 50};

	plan_one_line(&p, &v, &out);
	rows_expect(&out, " ✔ Take ISO dates  1/1  0s\n");
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_panel_says_every_status),
	    cmocka_unit_test(an_item_without_words_has_its_time_beside_it),
	    cmocka_unit_test(a_small_panel_keeps_the_current_item),
	    cmocka_unit_test(the_line_says_how_far_a_long_item_is),
	    cmocka_unit_test(three_rows_are_the_count_and_the_current_item),
	    cmocka_unit_test(plans_of_before_stand_below_the_items),
	    cmocka_unit_test(neighbours_stay_in_view),
	    cmocka_unit_test(items_show_their_evidence_and_marks),
	    cmocka_unit_test(the_line_ends_with_the_plan),
	};

	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
