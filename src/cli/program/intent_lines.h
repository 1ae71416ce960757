/* SPDX-License-Identifier: MIT
 * Reads intents from stdin, each a line of JSON, for an agent that another program drives. The end of stdin stops the
 * turn and ends the program.
 */
#ifndef CLI_PROGRAM_INTENT_LINES_H
#define CLI_PROGRAM_INTENT_LINES_H

#include "cli/program/line_peer.h"
#include "session/session.h"

struct intent_lines {
	struct line_peer peer; /* (owned) peer.in may hold lines before the start */
	bool own;	       /* the user's own program sends them: every kind is accepted */
	/* Called with each intent, borrowed for the call, before it is pushed; true: it is not pushed. May be NULL. */
	bool (*take)(void *ctx, const struct intent *in);
	void *ctx;
	struct session *session; /* (borrowed) */
};
/* Reads stdin from now on, until the caller stops or frees peer. */
void intent_lines_start(struct intent_lines *l, struct loop *loop, struct session *session);
/* Parses a line into *in, which the caller frees. False: it is no intent, and a notice of the session says so. own:
 * every kind is accepted. from: where the line came from, for the notice: "stdin". */
bool intent_of_line(
    struct session *s, const char *line, size_t len, bool own, const char *from, struct intent *in);

#endif
