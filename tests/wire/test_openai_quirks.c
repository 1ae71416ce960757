/*
 * What servers that speak Chat Completions really send: a test for each row of the list of known
 * quirks (1-16, 27-30, 33, 38-40; 17-26 are about what is sent: test_openai_history.c; 10, 11, 29,
 * 31, 32 also concern the connection: tests/unit/llm/test_http_backend.c). Chunks are the servers'
 * own where one was recorded.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "llm/server_error.h"
#include "tests/support/wire.h"

#define CHUNK(delta) "{\"choices\":[{\"index\":0,\"delta\":" delta "}]}"
#define LAST(reason) "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" reason "\"}]}"
#define CALLS(list) CHUNK("{\"tool_calls\":[" list "]}")

#define HEAR(done, ...) hear_chunks(&h, (const char *const[]){__VA_ARGS__, NULL}, done)

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
	assert_true(wire_openai_chat.receive_whole(&r, body, strlen(body), &e));
	assert_true(wire_openai_chat.finish(&r, &e));
	assert_string_equal(buf_str(&r.text), "a");
	reply_free(&r);
}

static void fails(const char *chunk, enum failure refused, const char *words)
{
	struct heard h;

	HEAR(false, CHUNK("{\"content\":\"so far\"}"), chunk);
	assert_false(h.ok);
	if (!strstr(h.error.message, words))
		fail_msg("'%s' does not hold '%s'", h.error.message, words);
	assert_int_equal(h.reply.refused, refused);
	assert_string_equal(buf_str(&h.reply.text), "so far");
	heard_free(&h);
}

static void quirk_12_an_error_in_the_middle_of_a_stream(void **state)
{
	struct recording rec;
	struct heard h;

	recording_read(&rec, "context-full-midgen.txt");
	hear(&h, rec.body.data, rec.body.len, BYTES);
	assert_false(h.ok);
	assert_non_null(strstr(h.error.message, "does not match the expected peg-native format"));
	assert_string_equal(buf_str(&h.reply.text), " Micha quota");
	heard_free(&h);
	recording_free(&rec);
	fails("{\"error\":{\"message\":\"boom\",\"type\":\"server_error\",\"code\":502}}",
	    FAILURE_RETRY, "boom");
	fails("{\"error\":{\"message\":\"late\",\"code\":429},\"choices\":[{\"index\":0,\"delta\":{"
	      "\"content\":\"\"},"
	      "\"finish_reason\":\"error\"}]}",
	    FAILURE_RETRY, "late");
	fails("{\"choices\":[{\"delta\":{},\"error\":{\"message\":\"inner\",\"code\":502}}]}",
	    FAILURE_RETRY, "inner");
	fails("{\"error\":\"no memory\"}", FAILURE_BROKEN, "no memory");
	fails("{\"object\":\"error\",\"message\":\"old vllm\",\"code\":40303}", FAILURE_BROKEN,
	    "old vllm");
	fails("{\"detail\":\"fast\"}", FAILURE_BROKEN, "fast");
	fails("{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":"
	      "\"Overloaded\"}}",
	    FAILURE_RETRY, "Overloaded");
	fails("{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}", FAILURE_QUOTA,
	    "pay");
	fails("{\"error\":{\"message\":\"Provider returned "
	      "error\",\"code\":400,\"metadata\":{\"raw\":\"the reason\"}}}",
	    FAILURE_REQUEST, "the reason");
}

static void an_event_named_error_fails_whatever_it_holds(void **state)
{
	static const char *const streams[] = {
	    "event: error\ndata: plain words\n\n",
	    "event: error\ndata: {\"message\":\"plain words\"}\n\n",
	    "event: error\ndata: {\"error\":{\"message\":\"plain words\"}}\n\n",
	};
	struct heard h;

	for (size_t i = 0; i < 3; i++) {
		hear(&h, streams[i], strlen(streams[i]), BYTES);
		assert_false(h.ok);
		assert_non_null(strstr(h.error.message, "plain words"));
		assert_int_not_equal(h.reply.refused, FAILURE_NONE);
		heard_free(&h);
	}
}

static void an_error_that_is_null_is_none(void **state)
{
	struct heard h;

	HEAR(true, "{\"error\":null,\"choices\":[{\"delta\":{\"content\":\"a\"},\"error\":null}]}",
	    "{\"error\":\"\",\"choices\":[]}", LAST("stop"));
	assert_true(h.ok);
	heard_free(&h);
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

static const struct {
	long status;
	const char *body;
	enum failure failure;
	const char *words;
} failures[] = {
    {500, "{\"error\":{\"code\":500,\"message\":\"a\",\"type\":\"server_error\"}}", FAILURE_RETRY,
	"500: a"},
    {400,
	"{\"error\":{\"code\":\"bad\",\"message\":\"a\",\"type\":\"invalid_request_error\","
	"\"param\":null}}",
	FAILURE_REQUEST, "400: a"},
    {400, "{\"error\":{\"code\":null,\"message\":\"a\"}}", FAILURE_REQUEST, "a"},
    {400, "{\"error\":\"text\"}", FAILURE_REQUEST, "text"},
    {400, "{\"object\":\"error\",\"message\":\"old\"}", FAILURE_REQUEST, "old"},
    {422, "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"field required\"}]}", FAILURE_REQUEST,
	"field required"},
    {400, "[{\"error\":{\"code\":400,\"message\":\"in a list\"}}]", FAILURE_REQUEST, "in a list"},
    {502, "<html><head><title>502 Bad Gateway</title></head>", FAILURE_RETRY,
	"502: 502 Bad Gateway"},
    {503, "upstream connect error", FAILURE_RETRY, "503: upstream connect error"},
    {400, "", FAILURE_OVERFLOW, "gave no reason"}, /* Cerebras */
    {400, "{\"error\":{\"message\":\"\",\"type\":\"\"}}", FAILURE_OVERFLOW, "gave no reason"},
    {422, "", FAILURE_REQUEST, "gave no reason"},
    {413, "", FAILURE_OVERFLOW, "413"},
    {408, "", FAILURE_RETRY, "408"},
    {409, "", FAILURE_RETRY, "409"},
    {425, "", FAILURE_RETRY, "425"},
    {429, "{\"error\":{\"message\":\"slow down\"}}", FAILURE_RETRY, "slow down"},
    {429,
	"{\"error\":{\"message\":\"You exceeded your current "
	"quota\",\"code\":\"insufficient_quota\"}}",
	FAILURE_QUOTA, "quota"},
    {429, "{\"error\":{\"message\":\"check your billing details\"}}", FAILURE_QUOTA, "billing"},
    {402, "{\"error\":{\"message\":\"no\"}}", FAILURE_QUOTA, "no"},
    {401, "{\"error\":{\"message\":\"Invalid API Key\",\"code\":401}}", FAILURE_AUTH, "Invalid"},
    {403, "", FAILURE_AUTH, "403"},
    {404, "{\"error\":{\"message\":\"File Not Found\",\"code\":404}}", FAILURE_REQUEST, "File"},
    {400, "{\"error\":{\"message\":\"x\",\"code\":\"context_length_exceeded\"}}", FAILURE_OVERFLOW,
	"x"},
    {400, "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens\"}}",
	FAILURE_OVERFLOW, "8192"},
    {400, "{\"error\":{\"message\":\"prompt is too long: 9 tokens > 8 maximum\"}}",
	FAILURE_OVERFLOW, "long"},
    {400, "{\"error\":{\"message\":\"x\",\"code\":\"content_filter\"}}", FAILURE_FILTER, "x"},
    {400, "{\"error\":{\"message\":null,\"type\":\"odd_error\"}}", FAILURE_REQUEST, "odd_error"},
    {529, "", FAILURE_RETRY, "529"},
};

/* What each server says to a request that is larger than the window. */
static void every_wording_of_an_overflow_is_known(void **state)
{
	static const struct {
		long status;
		const char *words;
	} rows[] = {
	    {400, "request (6031 tokens) exceeds the available context size (2048 tokens), try "
		  "increasing it"},					       /* llama.cpp */
	    {400, "prompt is too long: 210000 tokens > 200000 maximum"},       /* Anthropic */
	    {400, "Your input exceeds the context window of this model."},     /* OpenAI */
	    {400, "This model's maximum context length is 8192 tokens."},      /* OpenAI, vLLM */
	    {400, "The input token count (1200000) exceeds the maximum"},      /* Google */
	    {400, "This model's maximum prompt length is 131072"},	       /* xAI */
	    {400, "Please reduce the length of the messages or completion"},   /* Groq */
	    {400, "prompt token count of 130000 exceeds the limit of 128000"}, /* Copilot */
	    {400,
		"The number of tokens to keep is greater than the context length"}, /* LM Studio */
	    {400, "invalid params, context window exceeds limit"},		    /* MiniMax */
	    {400, "Your request exceeded model token limit: 262144"},		    /* Kimi */
	    {400, "Prompt contains 40000 tokens, too large for model with 32768 maximum context "
		  "length"},						    /* Mistral */
	    {400, "Input is too long for requested model."},		    /* Bedrock */
	    {413, "Request Entity Too Large"},				    /* Cerebras, proxies */
	    {500, "request (9 tokens) exceeds the available context size"}, /* older llama.cpp */
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *body = json_pack("{s:{s:s}}", "error", "message", rows[i].words);
		char *line = json_line(body);
		struct error e = ERROR_INIT;
		enum failure f = server_failure(rows[i].status, line, strlen(line), &e);

		if (f != FAILURE_OVERFLOW)
			fail_msg("'%s': %d", rows[i].words, (int)f);
		error_free(&e);
		free(line);
		json_decref(body);
	}
}

static void failures_are_told(size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		struct error e = ERROR_INIT;
		enum failure f = server_failure(
		    failures[i].status, failures[i].body, strlen(failures[i].body), &e);

		if (f != failures[i].failure || !strstr(e.message, failures[i].words))
			fail_msg("row %zu: %d, %s", i, (int)f, e.message);
		error_free(&e);
	}
}

static void quirk_29_a_500_for_a_clients_mistake_keeps_its_message(void **state)
{
	static const char *const names[] = {"err-badjson.txt", "err-badtools.txt", "err-image.txt"};

	for (size_t i = 0; i < 3; i++) {
		struct recording rec;
		struct error e = ERROR_INIT;

		recording_read(&rec, names[i]);
		assert_int_equal(rec.status, 500);
		assert_int_equal(
		    server_failure(500, rec.body.data, rec.body.len, &e), FAILURE_RETRY);
		assert_true(strlen(e.message) > 40);
		error_free(&e);
		recording_free(&rec);
	}
}

static void quirk_30_error_codes_and_errors_in_every_form(void **state)
{
	failures_are_told(0, sizeof failures / sizeof *failures);
}

static void quirk_31_json_that_is_none_is_reported(void **state)
{
	static const char *const bodies[] = {
	    "{malformed json: <<<chaos>>>", "[]", "7", "", "{}", "{\"choices\":[]}"};
	struct heard h;

	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct reply r;
		struct error e = ERROR_INIT;

		reply_init(&r);
		assert_false(wire_openai_chat.receive_whole(&r, bodies[i], strlen(bodies[i]), &e));
		assert_int_equal(e.code, ERR_PARSE);
		error_free(&e);
		reply_free(&r);
	}
	HEAR(true, CHUNK("{\"content\":\"a\"}"), "{malformed json: <<<chaos>>>");
	assert_false(h.ok);
	assert_non_null(strstr(h.error.message, "{malformed json: <<<chaos>>>"));
	assert_string_equal(buf_str(&h.reply.text), "a");
	heard_free(&h);
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

static void quirk_38_a_status_without_a_phrase(void **state)
{
	failures_are_told(
	    sizeof failures / sizeof *failures - 1, sizeof failures / sizeof *failures);
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
		assert_int_equal(wire_openai_chat.receive(&r, &ev, &e), i == 2);
		if (i < 2)
			assert_int_equal(e.code, ERR_LIMIT);
		error_free(&e);
		reply_free(&r);
	}
}

static void two_whole_calls_with_one_id_get_two(void **state)
{
	static const char body[] = "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\","
				   "\"function\":{\"name\":\"f\"}},"
				   "{\"id\":\"a\",\"function\":{\"name\":\"g\"}}]}}]}";
	struct reply r;

	reply_init(&r);
	assert_true(wire_openai_chat.receive_whole(&r, body, strlen(body), NULL));
	assert_true(wire_openai_chat.finish(&r, NULL));
	assert_int_equal(r.call_count, 2);
	assert_string_equal(r.calls[0].id, "a");
	assert_string_not_equal(r.calls[1].id, "a");
	reply_free(&r);
}

/* Some servers give every call of a reply the same id; each fragment repeats it. */
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

static void a_price_and_what_was_put_into_a_cache_are_read(void **state)
{
	static const struct {
		const char *usage;
		int64_t written, cached;
		double cost; /* below 0: none is told */
	} rows[] = {
	    {"{\"prompt_tokens\":100,\"completion_tokens\":2,\"cost\":0.0125,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":20,\"cache_write_tokens\":70}}",
		70, 20, 0.0125}, /* OpenRouter */
	    {"{\"prompt_tokens\":100,\"cost\":0.01,\"is_byok\":true,"
	     "\"cost_details\":{\"upstream_inference_cost\":0.2}}",
		0, 0, 0.21},
	    {"{\"prompt_tokens\":100,\"cache_creation_input_tokens\":60,"
	     "\"cache_read_input_tokens\":30,\"prompt_tokens_details\":{\"cached_tokens\":30}}",
		60, 30, -1}, /* LiteLLM */
	    {"{\"prompt_tokens\":100,\"cost\":-3}", 0, 0, -1},
	    {"{\"prompt_tokens\":10,\"cost\":0,\"cache_creation_input_tokens\":60}", 10, 0, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf last = BUF_INIT;
		struct heard h;

		buf_addf(&last, "{\"choices\":[],\"usage\":%s}", rows[i].usage);
		HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("stop"), buf_str(&last));
		assert_int_equal(h.reply.usage.written, rows[i].written);
		assert_int_equal(h.reply.usage.cached, rows[i].cached);
		assert_int_equal(h.reply.usage.priced, rows[i].cost >= 0);
		if (rows[i].cost >= 0)
			assert_true(fabs(h.reply.usage.cost_usd - rows[i].cost) < 1e-9);
		heard_free(&h);
		buf_free(&last);
	}
}

/* What each provider tells, by the examples of its documentation; output is all that is paid for. */
static void each_providers_counting_is_read(void **state)
{
	static const struct {
		const char *usage;
		int64_t input, output, cached, reasoning;
		double cost; /* below 0: none is told */
	} rows[] = {
	    /* OpenAI: thoughts are a part of the output */
	    {"{\"prompt_tokens\":2006,\"completion_tokens\":300,\"total_tokens\":2306,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":1920},"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":256}}",
		2006, 300, 1920, 256, -1},
	    /* xAI: beside it */
	    {"{\"prompt_tokens\":10120,\"completion_tokens\":1499,\"total_tokens\":14428,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":128},"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":2809},"
	     "\"cost_in_usd_ticks\":232856000}",
		10120, 4308, 128, 2809, 0.0232856},
	    {"{\"prompt_tokens\":12,\"completion_tokens\":2,"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":317}}",
		12, 319, 0, 317, -1},
	    /* Gemini: in the sum alone */
	    {"{\"prompt_tokens\":20,\"completion_tokens\":198,\"total_tokens\":623}", 20, 603, 0,
		405, -1},
	    /* Moonshot: what was cached stands beside the sum */
	    {"{\"prompt_tokens\":19,\"completion_tokens\":21,\"total_tokens\":40,\"cached_tokens\":"
	     "10}",
		19, 21, 10, 0, -1},
	    /* DeepSeek */
	    {"{\"prompt_tokens\":16,\"completion_tokens\":110,\"total_tokens\":126,"
	     "\"prompt_cache_hit_tokens\":6,\"prompt_cache_miss_tokens\":10,"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":100}}",
		16, 110, 6, 100, -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf last = BUF_INIT;
		struct heard h;
		const struct usage *u = &h.reply.usage;

		buf_addf(&last, "{\"choices\":[],\"usage\":%s}", rows[i].usage);
		HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("stop"), buf_str(&last));
		if (u->input != rows[i].input || u->output != rows[i].output ||
		    u->cached != rows[i].cached || u->reasoning != rows[i].reasoning ||
		    u->priced != (rows[i].cost >= 0) ||
		    (u->priced && fabs(u->cost_usd - rows[i].cost) > 1e-9))
			fail_msg("row %zu: %lld in, %lld out, %lld cached, %lld thought, $%f", i,
			    (long long)u->input, (long long)u->output, (long long)u->cached,
			    (long long)u->reasoning, u->cost_usd);
		heard_free(&h);
		buf_free(&last);
	}
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
	    cmocka_unit_test(quirk_05_finish_reason_missing_or_null_until_the_end),
	    cmocka_unit_test(quirk_06_usage_finish_and_calls_in_one_chunk),
	    cmocka_unit_test(quirk_07_no_choices_in_the_first_chunk),
	    cmocka_unit_test(quirk_08_no_choices_in_the_last_chunk),
	    cmocka_unit_test(quirk_09_usage_in_the_choice_or_in_x_groq),
	    cmocka_unit_test(quirk_10_comments_keep_alive_and_say_nothing),
	    cmocka_unit_test(quirk_11_blank_lines_before_a_whole_body),
	    cmocka_unit_test(quirk_12_an_error_in_the_middle_of_a_stream),
	    cmocka_unit_test(an_event_named_error_fails_whatever_it_holds),
	    cmocka_unit_test(an_error_that_is_null_is_none),
	    cmocka_unit_test(quirk_13_a_cut_stream_is_no_reply),
	    cmocka_unit_test(quirk_14_done_may_be_missing),
	    cmocka_unit_test(quirk_15_calls_decide_not_the_finish_reason),
	    cmocka_unit_test(quirk_16_variants_of_the_finish_reason),
	    cmocka_unit_test(a_finish_that_tells_of_trouble_is_a_failure),
	    cmocka_unit_test(quirk_17_cut_arguments_are_told_by_the_finish),
	    cmocka_unit_test(quirk_27_a_tool_choice_is_never_sent_nor_relied_on),
	    cmocka_unit_test(quirk_28_several_calls_always),
	    cmocka_unit_test(quirk_29_a_500_for_a_clients_mistake_keeps_its_message),
	    cmocka_unit_test(every_wording_of_an_overflow_is_known),
	    cmocka_unit_test(quirk_30_error_codes_and_errors_in_every_form),
	    cmocka_unit_test(quirk_31_json_that_is_none_is_reported),
	    cmocka_unit_test(bad_bytes_in_a_data_line_are_replaced),
	    cmocka_unit_test(quirk_33_reasoning_under_any_of_its_names),
	    cmocka_unit_test(quirk_38_a_status_without_a_phrase),
	    cmocka_unit_test(quirk_39_unknown_keys_mean_nothing),
	    cmocka_unit_test(quirk_40_leaked_markup_is_text),
	    cmocka_unit_test(ceilings_on_calls_and_arguments),
	    cmocka_unit_test(two_whole_calls_with_one_id_get_two),
	    cmocka_unit_test(two_streamed_calls_with_one_id_are_two),
	    cmocka_unit_test(a_price_and_what_was_put_into_a_cache_are_read),
	    cmocka_unit_test(each_providers_counting_is_read),
	    cmocka_unit_test(signatures_are_kept_with_calls_whose_id_is_empty),
	    cmocka_unit_test(an_empty_thought_before_a_call_is_kept_with_its_field),
	    cmocka_unit_test(what_comes_back_with_a_call_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
