/* SPDX-License-Identifier: MIT
 * Opening the pipes of a child, and queued writing to a pipe. All ends are above 2, so that connecting a
 * child's 0-2 overwrites none of them, even if the program was started with some of its own closed. Bytes
 * that a pipe does not take at once wait in a queue, and a watch exists as long as the queue has bytes.
 */
#include "loop/pipes.h"

#include <fcntl.h>
#include "base/base.h"

/* ---- Writing ------------------------------------------------------------------------------------- */

#define QUEUE_BYTES ((size_t)64 << 20)

void pipe_writer_open(struct pipe_writer *w, struct loop *l, int fd)
{
	*w = (struct pipe_writer){.loop = l, .fd = fd, .queue = BUF_LIMIT(2 * QUEUE_BYTES)};
}

/* Writes as much as the pipe takes and adds it to *sent. False: the other end is closed. */
static bool write_some(int fd, const char *data, size_t len, size_t *sent)
{
	while (*sent < len) {
		ssize_t n = write(fd, data + *sent, len - *sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN;
		*sent += (size_t)n;
	}
	return true;
}

static void write_queue(void *ctx, int fd, short revents)
{
	struct pipe_writer *w = ctx;

	const bool broken = !write_some(fd, w->queue.data, w->queue.len, &w->sent);
	if (!broken && w->sent < w->queue.len)
		return;
	buf_clear(&w->queue);
	w->sent = 0;
	watch_stop(w->watch);
	w->watch = NULL;
	if (broken || w->ending)
		pipe_writer_close(w);
}

bool pipe_writer_write(struct pipe_writer *w, const void *data, size_t len)
{
	size_t sent = 0;

	if (w->fd < 0 || w->ending || len > QUEUE_BYTES - (w->queue.len - w->sent))
		return false;
	if (w->queue.len == 0 && !write_some(w->fd, data, len, &sent)) {
		pipe_writer_close(w);
		return false;
	}
	if (sent == len)
		return true;
	/* Written bytes are dropped only when they are more than half, so that few bytes are moved. */
	if (w->sent > w->queue.len / 2) {
		buf_drop(&w->queue, w->sent);
		w->sent = 0;
	}
	buf_add(&w->queue, (const char *)data + sent, len - sent);
	if (w->watch == NULL)
		w->watch = loop_watch(w->loop, w->fd, POLLOUT, write_queue, w);
	return true;
}

void pipe_writer_end(struct pipe_writer *w)
{
	w->ending = true;
	if (w->queue.len == 0)
		pipe_writer_close(w);
}

void pipe_writer_close(struct pipe_writer *w)
{
	watch_stop(w->watch);
	w->watch = NULL;
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	buf_free(&w->queue);
	w->sent = 0;
}

void descriptor_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void descriptor_lift(int *fd)
{
	int high = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
	int saved = errno;

	close(*fd);
	*fd = high;
	errno = saved;
}

static bool open_pipe(int *reader, int *writer)
{
	int ends[2];

	if (pipe(ends) != 0)
		return false;
	descriptor_lift(&ends[0]);
	descriptor_lift(&ends[1]);
	*reader = ends[0];
	*writer = ends[1];
	return ends[0] >= 0 && ends[1] >= 0;
}

static bool open_all(struct pipes *p, const struct process_spec *spec)
{
	if (spec->in == PROCESS_STDIN_TTY)
		return true;
	if (spec->in == PROCESS_STDIN_PIPE && !open_pipe(&p->child[0], &p->ours[0]))
		return false;
	if (spec->in != PROCESS_STDIN_PIPE) {
		p->child[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (p->child[0] >= 0 && p->child[0] <= 2)
			descriptor_lift(&p->child[0]);
	}
	if (p->child[0] < 0 || !open_pipe(&p->ours[1], &p->child[1]))
		return false;
	if (!spec->merge)
		return open_pipe(&p->ours[2], &p->child[2]);
	p->child[2] = fcntl(p->child[1], F_DUPFD_CLOEXEC, 3);
	return p->child[2] >= 0;
}

bool pipes_open(struct pipes *p, const struct process_spec *spec)
{
	*p = (struct pipes){{-1, -1, -1}, {-1, -1, -1}};
	if (!open_all(p, spec)) {
		int saved = errno;
		pipes_close(p);
		errno = saved;
		return false;
	}
	for (int i = 0; i < 3; i++)
		if (p->ours[i] >= 0)
			fcntl(p->ours[i], F_SETFL, O_NONBLOCK);
	return true;
}

int pipes_take(struct pipes *p, int which)
{
	int fd = p->ours[which];

	p->ours[which] = -1;
	return fd;
}

void pipes_close(struct pipes *p)
{
	for (int i = 0; i < 3; i++) {
		descriptor_close(&p->child[i]);
		descriptor_close(&p->ours[i]);
	}
}
