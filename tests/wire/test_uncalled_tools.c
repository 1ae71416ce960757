/* SPDX-License-Identifier: MIT
 * The request for an answer without calls, by each protocol: with tools that may not be called if the server takes
 * that, else without tools; never with leftovers of the request before.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "base/json/json.h"
#include "llm/wire/request.h"
#include "llm/wire/wire.h"
#include "tests/support/wire_streams.h"

static const struct {
	const struct wire *wire;
	bool quirk;
	const char *choice; /* NULL: the tools are left out */
} rows[] = {
    {&wire_openai_chat, false, NULL},
    {&wire_openai_chat, true, "\"tool_choice\":\"none\""},
    {&wire_responses, false, NULL},
    {&wire_responses, true, "\"tool_choice\":\"none\""},
    {&wire_messages, false, "\"tool_choice\":{\"type\":\"none\"}"},
};

static void what_may_not_be_called_is_named_or_left_out(void **state)
{
	static const char list[] = "[{\"name\":\"f\",\"description\":\"d\",\"parameters\":{}}]";
	json_t *tools = json_parse(list, sizeof list - 1, NULL), *items = json_array();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *quirks = json_pack("{s:b}", "tools_uncalled", rows[i].quirk);
		struct model model = {
		    .id = "m", .temperature = NAN, .quirks = quirks, .wording = &wire_wording};
		struct context context = {.system = "s", .tools = tools, .items = items};
		struct request_cache *cache = NULL;
		struct buf calls = BUF_INIT, none = BUF_INIT;

		request_write(rows[i].wire, &calls, &context, &model, &cache);
		context.no_calls = true;
		request_write(rows[i].wire, &none, &context, &model, &cache);
		assert_non_null(strstr(buf_str(&calls), "\"tools\":["));
		assert_null(strstr(buf_str(&calls), "tool_choice"));
		if (rows[i].choice) {
			assert_non_null(strstr(buf_str(&none), rows[i].choice));
			assert_string_equal(strstr(buf_str(&none), "\"tools\":["),
			    strstr(buf_str(&calls), "\"tools\":["));
		} else {
			assert_null(strstr(buf_str(&none), "tool"));
		}
		request_cache_free(cache);
		buf_free(&calls);
		buf_free(&none);
		json_decref(quirks);
	}
	json_decref(items);
	json_decref(tools);
}

/* Few servers take tools beside a form of the answer, also of those that take tools that may not be called. */
static void beside_a_form_of_the_answer_the_protocol_alone_says_so(void **state)
{
	static const char list[] = "[{\"name\":\"f\",\"description\":\"d\",\"parameters\":{}}]";
	json_t *tools = json_parse(list, sizeof list - 1, NULL), *items = json_array();
	json_t *quirks = json_pack("{s:b}", "tools_uncalled", 1), *schema = json_object();
	const struct answer_wanted answer = {ANSWER_SCHEMA, "a", schema};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct model model = {
		    .id = "m", .temperature = NAN, .quirks = quirks, .wording = &wire_wording};
		struct context context = {
		    .tools = tools, .items = items, .no_calls = true, .answer = &answer};
		struct buf body = BUF_INIT;

		request_write(rows[i].wire, &body, &context, &model, NULL);
		assert_int_equal(
		    strstr(buf_str(&body), "\"tools\":[") != NULL, rows[i].wire == &wire_messages);
		buf_free(&body);
	}
	json_decref(schema);
	json_decref(quirks);
	json_decref(items);
	json_decref(tools);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(beside_a_form_of_the_answer_the_protocol_alone_says_so),
	    cmocka_unit_test(what_may_not_be_called_is_named_or_left_out),
	};

	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
