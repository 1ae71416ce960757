/* SPDX-License-Identifier: MIT
 * Regular expressions: what matches where, the error of a broken pattern, and that no pattern takes
 * long.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/regex.h"

static const struct {
	const char *pattern, *subject;
	int flags;
	enum regex_result result;
	size_t start, from, to;
} rows[] = {
    {"b+", "abbc", 0, REGEX_YES, 0, 1, 3},
    {"b+", "abbc", 0, REGEX_YES, 2, 2, 3},
    {"b+", "abbc", 0, REGEX_NO, 3, 0, 0},
    {"B", "abc", 0, REGEX_NO, 0, 0, 0},
    {"B", "abc", REGEX_CASELESS, REGEX_YES, 0, 1, 2},
    {"\xc3\x84", "x\xc3\xa4", REGEX_UTF | REGEX_CASELESS, REGEX_YES, 0, 1, 3},
    {"^.$", "\xc3\xa4", REGEX_UTF, REGEX_YES, 0, 0, 2},
    {"^.$", "\xc3\xa4", 0, REGEX_NO, 0, 0, 0},
    {"^b", "a\nb", 0, REGEX_NO, 0, 0, 0},
    {"^b", "a\nb", REGEX_MULTILINE, REGEX_YES, 0, 2, 3},
    {"a.c(", "xa.c(", REGEX_LITERAL | REGEX_MULTILINE, REGEX_YES, 0, 1, 5},
    {"a.c", "abc", REGEX_LITERAL | REGEX_UTF, REGEX_NO, 0, 0, 0},
    {"", "abc", 0, REGEX_YES, 3, 3, 3},
    {"x", "abc", 0, REGEX_NO, 4, 0, 0},
    {".", "\xff\xc3", REGEX_UTF, REGEX_NO, 0, 0, 0}, /* invalid UTF-8 never matches */
    {"c",
	"\xff"
	"c",
	REGEX_UTF, REGEX_YES, 0, 1, 2}, /* what follows it does */
    {"(?<=a)b", "ab", 0, REGEX_YES, 1, 1, 2},
};

static void patterns_match_where_they_should(void **state)
{
	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		size_t n = i / 2, from = 99, to = 99;
		int flags = rows[n].flags | (i % 2 ? REGEX_OFTEN : 0);
		struct regex *r = regex_new(rows[n].pattern, strlen(rows[n].pattern), flags, NULL);

		assert_non_null(r);
		if (regex_find(r, rows[n].subject, strlen(rows[n].subject), rows[n].start, &from,
			&to) != rows[n].result)
			fail_msg("'%s' in '%s'", rows[n].pattern, rows[n].subject);
		if (rows[n].result == REGEX_YES) {
			assert_int_equal(from, rows[n].from);
			assert_int_equal(to, rows[n].to);
		}
		regex_free(r);
	}
}

static void groups_are_those_of_the_last_match(void **state)
{
	struct regex *r = regex_new("(a)|(b)(c)?", 11, 0, NULL);
	size_t from = 99, to = 99;

	assert_int_equal(regex_find(r, "xbc", 3, 0, NULL, NULL), REGEX_YES);
	assert_false(regex_group(r, 1, &from, &to));
	assert_true(regex_group(r, 3, &from, &to));
	assert_int_equal(from, 2);
	assert_int_equal(to, 3);
	assert_false(regex_group(r, 4, &from, &to));
	assert_false(regex_group(r, -1, &from, &to));
	assert_int_equal(regex_find(r, "b", 1, 0, NULL, NULL), REGEX_YES);
	assert_false(regex_group(r, 3, &from, &to));
	regex_free(r);
}

static void a_broken_pattern_is_told_where(void **state)
{
	static const struct {
		const char *pattern, *message;
	} broken[] = {
	    {"a(b", "bad pattern 'a(b': missing closing parenthesis at byte 4"},
	    {"[z-a]", "bad pattern '[z-a]': range out of order in character class at byte 4"},
	    {"\\C", "bad pattern '\\C': using \\C is disabled by the application at byte 3"},
	};

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		struct error e = ERROR_INIT;

		assert_null(regex_new(broken[i].pattern, strlen(broken[i].pattern), 0, &e));
		assert_int_equal(e.code, ERR_PARSE);
		assert_string_equal(e.message, broken[i].message);
		error_free(&e);
	}
}

static void a_huge_pattern_is_refused(void **state)
{
	struct error e = ERROR_INIT;
	char *pattern = xmalloc(100000);

	memset(pattern, 'a', 100000);
	assert_null(regex_new(pattern, 100000, 0, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	free(pattern);
	error_free(&e);
}

static void no_pattern_takes_long(void **state)
{
	static const char *const evil[] = {
	    "(a+)+$", "(a|aa)+$", "(a|a?)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$"};
	static const size_t lengths[] = {41, 500, 20000, 1000000};
	char *s = xmalloc(1000000);

	memset(s, 'a', 1000000);
	for (size_t i = 0; i < sizeof evil / sizeof *evil * 8; i++) {
		struct regex *r = regex_new(
		    evil[i / 8], strlen(evil[i / 8]), i % 2 ? REGEX_OFTEN | REGEX_UTF : 0, NULL);
		size_t len = lengths[i / 2 % 4];
		int64_t began = clock_cpu_us();

		s[len - 1] = '!';
		assert_int_not_equal(regex_find(r, s, len, 0, NULL, NULL), REGEX_YES);
		assert_in_range(clock_cpu_us() - began, 0, 1500000);
		s[len - 1] = 'a';
		regex_free(r);
	}
	free(s);
}

static void honest_patterns_find_the_end_of_long_lines(void **state)
{
	static const char *const honest[] = {
	    "needle$", "\\bneedle\\b", "x.*needle", "(\\w+) needle", "[^,]*,needle|needle"};
	char *s = xmalloc(200000);

	for (size_t i = 0; i < 200000; i++)
		s[i] = "some words, and x more "[i % 23];
	memcpy(s + 200000 - 7, " needle", 7);
	for (size_t i = 0; i < 2 * sizeof honest / sizeof *honest; i++) {
		struct regex *r = regex_new(
		    honest[i / 2], strlen(honest[i / 2]), i % 2 ? REGEX_OFTEN : REGEX_UTF, NULL);
		size_t to = 0;

		if (regex_find(r, s, 200000, 0, NULL, &to) != REGEX_YES)
			fail_msg("'%s' found nothing", honest[i / 2]);
		assert_int_equal(to, 200000);
		regex_free(r);
	}
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(patterns_match_where_they_should),
	    cmocka_unit_test(groups_are_those_of_the_last_match),
	    cmocka_unit_test(a_broken_pattern_is_told_where),
	    cmocka_unit_test(a_huge_pattern_is_refused),
	    cmocka_unit_test(no_pattern_takes_long),
	    cmocka_unit_test(honest_patterns_find_the_end_of_long_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
