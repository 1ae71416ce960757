/* SPDX-License-Identifier: MIT
 * Reading a few members of a JSON text without parsing all of it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "base/json/json_scan.h"

static struct json_scan scan(const char *text)
{
	struct json_scan s;

	json_scan_begin(&s, text, strlen(text));
	return s;
}

static void members_are_taken_and_others_stepped_over(void **state)
{
	struct json_scan s =
	    scan(" {\"a\": \"x\\\"y\\\\\", \"b\":[1,{\"c\":\"]}\"},[]], \"n\" : -12 ,"
		 "\"r\":2.5,\"t\":true,\"f\":false,\"z\":null,\"o\":{}} ");
	struct json_span key;
	int seen = 0;

	assert_true(json_scan_object(&s));
	while (json_scan_member(&s, &key)) {
		seen++;
		if (span_is(key, "a"))
			assert_true(span_is(json_scan_string(&s), "x\\\"y\\\\"));
		else if (span_is(key, "n"))
			assert_int_equal(json_scan_int(&s, 7), -12);
		else if (span_is(key, "r"))
			assert_true(json_scan_num(&s, 7) == 2.5);
		else if (span_is(key, "t"))
			assert_true(json_scan_flag(&s, false));
		else if (span_is(key, "f"))
			assert_false(json_scan_flag(&s, true));
		else
			json_scan_skip(&s);
	}
	assert_int_equal(seen, 8);
	assert_false(s.bad);
}

static void values_of_another_kind_give_the_fallback(void **state)
{
	struct json_scan s = scan("[\"text\", 1.5, 1e300, null, {\"a\":[1]}, 3, [[]], \"end\"]");

	assert_true(json_scan_array(&s));
	assert_true(json_scan_item(&s));
	assert_int_equal(json_scan_int(&s, 7), 7);
	assert_true(json_scan_item(&s));
	assert_int_equal(json_scan_int(&s, 7), 7);
	assert_true(json_scan_item(&s));
	assert_int_equal(json_scan_int(&s, 7), 7);
	assert_true(json_scan_item(&s));
	assert_true(json_scan_flag(&s, true));
	assert_true(json_scan_item(&s));
	assert_null(json_scan_string(&s).at);
	assert_true(json_scan_item(&s));
	assert_false(json_scan_object(&s));
	assert_true(json_scan_item(&s));
	assert_false(json_scan_object(&s));
	assert_true(json_scan_item(&s));
	assert_true(span_is(json_scan_string(&s), "end"));
	assert_false(json_scan_item(&s));
	assert_false(s.bad);
}

static void what_is_cut_is_bad(void **state)
{
	static const char *const rows[] = {"", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1",
	    "{\"a\":[1", "{\"a\":\"x", "{\"a\":\"x\\\"", "{1:2}", "{\"a\" 1}", "{:1}", "{\"a\":}"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct json_scan s = scan(rows[i]);
		struct json_span key;

		if (json_scan_object(&s))
			while (json_scan_member(&s, &key))
				json_scan_skip(&s);
		if (!s.bad)
			fail_msg("not bad: %s", rows[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(members_are_taken_and_others_stepped_over),
	    cmocka_unit_test(values_of_another_kind_give_the_fallback),
	    cmocka_unit_test(what_is_cut_is_bad),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
