/* SPDX-License-Identifier: MIT
 * Which lines of a text are found as those most like an old text, and how they are said to differ.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "tools/read/closest_match.h"

static const char source[] = "#include <time.h>\n"
			     "\n"
			     "static int parse(const char *s)\n"
			     "{\n"
			     "\tstruct tm tm = {0};\n"
			     "\n"
			     "\tif (!strptime(s, \"%d/%m/%Y\", &tm))\n"
			     "\t\treturn -1;\n"
			     "\treturn tm.tm_year;\n"
			     "}\n"
			     "\n"
			     "int other(void)\n"
			     "{\n"
			     "\treturn 0;\n"
			     "}\n";

struct row {
	const char *what, *old;
	size_t first, last;
	bool space;
	const char *says; /* part of the text */
};

static const struct row rows[] = {
    {"spaces for a tab", "        return tm.tm_year;\n", 9, 9, true,
	"line 9: the file begins it with 1 tab, the old text with 8 spaces\n"},
    {"two lines, indentation lost", "if (!strptime(s, \"%d/%m/%Y\", &tm))\n\treturn -1;", 7, 8,
	true, "line 7: the file begins it with 1 tab, the old text with nothing\n"},
    {"white space at the end", "\treturn tm.tm_year;  \n}\n", 9, 10, true,
	"line 9: white space at its end differs\n"},
    {"white space inside", "\tstruct tm  tm = {0};", 5, 5, true,
	"line 5: white space inside it differs\n"},
    {"another format", "\tif (!strptime(s, \"%Y-%m-%d\", &tm))\n\t\treturn -1;\n", 7, 8, false,
	"@@ line 7 @@\n-\tif (!strptime(s, \"%Y-%m-%d\", &tm))\n"
	"+\tif (!strptime(s, \"%d/%m/%Y\", &tm))\n \t\treturn -1;\n"},
    {"a line too few",
	"static int parse(const char *s)\n{\n\tif (!strptime(s, \"%d/%m/%Y\", &tm))\n", 3, 7, false,
	"+\tstruct tm tm = {0};\n+\n"},
    {"a line too many",
	"\tstruct tm tm = {0};\n\n\tint n;\n\tif (!strptime(s, \"%d/%m/%Y\", &tm))\n", 5, 7, false,
	"-\tint n;\n"},
    {"part of a line", "strptime(s, \"%d-%m-%Y\", &tm)", 7, 7, false, "line 7"},
};

static void the_place_most_alike_is_told(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct closest_match at = {0};
		struct buf out = BUF_INIT;
		bool found =
		    closest_match(source, sizeof source - 1, r->old, strlen(r->old), &at, &out);

		if (!found || at.first != r->first || at.last != r->last || at.space != r->space ||
		    !strstr(buf_str(&out), r->says))
			fail_msg("%s: %d %zu-%zu %d %f\n%s", r->what, found, at.first, at.last,
			    at.space, at.likeness, buf_str(&out));
		buf_free(&out);
	}
}

static void what_is_not_alike_is_not_told(void **state)
{
	static const char *const olds[] = {
	    "SELECT name FROM users WHERE id = 7", "zzz", "def main(argv):\n    print(argv)\n"};

	for (size_t i = 0; i < sizeof olds / sizeof *olds; i++) {
		struct closest_match at;
		struct buf out = BUF_INIT;

		assert_false(
		    closest_match(source, sizeof source - 1, olds[i], strlen(olds[i]), &at, &out));
		assert_int_equal(out.len, 0);
		buf_free(&out);
	}
}

static void a_text_with_CRLF_is_compared_without(void **state)
{
	const char *text = "one\r\n  two\r\nthree\r\n";
	struct closest_match at;
	struct buf out = BUF_INIT;

	assert_true(closest_match(text, strlen(text), "two\nthree\n", 10, &at, &out));
	assert_true(at.space);
	assert_int_equal(at.first, 2);
	assert_int_equal(at.last, 3);
	assert_null(strchr(buf_str(&out), '\r'));
	buf_free(&out);
}

/* 2 MB of lines that are all alike, and an old text of 1,000 lines: bounded work. */
static void long_texts_take_bounded_time(void **state)
{
	struct buf text = BUF_INIT, old = BUF_INIT, out = BUF_LIMIT(4096);
	struct closest_match at;
	int64_t start;

	for (int i = 0; text.len < CLOSEST_BYTES; i++)
		buf_addf(&text, "\tvalue[%d] = compute(%d, %d);\n", i, i * 7, i * 13);
	for (int i = 30000; i < 31000; i++)
		buf_addf(&old, "    value[%d] = compute(%d, %d);\n", i, i * 7, i * 13);
	start = clock_cpu_us();
	assert_true(closest_match(text.data, text.len, old.data, old.len, &at, &out));
	print_message("%lld us\n", (long long)(clock_cpu_us() - start));
	assert_true(clock_cpu_us() - start < 2000000);
	assert_true(at.space);
	assert_int_equal(at.first, 30001);
	assert_int_equal(at.last, 31000);
	assert_true(out.len <= 4096);
	buf_free(&text);
	buf_free(&old);
	buf_free(&out);
}

static void a_text_of_empty_lines_is_survived(void **state)
{
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct closest_match at;

	for (int i = 0; i < 300000; i++)
		buf_addc(&text, '\n');
	assert_false(closest_match(text.data, text.len, "something", 9, &at, &out));
	assert_false(closest_match("", 0, "something", 9, &at, &out));
	buf_free(&text);
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_place_most_alike_is_told),
	    cmocka_unit_test(what_is_not_alike_is_not_told),
	    cmocka_unit_test(a_text_with_CRLF_is_compared_without),
	    cmocka_unit_test(long_texts_take_bounded_time),
	    cmocka_unit_test(a_text_of_empty_lines_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
