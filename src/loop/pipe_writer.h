/*
 * Bytes on their way into a pipe: written at once as far as it takes them, queued beyond that.
 */
#ifndef LOOP_PIPE_WRITER_H
#define LOOP_PIPE_WRITER_H

#include "base/buf.h"
#include "loop/loop.h"

struct feed {
	struct loop *loop;
	int fd;		     /* (owned) -1: none, or closed */
	struct watch *watch; /* while something is queued */
	struct buf queue;
	size_t sent; /* of the queue */
	bool ending; /* closed once the queue is written */
};
#define PIPE_WRITER_NONE \
	{ \
		.fd = -1 \
	}

void pipe_writer_open(
    struct feed *f, struct loop *l, int fd); /* takes fd, which must not block; -1: none */
/* False: the other end is gone, or more than 64 MiB would be queued (then nothing was added). */
bool pipe_writer_write(struct feed *f, const void *data, size_t len);
void pipe_writer_end(struct feed *f);	/* closes after what is queued */
void pipe_writer_close(struct feed *f); /* closes now, drops what is queued */

#endif
