/* SPDX-License-Identifier: MIT
 * The faces of a session that runs without a terminal: each is a connection to the session's socket that gets events
 * as lines and sends intents, as with --serve (docs/cli.md). The serving process stays the only owner of the
 * session.
 */
#ifndef CLI_CHAT_FACES_H
#define CLI_CHAT_FACES_H

#include "cli/program/program.h"
#include "foreign/foreign.h"

struct faces;
void faces_free(struct faces *f); /* f may be NULL */
/* Forks, and returns true in the child, which goes on with the session without a terminal. This process exits; before
 * that it prints how to come back, and `from` (NULL: none) gives the terminal back. Opens *faces unless it is open: a
 * socket, mode 0600, that serves processes of this user; p is borrowed until faces_free. False: this process keeps
 * the terminal (e). */
bool faces_detach(
    struct program *p, struct faces **faces, const struct commander *from, struct error *e);
/* Returns the line of a `serving` event, new reference. seq: the last event that is not sent behind it. */
json_t *serving_line(const struct program *p, int64_t seq);

/* Returns a socket that listens at a path (serve) or is connected to it; -1: errno. */
int face_socket(const char *path, bool serve);

#endif
