/* Plan, status line, title, transport bar and layout: values in, rows out. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/view/criteria_lines.h"
#include "ui/view/layout.h"
#include "ui/view/plan_view.h"
#include "ui/view/status_line.h"
#include "ui/view/transport.h"

static struct plan plan_of(const char *items)
{
	struct plan p;
	struct error e = ERROR_INIT;
	char text[4000];

	plan_init(&p);
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

/* B5 */
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
	rows_expect(&out, " [>] Teaching t~  1/5 [-]1  31s\n");
	v.cells = 50;
	plan_one_line(&p, &v, &out);
	rows_expect(&out, " [>] Teaching the parser  1/5, 1 skipped  31s\n");
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

/* What was planned before stands below, where there is room for it. */
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

/* B5: the one before, the current and the one after stay in view at any height. */
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

/* B5, B8: what stands behind a tick, how far a long item is, which try, what waits for the user. */
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

static json_t *shown; /* what the status line says unless ui.status says otherwise */

static struct ui_model running(void)
{
	struct ui_model m;

	ui_model_init(&m);
	m.running = true;
	m.iteration = 3;
	m.turn_started_ms = 1000;
	m.input = 12000;
	m.output = 400;
	m.cached = 7320;
	m.priced = true;
	m.cost_usd = 0.031;
	m.context_tokens = 200000;
	m.context_used = 12400;
	return m;
}

static const struct {
	int cells;
	const char *row;
} statuses[] = {
    {120, " 3/10 rounds  5s  12.4k tok, 61% cached  $0.031 of $2.00  ctx 6%  sandbox off  ask"
	  "        Esc stop  Enter steer  ? help\n"},
    {100, " 3/10 rounds  5s  12.4k tok  $0.031 of $2.00  ctx 6%  sandbox off  ask"
	  "             Esc stop  ? help\n"},
    {80, " 3/10 rounds  5s  12.4k tok  $0.031 of $2.00  sandbox off  ask         Esc stop\n"},
    {60, " 3/10 rounds  5s  $0.031 of $2.00  sandbox off  ask\n"},
    {40, " 3/10 rounds  5s  sandbox off  ask\n"},
    {20, " sandbox off  ask\n"},
};

static void narrow_lines_lose_the_least_needed(void **state)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
		struct ui_model m = running();
		struct lines out = {0};
		struct status_facts f = {.cells = statuses[i].cells,
		    .shown = shown,
		    .max_rounds = 10,
		    .budget_usd = 2,
		    .approve = "ask",
		    .sandbox = "sandbox off",
		    .input_empty = true,
		    .now_ms = 6000};
		status_line(&m, &f, &out);
		size_t len;
		const char *s = lines_text(&out, 0, &len);
		assert_true(text_width(s, len) <= f.cells);
		rows_expect(&out, statuses[i].row);
		ui_model_free(&m);
	}
}

/* E4 */
static void what_happens_now_says_for_how_long(void **state)
{
	static const struct {
		int64_t now_ms;
		const char *row;
	} rows[] = {
	    {5999, " judging the work  ask                                       Enter send\n"},
	    {12000, " judging the work 7s  ask                                    Enter send\n"},
	    {77000, " judging the work 1m 12s  ask                                Enter send\n"},
	};
	char status[] = "judging the work";

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct ui_model m = {.status = status, .status_ms = 5000};
		struct status_facts f = {.cells = 72,
		    .shown = shown,
		    .budget_usd = NAN,
		    .approve = "ask",
		    .now_ms = rows[i].now_ms};
		struct lines out = {0};

		status_line(&m, &f, &out);
		rows_expect(&out, rows[i].row);
	}
}

static void what_it_says_is_chosen(void **state)
{
	struct ui_model m = running();
	struct lines out = {0};
	json_t *chosen = json_pack("[s, s, s]", "branch", "tokens", "rounds");
	struct status_facts f = {.cells = 72,
	    .shown = chosen,
	    .branch = "main",
	    .max_rounds = 10,
	    .budget_usd = NAN,
	    .approve = "ask",
	    .now_ms = 6000};

	status_line(&m, &f, &out);
	rows_expect(
	    &out, " main  12.4k tok, 61% cached  3/10 rounds  ask    Esc stop  Enter steer\n");
	ui_model_free(&m);
	json_decref(chosen);
}

static void what_is_not_known_is_not_said(void **state)
{
	struct ui_model m;
	struct lines out = {0};
	struct status_facts f = {
	    .cells = 60, .shown = shown, .budget_usd = NAN, .approve = "edits", .now_ms = 1};

	ui_model_init(&m);
	status_line(&m, &f, &out);
	rows_expect(&out, " edits                                           Enter send\n");
	f.unsaved = true;
	status_line(&m, &f, &out);
	rows_expect(&out, " not saved  edits                                Enter send\n");
	f.unsaved = false;
	f.hint = "Ctrl-C again quits";
	status_line(&m, &f, &out);
	rows_expect(&out, " edits                                   Ctrl-C again quits\n");
	ui_model_free(&m);
}

static void the_title_is_cut_at_its_end(void **state)
{
	char cwd[] = "/srv/ledger", model[] = "sonnet", depth[] = "react";
	struct ui_model m = {.cwd = cwd, .model = model, .depth = depth};
	struct lines out = {0};

	title_line(&m, "agent", "main", 60, false, &out);
	title_line(&m, "agent", NULL, 24, false, &out);
	rows_expect(&out, " agent  /srv/ledger  main  sonnet · react\n agent  /srv/ledger  s…\n");
}

static void the_bar_shows_where_it_is(void **state)
{
	struct transport b = {.cells = 90,
	    .playing = true,
	    .seq = 14,
	    .last_seq = 61,
	    .at_ms = 41000,
	    .length_ms = 127000,
	    .turn = 2,
	    .iteration = 3,
	    .speed = 4};
	struct lines out = {0};

	transport_line(&b, &out);
	b.cells = 60;
	b.ascii = true;
	b.playing = false;
	b.speed = 0;
	transport_line(&b, &out);
	rows_expect(&out, " ◀◀  ◀  ▶  ▶▶   14 ──────●────────────────────── 61   turn 2, round 3   "
			  "0:41 / 2:07   ×4\n"
			  " <<  <  || >>   14 ---O------------ 61   0:41 / 2:07   max\n");
}

static void speeds_are_steps(void **state)
{
	assert_true(transport_faster(1) == 2);
	assert_true(transport_faster(32) == 0);
	assert_true(transport_faster(0) == 0);
	assert_true(transport_slower(0) == 32);
	assert_true(transport_slower(1) == 0.5);
	assert_true(transport_slower(0.25) == 0.25);
}

static void panels_tile_the_screen(void **state)
{
	static const int sizes[][2] = {
	    {6, 20}, {8, 40}, {20, 60}, {24, 80}, {32, 110}, {60, 200}, {120, 400}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		for (int place = PLAN_AUTO; place <= PLAN_HIDDEN; place++) {
			struct layout l;
			struct layout_request r = {.rows = sizes[i][0],
			    .columns = sizes[i][1],
			    .input_rows = 5,
			    .plan = true,
			    .place = (enum plan_place)place};
			layout_make(&l, &r);
			assert_false(l.small);
			assert_true(l.feed.rows >= 1);
			assert_true(l.input.rows >= 1 && l.input.rows * 3 <= r.rows);
			assert_true(l.plan.cells * 3 <= r.columns || l.plan.rows * 3 <= r.rows);
			assert_int_equal(l.status.y, r.rows - 1);
			int below = l.divider ? 0 : l.plan.rows;
			assert_int_equal(
			    l.feed.y + l.feed.rows + l.plan_line.rows + below, l.rule.y);
			assert_int_equal(l.rule.y + 1, l.input.y);
		}
	}
}

static void a_tiny_screen_says_so(void **state)
{
	struct layout l;

	layout_make(&l, &(struct layout_request){.rows = 5, .columns = 80});
	assert_true(l.small);
	layout_make(&l, &(struct layout_request){.rows = 24, .columns = 19});
	assert_true(l.small);
}

static void the_plan_is_beside_from_a_hundred_columns(void **state)
{
	struct layout l;
	struct layout_request r = {.rows = 30, .columns = 99, .input_rows = 1, .plan = true};

	layout_make(&l, &r);
	assert_int_equal(l.plan_line.rows, 1);
	assert_int_equal(l.divider, 0);
	r.columns = 100;
	layout_make(&l, &r);
	assert_int_equal(l.plan_line.rows, 0);
	assert_int_equal(l.plan.x, l.divider + 1);
	assert_int_equal(l.plan.x + l.plan.cells, 100);
	r.plan_done = true; /* folds to a line, unless a panel was asked for */
	layout_make(&l, &r);
	assert_int_equal(l.plan_line.rows, 1);
	assert_int_equal(l.divider, 0);
	r.plan_past = true; /* of a turn before: gone, unless a panel was asked for */
	layout_make(&l, &r);
	assert_int_equal(l.plan_line.rows, 0);
	r.place = PLAN_PANEL;
	r.list_rows = 5; /* lists have the whole width */
	layout_make(&l, &r);
	assert_int_not_equal(l.divider, 0);
	assert_int_equal(l.list.cells, 100);
	assert_int_equal(l.plan.y + l.plan.rows, l.list.y);
	r.plan = false;
	layout_make(&l, &r);
	assert_int_equal(l.divider, 0);
}

static void take_event(struct criteria *c, enum event_type type, const char *text)
{
	json_t *data = quoted_json(text);

	criteria_take(c, &(struct event){.type = type, .data = data});
	json_decref(data);
}

/* E7 */
static void criteria_stand_below_the_plan_with_their_state(void **state)
{
	struct criteria c = {0};
	struct lines out = {0};

	take_event(&c, EVENT_STRATEGY,
	    "{'approach':'Fix the parser first','success_criteria':[{'id':'c1','text':'`make test` "
	    "passes'},{'id':'c2','text':'README shows an ISO date'},{'id':'c3','text':'nothing "
	    "else "
	    "changes at all, anywhere'}]}");
	take_event(&c, EVENT_EVALUATION,
	    "{'criteria':[{'id':'c1','met':false},{'id':'c2','met':true},{'id':'c9','met':true}]}");
	assert_int_equal(criteria_rows(&c, 32, 20), 6);
	criteria_lines(&c, 32, 6, false, &out);
	rows_expect(&out, "\n"
			  " Criteria  1/3\n"
			  " Fix the parser first\n"
			  " ✘ `make test` passes\n"
			  " ✔ README shows an ISO date\n"
			  " · nothing else changes at all…\n");
	assert_int_equal(criteria_rows(&c, 32, 3), 3);
	criteria_lines(&c, 20, 3, true, &out);
	rows_expect(&out, " Criteria  1/3\n"
			  " [!] `make test` p~\n"
			  " [x] README shows ~\n");
	criteria_one_line(&c, 32, false, &out);
	rows_expect(&out, " ✘✔· 1/3 Fix the parser first\n");
	take_event(&c, EVENT_STRATEGY,
	    "{'approach':'Another way','success_criteria':[{'id':'c2','text':'README shows "
	    "an ISO date','met':true},{'id':'c1','text':'another one'}]}");
	assert_int_equal(c.list[0].state, CRITERION_MET);
	assert_int_equal(c.list[1].state, CRITERION_OPEN);
	take_event(&c, EVENT_STRATEGY,
	    "{'approach':'Change the one place where dates are read, and read them all again in "
	    "the end','success_criteria':[{'id':'c2','text':'README','met':true}]}");
	assert_int_equal(criteria_rows(&c, 32, 20), 5);
	lines_clear(&out);
	criteria_lines(&c, 32, 5, false, &out);
	rows_expect(&out, "\n"
			  " Criteria  1/1\n"
			  " Change the one place where\n"
			  " dates are read, and read them…\n"
			  " ✔ README\n");
	take_event(&c, EVENT_TURN_START, "{}");
	assert_int_equal(criteria_rows(&c, 32, 20), 0);
	criteria_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(criteria_stand_below_the_plan_with_their_state),
	    cmocka_unit_test(the_panel_says_every_status),
	    cmocka_unit_test(an_item_without_words_has_its_time_beside_it),
	    cmocka_unit_test(a_small_panel_keeps_the_current_item),
	    cmocka_unit_test(plans_of_before_stand_below_the_items),
	    cmocka_unit_test(neighbours_stay_in_view),
	    cmocka_unit_test(items_show_their_evidence_and_marks),
	    cmocka_unit_test(the_line_ends_with_the_plan),
	    cmocka_unit_test(narrow_lines_lose_the_least_needed),
	    cmocka_unit_test(what_happens_now_says_for_how_long),
	    cmocka_unit_test(what_it_says_is_chosen),
	    cmocka_unit_test(what_is_not_known_is_not_said),
	    cmocka_unit_test(the_title_is_cut_at_its_end),
	    cmocka_unit_test(the_bar_shows_where_it_is),
	    cmocka_unit_test(speeds_are_steps),
	    cmocka_unit_test(panels_tile_the_screen),
	    cmocka_unit_test(a_tiny_screen_says_so),
	    cmocka_unit_test(the_plan_is_beside_from_a_hundred_columns),
	};
	setlocale(LC_ALL, "");
	text_setup();
	shown =
	    json_pack("[s, s, s, s, s, s]", "rounds", "time", "stage", "tokens", "cost", "context");
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	json_decref(shown);
	return failed;
}
