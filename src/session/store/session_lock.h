/* SPDX-License-Identifier: MIT
 * The lock of a session, so that only one process appends to it: a file below running/ beside the
 * database, named after the session and locked by that process. The lock ends with the process, however
 * it ends, and is not inherited by its children.
 */
#ifndef SESSION_STORE_SESSION_LOCK_H
#define SESSION_STORE_SESSION_LOCK_H

#include "session/session.h"

/* Takes the lock. False: another process has it; e says which and since when. Returns true also if the
 * lock file cannot be made (in a read-only folder): the session is then used without a lock. */
bool session_lock_take(struct session *s, struct error *e);
/* Releases the lock; does nothing without one. */
void session_lock_leave(struct session *s);
/* Called in a fork of the process that continues in its place: takes the lock when the parent has ended. */
void session_lock_move(struct session *s);
/* Returns the path of the socket of a session that runs without a terminal, beside the lock. Caller frees. id "*": a
 * glob pattern for all. */
char *session_socket(const struct store *store, const char *id);
/* Returns the process that has a session open: "process 4711, since 2026-11-22 05:12". Caller frees. NULL:
 * none. Must not be called for a session that this process has open: closing the file would release its
 * lock. */
char *session_lock_holder(const struct store *store, const char *id);

#endif
