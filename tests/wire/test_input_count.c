/* SPDX-License-Identifier: MIT
 * The request that asks a server to count tokens, by each protocol: its path, which members of a request for a
 * reply it has, and how its answer is read.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "llm/wire/wire.h"
#include "tests/support/wire_streams.h"

static void it_goes_behind_the_path_of_requests(void **state)
{
	static const struct {
		const struct wire *wire;
		const char *base_url, *wanted; /* wanted NULL: there is no such path */
	} rows[] = {
	    {&wire_messages, "https://a.test", "https://a.test/v1/messages/count_tokens"},
	    {&wire_messages, "https://a.test/v1", "https://a.test/v1/messages/count_tokens"},
	    {&wire_messages, "https://a.test/v1/messages",
		"https://a.test/v1/messages/count_tokens"},
	    {&wire_responses, "https://a.test/v1", "https://a.test/v1/responses/input_tokens"},
	    {&wire_responses, "https://a.test/openai/v1?api-version=2026",
		"https://a.test/openai/v1/responses/input_tokens?api-version=2026"},
	    {&wire_openai_chat, "https://a.test/v1", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct model model = {.id = "m", .base_url = rows[i].base_url};
		char *url = wire_count_url(rows[i].wire, &model);

		if (rows[i].wanted)
			assert_string_equal(url, rows[i].wanted);
		else
			assert_null(url);
		free(url);
	}
}

/* What a provider does not count it refuses. */
static void it_has_what_is_read_and_nothing_that_says_how_to_answer(void **state)
{
	static const struct {
		const struct wire *wire;
		const char *request, *wanted; /* wanted NULL: there is no such request */
	} rows[] = {
	    {&wire_messages,
		"{\"model\":\"m\",\"stream\":true,\"max_tokens\":9,\"temperature\":0,"
		"\"thinking\":{\"type\":\"adaptive\"},\"tools\":[1],\"system\":[2],\"messages\":[3]"
		"}",
		"{\"model\":\"m\",\"messages\":[3],\"system\":[2],\"tools\":[1],"
		"\"thinking\":{\"type\":\"adaptive\"}}"},
	    {&wire_responses,
		"{\"model\":\"m\",\"stream\":true,\"store\":false,\"include\":[],"
		"\"max_output_tokens\":9,\"prompt_cache_key\":\"s\",\"service_tier\":\"flex\","
		"\"reasoning\":{},\"tools\":[1],\"instructions\":\"i\",\"input\":[3]}",
		"{\"model\":\"m\",\"input\":[3],\"instructions\":\"i\",\"tools\":[1],"
		"\"reasoning\":{}}"},
	    {&wire_openai_chat, "{\"model\":\"m\"}", NULL},
	    {&wire_messages, "{\"model\":", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *body =
		    wire_count_body(rows[i].wire, rows[i].request, strlen(rows[i].request));

		if (rows[i].wanted)
			assert_string_equal(body, rows[i].wanted);
		else
			assert_null(body);
		free(body);
	}
}

static void its_answer_is_a_number_or_nothing(void **state)
{
	static const struct {
		const char *answer;
		int64_t tokens;
	} rows[] = {
	    {"{\"input_tokens\":2095}", 2095},
	    {"{\"object\":\"response.input_tokens\",\"input_tokens\":11}", 11},
	    {"{\"input_tokens\":-1}", 0},
	    {"{\"input_tokens\":\"many\"}", 0},
	    {"{\"input_tokens\":1e99}", 0},
	    {"{\"error\":{\"message\":\"no\"}}", 0},
	    {"[2095]", 0},
	    {"2095", 0},
	    {"", 0},
	};
	struct recording rec;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(
		    wire_count_read(rows[i].answer, strlen(rows[i].answer)), rows[i].tokens);
	recording_read(&rec, "messages-count-tokens.txt");
	assert_int_equal(wire_count_read(rec.body.data, rec.body.len), 31);
	recording_free(&rec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(it_goes_behind_the_path_of_requests),
	    cmocka_unit_test(it_has_what_is_read_and_nothing_that_says_how_to_answer),
	    cmocka_unit_test(its_answer_is_a_number_or_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
