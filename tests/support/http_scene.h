/* SPDX-License-Identifier: MIT
 * The HTTP client against a real server on loopback: a listening socket in the same loop, which answers each
 * request with the bytes the test has set; the scene keeps what the client reported of the last answer.
 */
#ifndef TESTS_SUPPORT_HTTP_SCENE_H
#define TESTS_SUPPORT_HTTP_SCENE_H

#include "base/core/buf.h"
#include "loop/http.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain \r\n"

struct http_scene;

struct http_peer { /* one accepted connection */
	struct http_scene *scene;
	int fd;
	struct watch *watch;
	struct buf got;
};

struct http_scene {
	struct loop *loop;
	int listener, port, accepted, requests;
	struct watch *watch;
	struct http_peer peers[8];
	const char *answer; /* sent for each request */
	size_t answer_len;
	bool close_after;   /* the connection, after the answer */
	bool speak_first;   /* the answer comes before any request */
	struct buf request; /* the last one as it came */

	char url[64];
	struct transfer *transfer;
	int heads, dones;
	long status;
	char type[64];
	bool stop_in_head, stop_in_data, stop_in_done, reset;
	struct buf body;
	size_t largest; /* bytes of the largest piece that the client handed on */
	enum http_failure failure;
	struct error error;
};

/* For cmocka: *state is a struct http_scene that listens; teardown frees it. */
int http_scene_setup(void **state);
int http_scene_teardown(void **state);
/* Listens on a free port, which s->url then names; setup does so with a queue of 8. */
void http_scene_listen(struct http_scene *s, int backlog);
/* Sets what each request is answered with; the bytes are borrowed. s->answer NULL: requests get no answer. */
void http_scene_answer(struct http_scene *s, const char *bytes);
/* Sends a request and waits until it is done. Its method is GET and its URL the server's where it has none. */
void http_scene_ask(struct http_scene *s, struct http_request request);
void http_scene_hang_up(struct http_peer *p);
/* A sink that keeps in the scene, its ctx, what the client reports. */
extern const struct http_sink http_scene_sink;

#endif
