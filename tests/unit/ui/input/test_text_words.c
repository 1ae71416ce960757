/* SPDX-License-Identifier: MIT
 * Words of a text as completions of what is typed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>
#include "base/core/buf.h"
#include "ui/input/suggest.h"

static void expect(const char *text, const char *typed, size_t most, const char *wanted)
{
	struct candidates found = {0};
	struct buf got = BUF_INIT;

	text_words_complete(text, strlen(text), typed, most, &found);
	for (size_t i = 0; i < found.count; i++)
		buf_addf(&got, "%s%s", i ? " " : "", found.list[i].text);
	assert_string_equal(buf_str(&got), wanted);
	buf_free(&got);
	candidates_free(&found);
}

static void the_last_word_comes_first_and_each_once(void **state)
{
	expect("parse_a parse_b; parse_a(parse_b)", "pa", 9, "parse_b parse_a");
	expect("parse_a parse_b parse_c", "pa", 2, "parse_c parse_b");
}

static void a_word_is_a_name_of_code_or_of_a_file(void **state)
{
	expect("see src/a-b.c:12, and src/a.", "sr", 9, "src/a src/a-b.c:12");
	expect("größe größer.", "gr", 9, "größer größe");
	expect("\"quoted\"", "qu", 9, "quoted");
}

static void what_is_typed_out_or_too_short_is_not_offered(void **state)
{
	expect("word", "word", 9, "");
	expect("word words", "w", 9, "");
	expect("", "wo", 9, "");
	expect("sword Word", "wo", 9, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_last_word_comes_first_and_each_once),
	    cmocka_unit_test(a_word_is_a_name_of_code_or_of_a_file),
	    cmocka_unit_test(what_is_typed_out_or_too_short_is_not_offered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
