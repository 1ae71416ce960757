/* SPDX-License-Identifier: MIT
 * The HTTP client against a real server on loopback: a listening socket in the same loop, which answers each
 * request with the bytes the test has set, and what the client said of the last answer.
 */
#ifndef SUPPORT_HTTP_SCENE_H
#define SUPPORT_HTTP_SCENE_H

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
	size_t largest; /* piece handed on */
	enum http_failure failure;
	struct error error;
};

/* For cmocka: *state is a struct http_scene that listens; teardown frees it. */
int http_scene_setup(void **state);
int http_scene_teardown(void **state);
/* Listens on a free port, which s->url names; setup has done so with a queue of 8. */
void http_scene_listen(struct http_scene *s, int backlog);
/* What each request is answered with; the bytes are borrowed. NULL in s->answer: nothing is said. */
void http_scene_answer(struct http_scene *s, const char *bytes);
/* Asks and waits until it is done; without a method it is GET, without a URL that of the server. */
void http_scene_ask(struct http_scene *s, struct http_request request);
void http_scene_hang_up(struct http_peer *p);
/* Notes in the scene what it is told; its ctx is the scene. */
extern const struct http_sink http_scene_sink;

#endif
