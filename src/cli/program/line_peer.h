/* SPDX-License-Identifier: MIT
 * Lines that come in at a descriptor, and go out at it where it is a socket. What the other end does not take is
 * kept, up to a bound, so that nobody waits for it.
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
	struct rpc_lines in; /* (owned) may hold what came before the start */
	struct buf out;	     /* (owned) */
	bool over;	     /* it is gone: nothing is read or written any more */
	void (*line)(void *ctx, const char *line, size_t len);
	void (*ended)(void *ctx); /* called once, when it is gone; may be NULL */
	void *ctx;
};
/* Waits for the first line, borrowed until the start, behind which the others stay. fd is set before. False: it is over, or
 * none came within the time that its socket waits. */
bool line_peer_first(struct line_peer *p, const char **line, size_t *len);
/* Reads from now on. fd, line, ended and ctx are set before. */
void line_peer_start(struct line_peer *p, struct loop *loop);
void line_peer_send(struct line_peer *p, const char *data, size_t len);
/* Stops reading and writing; may be called twice, and in its callbacks. */
void line_peer_stop(struct line_peer *p);
void line_peer_free(struct line_peer *p); /* not inside a callback of it */

/* Prints the value as one line on stdout, at once. Steals. */
void print_json_line(json_t *value);

#endif
