/* SPDX-License-Identifier: MIT
 * The rows of the strategy's criteria, below the plan. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include "base/text/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/view/criteria_lines.h"

static void take_event(struct criteria *c, enum event_type type, const char *text)
{
	json_t *data = quoted_json(text);

	criteria_take(c, &(struct event){.type = type, .data = data});
	json_decref(data);
}

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
	};

	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
