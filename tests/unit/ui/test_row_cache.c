/* Rows that need not be painted again. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "ui/tui/screen.h"

static struct screen s;
static struct lines l;

static int begin(void **state)
{
	s = (struct screen){.rows = 4, .columns = 80};
	l = (struct lines){0};
	lines_adds(&l, STYLE_TEXT, "words");
	lines_end(&l);
	lines_adds(&l, STYLE_STRONG, "words");
	lines_end(&l);
	lines_adds(&l, STYLE_TEXT, "other");
	lines_end(&l);
	lines_end(&l);
	return 0;
}

static int end(void **state)
{
	row_cache_clear(&s);
	lines_free(&l);
	return 0;
}

static void words_and_styles_make_a_row(void **state)
{
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 0));
	assert_true(row_cache_same(&s, 1, 0, 40, &l, 0));
	assert_false(row_cache_same(&s, 2, 0, 40, &l, 0)); /* another row */
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 1)); /* another style */
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 2)); /* other words */
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 0)); /* which it is no more */
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 3)); /* an empty one is just painted */
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 0));
	assert_false(row_cache_same(&s, 9, 0, 40, &l, 0)); /* off the screen */
	assert_false(row_cache_same(&s, 9, 0, 40, &l, 0));
}

static void what_is_painted_over_is_forgotten(void **state)
{
	static const struct {
		int x, cells;
		bool stays;
	} rows[] = {{50, 30, true}, {40, 1, true}, {39, 1, false}, {0, 1, false}, {0, 80, false},
	    {10, 5, false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		row_cache_clear(&s);
		row_cache_same(&s, 1, 0, 40, &l, 0);
		row_cache_over(&s, 1, rows[i].x, rows[i].cells);
		assert_int_equal(row_cache_same(&s, 1, 0, 40, &l, 0), rows[i].stays);
	}
}

static void two_panels_stand_side_by_side(void **state)
{
	row_cache_same(&s, 1, 0, 40, &l, 0);
	row_cache_same(&s, 1, 41, 39, &l, 2);
	assert_true(row_cache_same(&s, 1, 0, 40, &l, 0));
	assert_true(row_cache_same(&s, 1, 41, 39, &l, 2));
	assert_false(row_cache_same(&s, 1, 0, 80, &l, 0)); /* over both */
	assert_false(row_cache_same(&s, 1, 41, 39, &l, 2));
	assert_false(row_cache_same(&s, 1, 0, 40, &l, 0));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(words_and_styles_make_a_row),
	    TEST(what_is_painted_over_is_forgotten),
	    TEST(two_panels_stand_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
