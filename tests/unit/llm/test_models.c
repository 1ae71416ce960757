/* SPDX-License-Identifier: MIT
 * The models a server lists, in the forms servers list them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/backend.h"
#include "tests/support/scratch.h"
#include "tests/support/speaker.h"
#include "tests/support/wire_streams.h"

struct listing {
	int dones;
	char *line; /* (owned) the models, or the error */
	enum error_code code;
};

static void on_done(void *ctx, const json_t *models, const struct error *e)
{
	struct listing *l = ctx;

	l->dones++;
	l->line = models ? json_line(models) : error_line(e);
	l->code = models ? ERR_NONE : e->code;
}

static bool is_done(void *ctx)
{
	return ((struct listing *)ctx)->dones > 0;
}

static struct settings *settings_plain(const char *dir)
{
	struct problems problems = PROBLEMS_INIT;

	setenv("XDG_CONFIG_HOME", dir, 1);
	return settings_load(&(struct settings_request){.workspace = dir}, &problems);
}

static void lists(const char *answer, const char *expected, enum error_code code)
{
	const struct speaker_answer answers[] = {{answer}, {0}};
	struct loop *l = loop_new();
	struct speaker *speaker = speaker_new(l, answers);
	char *dir = scratch_new();
	struct settings *s = settings_plain(dir);
	char *base = xasprintf("http://127.0.0.1:%d/v1", speaker_port(speaker));
	struct listing listing = {0};

	models_fetch(l, s, &(struct model){.base_url = base, .key = "key", .key_name = "SOME_KEY"},
	    on_done, &listing);
	assert_int_equal(listing.dones, 0);
	assert_true(loop_await(l, is_done, &listing, NULL));
	assert_int_equal(listing.code, code);
	if (!strstr(listing.line, expected))
		fail_msg("'%s' does not hold '%s'", listing.line, expected);
	assert_non_null(strstr(speaker_request(speaker), "GET /v1/models HTTP/1.1\r\n"));
	assert_non_null(strstr(speaker_request(speaker), "Authorization: Bearer key\r\n"));
	free(listing.line);
	free(base);
	settings_free(s);
	scratch_free(dir);
	speaker_free(speaker);
	loop_free(l);
}

static void a_recorded_list(void **state)
{
	struct recording rec;
	char *answer;

	recording_read(&rec, "get-v1-models.txt");
	answer = xasprintf(SPEAK_JSON("200 OK", "", "%s"), buf_str(&rec.body));
	lists(answer, "[{\"id\":\"tiny\",\"context_tokens\":2048}]", ERR_NONE);
	free(answer);
	recording_free(&rec);
}

static void the_window_under_the_names_it_has(void **state)
{
	lists(SPEAK_JSON("200 OK", "",
		  "{\"data\":[{\"id\":\"a\",\"context_length\":10},{\"id\":\"b\",\"max_model_len\":"
		  "11},"
		  "{\"id\":\"c\",\"context_window\":12},{\"id\":\"d\",\"context_length\":\"13\"},{"
		  "\"id\":\"\"},7,"
		  "{\"name\":\"e\",\"context_length\":-1}]}"),
	    "[{\"id\":\"a\",\"context_tokens\":10},{\"id\":\"b\",\"context_tokens\":11},"
	    "{\"id\":\"c\",\"context_tokens\":12},{\"id\":\"d\"},{\"id\":\"e\"}]",
	    ERR_NONE);
	lists(SPEAK_JSON("200 OK", "", "[{\"id\":\"a\"}]"), "[{\"id\":\"a\"}]", ERR_NONE);
	lists(SPEAK_JSON(
		  "200 OK", "", "{\"models\":[{\"name\":\"models/f\",\"inputTokenLimit\":14}]}"),
	    "[{\"id\":\"models/f\",\"context_tokens\":14}]", ERR_NONE);
	lists(SPEAK_JSON("200 OK", "",
		  "{\"data\":[{\"id\":\"g\",\"max_input_tokens\":15},{\"id\":\"h\",\"top_"
		  "provider\":{\"context_length\":16},\"context_length\":99}]}"),
	    "[{\"id\":\"g\",\"context_tokens\":15},{\"id\":\"h\",\"context_tokens\":16}]",
	    ERR_NONE);
	lists(SPEAK_JSON("200 OK", "", "{\"data\":[]}"), "[]", ERR_NONE);
}

static void names_that_would_not_show_as_they_are_are_left_out(void **state)
{
	lists(SPEAK_JSON("200 OK", "",
		  "[{\"id\":\"a\\u001b[31m\"},{\"id\":\"b\\u202ec\"},{\"id\":\"d\\u009be\"},"
		  "{\"id\":\"f\\ng\"},{\"id\":\"h/i:j k\"}]"),
	    "[{\"id\":\"h/i:j k\"}]", ERR_NONE);
}

static void a_model_is_known_by_the_name_it_is_asked_for(void **state)
{
	static const struct {
		const char *listed, *asked;
		bool same;
	} rows[] = {
	    {"tiny", "tiny", true},
	    {"tiny-2", "tiny", false},
	    {"tiny", "tiny-2", false},
	    {"models/gemini-2.5-flash", "gemini-2.5-flash", true},
	    {"models/gemini-2.5-flash", "models/gemini-2.5-flash", true},
	    {"gemini-2.5-flash", "models/gemini-2.5-flash", false},
	    {"qwen3:latest", "qwen3", true},
	    {"qwen3:8b", "qwen3", false},
	    {"claude-sonnet-4-5-20250929", "claude-sonnet-4-5", true},
	    {"claude-sonnet-4-5-2025092x", "claude-sonnet-4-5", false},
	    {"claude-sonnet-4-20250514", "claude-sonnet-4-5", false},
	    {"openai/gpt-5", "gpt-5", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (model_is_listed_as(rows[i].listed, rows[i].asked) != rows[i].same)
			fail_msg("%s for %s", rows[i].listed, rows[i].asked);
}

static void what_is_no_list_says_so(void **state)
{
	lists(SPEAK_JSON("200 OK", "", "{\"data\":7}"),
	    "answer is no list of models; check backend.base_url", ERR_PARSE);
	lists(SPEAK_JSON("200 OK", "", "<html>"),
	    "a page, no list of models; check backend.base_url", ERR_PARSE);
	lists(SPEAK_JSON("404 No", "", "{\"error\":\"nothing here\"}"),
	    "404: nothing here; it lists no models, or backend.base_url is wrong", ERR_NOT_FOUND);
	lists(SPEAK_JSON("401 No", "", "{\"error\":\"who is this\"}"),
	    "401: who is this; it was sent the key of $SOME_KEY", ERR_SERVER);
	lists("", "/v1/models: ", ERR_NETWORK);
}

static void stopped_it_says_nothing(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "", "{\"data\":[]}")}, {0}};
	struct loop *l = loop_new();
	struct speaker *speaker = speaker_new(l, answers);
	char *dir = scratch_new();
	struct settings *s = settings_plain(dir);
	char *base = xasprintf("http://127.0.0.1:%d/v1", speaker_port(speaker));
	struct listing listing = {0};
	struct model_list *m =
	    models_fetch(l, s, &(struct model){.base_url = base}, on_done, &listing);

	loop_turn(l, 10);
	models_stop(m);
	models_stop(NULL);
	for (int i = 0; i < 5; i++)
		loop_turn(l, 1);
	assert_int_equal(listing.dones, 0);
	free(base);
	settings_free(s);
	scratch_free(dir);
	speaker_free(speaker);
	loop_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_recorded_list),
	    cmocka_unit_test(the_window_under_the_names_it_has),
	    cmocka_unit_test(names_that_would_not_show_as_they_are_are_left_out),
	    cmocka_unit_test(what_is_no_list_says_so),
	    cmocka_unit_test(a_model_is_known_by_the_name_it_is_asked_for),
	    cmocka_unit_test(stopped_it_says_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
