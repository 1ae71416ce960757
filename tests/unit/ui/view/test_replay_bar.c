/* SPDX-License-Identifier: MIT
 * The bar of a replay: its rows at several widths. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include "base/text/text.h"
#include "tests/support/rows.h"
#include "ui/view/status_line.h"

static void the_bar_shows_where_it_is(void **state)
{
	struct replay_bar b = {.cells = 90,
	    .playing = true,
	    .seq = 14,
	    .last_seq = 61,
	    .at_ms = 41000,
	    .length_ms = 127000,
	    .turn = 2,
	    .iteration = 3,
	    .speed = 4};
	struct lines out = {0};

	replay_bar_line(&b, &out);
	b.cells = 60;
	b.ascii = true;
	b.playing = false;
	b.speed = 0;
	replay_bar_line(&b, &out);
	rows_expect(&out, " ◀◀  ◀  ▶  ▶▶   14 ──────●────────────────────── 61   turn 2, round 3   "
			  "0:41 / 2:07   ×4\n"
			  " <<  <  || >>   14 ---O------------ 61   0:41 / 2:07   max\n");
}

static void speeds_are_steps(void **state)
{
	assert_true(replay_speed_step(1, true) == 2);
	assert_true(replay_speed_step(32, true) == 0);
	assert_true(replay_speed_step(0, true) == 0);
	assert_true(replay_speed_step(0, false) == 32);
	assert_true(replay_speed_step(1, false) == 0.5);
	assert_true(replay_speed_step(0.25, false) == 0.25);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_bar_shows_where_it_is),
	    cmocka_unit_test(speeds_are_steps),
	};

	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
