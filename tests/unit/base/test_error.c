/* SPDX-License-Identifier: MIT
 * Errors and lists of problems: what they say, and that what they quote is safe to print.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/error.h"

static void says(const struct error *e, const char *should)
{
	char *line = error_line(e);

	assert_string_equal(line, should);
	free(line);
}

static void an_error_says_where_and_what(void **state)
{
	struct error e = ERROR_INIT;

	says(NULL, "");
	says(&e, "");
	assert_false(error_set(&e, ERR_IO, "cannot open '%s'", "x"));
	assert_int_equal(e.code, ERR_IO);
	says(&e, "cannot open 'x'");
	assert_false(error_at(&e, ERR_CONFIG, "a.yaml:1:2", "again: %s", e.message));
	says(&e, "a.yaml:1:2: again: cannot open 'x'");
	assert_false(error_set(&e, ERR_LIMIT, "no place"));
	assert_null(e.where);
	error_free(&e);
	assert_int_equal(e.code, ERR_NONE);
	assert_null(e.message);
	error_free(NULL);
}

static void nobody_need_want_to_know(void **state)
{
	assert_false(error_set(NULL, ERR_IO, "x"));
	assert_false(error_at(NULL, ERR_IO, "y", "x"));
}

static void what_an_error_quotes_is_safe(void **state)
{
	struct error e = ERROR_INIT;

	error_at(&e, ERR_PARSE, "f\x1b", "bad '%s'", "\x1b[31m\xff");
	says(&e, "f\xe2\x90\x9b: bad '\xe2\x90\x9b[31m\xef\xbf\xbd'");
	error_free(&e);
}

static void problems_name_their_place(void **state)
{
	static const char *const lines[] = {"a.yaml:12:3: unknown key 'modle'", "a.yaml:12: line",
	    "command line: no place", "no file", "a\xe2\x90\x9b.yaml:1:1: two lines"};
	struct problems p = PROBLEMS_INIT;

	assert_false(problem_add(&p, "a.yaml", 12, 3, "unknown key '%s'", "modle"));
	problem_add(&p, "a.yaml", 12, 0, "line");
	problem_add(&p, "command line", 0, 0, "no place");
	problem_add(&p, NULL, 1, 1, "no file");
	problem_add(&p, "a\x1b.yaml", 1, 1, "two\nlines");
	assert_int_equal(p.count, sizeof lines / sizeof *lines);
	for (size_t i = 0; i < p.count; i++) {
		char *line = problem_line(&p.list[i]);

		assert_string_equal(line, lines[i]);
		free(line);
	}
	problems_free(&p);
	assert_int_equal(p.count, 0);
}

static void a_hundred_problems_are_enough(void **state)
{
	struct problems p = PROBLEMS_INIT;

	for (int i = 0; i < 200; i++)
		problem_add(&p, "f", i + 1, 1, "%0*d", i == 0 ? 5000 : 1, 7);
	assert_int_equal(p.count, 100);
	assert_in_range(strlen(p.list[0].text), 100, 510);
	problems_free(&p);
	assert_false(problem_add(NULL, "f", 1, 1, "x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_error_says_where_and_what),
	    cmocka_unit_test(nobody_need_want_to_know),
	    cmocka_unit_test(what_an_error_quotes_is_safe),
	    cmocka_unit_test(problems_name_their_place),
	    cmocka_unit_test(a_hundred_problems_are_enough),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
