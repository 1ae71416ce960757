/* SPDX-License-Identifier: MIT
 * Base64: the vectors of RFC 4648, and texts that are no Base64.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/core/base64.h"

static void the_vectors_of_the_specification(void **state)
{
	static const char *const rows[][2] = {
	    {"", ""},
	    {"f", "Zg=="},
	    {"fo", "Zm8="},
	    {"foo", "Zm9v"},
	    {"foob", "Zm9vYg=="},
	    {"fooba", "Zm9vYmE="},
	    {"foobar", "Zm9vYmFy"},
	    {"\xff\xfe\xfd", "//79"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf text = BUF_INIT, bytes = BUF_INIT;
		assert_true(base64_encode(&text, rows[i][0], strlen(rows[i][0])));
		assert_string_equal(buf_str(&text), rows[i][1]);
		assert_true(base64_decode(&bytes, rows[i][1], strlen(rows[i][1])));
		assert_string_equal(buf_str(&bytes), rows[i][0]);
		buf_free(&text);
		buf_free(&bytes);
	}
}

static void what_is_no_base64_is_refused(void **state)
{
	static const char *const rows[] = {
	    "Z", "Zg", "Zg=", "Zg===", "=g==", "Z===", "Zm9v====", "Zg==Zg==", "Zm 9", "Zm-_"};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf bytes = BUF_INIT;
		assert_false(base64_decode(&bytes, rows[i], strlen(rows[i])));
		buf_free(&bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_vectors_of_the_specification),
	    cmocka_unit_test(what_is_no_base64_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
