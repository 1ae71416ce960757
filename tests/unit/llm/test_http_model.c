/* SPDX-License-Identifier: MIT
 * The path, protocol and model that a server on loopback is asked with, and what is learnt from its refusals.
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

#define MESSAGES_REPLY \
	SPEAK_STREAM \
	"data: {\"type\":\"message_start\",\"message\":{}}\n\ndata: " \
	"{\"type\":\"content_block_delta\"," \
	"\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"ok\"}}\n\ndata: " \
	"{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\ndata: " \
	"{\"type\":\"message_stop\"}\n\n"

static void quirk_32_not_found_names_the_url_tried(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"File Not Found\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {refusal}, {refusal}, {refusal}, {refusal}, {0}};
	struct backend_scene *s = *state;
	char *where;

	scene_open_at(s, answers, "m", NULL, "?key=abc");
	scene_run(s);
	where = xasprintf("http://127.0.0.1:%d/chat/completions", speaker_port(s->speaker));
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_string_equal(s->error.where, where); /* no user, no query */
	scene_says(s, "File Not Found");
	scene_says(s, "/v1");
	assert_string_equal(s->backend->protocol, "chat"); /* what was thought at first */
	assert_int_equal(speaker_requests(s->speaker), 5); /* chat and responses with /v1 too */
	free(where);
}

static void a_server_without_the_path_is_asked_by_another_protocol(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"File Not Found\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {MESSAGES_REPLY}, {MESSAGES_REPLY}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(speaker_requests(s->speaker), 2);
	assert_non_null(strstr(speaker_request(s->speaker), "POST /v1/messages "));
	assert_non_null(strstr(speaker_request(s->speaker), "anthropic-version: "));
	assert_string_equal(s->backend->protocol, "messages");
	assert_string_equal(s->backend->wire, "messages");
	scene_run(s); /* and it stays with it */
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(speaker_requests(s->speaker), 3);
}

static void what_a_server_refuses_is_left_out_and_stays_so(void **state)
{
#define REFUSED(words) \
	SPEAK_JSON("400 Bad Request", "", \
	    "{\"error\":{\"message\":\"" words "\",\"code\":\"unsupported\"}}")
#define DONE \
	SPEAK_STREAM \
	"data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"ok\"}\n\n" \
	"data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\n"
	static const struct speaker_answer answers[] = {
	    {REFUSED("Unsupported parameter: 'reasoning.summary'")},
	    {REFUSED("Encrypted content is not supported with this model.")}, {DONE},
	    {REFUSED("Encrypted content is not supported with this model.")}, {0}};
	struct backend_scene *s = *state;

	scene_open_at(s, answers, "m", NULL, "/v1/responses");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_null(strstr(speaker_request(s->speaker), "summary"));
	assert_null(strstr(speaker_request(s->speaker), "encrypted"));
	scene_run(s); /* the same refusal again is one */
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_int_equal(speaker_requests(s->speaker), 4);
}

static void a_model_that_is_not_there_is_no_missing_path(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"model 'm' not found\"}}")},
	    {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_int_equal(speaker_requests(s->speaker), 1);
	scene_says(s, "-m");
}

static void without_a_model_the_servers_only_one_is_used(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "", "{\"data\":[{\"id\":\"tiny\",\"meta\":{\"n_ctx\":2048}}]}")},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END},
	    {0}};
	struct backend_scene *s = *state;

	scene_open_at(s, answers, NULL, NULL, "/v1");
	scene_run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(s->backend->model, "tiny");
	assert_int_equal(s->backend->context_tokens, 2048);
	assert_non_null(strstr(speaker_request(s->speaker), "\"model\":\"tiny\""));
	scene_run(s); /* asked for once */
	assert_int_equal(speaker_requests(s->speaker), 3);
}

static void without_a_model_several_are_named(void **state)
{
	static const struct {
		const char *answer, *words;
	} rows[] = {
	    {SPEAK_JSON("200 OK", "", "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}"),
		"a, b); choose one with -m"},
	    {SPEAK_JSON("200 OK", "", "{\"data\":[]}"), "no model; name one with -m"},
	    {SPEAK_JSON("404 No", "", ""), "-m"},
	    {SPEAK_JSON("200 OK", "", "{nonsense"), "-m"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {{rows[i].answer}, {0}};
		struct backend_scene *s;

		scene_teardown(state);
		scene_setup(state);
		s = *state;
		scene_open_at(s, answers, NULL, NULL, "/v1");
		scene_run(s);
		assert_int_equal(s->failure, FAILURE_REQUEST);
		scene_says(s, rows[i].words);
		assert_non_null(strstr(speaker_request(s->speaker), "GET /v1/models "));
	}
}

static void the_models_table_tells_quirks_and_window(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a") SPEAK_END}, {0}};
	struct backend_scene *s = *state;
	struct model model = {.id = "openai/gpt-5-mini", .temperature = 0.5, .max_tokens = 9};
	char *base;

	s->speaker = speaker_new(s->loop, answers);
	base = xasprintf("http://127.0.0.1:%d", speaker_port(s->speaker));
	model.base_url = base;
	s->backend = backend_http_new(s->loop, s->settings, &model);
	scene_run(s);
	assert_non_null(strstr(speaker_request(s->speaker), "\"max_completion_tokens\":9"));
	assert_null(strstr(speaker_request(s->speaker), "temperature"));
	assert_int_equal(s->backend->context_tokens, 400000);
	free(base);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(quirk_32_not_found_names_the_url_tried),
	    TEST(a_server_without_the_path_is_asked_by_another_protocol),
	    TEST(what_a_server_refuses_is_left_out_and_stays_so),
	    TEST(a_model_that_is_not_there_is_no_missing_path),
	    TEST(without_a_model_the_servers_only_one_is_used),
	    TEST(without_a_model_several_are_named),
	    TEST(the_models_table_tells_quirks_and_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
