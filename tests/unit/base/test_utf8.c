/* SPDX-License-Identifier: MIT
 * UTF-8 by RFC 3629, both ways.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/text/utf8.h"

static void every_code_point_goes_there_and_back(void **state)
{
	for (uint32_t cp = 0; cp < 0x110002; cp++) {
		char bytes[4];
		uint32_t back = 0;
		int need = -1, n = utf8_encode(cp, bytes);
		bool valid = cp < 0xd800 || (cp > 0xdfff && cp < 0x110000);

		assert_int_equal(n, !valid	   ? 0
				    : cp < 0x80	   ? 1
				    : cp < 0x800   ? 2
				    : cp < 0x10000 ? 3
						   : 4);
		assert_int_equal(utf8_decode(bytes, n, &back, &need), n);
		if (n)
			assert_int_equal(back, cp);
		assert_int_equal(need, 0);
		for (int cut = 1; cut < n; cut++) {
			assert_int_equal(utf8_decode(bytes, cut, &back, &need), 0);
			assert_int_equal(need, n - cut);
		}
	}
}

static void what_is_no_sequence_never_becomes_one(void **state)
{
	static const char *const never[] = {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf",
	    "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
	    "\xf5\x80\x80\x80", "\xfe", "\xff", "\xc3(", "\xe2\x82(", "\xe2(", "\xf0\x9f\x98(",
	    "\xc0", "\xe0\x80", "\xed\xa0"};

	for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
		uint32_t cp;
		int need = -1;

		assert_int_equal(utf8_decode(never[i], strlen(never[i]), &cp, &need), 0);
		assert_int_equal(need, 0);
		assert_false(utf8_valid(never[i], strlen(never[i])));
	}
}

static void code_points_are_counted(void **state)
{
	static const char s[] = "a\xc3\xa4\xe2\x82\xac\xff\xf0\x9f\x98\x80";

	assert_int_equal(utf8_count(s, sizeof s - 1), 5);
	assert_int_equal(utf8_count(s, sizeof s - 2), 7); /* the cut one counts by bytes */
	assert_int_equal(utf8_count("", 0), 0);
	assert_int_equal(utf8_offset(s, sizeof s - 1, 0), 0);
	assert_int_equal(utf8_offset(s, sizeof s - 1, 3), 6);
	assert_int_equal(utf8_offset(s, sizeof s - 1, 4), 7);
	assert_int_equal(utf8_offset(s, sizeof s - 1, 99), sizeof s - 1);
	assert_int_equal(utf8_start(s, 0), 0);
	assert_int_equal(utf8_start(s, 2), 1);
	assert_int_equal(utf8_start(s, 5), 3); /* not from its middle on */
	assert_int_equal(utf8_start(s, 6), 6);
	assert_true(utf8_valid(s, 6));
	assert_true(utf8_valid("", 0));
	assert_false(utf8_valid(s, 7));
	assert_false(utf8_valid(s, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_code_point_goes_there_and_back),
	    cmocka_unit_test(what_is_no_sequence_never_becomes_one),
	    cmocka_unit_test(code_points_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
