/* SPDX-License-Identifier: MIT
 * The session database: SQLite in WAL mode, append-only events, one short transaction each.
 * synchronous NORMAL, FULL at turn_end; checkpoints by store_idle; busy waits of at most 50 ms.
 * Tables: sessions, events, blobs, cache and the index of words (may be dropped), and user_version
 * for forward migrations. A newer version than this program's is refused. A damaged file is moved
 * aside and what is readable is copied into a new one (store_open says so in *repaired).
 *
 * Wherever a function returns false or NULL, e (may be NULL) says why.
 */
#ifndef SESSION_STORE_STORE_H
#define SESSION_STORE_STORE_H

#include "base/core/buf.h"
#include "session/event/event.h"
#include "session/event_reader.h"

struct store;

/* Opens the database, creating what is missing (folder 0700, file 0600). repaired (may be NULL)
 * receives a sentence for the user, which the caller frees, or NULL. Closed by store_close, without a
 * checkpoint; NULL is accepted there. */
struct store *store_open(const char *path, char **repaired, struct error *e);
void store_close(struct store *s);
/* Around a fork after which the copy goes on in the place of this process, since a connection does not outlive one:
 * here false before it, true in the copy. */
void store_move(struct store *s, bool here);
const char *store_path(const struct store *s); /* borrowed from the store */
/* Whether the file was removed or replaced since it was opened; if so, e says it. What was stored can
 * still be read here. */
bool store_lost(const struct store *s, struct error *e);

enum store_result {
	STORE_OK,
	STORE_BUSY,   /* try again later */
	STORE_FAILED, /* full, read-only, damaged */
};
/* Appends. seq must be the session's next one. A session_start makes the session's row. */
enum store_result store_append(
    struct store *s, const char *session, const struct event *ev, struct error *e);
/* Appends until store_batch_end are one transaction, which is faster where there are many. end: ok false takes them
 * back. False: e, and nothing since the beginning is stored. */
bool store_batch_begin(struct store *s, struct error *e);
bool store_batch_end(struct store *s, bool ok, struct error *e);
/* For who stores much in batches: on, it is not written twice where nobody else has the store open; off, as ever. */
void store_bulk(struct store *s, bool on);
void store_idle(struct store *s); /* makes a checkpoint when there is enough in the log */

/* Sessions as objects {id, title, cwd, model, created_at, updated_at, events, turns, parent?}, times in
 * Unix milliseconds; new references. cwd NULL: of every folder. */

/* An array of those that were used, without delegates', the one last used first; limit 0: all. */
json_t *store_list(struct store *s, const char *cwd, int limit, struct error *e);
/* Returns an array of those last used before then, also without turns, oldest first; limit 0: all.
 */
json_t *store_old(struct store *s, int64_t before_ms, int limit, struct error *e);
/* Returns the one whose id is the word or begins with it, or "last" (of cwd); e says that there is
 * none, or several. */
json_t *store_find(struct store *s, const char *word, const char *cwd, struct error *e);
/* An array of the newest sessions begun in a folder, at most limit, no forks and no delegates', newest
 * first: objects {id, title, at, answer?}, answer being the beginning of the first turn's. Never NULL. */
json_t *store_recent(struct store *s, const char *cwd, int limit, struct error *e);
int64_t store_last_seq(struct store *s, const char *session); /* 0: there is no such session */

/* Changes of a session. */
bool store_title(struct store *s, const char *session, const char *title, struct error *e);
bool store_delete(struct store *s, const char *session, struct error *e);
/* Deletes in steps: at most this many events, the newest first. *more: call it again. */
bool store_delete_some(
    struct store *s, const char *session, int64_t rows, bool *more, struct error *e);
/* Deletes the events behind a seq, in one step, and what was computed. */
bool store_cut(struct store *s, const char *session, int64_t seq, struct error *e);
/* After deletions, one step of at most 50 ms (the last one may take a second), so that no text of what
 * was deleted stays in the file. *more: call it again. False: some may stay; the steps are over then.
 * Nothing was deleted: returns true at once. */
bool store_wipe(struct store *s, bool *more, struct error *e);
bool store_wipe_all(struct store *s, struct error *e); /* all steps */
/* Copies events 2..seq of `from` behind the session_start already stored for `to`. */
bool store_copy(struct store *s, const char *from, int64_t seq, const char *to, struct error *e);
/* Returns the events of a session from this seq on; never NULL, of an unknown session there are
 * none. The store is borrowed until event_reader_free; no statement stays open between two calls of
 * next. */
struct event_reader *store_source(struct store *s, const char *session, int64_t from_seq);

/* An event as it is stored, of which nothing has been checked. */
struct store_row {
	int64_t session; /* a number of the session; rows of one come together */
	int64_t seq, at_ms;
	int turn, iteration;
	enum event_type type;
	const char *data; /* (borrowed until take returns) JSON */
	size_t len;
};
/* All sessions' events in one pass, session by session, for whoever counts over all of them: of a
 * folder (NULL: all), without delegates' sessions and those that ended before since_ms. Messages,
 * usage and capsules are passed over. take must not use the store. */
bool store_scan(struct store *s, const char *cwd, int64_t since_ms,
    void (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);

/* The plan events of a folder's newest sessions (as many as that, delegates' left out), or of one
 * session, the newest first, through an index: what it costs does not depend on how long the sessions
 * are. It ends where take returns false, which is no failure. */
bool store_scan_plans(struct store *s, const char *cwd, int sessions,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);
bool store_session_plans(struct store *s, const char *session,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e);

/* What a fold of the events had come to at an event, so that it need not begin at the first. May be
 * gone at any time. kind names the fold and its version. */
bool store_cache_put(struct store *s, const char *session, const char *kind, int64_t seq,
    const json_t *data, struct error *e);
/* Returns the newest at or before *seq, which becomes its seq. New reference; NULL: there is none.
 */
json_t *store_cache_get(struct store *s, const char *session, const char *kind, int64_t *seq);

/* Content by reference, shared by content: "blob:" + 26 characters of its BLAKE2b. ref gets it, also
 * where storing fails; get appends the content to out. */
void blob_ref(const void *data, size_t len, char ref[40]);
bool store_blob_put(struct store *s, const char *session, const void *data, size_t len,
    char ref[40], struct error *e);
bool store_blob_get(struct store *s, const char *ref, struct buf *out, struct error *e);

#endif
