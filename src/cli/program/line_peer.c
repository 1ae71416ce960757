/* SPDX-License-Identifier: MIT
 * Reads and writes without waiting; a peer that is too far behind, or sends a line without an end, is given up.
 */
#include "cli/program/line_peer.h"

#include <sys/socket.h>
#include "base/base.h"

#define BEHIND_MOST ((size_t)64 << 20) /* bytes that the other end has not taken */

void line_peer_stop(struct line_peer *p)
{
	p->over = true;
	watch_stop(p->reads);
	watch_stop(p->writes);
	p->reads = p->writes = NULL;
}

static void end(struct line_peer *p)
{
	if (p->over)
		return;
	line_peer_stop(p);
	if (p->ended)
		p->ended(p->ctx);
}

static void take_lines(struct line_peer *p)
{
	size_t at = 0;
	char *nl;

	while (!p->over && at < p->in.len && (nl = memchr(p->in.data + at, '\n', p->in.len - at))) {
		const size_t from = at;

		at = (size_t)(nl - p->in.data) + 1;
		if (strspn(p->in.data + from, " \t\r") < at - 1 - from)
			p->line(p->ctx, p->in.data + from, at - 1 - from);
	}
	buf_drop(&p->in, at);
}

static void on_readable(void *ctx, int fd, short revents)
{
	struct line_peer *p = ctx;
	char chunk[65536];
	const ssize_t n = read(fd, chunk, sizeof chunk);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0 || p->in.len + (size_t)n > LINE_PEER_MOST) {
		end(p);
		return;
	}
	buf_add(&p->in, chunk, (size_t)n);
	take_lines(p);
}

static void on_writable(void *ctx, int fd, short revents)
{
	struct line_peer *p = ctx;
	const ssize_t n = send(fd, p->out.data, p->out.len, MSG_DONTWAIT | MSG_NOSIGNAL);

	if (n < 0 && errno != EINTR && errno != EAGAIN) {
		end(p);
		return;
	}
	buf_drop(&p->out, n > 0 ? (size_t)n : 0);
	if (p->out.len > 0)
		return;
	watch_stop(p->writes);
	p->writes = NULL;
}

void line_peer_start(struct line_peer *p, struct loop *loop)
{
	p->loop = loop;
	p->in.max = p->out.max = BUF_UNBOUNDED;
	p->reads = loop_watch(loop, p->fd, POLLIN, on_readable, p);
	take_lines(p);
}

void line_peer_send(struct line_peer *p, const char *data, size_t len)
{
	if (p->over)
		return;
	buf_add(&p->out, data, len);
	if (p->out.len > BEHIND_MOST)
		end(p);
	else if (!p->writes)
		p->writes = loop_watch(p->loop, p->fd, POLLOUT, on_writable, p);
}

void line_peer_free(struct line_peer *p)
{
	line_peer_stop(p);
	buf_free(&p->in);
	buf_free(&p->out);
}
