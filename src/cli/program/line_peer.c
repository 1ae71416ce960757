/* SPDX-License-Identifier: MIT
 * Exchanges lines with a peer without blocking; one that is too far behind, or sends an endless line, is cut off.
 */
#include "cli/program/line_peer.h"

#include <sys/socket.h>
#include "base/base.h"

#define BEHIND_MOST ((size_t)64 << 20) /* bytes that the peer may leave unread */

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
	const char *line;
	size_t len;

	while (!p->over && rpc_lines_next(&p->in, &line, &len))
		p->line(p->ctx, line, len);
}

static void on_readable(void *ctx, int fd, short revents)
{
	struct line_peer *p = ctx;
	char chunk[65536];
	const ssize_t n = read(fd, chunk, sizeof chunk);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n > 0 && rpc_lines_add(&p->in, chunk, (size_t)n))
		take_lines(p);
	else
		end(p);
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

bool line_peer_first(struct line_peer *p, const char **line, size_t *len)
{
	char chunk[65536];

	p->in.bytes.max = LINE_PEER_MOST;
	for (bool over = false; !rpc_lines_next(&p->in, line, len);) {
		const ssize_t n = over ? 0 : read(p->fd, chunk, sizeof chunk);

		if (n < 0 && errno == EINTR)
			continue;
		if (over || !rpc_lines_add(&p->in, n > 0 ? chunk : "\n", n > 0 ? (size_t)n : 1))
			return false;
		over = n <= 0;
	}
	return true;
}

void line_peer_start(struct line_peer *p, struct loop *loop)
{
	p->loop = loop;
	p->in.bytes.max = LINE_PEER_MOST;
	p->out.max = BUF_UNBOUNDED;
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
	rpc_lines_free(&p->in);
	buf_free(&p->out);
}

void print_json_line(json_t *value)
{
	auto_free char *line = json_line(value);

	puts(line);
	fflush(stdout);
	json_decref(value);
}
