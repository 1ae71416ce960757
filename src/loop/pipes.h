/* SPDX-License-Identifier: MIT
 * The pipes of one child, from pipes_open until it is started: then the child has its ends, the caller
 * took ours by pipes_take, and pipes_close closes the rest.
 */
#ifndef LOOP_PIPES_H
#define LOOP_PIPES_H

#include "base/core/buf.h"
#include "loop/loop.h"
#include "loop/process.h"

/* Replaces *fd by a duplicate above 2, so that connecting a child's 0-2 does not overwrite it; the duplicate is closed
 * on exec. If that fails, *fd is closed and -1, and errno is set. */
void descriptor_lift(int *fd);
void descriptor_close(int *fd); /* closes *fd unless it is -1, and sets it to -1 */

struct pipes {
	int child[3], ours[3]; /* (owned) the ends for the child's 0, 1 and 2; -1: none */
};
/* Opens the pipes that spec asks for; our ends do not block. False: errno is set, and none is open. */
bool pipes_open(struct pipes *p, const struct process_spec *spec);
/* Returns our end for the child's 0, 1 or 2, which the caller must close; -1: there is none. */
int pipes_take(struct pipes *p, int which);
void pipes_close(struct pipes *p); /* closes all ends that were not taken */

/*
 * A writer of bytes into a pipe: what the pipe does not take at once is queued, and written by the loop
 * when there is room.
 */

struct pipe_writer {
	struct loop *loop;
	int fd;		     /* (owned) -1: none, or closed */
	struct watch *watch; /* NULL: the queue is empty */
	struct buf queue;
	size_t sent; /* bytes of the queue that are written already */
	bool ending; /* to be closed when the queue is written */
};
#define PIPE_WRITER_NONE \
	{ \
		.fd = -1 \
	}

/* Initialises w with fd, which it owns from now on and which must be non-blocking; -1: each write fails. */
void pipe_writer_open(struct pipe_writer *w, struct loop *l, int fd);
/* Writes or queues a copy of data. False: the pipe is closed or ending, its other end is gone (then
 * it is closed), or more than 64 MiB would be queued (then nothing was added). */
bool pipe_writer_write(struct pipe_writer *w, const void *data, size_t len);
/* Close the pipe: the first after the queue is written, the second at once, dropping the queue. May be
 * called twice. */
void pipe_writer_end(struct pipe_writer *w);
void pipe_writer_close(struct pipe_writer *w);

#endif
