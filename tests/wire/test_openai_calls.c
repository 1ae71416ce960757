/* SPDX-License-Identifier: MIT
 * Calls as servers that speak Chat Completions really send them: rows 1-4, 6, 15, 17, 27 and 28 of the list of known
 * quirks (test_openai_quirks.c), and what has to come back with a call in the next request.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/json/json.h"
#include "tests/support/openai_chunks.h"

static void call_is(
    const struct heard *h, size_t i, const char *id, const char *name, const char *arguments)
{
	assert_true(i < h->reply.call_count);
	if (id)
		assert_string_equal(h->reply.calls[i].id, id);
	assert_string_equal(h->reply.calls[i].name, name);
	assert_string_equal(buf_str(&h->reply.calls[i].arguments), arguments);
}

static void quirk_01_no_index_in_tool_calls(void **state)
{
	struct heard h;

	HEAR(true, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"tool_calls\":[{\"id\":"
		   "\"gSIMJiOkT\",\"function\":"
		   "{\"name\":\"weather\",\"arguments\":\"{\\\"location\\\": \\\"San "
		   "Francisco\\\"}\"}}]},\"finish_reason\":"
		   "\"tool_calls\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}");
	assert_true(h.ok);
	assert_int_equal(h.reply.call_count, 1);
	call_is(&h, 0, "gSIMJiOkT", "weather", "{\"location\": \"San Francisco\"}");
	heard_free(&h);
	/* fragments without id and index go to the latest call; two ids without index are two calls
	 */
	HEAR(true, CALLS("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
	    CALLS("{\"function\":{\"arguments\":\"}\"}}"),
	    CALLS("{\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 2);
	call_is(&h, 0, "a", "f", "{}");
	call_is(&h, 1, "b", "g", "{}");
	heard_free(&h);
	/* whole calls with neither: a named fragment that begins anew is another call */
	HEAR(true,
	    CALLS("{\"id\":\"\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
		  "{\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}"),
	    LAST("stop"));
	assert_int_equal(h.reply.call_count, 2);
	call_is(&h, 1, NULL, "f", "{\"a\":1}");
	assert_string_not_equal(h.reply.calls[0].id, h.reply.calls[1].id);
	heard_free(&h);
}

static void quirk_02_empty_id_and_name_on_continuations(void **state)
{
	struct heard h;

	HEAR(true,
	    CALLS("{\"id\":\"chatcmpl-tool-9f14\",\"type\":\"function\",\"function\":{\"name\":"
		  "\"webSearchTool\","
		  "\"arguments\":\"\"},\"index\":0}"),
	    CALLS("{\"type\":\"function\",\"function\":{\"name\":\"\",\"arguments\":\"{"
		  "\\\"query\\\": 1}\"},\"index\":0}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 1);
	call_is(&h, 0, "chatcmpl-tool-9f14", "webSearchTool", "{\"query\": 1}");
	heard_free(&h);
	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"call_eee1\",\"function\":{\"name\":\"weather\","
		  "\"arguments\":\"\"}}"),
	    CALLS("{\"index\":0,\"id\":\"\",\"type\":\"function\",\"function\":{\"arguments\":\"{}"
		  "\"}}"),
	    CALLS("{\"index\":0,\"id\":null,\"function\":{\"name\":null,\"arguments\":null}}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 1);
	call_is(&h, 0, "call_eee1", "weather", "{}");
	heard_free(&h);
	/* no id ever: one is made up */
	HEAR(true, CALLS("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    LAST("stop"));
	assert_true(strlen(h.reply.calls[0].id) > 8);
	heard_free(&h);
}

static void quirk_03_a_whole_call_in_one_chunk(void **state)
{
	struct heard h;

	HEAR(true,
	    CALLS("{\"id\":\"tk85n1k4m\",\"type\":\"function\",\"function\":{\"name\":\"weather\","
		  "\"arguments\":\"{}\"},"
		  "\"index\":0}"),
	    CALLS(
		"{\"id\":\"call_79382389\",\"function\":{\"name\":\"weather\",\"arguments\":"
		"\"{\\\"location\\\":\\\"San Francisco\\\"}\"},\"index\":0,\"type\":\"function\"}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 2); /* index 0 for both: the id decides */
	call_is(&h, 0, "tk85n1k4m", "weather", "{}");
	call_is(&h, 1, "call_79382389", "weather", "{\"location\":\"San Francisco\"}");
	heard_free(&h);
	HEAR(true, CALLS("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":{\"x\":1}}}"),
	    LAST("stop"));
	call_is(&h, 0, "a", "f", "{\"x\":1}");
	heard_free(&h);
}

static void quirk_04_one_fragment_per_token_with_odd_whitespace(void **state)
{
	struct recording rec;
	struct heard h;
	json_t *arguments;

	recording_read(&rec, "chat-auto-1call-complete.txt");
	hear(&h, rec.body.data, rec.body.len, RANDOM);
	assert_true(h.ok);
	assert_int_equal(h.reply.call_count, 1);
	assert_string_equal(h.reply.calls[0].id, "8ZEYiNwnnzWnSE39iSRJcWvqKCnBBOxW");
	arguments =
	    json_parse(buf_str(&h.reply.calls[0].arguments), h.reply.calls[0].arguments.len, NULL);
	assert_true(json_is_object(arguments));
	assert_int_equal(h.reply.usage.output, 63);
	assert_int_equal(h.reply.usage.cached, 258);
	json_decref(arguments);
	heard_free(&h);
	recording_free(&rec);
}

static void quirk_06_usage_finish_and_calls_in_one_chunk(void **state)
{
	struct heard h;

	HEAR(false, "{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":4,\"prompt_cache_hit_"
		    "tokens\":6,"
		    "\"completion_tokens_details\":{\"reasoning_tokens\":3}},\"choices\":[{"
		    "\"finish_reason\":\"tool_calls\","
		    "\"delta\":{\"content\":\"hm\",\"tool_calls\":[{\"id\":\"a\",\"function\":{"
		    "\"name\":\"f\",\"arguments\":\"{}\"}}]}}]}");
	assert_true(h.ok);
	assert_string_equal(buf_str(&h.reply.text), "hm");
	call_is(&h, 0, "a", "f", "{}");
	assert_int_equal(h.reply.usage.input, 10);
	assert_int_equal(h.reply.usage.output, 4);
	assert_int_equal(h.reply.usage.cached, 6);
	assert_int_equal(h.reply.usage.reasoning, 3);
	assert_int_equal(h.reply.finish, FINISH_CALLS);
	heard_free(&h);
}

static void quirk_15_calls_decide_not_the_finish_reason(void **state)
{
	struct heard h;

	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}"),
	    LAST("stop"));
	assert_int_equal(h.reply.finish, FINISH_CALLS);
	heard_free(&h);
	HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("tool_calls"));
	assert_int_equal(h.reply.finish, FINISH_STOP);
	heard_free(&h);
}

static void quirk_17_cut_arguments_are_told_by_the_finish(void **state)
{
	struct recording rec;
	struct heard h;

	recording_read(&rec, "chat-tool-required.txt");
	hear(&h, rec.body.data, rec.body.len, RANDOM);
	assert_true(h.ok);
	assert_int_equal(h.reply.finish, FINISH_LENGTH);
	assert_true(h.reply.call_count > 0);
	heard_free(&h);
	recording_free(&rec);
	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\"}"
		  "}"),
	    CALLS("{\"index\":1,\"id\":\"b\"}"), LAST("max_tokens"));
	assert_int_equal(h.reply.finish, FINISH_LENGTH);
	assert_int_equal(h.reply.call_count, 1); /* one without a name was no call yet */
	call_is(&h, 0, "a", "f", "{\"x");
	heard_free(&h);
}

static void quirk_27_a_tool_choice_is_never_sent_nor_relied_on(void **state)
{
	json_t *request = request_of("[]", "x", NULL);
	struct recording rec;
	struct heard h;

	recording_read(&rec, "chatml-required-ignored.txt");
	hear(&h, rec.body.data, rec.body.len, RANDOM);
	assert_true(h.ok);
	assert_int_equal(h.reply.finish, FINISH_STOP);
	heard_free(&h);
	recording_free(&rec);

	assert_null(json_object_get(request, "tool_choice"));
	assert_null(json_object_get(request, "parallel_tool_calls"));
	assert_true(json_flag(request, "stream", false));
	json_decref(request);
}

static void quirk_28_several_calls_always(void **state)
{
	struct recording rec;
	struct heard h;

	recording_read(&rec, "chat-tool-parallel.txt");
	for (int chunking = WHOLE; chunking <= RANDOM; chunking++) {
		hear(&h, rec.body.data, rec.body.len, chunking);
		assert_true(h.ok);
		assert_int_equal(h.reply.call_count, 7);
		for (size_t i = 0; i < 7; i++) {
			json_t *arguments = json_parse(buf_str(&h.reply.calls[i].arguments),
			    h.reply.calls[i].arguments.len, NULL);

			assert_int_equal(h.reply.calls[i].index, i);
			assert_true(json_is_object(arguments));
			json_decref(arguments);
		}
		heard_free(&h);
	}
	recording_free(&rec);
	/* fragments of two calls may be mixed */
	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
	    CALLS("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"[\"}}"),
	    CALLS("{\"index\":0,\"function\":{\"arguments\":\"}\"}},{\"index\":1,\"function\":{"
		  "\"arguments\":\"]\"}}"),
	    LAST("tool_calls"));
	call_is(&h, 0, "a", "f", "{}");
	call_is(&h, 1, "b", "g", "[]");
	heard_free(&h);
}

static void ceilings_on_calls_and_arguments(void **state)
{
	static const char *const call =
	    CALLS("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"0123456789\"}},"
		  "{\"id\":\"b\",\"function\":{\"name\":\"f\",\"arguments\":\"0123456789\"}}");
	struct sse_event ev = {"", call, strlen(call)};

	for (int i = 0; i < 3; i++) {
		struct reply r;
		struct error e = ERROR_INIT;

		reply_init(&r);
		r.max_calls = i == 0 ? 1 : 2;
		r.max_arguments = i == 1 ? 9 : 10;
		assert_int_equal(wire_receive(&wire_openai_chat, &r, &ev, &e), i == 2);
		if (i < 2)
			assert_int_equal(e.code, ERR_LIMIT);
		error_free(&e);
		reply_free(&r);
	}
}

/* holds: each-call-id */
static void two_whole_calls_with_one_id_get_two(void **state)
{
	static const char body[] = "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\","
				   "\"function\":{\"name\":\"f\"}},"
				   "{\"id\":\"a\",\"function\":{\"name\":\"g\"}}]}}]}";
	struct reply r;

	reply_init(&r);
	assert_true(wire_receive_whole(&wire_openai_chat, &r, body, strlen(body), NULL));
	assert_true(wire_openai_chat.finish(&r, NULL));
	assert_int_equal(r.call_count, 2);
	assert_string_equal(r.calls[0].id, "a");
	assert_string_not_equal(r.calls[1].id, "a");
	reply_free(&r);
}

/* Some servers give every call of a reply the same id; each fragment repeats it. */
/* holds: each-call-id */
static void two_streamed_calls_with_one_id_are_two(void **state)
{
	struct heard h;

	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
	    CALLS("{\"index\":1,\"id\":\"a\",\"function\":{\"name\":\"g\",\"arguments\":\"{\"}}"),
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}"),
	    CALLS("{\"index\":1,\"id\":\"a\",\"function\":{\"arguments\":\"\\\"x\\\":1}\"}}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 2);
	call_is(&h, 0, "a", "f", "{}");
	call_is(&h, 1, NULL, "g", "{\"x\":1}");
	assert_string_not_equal(h.reply.calls[1].id, "a");
	heard_free(&h);
	/* whole ones without index */
	HEAR(true, CALLS("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    CALLS("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 2);
	heard_free(&h);
	/* one call that is named in every fragment */
	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"}\"}}"),
	    LAST("tool_calls"));
	assert_int_equal(h.reply.call_count, 1);
	call_is(&h, 0, "a", "f", "{}");
	heard_free(&h);
}

static json_t *extras_of(const struct heard *h)
{
	json_t *message = reply_message(&h->reply, "openai_chat", false);
	json_t *extras = json_incref(json_map(json_map(message, "extras"), "openai_chat"));

	json_decref(message);
	return extras;
}

/* Gemini signs calls that have no id yet, and words. */
static void signatures_are_kept_with_calls_whose_id_is_empty(void **state)
{
	struct heard h;
	json_t *extras;

	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"\",\"extra_content\":{\"google\":{\"thought_signature\":"
		  "\"s\"}},\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    CALLS("{\"index\":1,\"id\":\"\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"),
	    CHUNK("{\"content\":\"so\",\"extra_content\":{\"google\":{\"thought_signature\":\"w\"}}"
		  "}"),
	    LAST("tool_calls"));
	extras = extras_of(&h);
	assert_int_equal(json_object_size(json_map(extras, "calls")), 1);
	assert_non_null(json_map(json_map(extras, "calls"), h.reply.calls[0].id));
	assert_non_null(json_map(json_map(extras, "extra_content"), "google"));
	json_decref(extras);
	heard_free(&h);
}

static void an_empty_thought_before_a_call_is_kept_with_its_field(void **state)
{
	struct heard h;
	json_t *extras;

	HEAR(true, CHUNK("{\"role\":\"assistant\",\"reasoning_content\":\"\"}"),
	    CALLS("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    LAST("tool_calls"));
	extras = extras_of(&h);
	assert_string_equal(json_str(extras, "empty", ""), "reasoning_content");
	json_decref(extras);
	heard_free(&h);
	/* of no use to an answer, nor beside a thought */
	HEAR(true, CHUNK("{\"reasoning_content\":\"\",\"content\":\"a\"}"), LAST("stop"));
	assert_null(h.reply.extras);
	heard_free(&h);
}

static void what_comes_back_with_a_call_is_kept(void **state)
{
	struct heard h;
	json_t *message, *extra;

	HEAR(true,
	    CALLS("{\"index\":0,\"id\":\"a\",\"extra_content\":{\"google\":{\"thought_signature\":"
		  "\"s\"}},"
		  "\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
	    LAST("tool_calls"));
	message = reply_message(&h.reply, "openai_chat", false);
	extra = json_map(json_map(json_map(message, "extras"), "openai_chat"), "calls");
	assert_non_null(json_map(json_map(extra, "a"), "google"));
	json_decref(message);
	heard_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(quirk_01_no_index_in_tool_calls),
	    cmocka_unit_test(quirk_02_empty_id_and_name_on_continuations),
	    cmocka_unit_test(quirk_03_a_whole_call_in_one_chunk),
	    cmocka_unit_test(quirk_04_one_fragment_per_token_with_odd_whitespace),
	    cmocka_unit_test(quirk_06_usage_finish_and_calls_in_one_chunk),
	    cmocka_unit_test(quirk_15_calls_decide_not_the_finish_reason),
	    cmocka_unit_test(quirk_17_cut_arguments_are_told_by_the_finish),
	    cmocka_unit_test(quirk_27_a_tool_choice_is_never_sent_nor_relied_on),
	    cmocka_unit_test(quirk_28_several_calls_always),
	    cmocka_unit_test(ceilings_on_calls_and_arguments),
	    cmocka_unit_test(two_whole_calls_with_one_id_get_two),
	    cmocka_unit_test(two_streamed_calls_with_one_id_are_two),
	    cmocka_unit_test(signatures_are_kept_with_calls_whose_id_is_empty),
	    cmocka_unit_test(an_empty_thought_before_a_call_is_kept_with_its_field),
	    cmocka_unit_test(what_comes_back_with_a_call_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
