/* SPDX-License-Identifier: MIT
 * Time as it is spelled, and names that sort by it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include <time.h>
#include "base/core/clock.h"

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static void ulids_sort_in_the_order_they_were_made(void **state)
{
	char last[27], next[27];

	ulid_new(last);
	for (int i = 0; i < 100000; i++) {
		ulid_new(next);
		assert_int_equal(strlen(next), 26);
		assert_int_equal(strspn(next, digits), 26);
		assert_true(strcmp(last, next) < 0);
		memcpy(last, next, sizeof last);
	}
}

static void a_ulid_begins_with_its_time(void **state)
{
	int64_t before = clock_now_ms(), made = 0;
	char id[27];

	ulid_new(id);
	for (int i = 0; i < 10; i++)
		made = made * 32 + (strchr(digits, id[i]) - digits);
	assert_in_range(made, before, clock_now_ms() + 1000);
	assert_in_range(before / 1000, time(NULL) - 1, time(NULL) + 1);
}

static void the_steady_clock_never_goes_back(void **state)
{
	int64_t last = clock_mono_us();

	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_mono_us();

		assert_true(now >= last);
		last = now;
	}
	assert_in_range(clock_mono_ms(), last / 1000, last / 1000 + 10000);
}

static void durations_read_well(void **state)
{
	static const struct {
		int64_t ms;
		const char *spelled;
	} rows[] = {{-5, "0 ms"}, {0, "0 ms"}, {840, "840 ms"}, {999, "999 ms"}, {1000, "1.0 s"},
	    {1850, "1.8 s"}, {59999, "59.9 s"}, {60000, "1m 00s"}, {72000, "1m 12s"},
	    {3599999, "59m 59s"}, {7500000, "2h 05m"}, {INT64_MAX, "2562047788015h 12m"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[24];

		clock_spell(rows[i].ms, out);
		assert_string_equal(out, rows[i].spelled);
	}
}

static void a_ticking_clock_shows_the_seconds_that_are_over(void **state)
{
	static const struct {
		int64_t ms;
		const char *spelled;
	} rows[] = {{-5, "0s"}, {999, "0s"}, {1000, "1s"}, {59999, "59s"}, {60000, "1m 00s"},
	    {72999, "1m 12s"}, {7500000, "2h 05m"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char out[24];

		clock_spell_ticking(rows[i].ms, out);
		assert_string_equal(out, rows[i].spelled);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ulids_sort_in_the_order_they_were_made),
	    cmocka_unit_test(a_ulid_begins_with_its_time),
	    cmocka_unit_test(the_steady_clock_never_goes_back),
	    cmocka_unit_test(durations_read_well),
	    cmocka_unit_test(a_ticking_clock_shows_the_seconds_that_are_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
