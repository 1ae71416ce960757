/* SPDX-License-Identifier: MIT
 * A server on loopback that gives set answers (speaker.h). Every connection is a watched descriptor; a request is
 * whole when the bytes of its Content-Length are there.
 */
#include "tests/support/speaker.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/core/alloc.h"

#define PEERS 64

struct peer {
	struct speaker *speaker;
	int fd;
	struct watch *watch;
	struct buf got;
};
struct speaker {
	struct loop *loop;
	int listener, port, accepted, requests;
	struct watch *watch;
	struct peer peers[PEERS];
	const struct speaker_answer *answers;
	struct buf last;
};

static void hang_up(struct peer *p, bool reset)
{
	struct linger hard = {1, 0};

	if (p->fd < 0)
		return;
	if (reset)
		setsockopt(p->fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
	watch_stop(p->watch);
	close(p->fd);
	buf_free(&p->got);
	p->fd = -1;
}

static bool is_whole(const struct buf *b)
{
	const char *end = strstr(buf_str(b), "\r\n\r\n");
	const char *length = strstr(buf_str(b), "Content-Length: ");

	return end && b->len >= (size_t)(end + 4 - b->data) +
				    (length ? strtoul(length + 16, NULL, 10) : 0);
}

static void answer(struct peer *p)
{
	struct speaker *s = p->speaker;
	const struct speaker_answer *a = s->answers;

	for (int i = 0; i < s->requests && a->bytes; i++)
		a++;
	s->requests++;
	buf_clear(&s->last);
	buf_add(&s->last, p->got.data, p->got.len);
	buf_clear(&p->got);
	if (a->bytes)
		assert_int_equal(
		    send(p->fd, a->bytes, strlen(a->bytes), MSG_NOSIGNAL), strlen(a->bytes));
	if (a->then != THEN_KEEP)
		hang_up(p, a->then == THEN_RESET);
}

static void serve(void *ctx, int fd, short revents)
{
	struct peer *p = ctx;
	char bytes[65536];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n <= 0) {
		hang_up(p, false);
		return;
	}
	buf_add(&p->got, bytes, (size_t)n);
	if (is_whole(&p->got))
		answer(p);
}

static void welcome(void *ctx, int fd, short revents)
{
	struct speaker *s = ctx;
	struct peer *p = &s->peers[s->accepted];

	assert_true(s->accepted < PEERS);
	s->accepted++;
	*p = (struct peer){.speaker = s, .fd = accept(fd, NULL, NULL)};
	p->watch = loop_watch(s->loop, p->fd, POLLIN, serve, p);
}

struct speaker *speaker_new(struct loop *l, const struct speaker_answer *answers)
{
	struct speaker *s = xcalloc(1, sizeof *s);
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	s->loop = l;
	s->answers = answers;
	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(s->listener, (struct sockaddr *)&a, sizeof a), 0);
	assert_int_equal(listen(s->listener, 8), 0);
	getsockname(s->listener, (struct sockaddr *)&a, &len);
	s->port = ntohs(a.sin_port);
	s->watch = loop_watch(l, s->listener, POLLIN, welcome, s);
	return s;
}

void speaker_free(struct speaker *s)
{
	for (int i = 0; i < s->accepted; i++)
		hang_up(&s->peers[i], false);
	watch_stop(s->watch);
	close(s->listener);
	buf_free(&s->last);
	free(s);
}

int speaker_port(const struct speaker *s)
{
	return s->port;
}

int speaker_requests(const struct speaker *s)
{
	return s->requests;
}

int speaker_connections(const struct speaker *s)
{
	return s->accepted;
}

int speaker_open(const struct speaker *s)
{
	int n = 0;

	for (int i = 0; i < s->accepted; i++)
		n += s->peers[i].fd >= 0;
	return n;
}

const char *speaker_request(const struct speaker *s)
{
	return buf_str(&s->last);
}
