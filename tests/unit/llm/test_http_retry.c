/* SPDX-License-Identifier: MIT
 * What the backend over HTTP tries again against a server on loopback, how often, and what becomes of words of the
 * failed attempt that were already shown.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "tests/support/backend_scene.h"

static bool is_stopped(void *ctx)
{
	return ((struct backend_scene *)ctx)->completion == NULL;
}

static void quirk_13_a_cut_stream(void **state)
{
	static const struct speaker_answer answers[] = {{SPEAK_STREAM SPEAK_TEXT("half")}, {0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.retries", "0");
	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	assert_int_equal(speaker_requests(s->speaker), 1);
	assert_string_equal(s->reply_text, "half");
	scene_says(s, "cut");
}

static void quirk_29_a_500_is_tried_again_a_bounded_number_of_times(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("500 Oops", "", "{\"error\":{\"code\":500,\"message\":\"bad tools\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {refusal}, {refusal}, {refusal}, {refusal}, {0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.retries", "2");
	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_int_equal(s->retried, 2);
	scene_says(s, "500: bad tools");
	assert_non_null(strstr(buf_str(&s->retries), "500: bad tools"));
}

static void what_may_be_tried_again_is_and_the_reply_is_the_last_ones(void **state)
{
	static const struct speaker_answer answers[] = {{SPEAK_JSON("529 ", "", "")},
	    {SPEAK_STREAM "data: {\"error\":{\"code\":503,\"message\":\"busy\"}}\n\n"},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(s->retried, 2);
	assert_string_equal(buf_str(&s->text), "ok");
	assert_string_equal(s->reply_text, "ok");
}

static void a_connection_that_breaks_before_the_first_delta_is_tried_again(void **state)
{
	static const struct speaker_answer answers[] = {{"", THEN_RESET},
	    {"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\ndata: {", THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(s->retried, 2);
	assert_string_equal(buf_str(&s->text), "ok");
}

static void one_that_breaks_after_a_delta_is_too_and_what_was_shown_is_taken_back(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
	     "9000\r\n\r\n" SPEAK_TEXT("half"),
		THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("again") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(s->retried, 1);
	assert_string_equal(s->reply_text, "again");
	assert_string_equal(buf_str(&s->text), "again");
	assert_int_equal(speaker_requests(s->speaker), 2);
}

static void what_came_before_is_kept_where_nothing_comes_any_more(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
	     "9000\r\n\r\n" SPEAK_TEXT("half"),
		THEN_CLOSE},
	    {SPEAK_JSON("503 Busy", "", "{}")}, {SPEAK_JSON("503 Busy", "", "{}")}, {0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.retries", "2");
	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_string_equal(s->reply_text, "half");
}

/* What a server keeps for longer has a price of its own. */
static void what_an_attempt_that_broke_off_put_into_a_cache_counts_as_lost(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
	     "9000\r\n\r\n"
	     "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{"
	     "\"input_tokens\":10,\"cache_creation_input_tokens\":5,\"cache_creation\":{"
	     "\"ephemeral_1h_input_tokens\":3},\"output_tokens\":1}}}\n\n",
		THEN_CLOSE},
	    {SPEAK_JSON("400 Bad Request", "", "{}")}, {0}};
	struct backend_scene *s = *state;

	scene_open_at(s, answers, "m", NULL, "/v1/messages");
	scene_run(s);
	assert_int_equal(speaker_requests(s->speaker), 2);
	assert_true(s->lost.known);
	assert_int_equal(s->lost.input, 15);
	assert_int_equal(s->lost.written, 5);
	assert_int_equal(s->lost.written_long, 3);
}

static void who_stops_while_words_are_taken_back_hears_no_more(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
	     "9000\r\n\r\n" SPEAK_TEXT("half"),
		THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("again") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_begin(s);
	s->stop_when_taken_back = true;
	assert_true(loop_await(s->loop, is_stopped, s, NULL));
	assert_int_equal(s->retried, 0);
	assert_int_equal(s->dones, 0);
}

static void an_error_after_a_delta_ends_the_reply_with_its_text_kept(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT(
		"half") "data: {\"error\":{\"code\":500,\"message\":\"boom\"}}\n\n"},
	    {SPEAK_STREAM SPEAK_TEXT("half") "data: {nonsense\n\n" SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_set(s, "backend.retries", "0");
	scene_open(s, answers);
	for (int i = 0; i < 2; i++) {
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_BROKEN);
		scene_says(s, i ? "no JSON" : "boom");
		assert_string_equal(s->reply_text, "half");
	}
	assert_int_equal(speaker_requests(s->speaker), 2);
}

static void a_long_wait_is_refused_and_a_short_one_obeyed(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("429 Slow", "Retry-After: 120\r\n", "{\"error\":{\"message\":\"slow\"}}")},
	    {SPEAK_JSON("429 Slow", "Retry-After: 0.01\r\n", "{\"error\":{\"message\":\"slow\"}}")},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	scene_says(s, "2m");
	assert_int_equal(s->retried, 0);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(s->retried, 1);
}

static void what_a_retry_cannot_mend_is_not_tried_again(void **state)
{
	static const struct {
		const char *answer;
		enum failure failure;
		const char *words;
	} rows[] = {
	    {SPEAK_JSON("429 Quota", "", "{\"error\":{\"message\":\"check your billing\"}}"),
		FAILURE_QUOTA, "billing"},
	    {SPEAK_JSON("401 No", "", "{\"error\":{\"message\":\"bad key\"}}"), FAILURE_AUTH,
		"$SPEAKER_KEY"},
	    {SPEAK_JSON("400 No", "", "{\"error\":{\"message\":\"context window exceeded\"}}"),
		FAILURE_OVERFLOW, "window"},
	    {SPEAK_JSON("503 No", "x-should-retry: false\r\n", "{}"), FAILURE_RETRY, "503"},
	    {"HTTP/1.1 307 Moved\r\nLocation: http://u:p@elsewhere.test/v1?x\r\nContent-Length: "
	     "0\r\n\r\n",
		FAILURE_REQUEST, "'http://elsewhere.test/v1'"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {{rows[i].answer}, {0}};
		struct backend_scene *s;

		scene_teardown(state);
		scene_setup(state);
		s = *state;
		scene_open_at(s, answers, "m", "sk-0123456789", "/v1");
		scene_run(s);
		assert_int_equal(s->failure, rows[i].failure);
		scene_says(s, rows[i].words);
		assert_null(strstr(s->error.message, "sk-0123456789"));
		assert_int_equal(speaker_requests(s->speaker), 1);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(quirk_13_a_cut_stream),
	    TEST(quirk_29_a_500_is_tried_again_a_bounded_number_of_times),
	    TEST(what_may_be_tried_again_is_and_the_reply_is_the_last_ones),
	    TEST(a_connection_that_breaks_before_the_first_delta_is_tried_again),
	    TEST(one_that_breaks_after_a_delta_is_too_and_what_was_shown_is_taken_back),
	    TEST(what_came_before_is_kept_where_nothing_comes_any_more),
	    TEST(what_an_attempt_that_broke_off_put_into_a_cache_counts_as_lost),
	    TEST(who_stops_while_words_are_taken_back_hears_no_more),
	    TEST(an_error_after_a_delta_ends_the_reply_with_its_text_kept),
	    TEST(a_long_wait_is_refused_and_a_short_one_obeyed),
	    TEST(what_a_retry_cannot_mend_is_not_tried_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
