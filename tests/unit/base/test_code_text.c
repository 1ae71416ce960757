/* SPDX-License-Identifier: MIT
 * Blanking code in a Markdown text: blocks and spans become blanks, everything else stays where it was.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/text/code_text.h"

static void code_is_blank_and_words_stay_where_they_were(void **state)
{
	static const char *const rows[][2] = {
	    {"", ""},
	    {"no code", "no code"},
	    {"a `b` c", "a     c"},
	    {"a ``b ` c`` d", "a           d"},
	    {"a ` b", "a ` b"},
	    {"a `` b ` c", "a `` b ` c"},
	    {"a `b\nc` d", "a   \n   d"},
	    {"a `b\n\nc` d", "a `b\n\nc` d"},
	    {"```\nx\n```\ny", "   \n \n   \ny"},
	    {"```c\nx\n~~~\n``\n````  \ny", "    \n \n   \n  \n      \ny"},
	    {"~~~\n`x\n~~~\n`y`", "   \n  \n   \n   "},
	    {"1. do\n   ```\n   x\n   ```\ny", "1. do\n      \n    \n      \ny"},
	    {"``` x ```\ny", "         \ny"},
	    {"```\nnever closed", "   \n            "},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *plain = text_without_code(rows[i][0]);

		assert_string_equal(plain, rows[i][1]);
		free(plain);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(code_is_blank_and_words_stay_where_they_were),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
