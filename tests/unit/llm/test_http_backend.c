/*
 * The backend over HTTP against a server on loopback: what is sent, what is tried again, what ends
 * a reply, and that stopping works at every stage.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/secret.h"
#include "llm/backend.h"
#include "tests/support/scratch.h"
#include "tests/support/speaker.h"

struct scene {
	struct loop *loop;
	struct settings *settings;
	struct speaker *speaker;
	struct backend *backend;
	char *dir;
	json_t *items;

	struct completion *completion;
	struct buf text, thinking, retries;
	int deltas, retried, dones;
	bool stop_in_delta, stop_in_retry, stop_when_taken_back;
	enum failure failure;
	struct error error;
	char *reply_text;
	struct usage usage;
	size_t calls;
};

static void set(struct scene *s, const char *key, const char *value)
{
	struct error e = ERROR_INIT;

	if (!setting_change(s->settings, key, json_parse(value, strlen(value), NULL), &e))
		fail_msg("%s", e.message);
}

static int setup(void **state)
{
	struct scene *s = xcalloc(1, sizeof *s);
	struct problems problems = PROBLEMS_INIT;

	s->dir = scratch_new();
	setenv("XDG_CONFIG_HOME", s->dir, 1);
	s->loop = loop_new();
	s->settings = settings_load(&(struct settings_request){.workspace = s->dir}, &problems);
	assert_non_null(s->settings);
	set(s, "backend.retry_base_ms", "1");
	set(s, "backend.retry_max_ms", "2");
	s->items = json_pack("[{s:s, s:s, s:[{s:s, s:s}]}]", "type", "message", "role", "user",
	    "parts", "type", "text", "text", "hello");
	*state = s;
	return 0;
}

static void forget(struct scene *s)
{
	buf_clear(&s->text);
	buf_clear(&s->thinking);
	buf_clear(&s->retries);
	s->deltas = s->retried = s->dones = 0;
	error_free(&s->error);
	free(s->reply_text);
	s->reply_text = NULL;
}

static int teardown(void **state)
{
	struct scene *s = *state;

	forget(s);
	if (s->backend)
		backend_free(s->backend);
	if (s->speaker)
		speaker_free(s->speaker);
	loop_free(s->loop);
	settings_free(s->settings);
	scratch_free(s->dir);
	json_decref(s->items);
	buf_free(&s->text);
	buf_free(&s->thinking);
	buf_free(&s->retries);
	secret_clear();
	free(s);
	return 0;
}

/* base: NULL for the speaker's own /v1. */
static void open_at(struct scene *s, const struct speaker_answer *answers, const char *model,
    const char *key, const char *path)
{
	char *base;
	struct model m = {.id = model, .key = key, .key_name = "SPEAKER_KEY", .temperature = NAN};

	s->speaker = speaker_new(s->loop, answers);
	base = xasprintf("http://user:word@127.0.0.1:%d%s", speaker_port(s->speaker), path);
	m.base_url = base;
	s->backend = backend_http_new(s->loop, s->settings, &m);
	free(base);
}

static void open(struct scene *s, const struct speaker_answer *answers)
{
	open_at(s, answers, "m", NULL, "/v1");
}

static void on_delta(void *ctx, enum delta_kind kind, const char *text, size_t len)
{
	struct scene *s = ctx;

	s->deltas++;
	if (kind == DELTA_TAKEN_BACK || kind == DELTA_CUT)
		buf_clear(&s->text);
	else
		buf_add(kind == DELTA_TEXT ? &s->text : &s->thinking, text, len);
	if (s->stop_in_delta || (s->stop_when_taken_back && kind == DELTA_CUT)) {
		s->backend->stop(s->completion);
		s->completion = NULL;
	}
}

static void on_retry(void *ctx, int attempt, int wait_ms, const char *reason)
{
	struct scene *s = ctx;

	s->retried++;
	assert_int_equal(attempt, s->retried);
	assert_true(wait_ms >= 0 && wait_ms <= 60000);
	buf_addf(&s->retries, "%s\n", reason);
	if (s->stop_in_retry) {
		s->backend->stop(s->completion);
		s->completion = NULL;
	}
}

static void on_done(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct scene *s = ctx;

	s->dones++;
	s->failure = failure;
	if (e)
		error_at(&s->error, e->code, e->where, "%s", e->message);
	s->reply_text = xstrdup(buf_str(&reply->text));
	s->usage = reply->usage;
	s->calls = reply->call_count;
	assert_true(reply->ended_ms >= reply->started_ms && reply->started_ms > 0);
	/* Stopping what is done is harmless. */
	s->backend->stop(s->completion);
	s->completion = NULL;
}

static bool is_done(void *ctx)
{
	return ((struct scene *)ctx)->dones > 0;
}

static bool is_stopped(void *ctx)
{
	return ((struct scene *)ctx)->completion == NULL;
}

static void begin(struct scene *s)
{
	struct context context = {.system = "be good", .items = s->items, .tail = "tail"};
	struct reply_sink sink = {on_delta, on_retry, on_done, s};

	forget(s);
	s->completion = s->backend->start(s->backend, &context, &sink);
	assert_int_equal(s->dones, 0);
}

static void run(struct scene *s)
{
	begin(s);
	assert_true(loop_await(s->loop, is_done, s, NULL));
	assert_int_equal(s->dones, 1);
}

static void says(const struct scene *s, const char *words)
{
	if (!s->error.message || !strstr(s->error.message, words))
		fail_msg("'%s' does not hold '%s'", s->error.message, words);
}

static void a_reply_streams_and_ends(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_CHUNK("{\"reasoning\":\"hm\"}") SPEAK_TEXT("Hel")
		    SPEAK_TEXT("lo") "data: "
				     "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_"
				     "tokens\":2}}\n\n" SPEAK_END},
	    {0}};
	struct scene *s = *state;
	const char *request, *body;
	json_t *value;

	open_at(s, answers, "m", "sk-0123456789", "/v1/");
	set(s, "backend.headers", "{\"X-Title\":\"t\"}");
	run(s);
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
	struct scene *s = *state;

	set(s, "backend.comment_timeout_s", "0.05");
	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_TIMEOUT);
	says(s, "comments");
}

static void quirk_11_blank_lines_before_a_body(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "",
		"\n\n  "
		"\r\n{\"choices\":[{\"message\":{\"content\":\"whole\"},\"finish_reason\":\"stop\"}"
		"]}")},
	    {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(buf_str(&s->text), "whole");
}

static void quirk_13_a_cut_stream(void **state)
{
	static const struct speaker_answer answers[] = {{SPEAK_STREAM SPEAK_TEXT("half")}, {0}};
	struct scene *s = *state;

	set(s, "backend.retries", "0");
	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	assert_int_equal(speaker_requests(s->speaker), 1);
	assert_string_equal(s->reply_text, "half");
	says(s, "cut");
}

static void quirk_29_a_500_is_tried_again_a_bounded_number_of_times(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("500 Oops", "", "{\"error\":{\"code\":500,\"message\":\"bad tools\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {refusal}, {refusal}, {refusal}, {refusal}, {0}};
	struct scene *s = *state;

	set(s, "backend.retries", "2");
	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_int_equal(s->retried, 2);
	says(s, "500: bad tools");
	assert_non_null(strstr(buf_str(&s->retries), "500: bad tools"));
}

static void quirk_31_json_though_a_stream_was_asked_for(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "", "{malformed json: <<<chaos>>>")},
	    {SPEAK_JSON("200 OK", "", "{\"error\":\"no model\"}")},
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: "
	     "close\r\n\r\n<html>hi</html>"},
	    {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	says(s, "<<<chaos>>>");
	says(s, "application/json");
	run(s);
	assert_int_equal(s->failure, FAILURE_BROKEN);
	says(s, "no model");
	run(s);
	says(s, "page");
	assert_int_equal(speaker_requests(s->speaker), 3);
}

static void quirk_32_not_found_names_the_url_tried(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"File Not Found\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {refusal}, {refusal}, {refusal}, {refusal}, {0}};
	struct scene *s = *state;
	char *where;

	open_at(s, answers, "m", NULL, "?key=abc");
	run(s);
	where = xasprintf("http://127.0.0.1:%d/chat/completions", speaker_port(s->speaker));
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_string_equal(s->error.where, where); /* no user, no query */
	says(s, "File Not Found");
	says(s, "/v1");
	assert_string_equal(s->backend->protocol, "chat"); /* what was thought at first */
	assert_int_equal(speaker_requests(s->speaker), 5); /* chat and responses with /v1 too */
	free(where);
}

#define MESSAGES_REPLY \
	SPEAK_STREAM \
	"data: {\"type\":\"message_start\",\"message\":{}}\n\ndata: " \
	"{\"type\":\"content_block_delta\"," \
	"\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"ok\"}}\n\ndata: " \
	"{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\ndata: " \
	"{\"type\":\"message_stop\"}\n\n"

static void a_server_without_the_path_is_asked_by_another_protocol(void **state)
{
	static const char refusal[] =
	    SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"File Not Found\"}}");
	static const struct speaker_answer answers[] = {
	    {refusal}, {MESSAGES_REPLY}, {MESSAGES_REPLY}, {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(speaker_requests(s->speaker), 2);
	assert_non_null(strstr(speaker_request(s->speaker), "POST /v1/messages "));
	assert_non_null(strstr(speaker_request(s->speaker), "anthropic-version: "));
	assert_string_equal(s->backend->protocol, "messages");
	assert_string_equal(s->backend->wire, "messages");
	run(s); /* and it stays with it */
	assert_int_equal(s->failure, FAILURE_NONE);
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
	struct scene *s = *state;
	struct buf body = BUF_LIMIT(BUF_UNBOUNDED);

	buf_addf(&body, "%s%s", SPEAK_STREAM, start);
	buf_addf(&body, text, "The old words");
	for (int i = 0; i < 40000; i++)
		buf_adds(&body, "event: ping\n\n");
	buf_adds(&body, start);
	buf_addf(&body, text, "New words, which are more");
	buf_adds(&body, end);
	answers[0].bytes = buf_str(&body);
	open(s, answers);
	s->backend->speak(s->backend, "messages");
	run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(s->reply_text, "New words, which are more");
	assert_string_equal(buf_str(&s->text), s->reply_text);
	buf_free(&body);
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
	struct scene *s = *state;

	open_at(s, answers, "m", NULL, "/v1/responses");
	run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_null(strstr(speaker_request(s->speaker), "summary"));
	assert_null(strstr(speaker_request(s->speaker), "encrypted"));
	run(s); /* the same refusal again is one */
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_int_equal(speaker_requests(s->speaker), 4);
}

static void a_model_that_is_not_there_is_no_missing_path(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("404 Not Found", "", "{\"error\":{\"message\":\"model 'm' not found\"}}")},
	    {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_REQUEST);
	assert_int_equal(speaker_requests(s->speaker), 1);
	says(s, "-m");
}

static void what_may_be_tried_again_is_and_the_reply_is_the_last_ones(void **state)
{
	static const struct speaker_answer answers[] = {{SPEAK_JSON("529 ", "", "")},
	    {SPEAK_STREAM "data: {\"error\":{\"code\":503,\"message\":\"busy\"}}\n\n"},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
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
	struct scene *s = *state;

	open(s, answers);
	run(s);
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
	struct scene *s = *state;

	open(s, answers);
	run(s);
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
	struct scene *s = *state;

	set(s, "backend.retries", "2");
	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_string_equal(s->reply_text, "half");
}

static void who_stops_while_words_are_taken_back_hears_no_more(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
	     "9000\r\n\r\n" SPEAK_TEXT("half"),
		THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("again") SPEAK_END}, {0}};
	struct scene *s = *state;

	open(s, answers);
	begin(s);
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
	struct scene *s = *state;

	set(s, "backend.retries", "0");
	open(s, answers);
	for (int i = 0; i < 2; i++) {
		run(s);
		assert_int_equal(s->failure, FAILURE_BROKEN);
		says(s, i ? "no JSON" : "boom");
		assert_string_equal(s->reply_text, "half");
	}
	assert_int_equal(speaker_requests(s->speaker), 2);
}

static void a_stream_that_ended_well_needs_no_clean_close(void **state)
{
	static const struct speaker_answer answers[] = {
	    {"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n" SPEAK_TEXT("all") SPEAK_END,
		THEN_CLOSE},
	    {SPEAK_STREAM SPEAK_TEXT("all") SPEAK_END, THEN_KEEP},
	    {SPEAK_STREAM SPEAK_TEXT("all") SPEAK_FINISH, THEN_KEEP}, {0}};
	struct scene *s = *state;

	open(s, answers);
	for (int i = 0; i < 3; i++) {
		run(s);
		assert_int_equal(s->failure, FAILURE_NONE);
		assert_string_equal(s->reply_text, "all");
	}
}

static void a_long_wait_is_refused_and_a_short_one_obeyed(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("429 Slow", "Retry-After: 120\r\n", "{\"error\":{\"message\":\"slow\"}}")},
	    {SPEAK_JSON("429 Slow", "Retry-After: 0.01\r\n", "{\"error\":{\"message\":\"slow\"}}")},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {0}};
	struct scene *s = *state;

	open(s, answers);
	run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	says(s, "2m");
	assert_int_equal(s->retried, 0);
	run(s);
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
		struct scene *s;

		teardown(state);
		setup(state);
		s = *state;
		open_at(s, answers, "m", "sk-0123456789", "/v1");
		run(s);
		assert_int_equal(s->failure, rows[i].failure);
		says(s, rows[i].words);
		assert_null(strstr(s->error.message, "sk-0123456789"));
		assert_int_equal(speaker_requests(s->speaker), 1);
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
		struct scene *s;

		teardown(state);
		setup(state);
		s = *state;
		set(s, rows[i].setting, "0.05");
		open(s, answers);
		run(s);
		assert_int_equal(s->failure, FAILURE_TIMEOUT);
		says(s, rows[i].setting);
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
		struct scene *s;

		teardown(state);
		setup(state);
		s = *state;
		set(s, rows[i].setting, rows[i].value);
		open(s, answers);
		run(s);
		assert_int_equal(s->failure, FAILURE_BROKEN);
		assert_int_equal(speaker_requests(s->speaker), 1);
		assert_non_null(s->error.message);
	}
}

static void a_server_that_is_not_there(void **state)
{
	static const struct speaker_answer none[] = {{0}};
	struct scene *s = *state;

	set(s, "backend.retries", "1");
	open(s, none);
	speaker_free(s->speaker);
	s->speaker = NULL;
	run(s);
	assert_int_equal(s->failure, FAILURE_RETRY);
	assert_int_equal(s->retried, 1);
	assert_null(strstr(buf_str(&s->retries), "is the server running"));
	says(s, "is the server running");
}

static void the_connection_is_used_again(void **state)
{
	static const char answer[] =
	    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 71\r\n\r\n"
	    "{\"choices\":[{\"message\":{\"content\":\"abcdefgh\"},\"finish_reason\":\"stop\"}]}";
	static const struct speaker_answer answers[] = {
	    {answer, THEN_KEEP}, {answer, THEN_KEEP}, {answer, THEN_KEEP}, {0}};
	struct scene *s = *state;

	open(s, answers);
	for (int i = 0; i < 3; i++) {
		run(s);
		assert_int_equal(s->failure, FAILURE_NONE);
	}
	assert_int_equal(speaker_requests(s->speaker), 3);
	assert_int_equal(speaker_connections(s->speaker), 1);
}

static void without_a_model_the_servers_only_one_is_used(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("200 OK", "", "{\"data\":[{\"id\":\"tiny\",\"meta\":{\"n_ctx\":2048}}]}")},
	    {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END}, {SPEAK_STREAM SPEAK_TEXT("ok") SPEAK_END},
	    {0}};
	struct scene *s = *state;

	open_at(s, answers, NULL, NULL, "/v1");
	run(s);
	assert_int_equal(s->failure, FAILURE_NONE);
	assert_string_equal(s->backend->model, "tiny");
	assert_int_equal(s->backend->context_tokens, 2048);
	assert_non_null(strstr(speaker_request(s->speaker), "\"model\":\"tiny\""));
	run(s); /* asked for once */
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
		struct scene *s;

		teardown(state);
		setup(state);
		s = *state;
		open_at(s, answers, NULL, NULL, "/v1");
		run(s);
		assert_int_equal(s->failure, FAILURE_REQUEST);
		says(s, rows[i].words);
		assert_non_null(strstr(speaker_request(s->speaker), "GET /v1/models "));
	}
}

static void a_secret_is_replaced_even_when_it_comes_in_pieces(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a sk-0123") SPEAK_TEXT("456789 b sk-01") SPEAK_END}, {0}};
	struct scene *s = *state;

	secret_add("SPEAKER_KEY", "sk-0123456789");
	open(s, answers);
	run(s);
	assert_string_equal(buf_str(&s->text), "a $SPEAKER_KEY b sk-01");
}

static void an_error_never_says_the_key_back(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_JSON("503 No", "", "{\"error\":\"the key sk-0123456789 is tired\"}")},
	    {SPEAK_JSON("401 No", "", "{\"error\":\"the key sk-0123456789 is bad\"}")}, {0}};
	struct scene *s = *state;

	secret_add("SPEAKER_KEY", "sk-0123456789");
	open_at(s, answers, "m", "sk-0123456789", "/v1");
	run(s);
	assert_int_equal(s->failure, FAILURE_AUTH);
	says(s, "the key $SPEAKER_KEY is bad");
	assert_non_null(strstr(buf_str(&s->retries), "the key $SPEAKER_KEY is tired"));
}

/* The stages a completion can be stopped at; each waits until it is there. */
static bool stage_request(void *ctx)
{
	return speaker_requests(((struct scene *)ctx)->speaker) > 0;
}

static bool stage_connected(void *ctx)
{
	return speaker_connections(((struct scene *)ctx)->speaker) > 0;
}

static bool stage_delta(void *ctx)
{
	return ((struct scene *)ctx)->deltas > 0;
}

static bool stage_retry(void *ctx)
{
	return ((struct scene *)ctx)->retried > 0;
}

static bool stage_start(void *ctx)
{
	return true;
}

static bool stage_hung_up(void *ctx)
{
	return speaker_open(((struct scene *)ctx)->speaker) == 0;
}

static void stopping_works_at_every_stage(void **state)
{
	static const struct {
		bool (*stage)(void *ctx);
		const char *model;
		struct speaker_answer answer;
	} rows[] = {
	    {stage_start, "m", {"", THEN_KEEP}},
	    {stage_start, NULL, {"", THEN_KEEP}},
	    {stage_connected, "m", {"", THEN_KEEP}},
	    {stage_request, "m", {"", THEN_KEEP}},
	    {stage_request, NULL, {"", THEN_KEEP}},
	    {stage_delta, "m", {SPEAK_STREAM SPEAK_TEXT("a"), THEN_KEEP}},
	    {stage_retry, "m", {SPEAK_JSON("503 No", "Retry-After: 30\r\n", ""), THEN_CLOSE}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {rows[i].answer, {0}};
		struct scene *s;
		int64_t before;

		teardown(state);
		setup(state);
		s = *state;
		open_at(s, answers, rows[i].model, NULL, "/v1");
		begin(s);
		assert_true(loop_await(s->loop, rows[i].stage, s, NULL));
		if (rows[i].stage == stage_delta)
			assert_string_equal(
			    buf_str(&s->backend->partial(s->completion)->text), "a");
		before = clock_mono_ms();
		s->backend->stop(s->completion);
		assert_true(clock_mono_ms() - before < 50);
		assert_true(loop_await(s->loop, stage_hung_up, s, NULL));
		for (int turn = 0; turn < 5; turn++)
			loop_turn(s->loop, 1);
		assert_int_equal(s->dones, 0);
	}
}

static void stopping_works_inside_a_callback(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a") SPEAK_TEXT("b") SPEAK_END},
	    {SPEAK_JSON("503 No", "", "")}, {0}};
	struct scene *s = *state;

	open(s, answers);
	s->stop_in_delta = s->stop_in_retry = true;
	begin(s);
	assert_true(loop_await(s->loop, stage_delta, s, NULL));
	for (int turn = 0; turn < 5; turn++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->deltas, 1);
	begin(s);
	assert_true(loop_await(s->loop, stage_retry, s, NULL));
	for (int turn = 0; turn < 5; turn++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->retried, 1);
}

static void usage_that_was_not_told_is_estimated(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("01234567890123456789") SPEAK_END}, {0}};
	struct scene *s = *state;
	const char *body;

	open(s, answers);
	run(s);
	body = strstr(speaker_request(s->speaker), "\r\n\r\n") + 4;
	assert_true(s->usage.known && s->usage.estimated);
	assert_int_equal(s->usage.output, 5);
	assert_int_equal(s->usage.input, strlen(body) / 4);
}

static void the_models_table_tells_quirks_and_window(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a") SPEAK_END}, {0}};
	struct scene *s = *state;
	struct model model = {.id = "openai/gpt-5-mini", .temperature = 0.5, .max_tokens = 9};
	char *base;

	s->speaker = speaker_new(s->loop, answers);
	base = xasprintf("http://127.0.0.1:%d", speaker_port(s->speaker));
	model.base_url = base;
	s->backend = backend_http_new(s->loop, s->settings, &model);
	run(s);
	assert_non_null(strstr(speaker_request(s->speaker), "\"max_completion_tokens\":9"));
	assert_null(strstr(speaker_request(s->speaker), "temperature"));
	assert_int_equal(s->backend->context_tokens, 400000);
	free(base);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_reply_streams_and_ends),
	    TEST(quirk_10_comments_are_liveness_but_not_for_ever),
	    TEST(quirk_11_blank_lines_before_a_body),
	    TEST(quirk_13_a_cut_stream),
	    TEST(quirk_29_a_500_is_tried_again_a_bounded_number_of_times),
	    TEST(quirk_31_json_though_a_stream_was_asked_for),
	    TEST(quirk_32_not_found_names_the_url_tried),
	    TEST(a_server_without_the_path_is_asked_by_another_protocol),
	    TEST(what_counts_no_more_is_taken_back_before_it_is_said_anew),
	    TEST(a_model_that_is_not_there_is_no_missing_path),
	    TEST(what_a_server_refuses_is_left_out_and_stays_so),
	    TEST(what_may_be_tried_again_is_and_the_reply_is_the_last_ones),
	    TEST(a_connection_that_breaks_before_the_first_delta_is_tried_again),
	    TEST(one_that_breaks_after_a_delta_is_too_and_what_was_shown_is_taken_back),
	    TEST(what_came_before_is_kept_where_nothing_comes_any_more),
	    TEST(who_stops_while_words_are_taken_back_hears_no_more),
	    TEST(an_error_after_a_delta_ends_the_reply_with_its_text_kept),
	    TEST(a_stream_that_ended_well_needs_no_clean_close),
	    TEST(a_long_wait_is_refused_and_a_short_one_obeyed),
	    TEST(what_a_retry_cannot_mend_is_not_tried_again),
	    TEST(each_deadline_ends_the_reply),
	    TEST(each_ceiling_ends_the_reply),
	    TEST(a_server_that_is_not_there),
	    TEST(the_connection_is_used_again),
	    TEST(without_a_model_the_servers_only_one_is_used),
	    TEST(without_a_model_several_are_named),
	    TEST(a_secret_is_replaced_even_when_it_comes_in_pieces),
	    TEST(an_error_never_says_the_key_back),
	    TEST(stopping_works_at_every_stage),
	    TEST(stopping_works_inside_a_callback),
	    TEST(usage_that_was_not_told_is_estimated),
	    TEST(the_models_table_tells_quirks_and_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
