/* SPDX-License-Identifier: MIT
 * The HTTP client with responses of a real server: what arrives, what is broken, connections that are kept, and
 * transfers that are stopped.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "tests/support/http_scene.h"

static void an_answer_arrives_whole(void **state)
{
	struct http_scene *s = *state;

	http_scene_answer(s, OK_HEAD "Content-Length: 5\r\n\r\nhello");
	http_scene_ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->status, 200);
	assert_int_equal(s->heads, 1);
	assert_string_equal(s->type, "text/plain");
	assert_string_equal(buf_str(&s->body), "hello");
	assert_non_null(strstr(buf_str(&s->request), "GET /v1?key=hidden HTTP/1.1\r\n"));
	assert_non_null(strstr(buf_str(&s->request), "User-Agent: agent/"));
}

static void a_post_carries_its_body_and_headers(void **state)
{
	struct http_scene *s = *state;
	size_t len = 2 << 20; /* so large that curl would ask first */
	char *body = malloc(len);
	int64_t begin = clock_mono_ms();

	memset(body, 'b', len);
	http_scene_answer(s, OK_HEAD "Content-Length: 0\r\n\r\n");
	http_scene_ask(s, (struct http_request){.method = "POST",
			      .headers = (const char *const[]){"Content-Type: application/json",
				  "X-Key: k", NULL},
			      .body = body,
			      .body_len = len});
	free(body);
	assert_int_equal(s->failure, HTTP_OK);
	assert_in_range(clock_mono_ms() - begin, 0, 990);
	assert_int_equal(s->request.data[s->request.len - 1], 'b');
	assert_true(s->request.len > len);
	assert_non_null(strstr(buf_str(&s->request), "POST /v1"));
	assert_non_null(strstr(buf_str(&s->request), "Content-Type: application/json\r\n"));
	assert_non_null(strstr(buf_str(&s->request), "X-Key: k\r\n"));
	assert_null(strstr(buf_str(&s->request), "Expect"));
	assert_null(strstr(buf_str(&s->request), "urlencoded"));
}

/* Filled by main. */
static char endless_line[(size_t)200 << 10];

/* Every way an answer can go wrong, and some it must not. */
static const struct broken {
	const char *name, *answer;
	enum http_failure failure;
	long status;
	const char *body, *message;
	bool close_after, reset;
	size_t max_head, max_body;
	int first_byte_ms, stall_ms, total_ms;
} rows[] = {
    {.name = "a status of failure is an answer",
	.answer = "HTTP/1.1 503 No\r\nContent-Length: 4\r\n\r\nbusy",
	.status = 503,
	.body = "busy"},
    {.name = "a status without a phrase",
	.answer = "HTTP/1.1 529\r\nContent-Length: 2\r\n\r\nno",
	.status = 529,
	.body = "no"},
    {.name = "a redirect is not followed",
	.answer = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
		  "Content-Length: 0\r\n\r\n",
	.status = 302,
	.body = ""},
    {.name = "1xx are skipped",
	.answer =
	    "HTTP/1.1 103 Early\r\nContent-Type: wrong\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n" OK_HEAD
	    "Content-Length: 2\r\n\r\nok",
	.status = 200,
	.body = "ok"},
    {.name = "chunks",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n"
			  "Trailer: x\r\n\r\n",
	.status = 200,
	.body = "abcde"},
    {.name = "a body that ends with the connection",
	.answer = OK_HEAD "\r\nall",
	.close_after = true,
	.status = 200,
	.body = "all"},
    {.name = "closed before the head",
	.answer = NULL,
	.close_after = true,
	.failure = HTTP_BROKEN,
	.message = "broke: Empty reply from server"},
    {.name = "reset before the head",
	.answer = NULL,
	.close_after = true,
	.reset = true,
	.failure = HTTP_BROKEN,
	.message = "reset by peer"},
    {.name = "closed inside the head",
	.answer = "HTTP/1.1 200 OK\r\nContent-Ty",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.body = "",
	.message = "inside the head"},
    {.name = "closed inside the body",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "only this"},
    {.name = "closed inside a chunk",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n9\r\nabc",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "abc"},
    {.name = "no chunk at all",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "abc"},
    {.name = "no HTTP",
	.answer = "SSH-2.0-OpenSSH_9.2\r\n",
	.failure = HTTP_BROKEN,
	.message = "HTTP/0.9"},
    {.name = "a head over its ceiling",
	.answer = OK_HEAD "X-Long: 0123456789012345678901234567890123456789\r\n\r\n",
	.max_head = 64,
	.failure = HTTP_TOO_LARGE,
	.message = "the head of the answer is larger than 64 bytes"},
    {.name = "a line of the head without an end",
	.answer = endless_line,
	.failure = HTTP_TOO_LARGE,
	.message = "a line in the head of the answer is larger than 102400 bytes"},
    {.name = "a body over its ceiling",
	.answer = OK_HEAD "Content-Length: 10\r\n\r\n0123456789",
	.max_body = 9,
	.failure = HTTP_TOO_LARGE,
	.status = 200,
	.message = "the body of the answer is larger than 9 bytes"},
    {.name = "a body just at its ceiling",
	.answer = OK_HEAD "Content-Length: 10\r\n\r\n0123456789",
	.max_body = 10,
	.status = 200,
	.body = "0123456789"},
    {.name = "no first byte",
	.answer = NULL,
	.first_byte_ms = 60,
	.stall_ms = 10,
	.failure = HTTP_TIMEOUT_FIRST_BYTE,
	.message = "within 60 ms"},
    {.name = "a 1xx is no first byte",
	.answer = "HTTP/1.1 102 Wait\r\n\r\n",
	.first_byte_ms = 60,
	.stall_ms = 10,
	.failure = HTTP_TIMEOUT_FIRST_BYTE},
    {.name = "nothing more inside the head",
	.answer = OK_HEAD,
	.first_byte_ms = 10000,
	.stall_ms = 60,
	.failure = HTTP_TIMEOUT_STALL},
    {.name = "nothing more inside the body",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.first_byte_ms = 10000,
	.stall_ms = 60,
	.failure = HTTP_TIMEOUT_STALL,
	.status = 200,
	.body = "only this",
	.message = "for 60 ms"},
    {.name = "too long in all",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.stall_ms = 10000,
	.total_ms = 60,
	.failure = HTTP_TIMEOUT_TOTAL,
	.status = 200,
	.body = "only this",
	.message = "within 60 ms"},
};

static void every_broken_answer_has_its_failure(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct broken *row = &rows[i];
		struct http_scene *s;
		int64_t begin = clock_mono_ms();

		http_scene_setup((void **)&s);
		if (row->answer != NULL)
			http_scene_answer(s, row->answer);
		s->close_after = row->close_after;
		s->reset = row->reset;
		http_scene_ask(s, (struct http_request){.max_head = row->max_head,
				      .max_body = row->max_body,
				      .first_byte_ms = row->first_byte_ms,
				      .stall_ms = row->stall_ms,
				      .total_ms = row->total_ms});
		if (s->failure != row->failure || s->status != row->status)
			fail_msg("%s: failure %d, status %ld: %s", row->name, s->failure, s->status,
			    s->error.message != NULL ? s->error.message : "");
		if (row->body != NULL && strcmp(buf_str(&s->body), row->body) != 0)
			fail_msg("%s: body '%s'", row->name, buf_str(&s->body));
		if (row->message != NULL && strstr(s->error.message, row->message) == NULL)
			fail_msg("%s: message '%s'", row->name, s->error.message);
		if (row->failure != HTTP_OK && strstr(s->error.where, "hidden") != NULL)
			fail_msg("%s: the query is shown: %s", row->name, s->error.where);
		int64_t took = clock_mono_ms() - begin;
		bool waits = row->first_byte_ms + row->stall_ms + row->total_ms > 0;
		if (took > 700 || (waits && took < 60))
			fail_msg("%s: took %d ms", row->name, (int)took);
		http_scene_teardown((void **)&s);
	}
}

static void a_second_request_takes_the_same_connection(void **state)
{
	struct http_scene *s = *state;

	http_scene_answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	for (int i = 1; i <= 3; i++) {
		http_scene_ask(s, (struct http_request){0});
		assert_int_equal(s->failure, HTTP_OK);
		assert_int_equal(s->requests, i);
	}
	assert_int_equal(s->accepted, 1);
	/* The server may close it meanwhile: the next request takes another, and does not fail. */
	http_scene_hang_up(&s->peers[0]);
	http_scene_ask(s, (struct http_request){.method = "POST", .body = "x", .body_len = 1});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->accepted, 2);
}

static void without_transfers_curl_does_not_wake_the_loop(void **state)
{
	struct http_scene *s = *state;

	http_scene_answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	http_scene_ask(s, (struct http_request){0});
	int64_t begin = clock_mono_ms();
	loop_turn(s->loop, 60);
	assert_in_range(clock_mono_ms() - begin, 60, 2500);
}

/* Stop after n turns of the loop, at every stage from DNS to the body. */
static void stop_returns_at_once_at_every_stage(void **state)
{
	struct http_scene *s = *state;
	static const char *const urls[] = {"http://stop-here.invalid/", NULL};

	http_scene_answer(s, OK_HEAD "Content-Length: 100\r\n\r\nonly this");
	for (int turns = 0; turns < 8; turns++) {
		for (int i = 0; i < 2 && s->accepted < 7; i++) {
			struct http_request request = {
			    .method = "GET", .url = urls[i] != NULL ? urls[i] : s->url};
			s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
			for (int k = 0; k < turns && s->dones == 0; k++)
				loop_turn(s->loop, 1);
			int64_t begin = clock_mono_ms();
			if (s->dones == 0)
				transfer_stop(s->transfer);
			int before = s->heads + s->dones;
			loop_turn(s->loop, 0);
			loop_turn(s->loop, 0);
			assert_in_range(clock_mono_ms() - begin, 0, 49);
			assert_int_equal(s->heads + s->dones, before);
			s->heads = s->dones = 0;
		}
	}
}

static void a_sink_may_stop_its_transfer(void **state)
{
	struct http_scene *s = *state;

	http_scene_answer(s, OK_HEAD "Content-Length: 5\r\n\r\nhello");
	s->stop_in_done = true;
	http_scene_ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_string_equal(buf_str(&s->body), "hello");

	s->stop_in_data = true;
	s->dones = s->heads = 0;
	buf_clear(&s->body);
	struct http_request request = {.method = "GET", .url = s->url};
	s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
	for (int i = 0; i < 20; i++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->heads, 1);
	assert_int_equal(s->dones, 0);
	assert_string_equal(buf_str(&s->body), "hello");

	s->stop_in_head = true;
	buf_clear(&s->body);
	s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
	for (int i = 0; i < 20; i++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->heads, 2);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->body.len, 0);
}

static void a_large_body_arrives_whole(void **state)
{
	struct http_scene *s = *state;
	size_t len = 900000;
	char *bytes = malloc(len + 100);
	int head = snprintf(bytes, 100, OK_HEAD "Content-Length: %zu\r\n\r\n", len);
	int size = 4 << 20;

	for (size_t i = 0; i < len; i++)
		bytes[(size_t)head + i] = (char)('a' + i % 23);
	setsockopt(s->listener, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	s->answer = bytes;
	s->answer_len = len + (size_t)head;
	/* The blocking write of the server needs a reader: give it a process. */
	pid_t pid = fork();
	if (pid == 0) {
		int fd = accept(s->listener, NULL, NULL);
		char request[4096];
		if (read(fd, request, sizeof request) > 0)
			for (size_t at = 0; at < s->answer_len;) {
				ssize_t n = write(fd, bytes + at, s->answer_len - at);
				if (n <= 0)
					break;
				at += (size_t)n;
			}
		_exit(0);
	}
	watch_stop(s->watch);
	http_scene_ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->body.len, len);
	assert_memory_equal(s->body.data, bytes + head, len);
	assert_in_range(s->largest, 1, 65536);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	free(bytes);
}

static void two_transfers_run_side_by_side(void **state)
{
	struct http_scene *s = *state;
	struct http_request request = {.method = "GET", .url = s->url, .stall_ms = 5000};

	http_scene_answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
	struct transfer *other =
	    http_start(s->loop, &request, &(struct http_sink){.done = http_scene_sink.done}, s);
	assert_ptr_not_equal(other, s->transfer);
	while (s->dones < 2)
		loop_turn(s->loop, -1);
	assert_int_equal(s->requests, 2);
	assert_string_equal(buf_str(&s->body), "ok");
}

static void freeing_the_loop_ends_transfers(void **state)
{
	struct http_scene *s = *state;
	struct http_request request = {.method = "GET", .url = s->url};

	http_start(s->loop, &request, &http_scene_sink, s);
	http_start(
	    s->loop, &(struct http_request){.method = "GET", .url = ":"}, &http_scene_sink, s);
	loop_turn(s->loop, 1);
	int before = s->dones;
	loop_free(s->loop);
	assert_int_equal(s->dones, before);
	s->loop = loop_new();
	s->accepted = 0;
}

#define T(f) cmocka_unit_test_setup_teardown(f, http_scene_setup, http_scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_answer_arrives_whole),
	    T(a_post_carries_its_body_and_headers),
	    cmocka_unit_test(every_broken_answer_has_its_failure),
	    T(a_second_request_takes_the_same_connection),
	    T(without_transfers_curl_does_not_wake_the_loop),
	    T(stop_returns_at_once_at_every_stage),
	    T(a_sink_may_stop_its_transfer),
	    T(a_large_body_arrives_whole),
	    T(two_transfers_run_side_by_side),
	    T(freeing_the_loop_ends_transfers),
	};
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	memset(endless_line, 'x', sizeof endless_line - 1);
	memcpy(endless_line, OK_HEAD, sizeof OK_HEAD - 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
