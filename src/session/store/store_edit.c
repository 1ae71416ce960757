/* SPDX-License-Identifier: MIT
 * Changing titles, and copying and deleting whole sessions. Many rows are changed in several transactions,
 * so that other processes never wait long to append an event. SQLite overwrites deleted text
 * (secure_delete), but it remains in the index of words until the index's segments are merged, in free pages
 * until the file is rewritten, and in the log until that is emptied; store_wipe does these three.
 */
#include "session/store/store_state.h"

/* ---- Wiping -------------------------------------------------------------------------------------- */

#define MERGE_PAGES 200			  /* pages of the index that are merged per step */
#define REWRITE_BYTES ((int64_t)64 << 20) /* rewriting larger files would block others too long */

static bool run_sql(struct store *s, const char *sql, struct error *e)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       (store_failed(s, e), false);
}

/* Makes one step of merging the index's segments; `first` begins a merge of all of them. False: nothing is
 * left to merge. */
static bool merge_index(struct store *s, bool first)
{
	const int before = sqlite3_total_changes(s->db);
	char *sql = sqlite3_mprintf("INSERT INTO words (words, rank) VALUES ('merge', %d)",
	    first ? -MERGE_PAGES : MERGE_PAGES);
	const bool ok = sql && run_sql(s, sql, NULL);

	sqlite3_free(sql);
	return ok && sqlite3_total_changes(s->db) - before >= 2;
}

static bool finish_file(struct store *s, struct error *e)
{
	const int64_t bytes =
	    store_ask(s->db, "PRAGMA page_count", 0) * store_ask(s->db, "PRAGMA page_size", 0);
	bool ok = true;

	s->wipe = WIPE_NONE;
	sqlite3_busy_timeout(s->db, STORE_OPEN_BUSY_MS);
	if (bytes <= REWRITE_BYTES)
		ok = run_sql(s, "VACUUM", e);
	else if (store_ask(s->db, "PRAGMA freelist_count", 0) > 0)
		ok = error_set(e, ERR_LIMIT,
		    "'%s' is too large to be rewritten at once, its free pages may hold text that "
		    "an older version deleted; `sqlite3 FILE VACUUM` clears them",
		    s->path);
	if (sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
	    SQLITE_OK)
		s->log_pages = 0;
	else
		ok = store_failed(s, ok ? e : NULL) == STORE_OK && ok;
	sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	return ok;
}

bool store_wipe(struct store *s, bool *more, struct error *e)
{
	bool ok = true;

	if (s->wipe == WIPE_INDEX || s->wipe == WIPE_MERGE)
		s->wipe = merge_index(s, s->wipe == WIPE_INDEX) ? WIPE_MERGE : WIPE_FILE;
	else if (s->wipe == WIPE_FILE)
		ok = finish_file(s, e);
	*more = s->wipe != WIPE_NONE;
	return ok;
}

bool store_wipe_all(struct store *s, struct error *e)
{
	bool more = true, ok = true;

	while (more)
		ok = store_wipe(s, &more, e);
	return ok;
}

bool store_title(struct store *s, const char *session, const char *title, struct error *e)
{
	const int64_t key = store_key(s, session, e);

	return key &&
	       store_end(s,
		   store_begin(s, e) && store_write(s, ST_TITLE, e, NUMBER(key), TEXT(title)), e);
}

static bool delete_rest(struct store *s, int64_t key, int64_t rows, struct error *e)
{
	const bool ok = store_begin(s, e) && index_drop(s, key, 0, e) &&
			store_write(s, ST_DELETE_BLOBS, e, NUMBER(key)) &&
			store_write(s, ST_DELETE_USES, e, NUMBER(key)) &&
			store_write(s, ST_DELETE_CACHE, e, NUMBER(key)) &&
			store_write(s, ST_DELETE_EVENTS, e, NUMBER(key), NUMBER(rows)) &&
			store_write(s, ST_INDEX_DONE, e, NUMBER(key)) &&
			store_write(s, ST_DELETE_SESSION, e, NUMBER(key));
	if (ok)
		s->wipe = WIPE_INDEX;
	return store_end(s, ok, e);
}

bool store_delete_some(
    struct store *s, const char *session, int64_t rows, bool *more, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	const int64_t left = key ? store_last_seq(s, session) : 0;

	*more = left > rows;
	if (!key)
		return false;
	s->session[0] = '\0';
	if (!*more)
		return delete_rest(s, key, rows, e);
	const bool ok = store_begin(s, e) && index_drop(s, key, left - rows + 1, e) &&
			store_write(s, ST_DELETE_EVENTS, e, NUMBER(key), NUMBER(rows));
	return store_end(s, ok, e);
}

bool store_cut(struct store *s, const char *session, int64_t seq, struct error *e)
{
	const int64_t key = store_key(s, session, e), last = key ? store_last_seq(s, session) : 0;

	if (!key || !store_begin(s, e))
		return false;
	s->session[0] = '\0';
	bool ok =
	    index_drop(s, key, seq + 1, e) &&
	    (last <= seq || store_write(s, ST_DELETE_EVENTS, e, NUMBER(key), NUMBER(last - seq))) &&
	    store_write(s, ST_DELETE_CACHE, e, NUMBER(key));
	return store_end(s, ok, e);
}

bool store_delete(struct store *s, const char *session, struct error *e)
{
	bool more = true, ok = true;

	while (ok && more)
		ok = store_delete_some(s, session, STORE_BATCH, &more, e);
	return ok;
}

bool store_copy(struct store *s, const char *from, int64_t seq, const char *to, struct error *e)
{
	const int64_t source = store_key(s, from, e), target = source ? store_key(s, to, e) : 0;
	const int64_t last = source ? store_last_seq(s, from) : 0;
	bool ok = true;

	if (!source || !target)
		return false;
	if (seq < 1 || seq > last)
		return error_set(e, ERR_USAGE, "session '%s' has no event %lld: its last is %lld",
		    from, (long long)seq, (long long)last);
	s->session[0] = '\0';
	for (int64_t at = 2; ok && at <= seq; at += STORE_BATCH) {
		const int64_t end = at + STORE_BATCH - 1 < seq ? at + STORE_BATCH - 1 : seq;
		ok = store_begin(s, e) &&
		     store_write(s, ST_COPY, e, NUMBER(target), NUMBER(EVENT_KEY(source, at)),
			 NUMBER(EVENT_KEY(source, end)));
		ok = store_end(s, ok, e);
	}
	ok = ok && store_begin(s, e) &&
	     store_write(s, ST_COPY_BLOBS, e, NUMBER(target), NUMBER(source)) &&
	     store_write(s, ST_COPY_TURNS, e, NUMBER(target), NUMBER(source)) &&
	     store_write(s, ST_COPY_CACHE, e, NUMBER(target), NUMBER(source), NUMBER(seq));
	return store_end(s, ok, e);
}
