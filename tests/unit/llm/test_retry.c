/* SPDX-License-Identifier: MIT
 * When a request is sent again: the forms of Retry-After, the backoff, and what is never retried.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "llm/http/retry.h"

#define NOW 784111777000 /* Sun, 06 Nov 1994 08:49:37 GMT */

static void retry_after_in_all_its_forms(void **state)
{
	static const struct {
		const char *after_ms, *after;
		int64_t asked;
	} rows[] = {
	    {NULL, NULL, -1},
	    {NULL, "2", 2000},
	    {NULL, " 2 ", 2000},
	    {NULL, "0", 0},
	    {NULL, "1.5", 1500},
	    {NULL, ".25", 250},
	    {NULL, "120", 120000},
	    {NULL, "Sun, 06 Nov 1994 08:49:47 GMT", 10000},
	    {NULL, "Sunday, 06-Nov-94 08:49:47 GMT", 10000},
	    {NULL, "Sun Nov  6 08:49:47 1994", 10000},
	    {NULL, "Sun, 06 Nov 1994 08:49:00 GMT", -1},
	    {"250", "9", 250},
	    {"12.2", NULL, 13},
	    {"soon", "3", 3000},
	    {NULL, "soon", -1},
	    {NULL, "-3", -1},
	    {NULL, "", -1},
	    {NULL, "1,5", -1},
	    {NULL, "nan", -1},
	    {NULL, "99999999999999999999999999", -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct retry_hints h = {.after_ms = rows[i].after_ms, .after = rows[i].after};

		if (retry_asked_ms(&h, NOW) != rows[i].asked)
			fail_msg("row %zu: %lld", i, (long long)retry_asked_ms(&h, NOW));
	}
}

static const struct retry_rules rules = {
    .retries = 3, .base_ms = 500, .max_ms = 8000, .asked_max_ms = 60000};

static int64_t wait_of(enum failure failure, int attempt, struct retry_hints h, double random)
{
	return retry_wait_ms(&rules, failure, attempt, &h, NOW, random, NULL);
}

static void the_wait_doubles_up_to_its_most_less_a_quarter(void **state)
{
	static const struct retry_rules many = {
	    .retries = 100, .base_ms = 500, .max_ms = 8000, .asked_max_ms = 60000};
	static const int64_t expected[] = {500, 1000, 2000, 4000, 8000, 8000, 8000};
	struct retry_hints none = {0};

	for (int i = 0; i < 7; i++) {
		assert_int_equal(
		    retry_wait_ms(&many, FAILURE_RETRY, i, &none, NOW, 0, NULL), expected[i]);
		assert_int_equal(retry_wait_ms(&many, FAILURE_RETRY, i, &none, NOW, 1, NULL),
		    expected[i] * 3 / 4);
	}
	assert_int_equal(retry_wait_ms(&many, FAILURE_RETRY, 90, &none, NOW, 0, NULL), 8000);
}

static void only_what_may_pass_is_tried_again_and_not_for_ever(void **state)
{
	struct retry_hints none = {0}, yes = {.should_retry = "true"},
			   no = {.should_retry = "false"};

	assert_int_equal(wait_of(FAILURE_RETRY, 2, none, 0), 2000);
	assert_int_equal(wait_of(FAILURE_RETRY, 3, none, 0), -1);
	assert_int_equal(wait_of(FAILURE_RETRY, 0, no, 0), -1);
	assert_int_equal(wait_of(FAILURE_REQUEST, 0, yes, 0), 500);
	assert_int_equal(wait_of(FAILURE_QUOTA, 0, yes, 0), -1);
	for (enum failure f = FAILURE_OVERFLOW; f <= FAILURE_UNSUPPORTED; f++)
		assert_int_equal(wait_of(f, 0, none, 0), -1);
}

static void a_wait_asked_for_is_obeyed_up_to_a_minute(void **state)
{
	struct retry_hints h = {.after = "60"};
	struct error e = ERROR_INIT;

	assert_int_equal(wait_of(FAILURE_RETRY, 0, h, 0.5), 60000);
	h.after = "61";
	assert_int_equal(retry_wait_ms(&rules, FAILURE_RETRY, 0, &h, NOW, 0, &e), -1);
	assert_non_null(strstr(e.message, "1m"));
	error_free(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(retry_after_in_all_its_forms),
	    cmocka_unit_test(the_wait_doubles_up_to_its_most_less_a_quarter),
	    cmocka_unit_test(only_what_may_pass_is_tried_again_and_not_for_ever),
	    cmocka_unit_test(a_wait_asked_for_is_obeyed_up_to_a_minute),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
