/* SPDX-License-Identifier: MIT
 * Opening the connection: checks the version, migrates the schema and detects damage. For an up-to-date
 * store only the first page is read: WAL mode is saved in the file, and the schema is parsed when the first
 * statement needs it. config/store/N.sql migrates a store to version N.
 */
#include <sys/stat.h>
#include "base/base.h"
#include "base/embed.h"
#include "session/store/store_state.h"

/* ---- Versions of the tables ---------------------------------------------------------------------- */

#define TRIES 5 /* of STORE_OPEN_BUSY_MS each */

const struct migration *store_migrations(void)
{
	static struct migration steps[STORE_VERSION];

	for (int i = 0; i < STORE_VERSION && !steps[i].sql; i++) {
		char name[40];

		snprintf(name, sizeof name, "config/store/%d.sql", i + 1);
		steps[i].sql = embed_find(name)->data;
	}
	return steps;
}

bool store_migrate(sqlite3 *db, const struct migration *migrations, int count, struct error *e)
{
	/* The version is read again under the lock, as another process may have migrated the store. */
	for (;;) {
		int code = SQLITE_BUSY;

		/* Several processes may create the store at once, and on a slow machine that takes longer than one
		 * busy timeout. */
		for (int i = 0; i < TRIES && (code & 0xff) == SQLITE_BUSY; i++)
			code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
		const int64_t version =
		    code == SQLITE_OK ? store_ask(db, "PRAGMA user_version", -1) : -1;
		if (version >= count) {
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return true;
		}
		char *sql = version < 0 ? NULL
					: sqlite3_mprintf("%s; PRAGMA user_version = %lld; COMMIT",
					      migrations[version].sql, (long long)version + 1);
		const bool ok = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
		sqlite3_free(sql);
		if (!ok) {
			error_set(e, ERR_STORE, "cannot set up the session store '%s': %s",
			    sqlite3_db_filename(db, "main"), store_says(db));
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return false;
		}
	}
}

static enum store_state state_of_code(int code)
{
	return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? STATE_DAMAGED : STATE_REFUSED;
}

static enum store_state cannot_open(struct store *s, struct error *e)
{
	const int code = sqlite3_errcode(s->db) & 0xff;

	error_set(
	    e, ERR_STORE, "cannot open the session store '%s': %s", s->path, store_says(s->db));
	return state_of_code(code);
}

/* Sets the page size and WAL mode. SQLite's busy timeout does not apply to upgrading a read lock, which WAL
 * mode needs: of several processes that start on a new file, all but one get SQLITE_BUSY at once. */
static bool log_begin(struct store *s)
{
	int64_t end = clock_mono_ms() + STORE_OPEN_BUSY_MS;

	for (;;) {
		/* Each event is a transaction that writes whole pages; small pages write a third of the bytes. */
		int result = sqlite3_exec(s->db,
		    "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; "
		    "PRAGMA synchronous = NORMAL",
		    NULL, NULL, NULL);
		if ((result & 0xff) != SQLITE_BUSY || clock_mono_ms() >= end)
			return result == SQLITE_OK;
		sqlite3_sleep(STORE_OPEN_RETRY_MS);
	}
}

static enum store_state check_version(struct store *s, struct error *e)
{
	const int64_t version = store_ask(s->db, "PRAGMA user_version", INT64_MIN);

	if (version == INT64_MIN)
		return cannot_open(s, e);
	if (version == STORE_VERSION)
		return STATE_GOOD;
	if (version > STORE_VERSION || version < 0) {
		error_set(e, ERR_STORE,
		    "session store '%s' was written by a newer version of this program (format "
		    "%lld, this one knows %d): update, or move the file away",
		    s->path, (long long)version, STORE_VERSION);
		return STATE_REFUSED;
	}
	/* It has tables but no version; that is read again, as another process may just have migrated it. */
	if (version == 0 && store_ask(s->db, "SELECT count(*) FROM sqlite_master", 0) > 0 &&
	    store_ask(s->db, "PRAGMA user_version", 1) == 0) {
		error_set(
		    e, ERR_STORE, "'%s' is a database of another program: move it away", s->path);
		return STATE_REFUSED;
	}
	if (!log_begin(s))
		return cannot_open(s, e);
	if (!store_migrate(s->db, store_migrations(), STORE_VERSION, e))
		return state_of_code(sqlite3_errcode(s->db) & 0xff);
	return STATE_GOOD;
}

/* Called by SQLite after each commit with the number of pages in the log. */
static int log_grew(void *ctx, sqlite3 *db, const char *name, int pages)
{
	struct store *s = ctx;

	s->log_pages = pages;
	return SQLITE_OK;
}

enum store_state store_connect(struct store *s, struct error *e)
{
	static bool singly;
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;

	/* SQLite allocates twenty pages at once for each page cache, and each appended event makes one that needs a
	 * single page. Allocating page by page saves 130 page faults for a session of a dozen events. */
	if (!singly)
		sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
	singly = true;
	if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK)
		return cannot_open(s, e);
	struct stat st;

	if (stat(s->path, &st) == 0) {
		s->device = st.st_dev;
		s->inode = st.st_ino;
	}
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	if (!index_setup(s->db))
		return cannot_open(s, e);
	/* This hook replaces automatic checkpoints, which would stall an append. */
	sqlite3_wal_hook(s->db, log_grew, s);
	sqlite3_busy_timeout(s->db, STORE_OPEN_BUSY_MS);
	enum store_state state = check_version(s, e);
	if (state == STATE_GOOD && sqlite3_db_readonly(s->db, "main") == 1) {
		error_set(e, ERR_STORE, "session store '%s' may only be read", s->path);
		state = STATE_REFUSED;
	}
	if (state == STATE_GOOD) {
		sqlite3_exec(s->db,
		    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete "
		    "= ON",
		    NULL, NULL, NULL);
		sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	}
	return state;
}

bool store_lost(const struct store *s, struct error *e)
{
	struct stat st;

	if (stat(s->path, &st) != 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			return false;
		error_set(
		    e, ERR_STORE, "session store '%s' was removed while it was open", s->path);
		return true;
	}
	if (st.st_dev == s->device && st.st_ino == s->inode)
		return false;
	error_set(e, ERR_STORE, "session store '%s' was replaced by another file while it was open",
	    s->path);
	return true;
}

void store_disconnect(struct store *s)
{
	for (int i = 0; i < ST_COUNT; i++) {
		sqlite3_finalize(s->statements[i]);
		s->statements[i] = NULL;
	}
	sqlite3_close(s->db);
	s->db = NULL;
}

void store_move(struct store *s, bool here)
{
	if (here)
		store_connect(s, NULL); /* if it fails, the next append fails too and reports it */
	else
		store_disconnect(s);
}

void store_close(struct store *s)
{
	if (!s)
		return;
	store_disconnect(s);
	free_all(s->path, s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}
