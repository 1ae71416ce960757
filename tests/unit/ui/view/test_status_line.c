/* SPDX-License-Identifier: MIT
 * The status line and the title: what they show, and what is dropped first on a narrow screen. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include "base/text/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/view/status_line.h"

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
	f.hint = "v is not offered here; Tab writes a message instead, at any time";
	status_line(&m, &f, &out); /* it ends with a clause rather than within a word */
	rows_expect(&out, " edits  v is not offered here; Tab writes a message instead\n");
	f.hint = "v is not offered here; Tab writes a message instead, at any time of the day";
	f.cells = 40;
	status_line(&m, &f, &out);
	rows_expect(&out, " edits            v is not offered here\n");
	f.cells = 60;
	f.hint = NULL;
	m.cost_usd = 0.008; /* and of another request nobody knows it */
	status_line(&m, &f, &out);
	rows_expect(&out, " $0.008 and unpriced  edits                      Enter send\n");
	ui_model_free(&m);
}

static void the_title_is_cut_at_its_end(void **state)
{
	char cwd[] = "/srv/ledger", model[] = "sonnet", depth[] = "react";
	struct ui_model m = {.cwd = cwd, .model = model, .depth = depth};
	struct lines out = {0};

	title_line(&m, "agent", "main", 0, 60, false, &out);
	title_line(&m, "agent", NULL, 0, 24, false, &out);
	m.worked_ms = 120000; /* and a turn that runs */
	m.running = true;
	m.turn_started_ms = 1000;
	title_line(&m, "agent", "main", 4000, 50, false, &out);
	rows_expect(&out, " agent  /srv/ledger  main  sonnet · react         worked 0s\n"
			  " agent  /srv/ledger\n"
			  " agent  /srv/ledger  main  sonnet   worked 2m 03s\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(narrow_lines_lose_the_least_needed),
	    cmocka_unit_test(what_happens_now_says_for_how_long),
	    cmocka_unit_test(what_it_says_is_chosen),
	    cmocka_unit_test(what_is_not_known_is_not_said),
	    cmocka_unit_test(the_title_is_cut_at_its_end),
	};

	setlocale(LC_ALL, "");
	text_setup();
	shown =
	    json_pack("[s, s, s, s, s, s]", "rounds", "time", "stage", "tokens", "cost", "context");
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	json_decref(shown);
	return failed;
}
