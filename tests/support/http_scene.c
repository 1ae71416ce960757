/* SPDX-License-Identifier: MIT
 * The HTTP client against a real server on loopback (http_scene.h).
 */
#include "tests/support/http_scene.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void http_scene_hang_up(struct http_peer *p)
{
	watch_stop(p->watch);
	p->watch = NULL;
	if (p->fd >= 0)
		close(p->fd);
	p->fd = -1;
}

static bool request_is_whole(const struct buf *b)
{
	const char *end = strstr(buf_str(b), "\r\n\r\n");
	const char *length = strstr(buf_str(b), "Content-Length: ");

	if (end == NULL)
		return false;
	size_t body = length == NULL ? 0 : strtoul(length + 16, NULL, 10);
	return b->len >= (size_t)(end + 4 - b->data) + body;
}

static void serve(void *ctx, int fd, short revents)
{
	struct http_peer *p = ctx;
	struct http_scene *s = p->scene;
	char bytes[65536];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n <= 0) {
		http_scene_hang_up(p);
		return;
	}
	buf_add(&p->got, bytes, (size_t)n);
	if (!request_is_whole(&p->got))
		return;
	s->requests++;
	buf_clear(&s->request);
	buf_add(&s->request, p->got.data, p->got.len);
	buf_clear(&p->got);
	if (s->answer != NULL)
		assert_int_equal(write(fd, s->answer, s->answer_len), s->answer_len);
	if (s->reset) {
		struct linger hard = {1, 0};
		setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
	}
	if (s->close_after)
		http_scene_hang_up(p);
}

static void welcome(void *ctx, int fd, short revents)
{
	struct http_scene *s = ctx;
	struct http_peer *p = &s->peers[s->accepted++];

	*p = (struct http_peer){.scene = s, .fd = accept(fd, NULL, NULL)};
	p->watch = loop_watch(s->loop, p->fd, POLLIN, serve, p);
	if (s->speak_first)
		assert_int_equal(write(p->fd, s->answer, s->answer_len), s->answer_len);
}

void http_scene_listen(struct http_scene *s, int backlog)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(s->listener, (struct sockaddr *)&a, sizeof a), 0);
	assert_int_equal(listen(s->listener, backlog), 0);
	getsockname(s->listener, (struct sockaddr *)&a, &len);
	s->port = ntohs(a.sin_port);
	snprintf(s->url, sizeof s->url, "http://127.0.0.1:%d/v1?key=hidden", s->port);
}

int http_scene_setup(void **state)
{
	struct http_scene *s = calloc(1, sizeof *s);

	s->loop = loop_new();
	http_scene_listen(s, 8);
	s->watch = loop_watch(s->loop, s->listener, POLLIN, welcome, s);
	*state = s;
	return 0;
}

int http_scene_teardown(void **state)
{
	struct http_scene *s = *state;

	loop_free(s->loop);
	for (int i = 0; i < s->accepted; i++) {
		s->peers[i].watch = NULL;
		http_scene_hang_up(&s->peers[i]);
		buf_free(&s->peers[i].got);
	}
	if (s->listener >= 0)
		close(s->listener);
	buf_free(&s->request);
	buf_free(&s->body);
	error_free(&s->error);
	free(s);
	return 0;
}

static void on_head(void *ctx, long status)
{
	struct http_scene *s = ctx;
	const char *type = transfer_header(s->transfer, "content-TYPE");

	s->heads++;
	s->status = status;
	snprintf(s->type, sizeof s->type, "%s", type != NULL ? type : "none");
	if (s->stop_in_head)
		transfer_stop(s->transfer);
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct http_scene *s = ctx;

	buf_add(&s->body, data, len);
	s->largest = len > s->largest ? len : s->largest;
	if (s->stop_in_data)
		transfer_stop(s->transfer);
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct http_scene *s = ctx;

	s->dones++;
	s->failure = result->failure;
	s->status = result->status;
	if (result->failure != HTTP_OK)
		error_at(&s->error, result->error.code, result->error.where, "%s",
		    result->error.message);
	if (s->stop_in_done)
		transfer_stop(s->transfer);
}

const struct http_sink http_scene_sink = {on_head, on_data, on_done};

static bool is_done(void *ctx)
{
	return ((struct http_scene *)ctx)->dones > 0;
}

void http_scene_answer(struct http_scene *s, const char *bytes)
{
	s->answer = bytes;
	s->answer_len = strlen(bytes);
}

void http_scene_ask(struct http_scene *s, struct http_request request)
{
	if (request.method == NULL)
		request.method = "GET";
	if (request.url == NULL)
		request.url = s->url;
	s->dones = s->heads = 0;
	buf_clear(&s->body);
	s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
	assert_int_equal(s->dones, 0);
	assert_true(loop_await(s->loop, is_done, s, NULL));
	assert_int_equal(s->dones, 1);
}

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain \r\n"
