/* SPDX-License-Identifier: MIT
 * How the panels share the screen. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include "base/text/text.h"
#include "ui/view/layout.h"

static void panels_tile_the_screen(void **state)
{
	static const int sizes[][2] = {
	    {5, 20}, {6, 20}, {8, 40}, {20, 60}, {24, 80}, {32, 110}, {60, 200}, {120, 400}};

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

	layout_make(&l, &(struct layout_request){.rows = 4, .columns = 80});
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

static void a_panel_that_was_asked_for_comes_on_a_small_screen_too(void **state)
{
	struct layout l;
	struct layout_request r = {
	    .rows = 10, .columns = 40, .input_rows = 1, .plan = true, .place = PLAN_PANEL};

	layout_make(&l, &r);
	assert_int_equal(l.plan.rows, 3);
	assert_int_equal(l.feed.rows, 2);
	assert_int_equal(l.plan_line.rows, 0);
}

/* A question that does not fit takes what is around it, down to the row of the input. */
static void what_frames_the_input_gives_way_to_a_card(void **state)
{
	static const struct {
		int rows, columns, card, feed, title, status;
	} screens[] = {{24, 80, 15, 3, 1, 1}, {14, 80, 8, 1, 1, 1}, {10, 80, 7, 0, 0, 1},
	    {10, 40, 7, 0, 0, 1}, {6, 20, 4, 0, 0, 1}, {5, 20, 4, 0, 0, 0}};

	for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
		struct layout_request r = {.rows = screens[i].rows,
		    .columns = screens[i].columns,
		    .input_rows = 1,
		    .plan = i % 2 == 0 && screens[i].rows < 24,
		    .card_rows = 100};
		struct layout l;

		layout_make(&l, &r);
		assert_int_equal(l.card.rows, screens[i].card);
		assert_int_equal(l.feed.rows, screens[i].feed);
		assert_int_equal(l.title.rows, screens[i].title);
		assert_int_equal(l.status.rows, screens[i].status);
		assert_int_equal(l.input.rows, 1);
		assert_int_equal(
		    l.card.y + l.card.rows + l.plan_line.rows + l.rule.rows, l.input.y);
		r.card_rows = 1; /* it fits */
		layout_make(&l, &r);
		assert_int_equal(l.card.rows, 1);
		assert_int_equal(l.status.rows, 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(panels_tile_the_screen),
	    cmocka_unit_test(a_tiny_screen_says_so),
	    cmocka_unit_test(the_plan_is_beside_from_a_hundred_columns),
	    cmocka_unit_test(a_panel_that_was_asked_for_comes_on_a_small_screen_too),
	    cmocka_unit_test(what_frames_the_input_gives_way_to_a_card),
	};

	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
