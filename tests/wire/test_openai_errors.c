/* SPDX-License-Identifier: MIT
 * Errors of servers that speak Chat Completions, instead of a reply or in the middle of one: rows 12, 29-31 and 38
 * of the list of known quirks (test_openai_quirks.c).
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "llm/http/server_error.h"
#include "tests/support/openai_chunks.h"

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
		assert_false(
		    wire_receive_whole(&wire_openai_chat, &r, bodies[i], strlen(bodies[i]), &e));
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

static void quirk_38_a_status_without_a_phrase(void **state)
{
	failures_are_told(
	    sizeof failures / sizeof *failures - 1, sizeof failures / sizeof *failures);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(quirk_12_an_error_in_the_middle_of_a_stream),
	    cmocka_unit_test(an_event_named_error_fails_whatever_it_holds),
	    cmocka_unit_test(an_error_that_is_null_is_none),
	    cmocka_unit_test(quirk_29_a_500_for_a_clients_mistake_keeps_its_message),
	    cmocka_unit_test(every_wording_of_an_overflow_is_known),
	    cmocka_unit_test(quirk_30_error_codes_and_errors_in_every_form),
	    cmocka_unit_test(quirk_31_json_that_is_none_is_reported),
	    cmocka_unit_test(quirk_38_a_status_without_a_phrase),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
