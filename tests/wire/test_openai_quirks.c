/* SPDX-License-Identifier: MIT
 * What servers that speak Chat Completions really send: a test for each row of the list of known
 * quirks (5, 7-11, 13, 14, 16, 33, 39, 40 here; calls: test_openai_calls.c; errors: test_openai_errors.c; 17-26 are
 * about what is sent: test_openai_history.c; 10, 11, 29, 31, 32 also concern the connection:
 * tests/unit/llm/test_http_backend.c). Chunks are the servers' own where one was recorded.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "tests/support/openai_chunks.h"

static void quirk_05_finish_reason_missing_or_null_until_the_end(void **state)
{
	struct heard h;

	HEAR(true, CHUNK("{\"content\":\"a\"}"),
	    "{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":null}]}",
	    "{\"choices\":[{\"delta\":{\"content\":\"c\"},\"finish_reason\":\"\"}]}", LAST("stop"));
	assert_true(h.ok);
	assert_int_equal(h.reply.finish, FINISH_STOP);
	assert_string_equal(buf_str(&h.reply.text), "abc");
	heard_free(&h);
}

static void quirk_07_no_choices_in_the_first_chunk(void **state)
{
	struct heard h;

	HEAR(true,
	    "{\"choices\":[],\"created\":0,\"id\":\"\",\"model\":\"\",\"object\":\"\",\"prompt_"
	    "filter_results\":[{}]}",
	    "{\"choices\":[null]}", "{\"choices\":null}", CHUNK("{\"content\":\"a\"}"),
	    LAST("stop"));
	assert_true(h.ok);
	assert_string_equal(buf_str(&h.reply.text), "a");
	assert_null(h.reply.model);
	heard_free(&h);
}

static void quirk_08_no_choices_in_the_last_chunk(void **state)
{
	struct heard h;

	HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("stop"),
	    "{\"choices\":[],\"model\":\"m-1\",\"usage\":{\"prompt_tokens\":3,\"completion_"
	    "tokens\":1}}");
	assert_true(h.ok);
	assert_string_equal(h.reply.model, "m-1");
	assert_int_equal(h.reply.usage.input, 3);
	heard_free(&h);
}

static void quirk_09_usage_in_the_choice_or_in_x_groq(void **state)
{
	struct heard h;

	HEAR(true, "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\","
		   "\"usage\":{\"prompt_tokens\":5,"
		   "\"completion_tokens\":2}}],\"usage\":null}");
	assert_int_equal(h.reply.usage.input, 5);
	heard_free(&h);
	HEAR(true, CHUNK("{\"content\":\"a\"}"),
	    "{\"choices\":[],\"x_groq\":{\"id\":\"r\",\"usage\":{\"prompt_tokens\":6,\"completion_"
	    "tokens\":2}}}");
	assert_int_equal(h.reply.usage.input, 6);
	assert_true(h.reply.usage.known);
	heard_free(&h);
}

static void quirk_10_comments_keep_alive_and_say_nothing(void **state)
{
	static const char stream[] = ": OPENROUTER PROCESSING\n\n: keep-alive\n\n:\n\ndata: " CHUNK(
	    "{\"content\":\"a\"}") "\n\n: keep-alive\n\ndata: " LAST("stop") "\n\ndata: [DONE]\n\n";
	struct heard h;

	for (int chunking = WHOLE; chunking <= RANDOM; chunking++) {
		hear(&h, stream, strlen(stream), chunking);
		assert_true(h.ok);
		assert_string_equal(buf_str(&h.reply.text), "a");
		assert_int_equal(h.comments, 4);
		heard_free(&h);
	}
}

static void quirk_11_blank_lines_before_a_whole_body(void **state)
{
	static const char body[] =
	    "\n\n\n\n{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}";
	struct reply r;
	struct error e = ERROR_INIT;

	reply_init(&r);
	assert_true(wire_receive_whole(&wire_openai_chat, &r, body, strlen(body), &e));
	assert_true(wire_openai_chat.finish(&r, &e));
	assert_string_equal(buf_str(&r.text), "a");
	reply_free(&r);
}

static void quirk_13_a_cut_stream_is_no_reply(void **state)
{
	struct recording rec;
	struct heard h;

	HEAR(false, CHUNK("{\"content\":\"a\"}"));
	assert_false(h.ok);
	assert_int_equal(h.error.code, ERR_NETWORK);
	assert_string_equal(buf_str(&h.reply.text), "a");
	heard_free(&h);
	recording_read(&rec, "chat-auto-2calls-complete.txt");
	hear(&h, rec.body.data, rec.body.len / 2, WHOLE);
	assert_false(h.ok);
	heard_free(&h);
	recording_free(&rec);
}

static void quirk_14_done_may_be_missing(void **state)
{
	struct heard h;

	HEAR(false, CHUNK("{\"content\":\"a\"}"), LAST("stop"));
	assert_true(h.ok);
	assert_false(h.reply.ended);
	heard_free(&h);
	/* and a finish reason, when [DONE] came */
	HEAR(true, CHUNK("{\"content\":\"a\"}"));
	assert_true(h.ok);
	assert_true(h.reply.ended);
	assert_int_equal(h.reply.finish, FINISH_NONE);
	heard_free(&h);
}

static void quirk_16_variants_of_the_finish_reason(void **state)
{
	static const struct {
		const char *chunk;
		enum finish finish;
		const char *text;
	} rows[] = {
	    {LAST("stop"), FINISH_STOP, NULL}, {LAST("end"), FINISH_STOP, NULL},
	    {LAST("eos"), FINISH_STOP, NULL}, {LAST("STOP"), FINISH_STOP, NULL},
	    {LAST("end_turn"), FINISH_STOP, NULL}, {LAST("length"), FINISH_LENGTH, NULL},
	    {LAST("max_tokens"), FINISH_LENGTH, NULL},
	    {LAST("content_filter"), FINISH_FILTER, NULL},
	    {LAST("weird\\nthing"), FINISH_OTHER, "weird thing"},
	    {LAST("tool_use"), FINISH_STOP, NULL}, /* without calls */
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct heard h;

		HEAR(false, CHUNK("{\"content\":\"a\"}"), rows[i].chunk);
		assert_true(h.ok);
		assert_int_equal(h.reply.finish, rows[i].finish);
		if (rows[i].text)
			assert_string_equal(h.reply.finish_text, rows[i].text);
		else
			assert_null(h.reply.finish_text);
		heard_free(&h);
	}
}

/* holds: reply-ends-trouble */
static void a_finish_that_tells_of_trouble_is_a_failure(void **state)
{
	static const char *const reasons[] = {"error", "abort", "insufficient_system_resource",
	    "network_error", "MALFORMED_FUNCTION_CALL",
	    "function_call_filter: MALFORMED_FUNCTION_CALL"};

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		json_t *last = json_pack("{s:[{s:i, s:{}, s:s}]}", "choices", "index", 0, "delta",
		    "finish_reason", reasons[i]);
		char *line = json_line(last);
		struct heard h;

		HEAR(true, CHUNK("{\"content\":\"a\"}"), line);
		assert_false(h.ok);
		assert_non_null(strstr(h.error.message, reasons[i]));
		assert_string_equal(buf_str(&h.reply.text), "a");
		heard_free(&h);
		free(line);
		json_decref(last);
	}
}

static void bad_bytes_in_a_data_line_are_replaced(void **state)
{
	struct heard h;

	HEAR(true, CHUNK("{\"content\":\"a\\ud800b\"}"), CHUNK("{\"content\":\"c\\u0000d\"}"),
	    CHUNK("{\"content\":\"e\xff"
		  "f\"}"),
	    LAST("stop"));
	assert_true(h.ok);
	assert_string_equal(buf_str(&h.reply.text), "a\xef\xbf\xbd"
						    "bc\xef\xbf\xbd"
						    "de\xef\xbf\xbd"
						    "f");
	heard_free(&h);
}

static void quirk_33_reasoning_under_any_of_its_names(void **state)
{
	struct recording rec;
	struct heard h;

	HEAR(true, CHUNK("{\"reasoning_content\":\"a\",\"reasoning\":\"a\"}"),
	    CHUNK("{\"reasoning_content\":null,\"reasoning\":\"b\"}"),
	    CHUNK("{\"reasoning_content\":\"\",\"reasoning\":\"\",\"reasoning_text\":\"c\"}"),
	    CHUNK("{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":"
		  "\"d\"}]}]}"),
	    CHUNK("{\"content\":[{\"type\":\"text\",\"text\":\"answer\"},\"!\"]}"), LAST("stop"));
	assert_string_equal(buf_str(&h.reply.thinking), "abcd");
	assert_string_equal(buf_str(&h.reply.text), "answer!");
	heard_free(&h);
	recording_read(&rec, "think-chat-reasoning-text.txt");
	hear(&h, rec.body.data, rec.body.len, RANDOM);
	assert_true(h.ok);
	assert_true(h.reply.thinking.len > 0);
	heard_free(&h);
	recording_free(&rec);
	/* thinking that is marked in the text is thinking */
	HEAR(true, CHUNK("{\"content\":\"<think>hm</think>yes\"}"), LAST("stop"));
	assert_string_equal(buf_str(&h.reply.text), "yes");
	assert_string_equal(buf_str(&h.reply.thinking), "hm");
	heard_free(&h);
}

static void quirk_39_unknown_keys_mean_nothing(void **state)
{
	struct heard h;

	HEAR(true,
	    "{\"obfuscation\":\"zap0\",\"service_tier\":\"x\",\"timings\":{\"a\":1},\"choices\":[{"
	    "\"index\":0,\"meta\":7,"
	    "\"logprobs\":null,\"delta\":{\"content\":\"a\",\"annotations\":[]}}],\"usage\":null}",
	    "{\"object\":\"chat.completion.chunk\"}",
	    "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}", LAST("stop"));
	assert_true(h.ok);
	assert_string_equal(buf_str(&h.reply.text), "a");
	heard_free(&h);
}

static void quirk_40_leaked_markup_is_text(void **state)
{
	struct recording rec;
	struct heard h;

	recording_read(&rec, "err-badrole.txt");
	hear(&h, rec.body.data, rec.body.len, BYTES);
	assert_true(h.ok);
	assert_string_equal(buf_str(&h.reply.text), "<tool_call>\n");
	assert_int_equal(h.reply.call_count, 0);
	heard_free(&h);
	recording_free(&rec);
	HEAR(true, CHUNK("{\"content\":\"\\u001b[31m\"}"), LAST("stop"));
	assert_null(strchr(buf_str(&h.reply.text), '\x1b'));
	heard_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(quirk_05_finish_reason_missing_or_null_until_the_end),
	    cmocka_unit_test(quirk_07_no_choices_in_the_first_chunk),
	    cmocka_unit_test(quirk_08_no_choices_in_the_last_chunk),
	    cmocka_unit_test(quirk_09_usage_in_the_choice_or_in_x_groq),
	    cmocka_unit_test(quirk_10_comments_keep_alive_and_say_nothing),
	    cmocka_unit_test(quirk_11_blank_lines_before_a_whole_body),
	    cmocka_unit_test(quirk_13_a_cut_stream_is_no_reply),
	    cmocka_unit_test(quirk_14_done_may_be_missing),
	    cmocka_unit_test(quirk_16_variants_of_the_finish_reason),
	    cmocka_unit_test(a_finish_that_tells_of_trouble_is_a_failure),
	    cmocka_unit_test(bad_bytes_in_a_data_line_are_replaced),
	    cmocka_unit_test(quirk_33_reasoning_under_any_of_its_names),
	    cmocka_unit_test(quirk_39_unknown_keys_mean_nothing),
	    cmocka_unit_test(quirk_40_leaked_markup_is_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
