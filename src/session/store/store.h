/* SPDX-License-Identifier: MIT
 * The session database: SQLite in WAL mode, append-only events, one short transaction each.
 * synchronous NORMAL, FULL at turn_end; checkpoints by store_idle; busy waits of at most 50 ms.
 * Tables (config/store): sessions, events, blobs, roadmaps, reservations, and the cache and the index of
 * words, which may be dropped at any time; user_version counts the migrations. A newer version than this
 * program's is refused. A damaged file is moved aside and what is readable is copied into a new one.
 *
 * If a function returns false or NULL, e (may be NULL) is set, unless its comment says otherwise.
 *
 * Here: all that touches the session database: connecting, writing, lists, search, blobs, money of
 * a day, roadmaps, repair of a damaged file, and the lock of a session.
 * Not here: folds of events (src/session, src/agent, ui/model), past plans (plan/history), and the
 * text of the SQL, which is in config/store.
 */
#ifndef SESSION_STORE_STORE_H
#define SESSION_STORE_STORE_H

#include "base/core/buf.h"
#include "session/event/event.h"
#include "session/event_reader.h"

struct store;

/* Opens the database, creating what is missing (folder 0700, file 0600), and repairs it if it is damaged:
 * then *repaired (repaired may be NULL) is a sentence for the user, which the caller frees; else NULL.
 * store_close makes no checkpoint; it accepts NULL. */
struct store *store_open(const char *path, char **repaired, struct error *e);
void store_close(struct store *s);
/* Closes the connection (here false) before a fork that continues in the place of this process, as it must not be used
 * across a fork; opens it again (here true) in the fork. */
void store_move(struct store *s, bool here);
const char *store_path(const struct store *s); /* borrowed from the store */
/* Returns whether the file was removed or replaced since it was opened; then e is set. What was stored can
 * still be read. */
bool store_lost(const struct store *s, struct error *e);

enum store_result {
	STORE_OK,
	STORE_BUSY,   /* try again later */
	STORE_FAILED, /* full, read-only, damaged */
};
/* Appends an event, whose seq must be the session's next one. A session_start adds the session's row. */
enum store_result store_append(
    struct store *s, const char *session, const struct event *ev, struct error *e);
/* Make all appends between them one transaction, which is faster if there are many. end commits, or, if ok is false,
 * rolls back. False from end: nothing since begin is stored. */
bool store_batch_begin(struct store *s, struct error *e);
bool store_batch_end(struct store *s, bool ok, struct error *e);
/* Turns WAL mode off (on true), so that large batches are not written twice, if no other process has the store open;
 * and on again. */
void store_bulk(struct store *s, bool on);
void store_idle(struct store *s); /* makes a checkpoint if the log is large enough */

/* These return sessions as objects {id, title, cwd, model, created_at, updated_at, events, turns, parent?},
 * times in Unix milliseconds, as new references. cwd NULL: in all folders. */

/* Returns an array of the sessions with a turn or a command of the user, without delegates', last used
 * first; limit 0: all. */
json_t *store_list(struct store *s, const char *cwd, int limit, struct error *e);
/* Returns an array of the sessions last used before then, also without turns, oldest first; limit 0: all. */
json_t *store_old(struct store *s, int64_t before_ms, int limit, struct error *e);
/* Returns the session whose id is or begins with word, or, for "last", the last used one of cwd. NULL: there
 * is none, or several. */
json_t *store_find(struct store *s, const char *word, const char *cwd, struct error *e);
/* Returns an array of the newest sessions of a folder, at most limit, without forks and delegates', newest
 * first: {id, title, at, answer?}, where answer is the beginning of the first turn's answer. Never NULL. */
json_t *store_recent(struct store *s, const char *cwd, int limit, struct error *e);
int64_t store_last_seq(struct store *s, const char *session); /* 0: there is no such session */

/* Change the title; delete a session. */
bool store_title(struct store *s, const char *session, const char *title, struct error *e);
bool store_delete(struct store *s, const char *session, struct error *e);
/* Deletes at most `rows` events of a session, the newest first, and finally the session. *more: call again. */
bool store_delete_some(
    struct store *s, const char *session, int64_t rows, bool *more, struct error *e);
/* Deletes the events after seq, and the session's cache, in one transaction. */
bool store_cut(struct store *s, const char *session, int64_t seq, struct error *e);
/* Makes one step, of at most 50 ms (the last may take a second), of removing deleted text from the file.
 * *more: call again. False: some text may remain, and there are no more steps. Returns true at once if
 * nothing was deleted. */
bool store_wipe(struct store *s, bool *more, struct error *e);
bool store_wipe_all(struct store *s, struct error *e); /* makes all steps */
/* Copies events 2..seq of `from` to the session `to`, which must consist of a session_start. */
bool store_copy(struct store *s, const char *from, int64_t seq, const char *to, struct error *e);
/* Returns a reader of a session's events from a seq on, never NULL; an unknown session has none. The store
 * is borrowed until event_reader_free. No statement stays open between two calls of next. */
struct event_reader *store_source(struct store *s, const char *session, int64_t from_seq);

/* An event as stored; nothing of it has been checked. */
struct store_row {
	int64_t session; /* an internal number; the rows of a session are consecutive */
	int64_t seq, at_ms;
	int turn, iteration;
	enum event_type type;
	const char *data; /* (borrowed until take returns) JSON */
	size_t len;
};
/* Calls take for the events of all sessions of a folder (NULL: all folders), session by session, for
 * statistics; without delegates' sessions, those that ended before since_ms, and events of type message,
 * usage and capsule. take must not use the store. */
bool store_scan(struct store *s, const char *cwd, int64_t since_ms,
    void (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);

/* Call take for the plan events of a folder's newest sessions (at most `sessions`, without delegates'), or
 * of one session, newest first. They use an index, so the length of the sessions does not matter. They stop
 * when take returns false, which is no failure. */
bool store_scan_plans(struct store *s, const char *cwd, int sessions,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);
bool store_session_plans(struct store *s, const char *session,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);

/* Caches the state of a fold after the event seq, so that the fold can start there. Cached data may be
 * dropped at any time. kind names the fold and its version. */
bool store_cache_put(struct store *s, const char *session, const char *kind, int64_t seq,
    const json_t *data, struct error *e);
/* Returns the newest cached state at or before *seq, and sets *seq to its seq. New reference; NULL: there
 * is none. */
json_t *store_cache_get(struct store *s, const char *session, const char *kind, int64_t *seq);

/* Contents by reference: "blob:" and 26 characters of the content's BLAKE2b, so equal contents are stored
 * once. blob_ref and store_blob_put write the reference to ref, put also if it fails; get appends the
 * content to out. */
void blob_ref(const void *data, size_t len, char ref[40]);
bool store_blob_put(struct store *s, const char *session, const void *data, size_t len,
    char ref[40], struct error *e);
bool store_blob_get(struct store *s, const char *ref, struct buf *out, struct error *e);

#endif
