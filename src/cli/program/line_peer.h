/* SPDX-License-Identifier: MIT
 * Lines that are read from a descriptor and, if it is a socket, sent to it. What the other end does not read is
 * buffered, up to a bound, so that sending never blocks.
 */
#ifndef CLI_PROGRAM_LINE_PEER_H
#define CLI_PROGRAM_LINE_PEER_H

#include "base/json/json_rpc.h"
#include "loop/loop.h"

#define LINE_PEER_MOST ((size_t)16 << 20) /* bytes of a line */

struct line_peer {
	int fd; /* (borrowed) */
	struct loop *loop;
	struct watch *reads, *writes;
	struct rpc_lines in; /* (owned) may hold lines that came before the start */
	struct buf out;	     /* (owned) */
	bool over;	     /* the peer is gone: nothing is read or written any more */
	void (*line)(void *ctx, const char *line, size_t len);
	void (*ended)(void *ctx); /* called once when the peer is gone; may be NULL */
	void *ctx;
};
/* Blocks until the first line has come, borrowed until line_peer_start; lines behind it stay in p->in. fd must be set.
 * False: the peer is gone, or nothing came within the socket's receive timeout. */
bool line_peer_first(struct line_peer *p, const char **line, size_t *len);
/* Reads from now on: calls p->line for each line. fd, line, ended and ctx must be set. */
void line_peer_start(struct line_peer *p, struct loop *loop);
/* Sends bytes, which are copied; nothing if the peer is gone. */
void line_peer_send(struct line_peer *p, const char *data, size_t len);
/* Stops reading and writing without calling p->ended; may be called twice, and in its callbacks. */
void line_peer_stop(struct line_peer *p);
void line_peer_free(struct line_peer *p); /* must not be called in its callbacks */

/* Prints the value as one line on stdout and flushes it. Steals. */
void print_json_line(json_t *value);

#endif
