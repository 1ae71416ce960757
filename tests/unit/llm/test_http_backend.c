/* SPDX-License-Identifier: MIT
 * The backend over HTTP against a server on loopback: what is sent, what ends a reply, its limits and secrets.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/secret.h"
#include "tests/support/backend_scene.h"

static void a_reply_streams_and_ends(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_CHUNK("{\"reasoning\":\"hm\"}") SPEAK_TEXT("Hel")
		    SPEAK_TEXT("lo") "data: "
				     "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_"
				     "tokens\":2}}\n\n" SPEAK_END},
	    {0}};
	struct backend_scene *s = *state;
	const char *request, *body;
	json_t *value;

	scene_open_at(s, answers, "m", "sk-0123456789", "/v1/");
	scene_set(s, "backend.headers", "{\"X-Title\":\"t\"}");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(buf_str(&s->text), "Hello");
	assert_string_equal(buf_str(&s->thinking), "hm");
	assert_string_equal(s->reply_text, "Hello");
	assert_int_equal(s->usage.input, 7);
	assert_false(s->usage.estimated);
	request = speaker_request(s->speaker);
	assert_ptr_equal(strstr(request, "POST /v1/chat/completions HTTP/1.1\r\n"), request);
	assert_non_null(strstr(request, "Authorization: Bearer sk-0123456789\r\n"));
	assert_non_null(strstr(request, "Content-Type: application/json\r\n"));
	assert_non_null(strstr(request, "X-Title: t\r\n"));
	assert_null(strstr(request, "Expect:"));
	body = strstr(request, "\r\n\r\n") + 4;
	value = json_parse(body, strlen(body), NULL);
	assert_string_equal(json_str(value, "model", ""), "m");
	assert_true(json_flag(json_map(value, "stream_options"), "include_usage", false));
	json_decref(value);
}

static void quirk_10_comments_are_liveness_but_not_for_ever(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM ": keep-alive\n\n: keep-alive\n\n", THEN_KEEP}, {0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.comment_timeout_s", "0.05");
	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_TIMEOUT);
	scene_says(s, "comments");
}

static void quirk_11_blank_lines_before_a_body(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "",
		"\n\n  "
		"\r\n{\"choices\":[{\"message\":{\"content\":\"whole\"},\"finish_reason\":\"stop\"}"
		"]}")},
	    {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(buf_str(&s->text), "whole");
}

static void quirk_31_json_though_a_stream_was_asked_for(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "", "{malformed json: <<<chaos>>>")},
	    {SPEAK_JSON("200 OK", "", "{\"error\":\"no model\"}")},
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: "
	     "close\r\n\r\n<html>hi</html>"},
	    {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	scene_says(s, "<<<chaos>>>");
	scene_says(s, "application/json");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	scene_says(s, "no model");
	scene_run(s);
	scene_says(s, "page");
	assert_int_equal(speaker_requests(s->speaker), 3);
}

/* A proxy that asks again sends a whole message anew; pings between them tell the reads apart. */
static void what_counts_no_more_is_taken_back_before_it_is_said_anew(void **state)
{
	static const char start[] = "data: {\"type\":\"message_start\",\"message\":{}}\n\n"
				    "data: {\"type\":\"content_block_start\",\"index\":0,"
				    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
			  text[] = "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
				   "{\"type\":\"text_delta\",\"text\":\"%s\"}}\n\n",
			  end[] = "data: {\"type\":\"message_delta\",\"delta\":"
				  "{\"stop_reason\":\"end_turn\"}}\n\n"
				  "data: {\"type\":\"message_stop\"}\n\n";
	struct speaker_answer answers[] = {{0}, {0}};
	struct backend_scene *s = *state;
	struct buf body = BUF_LIMIT(BUF_UNBOUNDED);

	buf_addf(&body, "%s%s", SPEAK_STREAM, start);
	buf_addf(&body, text, "The old words");
	for (int i = 0; i < 40000; i++)
		buf_adds(&body, "event: ping\n\n");
	buf_adds(&body, start);
	buf_addf(&body, text, "New words, which are more");
	buf_adds(&body, end);
	answers[0].bytes = buf_str(&body);
	scene_open(s, answers);
	s->backend->speak(s->backend, "messages");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(s->reply_text, "New words, which are more");
	assert_string_equal(buf_str(&s->text), s->reply_text);
	buf_free(&body);
}

static void a_stream_that_ended_well_needs_no_clean_close(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n" SPEAK_TEXT("all") SPEAK_END,
		THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("all") SPEAK_END, THEN_KEEP},
	    {SPEAK_STREAM SPEAK_TEXT("all") SPEAK_FINISH, THEN_KEEP}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	for (int i = 0; i < 3; i++) {
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_NONE);
		assert_string_equal(s->reply_text, "all");
	}
}

static void each_deadline_ends_the_reply(void **state)
{
	static const struct {
		const char *setting;
		struct speaker_answer answer;
	} rows[] = {
	    {"backend.first_byte_timeout_s", {"", THEN_KEEP}},
	    {"backend.stall_timeout_s", {SPEAK_STREAM SPEAK_TEXT("a"), THEN_KEEP}},
	    {"backend.reply_timeout_s", {SPEAK_STREAM SPEAK_TEXT("a"), THEN_KEEP}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {rows[i].answer, {0}};
		struct backend_scene *s;

		scene_teardown(state);
		scene_setup(state);
		s = *state;
		scene_set(s, rows[i].setting, "0.05");
		scene_open(s, answers);
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_TIMEOUT);
		scene_says(s, rows[i].setting);
	}
}

static void each_ceiling_ends_the_reply(void **state)
{
	static const struct {
		const char *setting, *value, *bytes;
	} rows[] = {
	    {"backend.max_line_bytes", "256",
		SPEAK_STREAM SPEAK_TEXT("0123456789012345678901234567890123456789"
					"0123456789012345678901234567890123456789012345678901234567"
					"890123456789012345678901234567890123456789"
					"0123456789012345678901234567890123456789012345678901234567"
					"890123456789012345678901234567890123456789"
					"01234567890123456789") SPEAK_END},
	    {"backend.max_body_bytes", "256",
		SPEAK_STREAM SPEAK_TEXT("a") SPEAK_TEXT("b") SPEAK_TEXT("c") SPEAK_TEXT("d")
		    SPEAK_TEXT("e") SPEAK_TEXT("f") SPEAK_TEXT("g")},
	    {"backend.max_calls", "1",
		SPEAK_STREAM SPEAK_CHUNK(
		    "{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"f\"}},"
		    "{\"id\":\"b\",\"function\":{\"name\":\"f\"}}]}") SPEAK_END},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {{rows[i].bytes}, {0}};
		struct backend_scene *s;

		scene_teardown(state);
		scene_setup(state);
		s = *state;
		scene_set(s, rows[i].setting, rows[i].value);
		scene_open(s, answers);
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_BROKEN);
		assert_int_equal(speaker_requests(s->speaker), 1);
		assert_non_null(s->error.message);
	}
}

static void a_server_that_is_not_there(void **state)
{
	static const struct speaker_answer none[] = {{0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.retries", "1");
	scene_open(s, none);
	speaker_free(s->speaker);
	s->speaker = NULL;
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_int_equal(s->retried, 1);
	assert_null(strstr(buf_str(&s->retries), "is the server running"));
	scene_says(s, "is the server running");
}

static void the_connection_is_used_again(void **state)
{
	static const char answer[] =
	    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 71\r\n\r\n"
	    "{\"choices\":[{\"message\":{\"content\":\"abcdefgh\"},\"finish_reason\":\"stop\"}]}";
	static const struct speaker_answer answers[] = {
	    {answer, THEN_KEEP}, {answer, THEN_KEEP}, {answer, THEN_KEEP}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	for (int i = 0; i < 3; i++) {
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_NONE);
	}
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_int_equal(speaker_connections(s->speaker), 1);
}

static void a_secret_is_replaced_even_when_it_comes_in_pieces(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a sk-0123") SPEAK_TEXT("456789 b sk-01") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	secret_add("SPEAKER_KEY", "sk-0123456789");
	scene_open(s, answers);
	scene_run(s);
	assert_string_equal(buf_str(&s->text), "a $SPEAKER_KEY b sk-01");
}

static void an_error_never_says_the_key_back(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("503 No", "", "{\"error\":\"the key sk-0123456789 is tired\"}")},
	    {SPEAK_JSON("401 No", "", "{\"error\":\"the key sk-0123456789 is bad\"}")}, {0}};
	struct backend_scene *s = *state;

	secret_add("SPEAKER_KEY", "sk-0123456789");
	scene_open_at(s, answers, "m", "sk-0123456789", "/v1");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_AUTH);
	scene_says(s, "the key $SPEAKER_KEY is bad");
	assert_non_null(strstr(buf_str(&s->retries), "the key $SPEAKER_KEY is tired"));
}

static void usage_that_was_not_told_is_estimated(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("01234567890123456789") SPEAK_END}, {0}};
	struct backend_scene *s = *state;
	const char *body;

	scene_open(s, answers);
	scene_run(s);
	body = strstr(speaker_request(s->speaker), "\r\n\r\n") + 4;
	assert_true(s->usage.known && s->usage.estimated);
	assert_int_equal(s->usage.output, 5);
	assert_int_equal(s->usage.input, strlen(body) / 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_reply_streams_and_ends),
	    TEST(quirk_10_comments_are_liveness_but_not_for_ever),
	    TEST(quirk_11_blank_lines_before_a_body),
	    TEST(quirk_31_json_though_a_stream_was_asked_for),
	    TEST(what_counts_no_more_is_taken_back_before_it_is_said_anew),
	    TEST(a_stream_that_ended_well_needs_no_clean_close),
	    TEST(each_deadline_ends_the_reply),
	    TEST(each_ceiling_ends_the_reply),
	    TEST(a_server_that_is_not_there),
	    TEST(the_connection_is_used_again),
	    TEST(a_secret_is_replaced_even_when_it_comes_in_pieces),
	    TEST(an_error_never_says_the_key_back),
	    TEST(usage_that_was_not_told_is_estimated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
