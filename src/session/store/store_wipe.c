/*
 * After a deletion: what was deleted is overwritten by SQLite (secure_delete), but the index of words
 * keeps it until its parts are merged, free pages of older versions keep it until the file is
 * rewritten, and the log keeps it until it is emptied.
 */
#include "session/store/store_state.h"

#define MERGE_PAGES 200			  /* pages of the index that are merged in one step */
#define REWRITE_BYTES ((int64_t)64 << 20) /* a larger file takes longer than others may wait */

static bool run_sql(struct store *s, const char *sql, struct error *e)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       (store_failed(s, e), false);
}

/* Merges the parts of the index step by step; the first call begins one merge of all of them.
 * False where nothing is left to merge. */
static bool merge_index(struct store *s, bool first)
{
	const int before = sqlite3_total_changes(s->db);
	char *sql = sqlite3_mprintf("INSERT INTO words (words, rank) VALUES ('merge', %d)",
	    first ? -MERGE_PAGES : MERGE_PAGES);
	const bool ok = sql && run_sql(s, sql, NULL);

	sqlite3_free(sql);
	return ok && sqlite3_total_changes(s->db) - before >= 2;
}

static int64_t query_number(struct store *s, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int64_t value = 0;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		value = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return value;
}

static bool rewrite_file(struct store *s, struct error *e)
{
	const int64_t bytes =
	    query_number(s, "PRAGMA page_count") * query_number(s, "PRAGMA page_size");

	if (bytes <= REWRITE_BYTES)
		return run_sql(s, "VACUUM", e);
	return query_number(s, "PRAGMA freelist_count") == 0 ||
	       error_set(e, ERR_LIMIT,
		   "'%s' is too large to be rewritten at once, its free pages may hold text that "
		   "an older version deleted; `sqlite3 FILE VACUUM` clears them",
		   s->path);
}

static bool empty_log(struct store *s, struct error *e)
{
	int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

	if (code == SQLITE_OK)
		s->log_pages = 0;
	return code == SQLITE_OK || store_failed(s, e) == STORE_OK;
}

static bool finish_file(struct store *s, struct error *e)
{
	bool ok;

	s->wipe = WIPE_NONE;
	sqlite3_busy_timeout(s->db, STORE_OPEN_BUSY_MS);
	ok = rewrite_file(s, e);
	ok = empty_log(s, ok ? e : NULL) && ok;
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
