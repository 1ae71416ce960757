/* SPDX-License-Identifier: MIT
 * The conversation as it is sent to servers that speak Chat Completions: every template accepts it (rows 17-26
 * of the list of known quirks, test_openai_quirks.c), and each request extends the one before, as caches need.
 */
/* holds: each-protocol-row */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/wire/request.h"
#include "tests/support/wire_streams.h"

#define USER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"" text \
	"\"}]}"
#define STEER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"kind\":\"steer\",\"parts\":[{\"type\":" \
	"\"text\",\"text\":\"" text "\"}]}"
#define SAID(parts) "{\"type\":\"message\",\"role\":\"assistant\",\"parts\":[" parts "]}"
#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define THOUGHT(text) \
	"{\"type\":\"thinking\",\"wire\":\"openai_chat\",\"data\":{\"text\":\"" text "\"}}"
#define CALL(id, args) \
	"{\"type\":\"call\",\"call\":\"" id "\",\"tool\":\"f\",\"arguments\":\"" args "\"}"
#define RESULT(id, text) "{\"type\":\"tool_result\",\"call\":\"" id "\",\"text\":\"" text "\"}"
#define SYSTEM "{\"role\":\"system\",\"content\":\"be good\"}"
#define SENT_USER(text) "{\"role\":\"user\",\"content\":\"" text "\"}"
#define SENT_CALL(id, args) \
	"{\"id\":\"" id \
	"\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"" args "\"}}"
#define SENT_CALLS(calls) "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" calls "]}"
#define SENT_RESULT(id, text) \
	"{\"role\":\"tool\",\"tool_call_id\":\"" id "\",\"content\":\"" text "\"}"

static void sends(const char *items, const char *tail, const char *quirks, const char *expected)
{
	char *line = messages_of(items, tail, quirks);

	assert_string_equal(line, expected);
	free(line);
}

static void quirk_17_the_result_of_a_cut_call_is_sent_with_empty_arguments(void **state)
{
	sends("[" USER("a") "," SAID(CALL("c1", "{\\\"path\\\":\\\"src/ma")) "," RESULT(
		  "c1", "not run") "]",
	    NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c1", "{}")) "," SENT_RESULT(
		"c1", "not run") "]");
}

static void quirk_18_arguments_are_always_the_string_of_an_object(void **state)
{
	static const char *const rows[][2] = {
	    {"", "{}"},
	    {"{\\\"a\\\":1}", "{\"a\":1}"},
	    {"{\\n  \\\"a\\\" : 1 }", "{\n  \"a\" : 1 }"},
	    {"{\\\"a\\\":", "{}"},
	    {"nonsense", "{}"},
	    {"{} {}", "{}"},
	    {"null", "{}"},
	    {"{\\\"a\\\":1,\\\"a\\\":2}", "{\"a\":2}"},
	    {"{\\\"a\\\":\\\"\\\\ud800\\\"}", "{\"a\":\"\xef\xbf\xbd\"}"},
	    {"{\\\"a\\\":\\\"\\\\u0000\\\"}", "{\"a\":\"\xef\xbf\xbd\"}"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *items = xasprintf("[%s,{\"type\":\"message\",\"role\":\"assistant\","
					"\"parts\":[{\"type\":\"call\","
					"\"call\":\"c\",\"tool\":\"f\",\"arguments\":\"%s\"}]}]",
		    USER("a"), rows[i][0]);
		json_t *request = request_of(items, NULL, NULL), *calls;

		calls = json_list(json_array_get(json_list(request, "messages"), 2), "tool_calls");
		assert_string_equal(
		    json_str(json_map(json_array_get(calls, 0), "function"), "arguments", ""),
		    rows[i][1]);
		json_decref(request);
		free(items);
	}
}

static void quirk_19_bad_utf8_is_replaced_in_what_is_sent(void **state)
{
	json_t *text = json_stringn_nocheck("a\xed\xa0\x80z", 5), *back, *last;
	json_t *items = json_pack("[{s:s, s:s, s:[{s:s, s:o}]}]", "type", "message", "role", "user",
	    "parts", "type", "text", "text", text);
	struct context context = {.system = "s\xff", .items = items, .tail = "t\xc3"};
	struct model model = {.id = "m", .temperature = NAN, .wording = &wire_wording};
	struct buf body = BUF_INIT;

	request_write(&wire_openai_chat, &body, &context, &model, NULL);
	back = json_parse(body.data, body.len, NULL);
	assert_non_null(back);
	last = json_array_get(json_list(back, "messages"), 1);
	assert_non_null(strstr(json_str(last, "content", ""), "\xef\xbf\xbd"));
	assert_null(strstr(body.data, "\xed\xa0\x80"));
	json_decref(back);
	json_decref(items);
	buf_free(&body);
}

static void quirk_20_no_empty_assistant_turn_and_never_two_in_a_row(void **state)
{
	sends("[" USER("a") "," SAID("") "," USER("b") "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nb") "]");
	sends("[" USER("a") "," SAID(THOUGHT("hm")) "," USER("b") "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nb") "]");
	sends("[" USER("a") "," SAID(TEXT("x")) "," SAID(TEXT("y")) "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a") ",{\"role\":\"assistant\",\"content\":\"x\\n\\ny\"}]");
	sends("[" USER("a") "," SAID(TEXT("x")) "," SAID(CALL("c", "{}")) "," RESULT("c", "r") "]",
	    NULL, NULL,
	    "[" SYSTEM "," SENT_USER(
		"a") ",{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[" SENT_CALL("c",
		"{}") "]}," SENT_RESULT("c", "r") "]");
}

static void quirk_21_one_system_message_first_and_the_tail_is_none(void **state)
{
	sends("[{\"type\":\"message\",\"role\":\"system\",\"parts\":[" TEXT("late") "]}]", "T",
	    NULL, "[" SYSTEM "," SENT_USER("late\\n\\nT") "]");
	sends("[]", "T", NULL, "[" SYSTEM "," SENT_USER("T") "]");
	sends("[]", NULL, NULL, "[" SYSTEM "]");
	sends("[" USER("a") "]", NULL, "{\"system_role\":\"developer\"}",
	    "[{\"role\":\"developer\",\"content\":\"be good\"}," SENT_USER("a") "]");
}

static void quirk_22_neighbours_merge_and_results_come_before_anything_else(void **state)
{
	sends(
	    "[" USER("a") "," USER("b") "]", NULL, NULL, "[" SYSTEM "," SENT_USER("a\\n\\nb") "]");
	/* between call and result, and right after a result */
	sends("[" USER("a") "," SAID(CALL("c", "{}")) "," USER("b") "," RESULT("c", "r") "," STEER(
		  "d") "]",
	    "T", NULL,
	    "[" SYSTEM "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}")) "," SENT_RESULT(
		"c", "r\\n\\n<said>b</said>\\n\\n<said>d</said>\\n\\nT") "]");
	/* the next prompt is no part of the result of a call that was given up */
	sends("[" USER("a") "," SAID(CALL("c", "{}")) "," RESULT("c", "r") "," USER("d") "]", "T",
	    NULL,
	    "[" SYSTEM "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}")) "," SENT_RESULT(
		"c", "r") ",{\"role\":\"assistant\",\"content\":\"("
			  "stopped)\"}," SENT_USER("d\\n\\nT") "]");
	sends("[" SAID(TEXT("x")) "," USER("a") "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER(
		"(opening)") ",{\"role\":\"assistant\",\"content\":\"x\"}," SENT_USER("a") "]");
}

static void the_tail_goes_into_the_last_user_or_tool_message(void **state)
{
	sends("[" USER("a") "," SAID(TEXT("x")) "]", "T", NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nT") ",{\"role\":\"assistant\",\"content\":\"x\"}]");
	sends("[" USER("a") "]", "say \\\"no\\\"\\n", NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nsay \\\\\\\"no\\\\\\\"\\\\n") "]");
}

static void quirk_23_ids_become_nine_alphanumerics_where_a_server_wants_that(void **state)
{
	static const char items[] = "[" USER("a") "," SAID(CALL("call_1", "{}") "," CALL(
	    "abcDEF123", "{}")) "," RESULT("call_1", "r") "," RESULT("abcDEF123", "s") "]";
	json_t *a = request_of(items, NULL, "{\"tool_ids\":\"nine\"}");
	json_t *b = request_of(items, NULL, "{\"tool_ids\":\"nine\"}"),
	       *list = json_list(a, "messages");
	json_t *calls = json_list(json_array_get(list, 2), "tool_calls");
	const char *id = json_str(json_array_get(calls, 0), "id", "");

	assert_int_equal(strlen(id), 9);
	for (int i = 0; i < 9; i++)
		assert_true(isalnum((unsigned char)id[i]));
	assert_string_equal(json_str(json_array_get(calls, 1), "id", ""), "abcDEF123");
	assert_string_equal(json_str(json_array_get(list, 3), "tool_call_id", ""), id);
	assert_string_equal(json_str(json_array_get(list, 4), "tool_call_id", ""), "abcDEF123");
	assert_true(json_equal(a, b));
	json_decref(a);
	json_decref(b);
}

static void quirk_24_a_turn_of_several_calls_is_split_where_a_server_takes_one(void **state)
{
	sends("[" USER("a") "," SAID(TEXT("x") "," CALL("c", "{}") "," CALL("d", "{}")) "," RESULT(
		  "d", "s") "," RESULT("c", "r") "," STEER("b") "]",
	    NULL, "{\"one_call\":true}",
	    "[" SYSTEM "," SENT_USER(
		"a") ",{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[" SENT_CALL("c",
		"{}") "]}," SENT_RESULT("c", "r") "," SENT_CALLS(SENT_CALL("d",
		"{}")) "," SENT_RESULT("d", "s\\n\\n<said>b</said>") "]");
}

/* gemma-2 and others: users and assistants in turn, and nobody else. */
static void quirk_24_calls_and_results_in_words_where_a_template_knows_no_tools(void **state)
{
	static const char quirks[] = "{\"turns_in_words\":true}";

	sends("[" USER("a") "," SAID(
		  TEXT("x") "," CALL("c", "{\\\"p\\\":1}") "," CALL("d", "{}")) "," RESULT("c",
		  "r") "," RESULT("d", "s") "," USER("b") "," SAID(TEXT("y")) "]",
	    NULL, quirks,
	    "[" SYSTEM "," SENT_USER(
		"a") ",{\"role\":\"assistant\",\"content\":\"x\\n\\n<call>f "
		     "{\\\"p\\\":1}</call>\\n\\n<call>f {}</call>\"}," SENT_USER(
			 "<result>r</result>\\n\\n"
			 "<result>s</result>\\n\\n<said>b</said>") ",{\"role\":\"assistant\","
								   "\"content\":\"y\"}]");
	sends("[" USER("a") "," SAID(THOUGHT("hm") "," CALL("c", "{}")) "]", "tail", quirks,
	    "[" SYSTEM "," SENT_USER("a") ",{\"role\":\"assistant\",\"content\":\"<call>f "
					  "{}</call>\"}," SENT_USER(
					      "<result>(missing)</result>\\n\\ntail") "]");
}

static void quirk_25_no_result_without_its_call_and_no_call_without_a_result(void **state)
{
	sends("[" USER("a") "," RESULT("zz", "lost") "," USER("b") "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nb") "]");
	sends("[" USER("a") "," SAID(CALL("c", "{}") "," CALL("d", "{}")) "," RESULT(
		  "d", "s") "," SAID(TEXT("x")) "," RESULT("c", "late") "]",
	    NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}") "," SENT_CALL(
		"d", "{}")) "," SENT_RESULT("c", "(missing)") "," SENT_RESULT("d",
		"s") ",{\"role\":\"assistant\",\"content\":\"x\"}]");
	sends("[" USER("a") "," SAID(CALL("c", "{}")) "," RESULT("c", "r") "," RESULT(
		  "c", "again") "]",
	    NULL, NULL,
	    "[" SYSTEM
	    "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}")) "," SENT_RESULT("c", "r") "]");
}

static void quirk_26_arguments_that_are_no_object_become_one(void **state)
{
	sends("[" USER("a") "," SAID(CALL("c", "[1]") "," CALL("d", "7")) "," RESULT(
		  "c", "r") "," RESULT("d", "s") "]",
	    NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}") "," SENT_CALL(
		"d", "{}")) "," SENT_RESULT("c", "r") "," SENT_RESULT("d", "s") "]");
}

static void names_and_ids_a_model_made_up_are_made_sendable(void **state)
{
	json_t *request =
	    request_of("[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"parts\":["
				     "{\"type\":\"call\",\"call\":\"\",\"tool\":\"read "
				     "file\\n!\",\"arguments\":\"{}\"},"
				     "{\"type\":\"call\",\"call\":\"\",\"tool\":\"\",\"arguments\":"
				     "\"{}\"}]}," RESULT("", "one") "," RESULT("", "two") "]",
		NULL, NULL);
	json_t *list = json_list(request, "messages"), *calls;
	const char *first, *second;

	calls = json_list(json_array_get(list, 2), "tool_calls");
	first = json_str(json_array_get(calls, 0), "id", "");
	second = json_str(json_array_get(calls, 1), "id", "");
	assert_true(strlen(first) > 5 && strcmp(first, second) != 0);
	assert_string_equal(
	    json_str(json_map(json_array_get(calls, 0), "function"), "name", ""), "read_file__");
	assert_string_equal(
	    json_str(json_map(json_array_get(calls, 1), "function"), "name", ""), "unknown");
	assert_string_equal(json_str(json_array_get(list, 3), "tool_call_id", ""), first);
	assert_string_equal(json_str(json_array_get(list, 4), "content", ""), "two");
	json_decref(request);
}

static void thinking_is_sent_back_only_where_a_server_wants_it(void **state)
{
	static const char items[] = "[" USER("a") "," SAID(THOUGHT("hm") "," TEXT("x")) "]";

	sends(items, NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a") ",{\"role\":\"assistant\",\"content\":\"x\"}]");
	sends(items, NULL, "{\"thinking_field\":\"reasoning_content\"}",
	    "[" SYSTEM "," SENT_USER(
		"a") ",{\"role\":\"assistant\",\"content\":\"x\",\"reasoning_content\":\"hm\"}]");
}

#define NAMED(text, field) \
	"{\"type\":\"thinking\",\"wire\":\"openai_chat\",\"data\":{\"text\":\"" text \
	"\",\"field\":\"" field "\"}}"
#define BESIDE(extras, parts) \
	"{\"type\":\"message\",\"role\":\"assistant\",\"parts\":[" parts \
	"],\"extras\":{\"openai_chat\":" extras "}}"

/* What led to calls goes back in the field it came in, also when it is empty. */
static void thoughts_that_led_to_calls_go_back_by_default(void **state)
{
	static const struct {
		const char *said, *quirks, *members;
	} rows[] = {
	    {SAID(NAMED("hm", "reasoning") "," CALL("c", "{}")), NULL, "\"reasoning\":\"hm\","},
	    {SAID(THOUGHT("hm") "," CALL("c", "{}")), NULL, ""}, /* it came in the text */
	    {SAID(NAMED("hm", "reasoning") "," CALL("c", "{}")), "{\"no_thinking_back\":true}", ""},
	    {BESIDE("{\"empty\":\"reasoning_content\"}", CALL("c", "{}")), NULL,
		"\"reasoning_content\":\"\","},
	    {SAID(CALL("c", "{}")), NULL, ""},
	    {SAID(CALL("c", "{}")), "{\"thinking_always\":true}", "\"reasoning_content\":\"\","},
	    {SAID(CALL("c", "{}")), "{\"thinking_always\":true,\"thinking_field\":\"reasoning\"}",
		"\"reasoning\":\"\","},
	    {BESIDE("{\"reasoning_details\":[{\"index\":0,\"text\":\"hm\"}]}",
		 NAMED("hm", "reasoning") "," CALL("c", "{}")),
		NULL, "\"reasoning_details\":[{\"index\":0,\"text\":\"hm\"}],"},
	    {BESIDE(
		 "{\"extra_content\":{\"google\":{\"thought_signature\":\"w\"}}}", CALL("c", "{}")),
		NULL, "\"extra_content\":{\"google\":{\"thought_signature\":\"w\"}},"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *items = xasprintf("[%s,%s,%s]", USER("a"), rows[i].said, RESULT("c", "r"));
		char *wanted = xasprintf(
		    "[" SYSTEM "," SENT_USER("a") ",{\"role\":\"assistant\",\"content\":null,%s"
						  "\"tool_calls\":[" SENT_CALL(
						      "c", "{}") "]}," SENT_RESULT("c", "r") "]",
		    rows[i].members);

		sends(items, NULL, rows[i].quirks, wanted);
		free(items);
		free(wanted);
	}
}

/* The first call of a message alone needs a signature. */
static void a_call_of_another_model_goes_with_the_signature_that_is_always_taken(void **state)
{
	static const char quirk[] = "{\"call_signature\":\"skip\"}";
	static const char signature[] = "{\"google\":{\"thought_signature\":\"skip\"}}";
	json_t *request = request_of("[" USER("a") "," SAID(CALL("c", "{}") "," CALL(
					 "d", "{}")) "," RESULT("c", "r") "," RESULT("d", "s") "]",
	    NULL, quirk);
	json_t *calls = json_list(json_array_get(json_list(request, "messages"), 2), "tool_calls");
	char *line = json_line(json_map(json_array_get(calls, 0), "extra_content"));

	assert_string_equal(line, signature);
	assert_null(json_map(json_array_get(calls, 1), "extra_content"));
	free(line);
	json_decref(request);
}

/* holds: each-call-id */
static void ids_are_there_once_in_a_whole_conversation(void **state)
{
	json_t *request = request_of("[" USER("a") "," SAID(CALL("c", "{}")) "," RESULT(
					 "c", "one") "," SAID(CALL("c", "{}")) "," RESULT("c",
					 "two") "," SAID(TEXT("x")) "," USER("b") "," SAID(CALL("c",
					 "{}")) "," RESULT("c", "three") "]",
	    NULL, NULL);
	const json_t *message;
	json_t *seen = json_object();
	size_t i;

	json_array_foreach (json_list(request, "messages"), i, message) {
		const json_t *call = json_array_get(json_list(message, "tool_calls"), 0);
		const json_t *next = json_array_get(json_list(request, "messages"), i + 1);
		const char *id = json_str(call, "id", "");

		if (!call)
			continue;
		assert_null(json_object_get(seen, id));
		json_object_set_new(seen, id, json_true());
		assert_string_equal(json_str(next, "tool_call_id", ""), id);
	}
	assert_int_equal(json_object_size(seen), 3);
	assert_non_null(json_object_get(seen, "c"));
	json_decref(seen);
	json_decref(request);
}

/* OpenAI takes 40 characters. */
static void a_long_id_is_shortened(void **state)
{
	json_t *request = request_of(
	    "[" USER("a") "," SAID(CALL("chatcmpl-tool-0123456789abcdef0123456789abcdef",
		"{}")) "," RESULT("chatcmpl-tool-0123456789abcdef0123456789abcdef", "r") "]",
	    NULL, NULL);
	json_t *list = json_list(request, "messages");
	const json_t *call = json_array_get(json_list(json_array_get(list, 2), "tool_calls"), 0);
	const char *id = json_str(call, "id", "");

	assert_true(*id && strlen(id) <= 40);
	assert_string_equal(json_str(json_array_get(list, 3), "tool_call_id", ""), id);
	json_decref(request);
}

static void a_blank_reply_is_not_sent_back(void **state)
{
	sends("[" USER("a") "," SAID(TEXT(" \\n\\t")) "," USER("b") "]", NULL, NULL,
	    "[" SYSTEM "," SENT_USER("a\\n\\nb") "]");
	sends("[" USER("a") "," SAID(TEXT("\\n\\n") "," CALL("c", "{}")) "," RESULT("c", "r") "]",
	    NULL, NULL,
	    "[" SYSTEM
	    "," SENT_USER("a") "," SENT_CALLS(SENT_CALL("c", "{}")) "," SENT_RESULT("c", "r") "]");
}

static void what_a_provider_wants_back_with_a_call_goes_back(void **state)
{
	json_t *request = request_of(
	    "[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"parts\":[" CALL(
		"c", "{}") "],\"extras\":{\"openai_chat\":{\"calls\":{\"c\":{\"google\":{\"thought_"
			   "signature\":\"s\"}}}}}}," RESULT("c", "r") "]",
	    NULL, NULL);
	json_t *calls = json_list(json_array_get(json_list(request, "messages"), 2), "tool_calls");
	json_t *extra = json_map(json_array_get(calls, 0), "extra_content");

	assert_string_equal(json_str(json_map(extra, "google"), "thought_signature", ""), "s");
	json_decref(request);
}

static json_t *parts_random(unsigned *seed)
{
	static const char *const texts[] = {"", "x", "two\nlines", "\"q\" \xc3\xa9 \\", "</said>"};
	static const char *const arguments[] = {
	    "", "{}", "{\"a\":1}", "[1]", "{\"a\":", "{\"a\":\"\xe2\x82\xac\"}"};
	static const char *const ids[] = {"c1", "c2", "call_x", ""};
	json_t *parts = json_array();
	int n = rand_r(seed) % 3;

	if (rand_r(seed) % 2)
		json_array_append_new(parts,
		    json_pack("{s:s, s:s}", "type", "text", "text", texts[rand_r(seed) % 5]));
	for (int i = 0; i < n; i++)
		json_array_append_new(parts,
		    json_pack("{s:s, s:s, s:s, s:s}", "type", "call", "call", ids[rand_r(seed) % 4],
			"tool", "f", "arguments", arguments[rand_r(seed) % 6]));
	return parts;
}

/* Returns a random conversation as this program makes them: every call is answered before the next turn. ends
 * gets the lengths at which a request may be made. */
static json_t *conversation_random(unsigned *seed, size_t *ends, size_t *end_count)
{
	json_t *items = json_array();

	for (int turn = 0; turn < 12; turn++) {
		json_t *message = json_pack("{s:s, s:s, s:[{s:s, s:s}]}", "type", "message", "role",
		    "user", "parts", "type", "text", "text", rand_r(seed) % 2 ? "do" : "then\n");

		if (rand_r(seed) % 3)
			json_array_append(items, message);
		json_decref(message);
		ends[(*end_count)++] = json_array_size(items);
		message = json_pack("{s:s, s:s}", "type", "message", "role", "assistant");
		json_put(message, "parts", parts_random(seed));
		json_array_append_new(items, message);
		if (rand_r(seed) % 4 == 0)
			json_array_append_new(
			    items, json_pack("{s:s, s:s, s:s}", "type", "tool_result", "call",
				       "orphan", "text", "o"));
		for (size_t i = json_array_size(json_list(message, "parts")); i-- > 0;) {
			const char *id =
			    json_str(json_array_get(json_list(message, "parts"), i), "call", NULL);

			if (id)
				json_array_append_new(
				    items, json_pack("{s:s, s:s, s:s}", "type", "tool_result",
					       "call", id, "text", "result"));
		}
		ends[(*end_count)++] = json_array_size(items);
	}
	return items;
}

static void body_of(struct buf *body, json_t *items, size_t count, const char *tail,
    const json_t *quirks, struct request_cache **cache)
{
	json_t *part = json_array();
	struct context context = {.system = "s", .items = part, .tail = tail};
	struct model model = {
	    .id = "m", .temperature = NAN, .quirks = quirks, .wording = &wire_wording};

	for (size_t i = 0; i < count; i++)
		json_array_append(part, json_array_get(items, i));
	request_write(&wire_openai_chat, body, &context, &model, cache);
	json_decref(part);
}

static void accepted(const struct buf *body)
{
	json_t *request = json_parse(body->data, body->len, NULL), *message;
	const char *last = "";
	size_t i, open = 0;

	assert_non_null(request);
	json_array_foreach (json_list(request, "messages"), i, message) {
		const char *role = json_str(message, "role", "");

		assert_int_equal(i == 0, strcmp(role, "system") == 0);
		if (strcmp(role, "tool") == 0) {
			assert_true(open-- > 0);
		} else {
			assert_int_equal(open, 0);
			assert_string_not_equal(role, last);
			assert_true(strcmp(role, "user") || strcmp(last, "tool"));
		}
		if (strcmp(role, "assistant") == 0) {
			open = json_array_size(json_list(message, "tool_calls"));
			assert_true(open || json_str(message, "content", NULL));
		}
		last = role;
	}
	assert_int_equal(open, 0);
	json_decref(request);
}

static void a_longer_conversation_begins_with_the_bytes_of_the_shorter_one(void **state)
{
	json_t *rules[] = {NULL, json_pack("{s:b, s:s}", "one_call", 1, "tool_ids", "nine")};

	for (unsigned seed = 1; seed <= 300; seed++) {
		unsigned random = seed;
		size_t ends[32], count = 0;
		json_t *items = conversation_random(&random, ends, &count),
		       *quirks = rules[seed % 2];
		struct request_cache *cache = NULL;
		struct buf before = BUF_INIT;

		for (size_t i = 0; i < count; i++) {
			struct buf bare = BUF_INIT, tailed = BUF_INIT, cached = BUF_INIT;
			const char *tail;

			body_of(&bare, items, ends[i], NULL, quirks, NULL);
			body_of(&tailed, items, ends[i], "TAIL", quirks, NULL);
			body_of(&cached, items, ends[i], "TAIL", quirks, &cache);
			accepted(&bare);
			accepted(&tailed);
			assert_string_equal(tailed.data, cached.data);
			tail = strstr(tailed.data, "TAIL");
			assert_non_null(tail);
			assert_null(strstr(tail + 1, "TAIL"));
			assert_true(bare.len >= before.len);
			assert_memory_equal(bare.data, buf_str(&before), before.len);
			/* What stands before the tail stays: the tail's own separator is not part
			 * of it. */
			buf_clear(&before);
			tail =
			    strstr(tailed.data, "\\n\\nTAIL")
				? strstr(tailed.data, "\\n\\nTAIL")
				: strstr(tailed.data, "{\"role\":\"user\",\"content\":\"TAIL") - 1;
			buf_add(&before, tailed.data, (size_t)(tail - tailed.data));
			buf_free(&bare);
			buf_free(&tailed);
			buf_free(&cached);
		}
		request_cache_free(cache);
		buf_free(&before);
		json_decref(items);
	}
	json_decref(rules[1]);
}

static void a_cache_is_of_use_and_never_of_harm(void **state)
{
	json_t *items = json_parse("[" USER("a") "]", strlen("[" USER("a") "]"), NULL);
	struct request_cache *cache = NULL, *kept;
	struct buf a = BUF_INIT, b = BUF_INIT;

	body_of(&a, items, 1, NULL, NULL, &cache);
	kept = cache;
	assert_non_null(kept);
	body_of(&b, items, 1, "T", NULL, &cache);
	assert_ptr_equal(cache, kept);
	json_array_set_new(items, 0, json_parse(USER("b"), strlen(USER("b")), NULL));
	buf_clear(&a);
	body_of(&a, items, 1, NULL, NULL, &cache);
	assert_non_null(strstr(a.data, "\"content\":\"b\""));
	buf_clear(&a);
	body_of(&a, items, 0, NULL, NULL, &cache);
	assert_null(strstr(a.data, "\"content\":\"b\""));
	request_cache_free(cache);
	json_decref(items);
	buf_free(&a);
	buf_free(&b);
}

static void the_request_carries_settings_and_tools(void **state)
{
	json_t *tools =
	    json_pack("[{s:s, s:s, s:{}}]", "name", "f", "description", "d", "parameters");
	struct context context = {.system = "s", .tools = tools, .items = NULL};
	struct model model = {
	    .id = "m", .temperature = 0.7, .max_tokens = 9, .wording = &wire_wording};
	struct buf body = BUF_INIT;

	request_write(&wire_openai_chat, &body, &context, &model, NULL);
	assert_string_equal(body.data,
	    "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
	    "\"temperature\":0.7,"
	    "\"max_tokens\":9,\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\","
	    "\"description\":\"d\","
	    "\"parameters\":{}}}],\"messages\":[{\"role\":\"system\",\"content\":\"s\"}]}");
	buf_free(&body);
	model.quirks = json_pack("{s:b, s:b, s:s}", "no_stream_usage", 1, "no_temperature", 1,
	    "max_tokens_field", "max_completion_tokens");
	context.tools = NULL;
	request_write(&wire_openai_chat, &body, &context, &model, NULL);
	assert_string_equal(body.data,
	    "{\"model\":\"m\",\"stream\":true,\"max_completion_tokens\":9,"
	    "\"messages\":[{\"role\":\"system\",\"content\":\"s\"}]}");
	buf_free(&body);
	json_decref((json_t *)model.quirks);
	json_decref(tools);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(quirk_17_the_result_of_a_cut_call_is_sent_with_empty_arguments),
	    cmocka_unit_test(quirk_18_arguments_are_always_the_string_of_an_object),
	    cmocka_unit_test(quirk_19_bad_utf8_is_replaced_in_what_is_sent),
	    cmocka_unit_test(quirk_20_no_empty_assistant_turn_and_never_two_in_a_row),
	    cmocka_unit_test(quirk_21_one_system_message_first_and_the_tail_is_none),
	    cmocka_unit_test(quirk_22_neighbours_merge_and_results_come_before_anything_else),
	    cmocka_unit_test(the_tail_goes_into_the_last_user_or_tool_message),
	    cmocka_unit_test(quirk_23_ids_become_nine_alphanumerics_where_a_server_wants_that),
	    cmocka_unit_test(quirk_24_a_turn_of_several_calls_is_split_where_a_server_takes_one),
	    cmocka_unit_test(quirk_24_calls_and_results_in_words_where_a_template_knows_no_tools),
	    cmocka_unit_test(quirk_25_no_result_without_its_call_and_no_call_without_a_result),
	    cmocka_unit_test(quirk_26_arguments_that_are_no_object_become_one),
	    cmocka_unit_test(names_and_ids_a_model_made_up_are_made_sendable),
	    cmocka_unit_test(thinking_is_sent_back_only_where_a_server_wants_it),
	    cmocka_unit_test(thoughts_that_led_to_calls_go_back_by_default),
	    cmocka_unit_test(a_call_of_another_model_goes_with_the_signature_that_is_always_taken),
	    cmocka_unit_test(ids_are_there_once_in_a_whole_conversation),
	    cmocka_unit_test(a_long_id_is_shortened),
	    cmocka_unit_test(a_blank_reply_is_not_sent_back),
	    cmocka_unit_test(what_a_provider_wants_back_with_a_call_goes_back),
	    cmocka_unit_test(a_longer_conversation_begins_with_the_bytes_of_the_shorter_one),
	    cmocka_unit_test(a_cache_is_of_use_and_never_of_harm),
	    cmocka_unit_test(the_request_carries_settings_and_tools),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
