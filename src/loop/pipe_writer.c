#include "loop/pipe_writer.h"

#include <errno.h>
#include <unistd.h>

#define QUEUE_BYTES ((size_t)64 << 20)

void pipe_writer_open(struct feed *f, struct loop *l, int fd)
{
	*f = (struct feed){.loop = l, .fd = fd, .queue = BUF_LIMIT(2 * QUEUE_BYTES)};
}

/* Writes what the pipe takes. False: the other end is gone. */
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
	struct feed *f = ctx;

	if (!write_some(fd, f->queue.data, f->queue.len, &f->sent)) {
		pipe_writer_close(f);
		return;
	}
	if (f->sent < f->queue.len)
		return;
	buf_clear(&f->queue);
	f->sent = 0;
	watch_stop(f->watch);
	f->watch = NULL;
	if (f->ending)
		pipe_writer_close(f);
}

bool pipe_writer_write(struct feed *f, const void *data, size_t len)
{
	size_t sent = 0;

	if (f->fd < 0 || f->ending || len > QUEUE_BYTES - (f->queue.len - f->sent))
		return false;
	if (f->queue.len == 0 && !write_some(f->fd, data, len, &sent)) {
		pipe_writer_close(f);
		return false;
	}
	if (sent == len)
		return true;
	/* The queue is moved seldom, so that few bytes are copied. */
	if (f->sent > f->queue.len / 2) {
		buf_drop(&f->queue, f->sent);
		f->sent = 0;
	}
	buf_add(&f->queue, (const char *)data + sent, len - sent);
	if (f->watch == NULL)
		f->watch = loop_watch(f->loop, f->fd, POLLOUT, write_queue, f);
	return true;
}

void pipe_writer_end(struct feed *f)
{
	f->ending = true;
	if (f->queue.len == 0)
		pipe_writer_close(f);
}

void pipe_writer_close(struct feed *f)
{
	watch_stop(f->watch);
	f->watch = NULL;
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	buf_free(&f->queue);
	f->sent = 0;
}
