/* SPDX-License-Identifier: MIT
 * The upper bound of the tokens of a text, compared with what tokenizers are known to make of such texts.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>

#include "llm/model/token_count.h"

/* known: by tokenizers that split digits one by one, so the densest there are. */
static void it_is_never_less_than_what_tokenizers_make_of_it(void **state)
{
	static const struct {
		const char *text;
		int64_t known;
	} rows[] = {
	    {NULL, 0},
	    {"", 0},
	    {"a", 1},
	    {"The quick brown fox jumps over the lazy dog.", 10},
	    {"12345678901234567890", 20},
	    {"for (size_t i = 0; i < n; i++)\n\t\tsum += list[i];", 26},
	    {"{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}", 21},
	    {"\346\227\245\346\234\254\350\252\236\343\201\256\346\226\207\347\253\240", 8},
	    {"3.14,2.71,1.41\n", 15},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tokens_at_most(rows[i].text, 2) < rows[i].known)
			fail_msg(
			    "%s: %lld", rows[i].text, (long long)tokens_at_most(rows[i].text, 2));
}

static void a_request_counts_its_head_and_the_items_that_are_new(void **state)
{
	json_t *items = json_pack("[{s:s, s:s, s:[{s:s, s:s}]}, {s:s, s:s}]", "type", "message",
		   "role", "user", "parts", "type", "text", "text", "one two three", "type",
		   "tool_result", "text", "four five"),
	       *tools = json_pack("[{s:s}]", "name", "read_file");
	const struct context context = {
	    .system = "be short", .tools = tools, .items = items, .tail = "six"};
	const int64_t all = context_tokens_at_most(&context, 0, 2) +
			    (int64_t)context_head_bytes(&context),
		      body = context_tokens_at_most(&context, 0, 2),
		      last = context_tokens_at_most(&context, 1, 2),
		      none = context_tokens_at_most(&context, 2, 2);

	assert_true(all > body && body > last && last > none);
	assert_int_equal(none, tokens_at_most("six", 2));
	assert_true(body - last >= tokens_at_most("one two three", 2));
	json_decref(items);
	json_decref(tools);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(it_is_never_less_than_what_tokenizers_make_of_it),
	    cmocka_unit_test(a_request_counts_its_head_and_the_items_that_are_new),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
