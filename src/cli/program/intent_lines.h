/* SPDX-License-Identifier: MIT
 * Lines of stdin, each an intent as JSON, for an agent that another program drives. The end of stdin stops the turn
 * and ends the program.
 */
#ifndef CLI_PROGRAM_INTENT_LINES_H
#define CLI_PROGRAM_INTENT_LINES_H

#include "cli/program/line_peer.h"
#include "session/session.h"

struct intent_lines {
	struct line_peer peer; /* (owned) its in may hold lines before the start */
	bool own;	       /* the user's own program sends them: every kind is taken */
	/* What else is to be done with an intent, borrowed for the call; true: that was all. NULL: nothing. */
	bool (*take)(void *ctx, const struct intent *in);
	void *ctx;
	struct session *session; /* (borrowed) */
};
/* Reads stdin from now on, until the caller stops or frees peer. */
void intent_lines_start(struct intent_lines *l, struct loop *loop, struct session *session);
/* The intent of a line, which the caller frees. False: it is none, which the session was told. from: "stdin". */
bool intent_of_line(
    struct session *s, const char *line, size_t len, bool own, const char *from, struct intent *in);

#endif
