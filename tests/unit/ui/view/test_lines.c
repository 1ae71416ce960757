/* SPDX-License-Identifier: MIT
 * Styled lines: wrapping keeps every style, cutting shows that it cut. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <string.h>
#include "base/text/text.h"
#include "tests/support/rows.h"

static void wrapping_keeps_styles_and_margins(void **state)
{
	struct lines in = {0}, out = {0};

	lines_adds(&in, STYLE_TEXT, "one ");
	lines_adds(&in, STYLE_STRONG, "two three");
	lines_adds(&in, STYLE_TEXT, " four");
	lines_end(&in);
	lines_wrap(&out, &in, 0, 9, &(struct margin){"- ", "  ", STYLE_DIM});
	assert_int_equal(out.count, 3);
	assert_int_equal(lines_style(&out, 0, 0), STYLE_DIM);
	assert_int_equal(lines_style(&out, 0, 2), STYLE_TEXT);
	assert_int_equal(lines_style(&out, 0, 6), STYLE_STRONG);
	assert_int_equal(lines_style(&out, 1, 2), STYLE_STRONG);
	assert_int_equal(lines_style(&out, 2, 2), STYLE_TEXT);
	rows_expect(&out, "- one two\n  three\n  four\n");
	lines_free(&in);
}

static void an_empty_line_is_a_row(void **state)
{
	struct lines out = {0};

	lines_paragraph(&out, STYLE_TEXT, "a\n\nb", 4, 10, NULL);
	rows_expect(&out, "a\n\nb\n");
	lines_paragraph(&out, STYLE_TEXT, "", 0, 10, NULL);
	rows_expect(&out, "\n");
}

static void tabs_go_to_the_next_stop(void **state)
{
	struct lines out = {0};

	lines_adds(&out, STYLE_TEXT, "a\tb\t\tc");
	lines_end(&out);
	rows_expect(&out, "a       b               c\n");
}

static void wide_characters_wrap_by_cells(void **state)
{
	struct lines out = {0};

	lines_paragraph(&out, STYLE_TEXT, "你好世界", strlen("你好世界"), 5, NULL);
	rows_expect(&out, "你好\n世界\n");
}

static void what_is_cut_says_so(void **state)
{
	struct lines out = {0};

	lines_cut(&out, STYLE_TEXT, "abcdef", 6, 4, false);
	lines_end(&out);
	lines_cut(&out, STYLE_TEXT, "abcdef", 6, 4, true);
	lines_end(&out);
	lines_cut(&out, STYLE_TEXT, "abcd", 4, 4, true);
	lines_end(&out);
	rows_expect(&out, "abc…\nabc~\nabcd\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(wrapping_keeps_styles_and_margins),
	    cmocka_unit_test(an_empty_line_is_a_row),
	    cmocka_unit_test(tabs_go_to_the_next_stop),
	    cmocka_unit_test(wide_characters_wrap_by_cells),
	    cmocka_unit_test(what_is_cut_says_so),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
