/* SPDX-License-Identifier: MIT
 * A turn with two calls, sent in each form that a server or its chat template may need, by each protocol.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "tests/support/wire_streams.h"

static const char history[] =
    "[{\"type\":\"message\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"go\"}]},"
    "{\"type\":\"message\",\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"x\"},"
    "{\"type\":\"call\",\"call\":\"c\",\"tool\":\"f\",\"arguments\":\"{\\\"n\\\":1}\"},"
    "{\"type\":\"call\",\"call\":\"d\",\"tool\":\"g\",\"arguments\":\"{}\"}]},"
    "{\"type\":\"tool_result\",\"call\":\"d\",\"text\":\"two\"},"
    "{\"type\":\"tool_result\",\"call\":\"c\",\"text\":\"one\"},"
    "{\"type\":\"message\",\"role\":\"user\",\"kind\":\"steer\","
    "\"parts\":[{\"type\":\"text\",\"text\":\"on\"}]}]";

static void a_turn_takes_the_form_its_server_takes_over_each_protocol(void **state)
{
	static const struct {
		const struct wire *wire;
		const char *list, *quirks, *sent;
	} rows[] = {
	    {&wire_openai_chat, "messages", "{\"one_call\":true}",
		"[{\"role\":\"system\",\"content\":\"be good\"},"
		"{\"role\":\"user\",\"content\":\"go\"},"
		"{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[{\"id\":\"c\",\"type\":"
		"\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"n\\\":1}\"}}]},"
		"{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"one\"},"
		"{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"d\",\"type\":"
		"\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]},"
		"{\"role\":\"tool\",\"tool_call_id\":\"d\",\"content\":\"two\\n\\n<said>on</"
		"said>\"}]"},
	    {&wire_messages, "messages", "{\"one_call\":true}",
		"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"go\"}]},"
		"{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"x\"},{\"type\":"
		"\"tool_use\",\"id\":\"c\",\"name\":\"f\",\"input\":{\"n\":1}}]},"
		"{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c\","
		"\"content\":\"one\"}]},"
		"{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"d\",\"name\":"
		"\"g\",\"input\":{}}]},"
		"{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"d\","
		"\"content\":\"two\\n\\n<said>on</"
		"said>\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]"},
	    {&wire_responses, "input", "{\"one_call\":true}",
		"[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\","
		"\"text\":\"go\"}]},"
		"{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_"
		"text\",\"text\":\"x\"}]},"
		"{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{"
		"\\\"n\\\":1}\"},"
		"{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"one\"},"
		"{\"type\":\"function_call\",\"call_id\":\"d\",\"name\":\"g\",\"arguments\":\"{}\"}"
		","
		"{\"type\":\"function_call_output\",\"call_id\":\"d\",\"output\":\"two\\n\\n<said>"
		"on</said>\"}]"},
	    {&wire_openai_chat, "messages", "{\"turns_in_words\":true}",
		"[{\"role\":\"system\",\"content\":\"be good\"},"
		"{\"role\":\"user\",\"content\":\"go\"},"
		"{\"role\":\"assistant\",\"content\":\"x\\n\\n<call>f "
		"{\\\"n\\\":1}</call>\\n\\n<call>g {}</call>\"},"
		"{\"role\":\"user\",\"content\":\"<result>one</result>\\n\\n<result>two</"
		"result>\\n\\n<said>on</said>\"}]"},
	    {&wire_messages, "messages", "{\"turns_in_words\":true}",
		"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"go\"}]},"
		"{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"x\\n\\n<call>f "
		"{\\\"n\\\":1}</call>\\n\\n<call>g {}</call>\"}]},"
		"{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"<result>one</"
		"result>\\n\\n<result>two</result>\\n\\n<said>on</"
		"said>\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]"},
	    {&wire_responses, "input", "{\"turns_in_words\":true}",
		"[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\","
		"\"text\":\"go\"}]},"
		"{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_"
		"text\",\"text\":\"x\\n\\n<call>f {\\\"n\\\":1}</call>\\n\\n<call>g {}</call>\"}]},"
		"{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\","
		"\"text\":\"<result>one</result>\\n\\n<result>two</result>\\n\\n<said>on</"
		"said>\"}]}]"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *request = request_by(rows[i].wire, history, NULL, rows[i].quirks);
		char *line = json_line(json_list(request, rows[i].list));

		assert_string_equal(line, rows[i].sent);
		free(line);
		json_decref(request);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_turn_takes_the_form_its_server_takes_over_each_protocol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
