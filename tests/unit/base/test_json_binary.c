/* SPDX-License-Identifier: MIT
 * JSON values as the build keeps them: what was written is read back.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json_binary.h"

static const char *const values[] = {
    "null",
    "[true,false,null]",
    "{}",
    "[]",
    "\"\"",
    "\"\xc3\xa4\\n\\\"\"",
    "[0,-1,9223372036854775807,-9223372036854775807]",
    "[0.5,-1e300,3.0]",
    "{\"b\":{\"z\":[],\"a\":[1,[2,{\"\":3}]]},\"a\":\"x\"}",
};

static void what_was_written_is_read_back_in_its_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct buf bytes = BUF_INIT;
		json_t *value = json_parse(values[i], strlen(values[i]), NULL), *read;
		char *before, *after;

		assert_non_null(value);
		json_binary_write(&bytes, value);
		read = json_binary_read(buf_str(&bytes));
		before = json_line(value);
		after = json_line(read);
		assert_string_equal(after, before);
		assert_true(json_equal(read, value));
		free(before);
		free(after);
		json_decref(read);
		json_decref(value);
		buf_free(&bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_was_written_is_read_back_in_its_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
