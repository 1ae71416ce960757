/* SPDX-License-Identifier: MIT
 * Who goes on with a session: a file below running/ beside the database, locked by the process that
 * appends to the session and named after it. The lock ends with the process, however it ends, and is
 * not inherited by its children.
 */
#ifndef SESSION_STORE_SESSION_LOCK_H
#define SESSION_STORE_SESSION_LOCK_H

#include "session/session.h"

/* Takes the lock. False: another process goes on with the session; e says which and since when. A lock
 * that cannot be made (a read-only folder) is no reason to stop: true. */
bool session_lock_take(struct session *s, struct error *e);
/* Gives the lock up; without one it does nothing. */
void session_lock_leave(struct session *s);
/* In a copy of the process made by fork, which goes on in its place: takes the lock once that process has ended. */
void session_lock_move(struct session *s);
/* Returns the socket of a session that is served without its terminal, which the caller frees; it lies beside the
 * lock. id "*": a pattern of all. */
char *session_socket(const struct store *store, const char *id);
/* Returns who goes on with a session: "process 4711, since 2026-11-22 05:12", which the caller
 * frees; NULL: nobody. Not to be asked for a session that this process goes on with: that would
 * give up its lock. */
char *session_lock_holder(const struct store *store, const char *id);

#endif
