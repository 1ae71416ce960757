/* SPDX-License-Identifier: MIT
 * The scripted server does what its script says: every reply and fault, seen through the program's
 * own client.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/file.h"
#include "loop/http.h"
#include "tests/support/scripted.h"

struct talk {
	struct loop *loop;
	struct scripted server;
	struct transfer *transfer;
	struct buf body;
	enum http_failure failure;
	long status;
	char type[64];
	int pieces;			   /* data callbacks */
	int64_t head_ms, data_ms, done_ms; /* when, since the start */
	int64_t start_ms;
	bool done;
};

static int setup(void **state)
{
	struct talk *t = calloc(1, sizeof *t);

	t->loop = loop_new();
	scripted_prepare(&t->server, t->loop);
	*state = t;
	return 0;
}

static int teardown(void **state)
{
	struct talk *t = *state;

	scripted_end(&t->server);
	loop_free(t->loop);
	buf_free(&t->body);
	free(t);
	return 0;
}

static void on_head(void *ctx, long status)
{
	struct talk *t = ctx;
	const char *type = transfer_header(t->transfer, "Content-Type");

	t->head_ms = clock_mono_ms() - t->start_ms;
	snprintf(t->type, sizeof t->type, "%s", type != NULL ? type : "");
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct talk *t = ctx;

	if (t->pieces++ == 0)
		t->data_ms = clock_mono_ms() - t->start_ms;
	buf_add(&t->body, data, len);
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct talk *t = ctx;

	t->done = true;
	t->failure = result->failure;
	t->status = result->status;
	t->done_ms = clock_mono_ms() - t->start_ms;
}

static bool is_done(void *ctx)
{
	return ((struct talk *)ctx)->done;
}

static void ask(struct talk *t, const char *method, const char *path, const char *body)
{
	static const struct http_sink sink = {on_head, on_data, on_done};
	char *url = xasprintf("%s%s", t->server.url, path);
	struct http_request request = {.method = method,
	    .url = url,
	    .headers = (const char *const[]){"Content-Type: application/json", "X-Test: yes", NULL},
	    .body = body,
	    .body_len = body != NULL ? strlen(body) : 0,
	    .stall_ms = 150,
	    .first_byte_ms = 5000};

	t->done = false;
	t->pieces = 0;
	buf_clear(&t->body);
	t->start_ms = clock_mono_ms();
	t->transfer = http_start(t->loop, &request, &sink, t);
	loop_await(t->loop, is_done, t, NULL);
	free(url);
}

static void prompt(struct talk *t, const char *text, bool stream)
{
	char *body =
	    xasprintf("{\"stream\":%s,\"messages\":[{\"role\":\"system\",\"content\":\"s\"},"
		      "{\"role\":\"user\",\"content\":\"%s\"},"
		      "{\"role\":\"assistant\",\"content\":\"late\"}]}",
		stream ? "true" : "false", text);

	ask(t, "POST", "/chat/completions", body);
	free(body);
}

static void play(struct talk *t, const char *yaml)
{
	if (!scripted_play(&t->server, yaml))
		fail_msg("%s", buf_str(&t->server.err));
}

static int count(const struct buf *b, const char *word)
{
	const char *at = buf_str(b), *end = at + b->len;
	int n = 0;

	for (; (at = memmem(at, (size_t)(end - at), word, strlen(word))) != NULL; at++)
		n++;
	return n;
}

/* One reply each; what must and must not be in the body. */
static const struct row {
	const char *reply;
	enum http_failure failure;
	long status;
	const char *type, *has[3], *lacks[2];
} rows[] = {
    {"text: hello", HTTP_OK, 200, "text/event-stream",
	{"{\"content\":\"hello\"}", "\"finish_reason\":\"stop\"", "data: [DONE]\n\n"}, {"usage"}},
    {"{text: 'één twee drie', delta_chars: 5}", HTTP_OK, 200, NULL,
	{"{\"content\":\"één t\"}", "{\"content\":\"wee d\"}", "{\"content\":\"rie\"}"}, {NULL}},
    {"{text: [a, bc], finish: length}", HTTP_OK, 200, NULL,
	{"{\"content\":\"a\"}", "{\"content\":\"bc\"}", "\"finish_reason\":\"length\""}, {NULL}},
    {"{reasoning: hm, usage: {prompt_tokens: 7}}", HTTP_OK, 200, NULL,
	{"{\"reasoning_content\":\"hm\"}", "\"choices\":[],\"usage\":{\"prompt_tokens\":7}}",
	    "[DONE]"},
	{NULL}},
    {"calls: [{name: f, arguments: {a: 1}}, {name: g, arguments: '{\"x', id: own}]", HTTP_OK, 200,
	NULL,
	{"\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}",
	    "{\"index\":0,\"function\":{\"arguments\":\"{\\\"a\\\":1}\"}}",
	    "\"index\":1,\"id\":\"own\""},
	{"\"stop\""}},
    {"{status: 429, headers: {Retry-After: 2}, error: slow down}", HTTP_OK, 429, "application/json",
	{"{\"error\":{\"code\":500,\"message\":\"slow down\""}, {"data:"}},
    {"{status: 400, error: {message: no, code: bad}}", HTTP_OK, 400, NULL,
	{"{\"error\":{\"message\":\"no\",\"code\":\"bad\"}}"}, {NULL}},
    {"{body: '<html>', content_type: text/html}", HTTP_OK, 200, "text/html", {"<html>"}, {"data"}},
    {"{raw: \"data: {}\\r\\n\\r\\n\"}", HTTP_OK, 200, "text/event-stream", {"data: {}\r\n\r\n"},
	{"DONE"}},
    {"{raw: 'data: {', cut_after: 0}", HTTP_BROKEN, 200, NULL, {"data: {"}, {NULL}},
    {"raw_file: bytes", HTTP_OK, 200, NULL, {"data: from a file"}, {"DONE"}},
    {"recording: recorded.txt", HTTP_OK, 503, "text/plain", {"as it came\n"}, {"HTTP"}},
    {"{text: whole, whole_json: true}", HTTP_OK, 200, "application/json",
	{"\"message\":{\"role\":\"assistant\",\"content\":\"whole\"}"}, {"data:"}},
    {"close_before_head: true", HTTP_BROKEN, 0, NULL, {""}, {NULL}},
    {"garbage: head", HTTP_BROKEN, 0, NULL, {""}, {NULL}},
    {"{text: [a, b, c], cut_after: 2}", HTTP_BROKEN, 200, NULL,
	{"{\"content\":\"a\"}", "{\"content\":\"b\"}"}, {"{\"content\":\"c\"}", "DONE"}},
    {"{text: [a, b, c], stall_after: 1}", HTTP_TIMEOUT_STALL, 200, NULL, {"{\"content\":\"a\"}"},
	{"{\"content\":\"b\"}", "DONE"}},
    {"{text: a, garbage: true}", HTTP_OK, 200, NULL,
	{"{\"content\":\"a\"}", "data: {malformed json: <<<chaos>>>\n\n"}, {NULL}},
    {"{text: a, no_done: true}", HTTP_OK, 200, NULL, {"\"stop\""}, {"DONE"}},
    {"{text: a, no_finish: true}", HTTP_OK, 200, NULL, {"DONE"}, {"\"stop\""}},
    {"{text: a, error_in_stream: overloaded}", HTTP_OK, 200, NULL,
	{"{\"content\":\"a\"}", "data: {\"error\":{\"code\":500,\"message\":\"overloaded\""},
	{"DONE", "\"stop\""}},
    {"{huge_line: 100, no_done: true}", HTTP_OK, 200, NULL,
	{"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	 "xx"
	 "xxxxxxxxx\"}"},
	{NULL}},
};

static void check_row(struct talk *t, const struct row *row)
{
	const char *body = buf_str(&t->body);

	if (t->failure != row->failure || t->status != row->status)
		fail_msg("%s: failure %d, status %ld", row->reply, t->failure, t->status);
	if (row->type != NULL)
		assert_string_equal(t->type, row->type);
	for (int k = 0; k < 3 && row->has[k] != NULL; k++)
		if (strstr(body, row->has[k]) == NULL)
			fail_msg("%s: no '%s' in\n%s", row->reply, row->has[k], body);
	for (int k = 0; k < 2 && row->lacks[k] != NULL; k++)
		if (strstr(body, row->lacks[k]) != NULL)
			fail_msg("%s: '%s' in\n%s", row->reply, row->lacks[k], body);
}

static void put_file(struct talk *t, const char *name, const char *text)
{
	char *path = file_join(t->server.folder, name);

	assert_true(file_write(path, 0600, text, strlen(text), NULL));
	free(path);
}

static void every_kind_of_reply_and_fault_is_played(void **state)
{
	struct talk *t = *state;
	struct buf yaml = BUF_INIT;

	put_file(t, "bytes", "data: from a file\n\n");
	put_file(t, "recorded.txt",
	    "### POST /x\n### request body\n{}\n### response (verbatim)\nHTTP/1.1 503 No\r\n"
	    "Server: x\r\nContent-Type: text/plain\r\n\r\nas it came\n");
	buf_adds(&yaml, "replies:\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		buf_addf(&yaml, "  - %s\n", rows[i].reply);
	play(t, buf_str(&yaml));
	buf_free(&yaml);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		prompt(t, "go", true);
		check_row(t, &rows[i]);
	}
}

static void a_match_chooses_and_a_repeat_stays(void **state)
{
	struct talk *t = *state;

	play(t, "replies:\n"
		"  - {text: once, match: apple}\n"
		"  - {text: often, match: pear, repeat: true}\n"
		"  - text: other\n");
	prompt(t, "one pear", false);
	assert_non_null(strstr(buf_str(&t->body), "\"often\""));
	prompt(t, "an apple", false);
	assert_non_null(strstr(buf_str(&t->body), "\"once\""));
	assert_string_equal(t->type, "application/json");
	prompt(t, "an apple", false);
	assert_non_null(strstr(buf_str(&t->body), "\"other\""));
	prompt(t, "more pear", false);
	assert_non_null(strstr(buf_str(&t->body), "\"often\""));
	prompt(t, "an apple", false);
	assert_int_equal(t->status, 500);
	assert_non_null(strstr(buf_str(&t->body),
	    "the script has no reply left for request 5, which ends with: an apple"));
}

static void models_are_listed_and_other_paths_are_not_found(void **state)
{
	struct talk *t = *state;

	play(t, "models: [tiny, {id: large, max_model_len: 8192}]\n");
	ask(t, "GET", "/models", NULL);
	assert_int_equal(t->status, 200);
	assert_string_equal(buf_str(&t->body),
	    "{\"object\":\"list\",\"data\":[{\"id\":\"tiny\",\"object\":\"model\",\"owned_by\":"
	    "\"script\"},{\"id\":\"large\",\"max_model_len\":8192}]}");
	ask(t, "GET", "/chat/completions", NULL);
	assert_int_equal(t->status, 404);
}

static void requests_are_recorded(void **state)
{
	struct talk *t = *state;

	play(t, "replies: [{text: a}]\n");
	prompt(t, "hé", true);
	ask(t, "POST", "/else", "no json");
	json_t *list = scripted_requests(&t->server), *first = json_array_get(list, 0);
	assert_int_equal(json_array_size(list), 2);
	assert_string_equal(json_str(first, "method", ""), "POST");
	assert_string_equal(json_str(first, "path", ""), "/v1/chat/completions");
	assert_string_equal(json_str(json_map(first, "headers"), "x-test", ""), "yes");
	assert_true(json_flag(json_map(first, "body"), "stream", false));
	assert_string_equal(
	    json_str(
		json_array_get(json_list(json_map(first, "body"), "messages"), 1), "content", ""),
	    "hé");
	assert_string_equal(json_str(json_array_get(list, 1), "body", ""), "no json");
	assert_in_range(json_int(json_array_get(list, 1), "gap_us", 0), 1, 1000000);
	json_decref(list);
}

static void delays_are_kept(void **state)
{
	struct talk *t = *state;

	play(t, "replies:\n"
		"  - {text: [a, b], delay_ms: {head: 60, first: 60, between: 60}}\n"
		"  - {text: a, delay_ms: 60}\n");
	prompt(t, "go", true);
	assert_in_range(t->head_ms, 60, 2500);
	assert_in_range(t->done_ms, 180, 2500);
	assert_int_equal(count(&t->body, "\"content\""), 3);
	prompt(t, "go", true);
	assert_in_range(t->head_ms, 60, 2500);
	assert_in_range(t->done_ms, 60, 2500);
}

static void comments_go_on_until_the_client_leaves(void **state)
{
	struct talk *t = *state;

	play(t, "replies: [{comments_only: true, delay_ms: {between: 5}}, {text: after}]\n");
	char *url = xasprintf("%s/chat/completions", t->server.url);
	struct http_request request = {.method = "POST", .url = url, .body = "{}", .body_len = 2};
	struct http_sink sink = {on_head, on_data, on_done};
	t->start_ms = clock_mono_ms();
	t->transfer = http_start(t->loop, &request, &sink, t);
	while (count(&t->body, ": keep-alive\n\n") < 5)
		loop_turn(t->loop, 100);
	transfer_stop(t->transfer);
	free(url);
	prompt(t, "go", true);
	assert_non_null(strstr(buf_str(&t->body), "{\"content\":\"after\"}"));
}

static void a_flood_of_deltas_is_sent_whole(void **state)
{
	struct talk *t = *state;

	play(t, "replies: [{deltas: 20000, text_per_delta: 'word '}]\n");
	prompt(t, "go", true);
	assert_int_equal(t->failure, HTTP_OK);
	assert_int_equal(count(&t->body, "{\"content\":\"word \"}"), 20000);
	print_message("20,000 deltas: %zu bytes in %d ms\n", t->body.len, (int)t->done_ms);
}

/* A mistake in a script is an error with its place. */
static void a_mistake_in_a_script_is_told(void **state)
{
	static const struct {
		const char *yaml, *told;
	} mistakes[] = {
	    {"replies:\n  - text: a\n    cut_afer: 1\n", "script.yaml:3:5: unknown key 'cut_afer'"},
	    {"replies:\n  - {text: 3}\n", "script.yaml:2:6: wrong type for 'text'"},
	    {"replies:\n  - hello\n", "script.yaml: reply 1 is no map"},
	    {"reply: []\n", "unknown key 'reply'"},
	    {"replies: [{raw_file: missing}]\n", "reply 1: "},
	    {"replies: [", "script.yaml:"},
	};
	struct talk *t = *state;

	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		buf_clear(&t->server.err);
		assert_false(scripted_play(&t->server, mistakes[i].yaml));
		assert_int_equal(t->server.status, 2);
		if (strstr(buf_str(&t->server.err), mistakes[i].told) == NULL)
			fail_msg("%s: %s", mistakes[i].yaml, buf_str(&t->server.err));
	}
}

static void a_stalled_server_ends_on_term(void **state)
{
	struct talk *t = *state;

	play(t, "replies: [{stall_after: 0, repeat: true}]\n");
	prompt(t, "go", true);
	assert_int_equal(t->failure, HTTP_TIMEOUT_STALL);
	int64_t begin = clock_mono_ms();
	kill(process_id(t->server.process), SIGTERM);
	while (t->server.process != NULL)
		loop_turn(t->loop, 100);
	assert_int_equal(t->server.status, 0);
	assert_in_range(clock_mono_ms() - begin, 0, 2500);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(every_kind_of_reply_and_fault_is_played),
	    T(a_match_chooses_and_a_repeat_stays),
	    T(models_are_listed_and_other_paths_are_not_found),
	    T(requests_are_recorded),
	    T(delays_are_kept),
	    T(comments_go_on_until_the_client_leaves),
	    T(a_flood_of_deltas_is_sent_whole),
	    T(a_mistake_in_a_script_is_told),
	    T(a_stalled_server_ends_on_term),
	};
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
