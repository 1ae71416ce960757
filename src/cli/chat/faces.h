/* SPDX-License-Identifier: MIT
 * The faces of a session that runs without a terminal: each is a connection to its socket that has events as lines
 * and sends intents, as --serve does (docs/cli.md). The process that serves them stays the only owner of the session.
 */
#ifndef CLI_CHAT_FACES_H
#define CLI_CHAT_FACES_H

#include "cli/program/program.h"
#include "foreign/foreign.h"

struct faces;
void faces_free(struct faces *f); /* which may be NULL */
/* Lets the session go on in a copy of this process, which belongs to no terminal, and returns there. This process
 * ends, having said how to come back and let `from` (NULL: there is none) give its terminal back. *faces is opened,
 * unless it is already: a socket, mode 0600, that serves whoever of this user connects; the program is borrowed until
 * faces_free. False: e says why it stays, and nothing has happened. */
bool faces_detach(
    struct program *p, struct faces **faces, const struct commander *from, struct error *e);
/* The line `serving`, new reference. seq: up to which event what follows is known. */
json_t *serving_line(const struct program *p, int64_t seq);

/* Listens at the socket of a session (serve), or connects to it; -1: errno. */
int face_socket(const char *path, bool serve);

#endif
