/* SPDX-License-Identifier: MIT
 * The pipes of one child from their making until it is started: then the child has its ends, the
 * caller took ours, and pipes_close closes the rest.
 */
#ifndef LOOP_PIPES_H
#define LOOP_PIPES_H

#include "base/core/buf.h"
#include "loop/loop.h"
#include "loop/process.h"

/* Moves a descriptor above 2, where connecting a child's 0-2 overwrites none; it is closed on exec. -1: it could not
 * be, and is closed; errno. */
void descriptor_lift(int *fd);
void descriptor_close(int *fd); /* unless it is -1, which it is then */

struct pipes {
	int child[3], ours[3]; /* (owned) by what becomes 0, 1 and 2 in the child; -1: none */
};
/* False: errno says why, and nothing is open. Our ends do not block. */
bool pipes_open(struct pipes *p, const struct process_spec *spec);
/* Our end of 0, 1 or 2, which the caller closes from now on; -1: there is none. */
int pipes_take(struct pipes *p, int which);
void pipes_close(struct pipes *p); /* all that was not taken */

/*
 * Bytes on their way into a pipe: written at once as far as the pipe takes them, queued beyond that
 * and written by the loop as there is room.
 */

struct pipe_writer {
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

/* Takes fd, which must not block; -1: there is no pipe, and each write fails. */
void pipe_writer_open(struct pipe_writer *w, struct loop *l, int fd);
/* Writes or queues a copy of data. False: the pipe is closed or ending, its other end is gone (then
 * it is closed), or more than 64 MiB would be queued (then nothing was added). */
bool pipe_writer_write(struct pipe_writer *w, const void *data, size_t len);
/* Closes the pipe: after what is queued, or now and drops what is queued. May be called twice. */
void pipe_writer_end(struct pipe_writer *w);
void pipe_writer_close(struct pipe_writer *w);

#endif
