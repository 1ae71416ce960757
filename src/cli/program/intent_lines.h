/* SPDX-License-Identifier: MIT
 * Lines of stdin, each an intent as JSON, for an agent that another program drives. The end of stdin stops the turn
 * and ends the program.
 */
#ifndef CLI_PROGRAM_INTENT_LINES_H
#define CLI_PROGRAM_INTENT_LINES_H

#include "session/session.h"

#define INTENT_LINE_MAX ((size_t)16 << 20) /* bytes */

struct intent_lines {
	struct buf line; /* (owned) of stdin, as far as it came; may hold lines before the start */
	bool own;	 /* the user's own program sends them: every kind is taken */
	/* What else is to be done with an intent, borrowed for the call; true: that was all. NULL: nothing. */
	bool (*take)(void *ctx, const struct intent *in);
	void *ctx;
	struct session *session; /* (borrowed) */
	struct watch *watch;
};
/* Reads stdin from now on, until intent_lines_stop, which may be called twice. The caller frees line. */
void intent_lines_start(struct intent_lines *l, struct loop *loop, struct session *session);
void intent_lines_stop(struct intent_lines *l);

#endif
