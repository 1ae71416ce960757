/*
 * Connecting: look at the version, set up what is new, tell what is damaged. An existing store costs
 * one read of its first page and nothing else: WAL is kept in the file, the schema is parsed when the
 * first statement needs it.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/core/clock.h"
#include "session/store/store_state.h"

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

/* Reads one number of one row. */
static bool ask_number(struct store *s, const char *sql, int *out)
{
	sqlite3_stmt *st = NULL;
	bool ok = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) == SQLITE_OK &&
		  sqlite3_step(st) == SQLITE_ROW;

	if (ok)
		*out = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return ok;
}

/* SQLite does not wait where a process that reads wants the file for itself, as it does to begin a log:
 * of several that start at once on a new file, all but one are told at once that it is locked. */
static bool log_begin(struct store *s)
{
	int64_t end = clock_mono_ms() + STORE_OPEN_BUSY_MS;
	int result;

	for (;;) {
		result = sqlite3_exec(s->db,
		    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
		if ((result & 0xff) != SQLITE_BUSY || clock_mono_ms() >= end)
			return result == SQLITE_OK;
		sqlite3_sleep(STORE_OPEN_RETRY_MS);
	}
}

static enum store_state set_up(struct store *s, struct error *e)
{
	if (!log_begin(s))
		return cannot_open(s, e);
	if (!store_migrate(s->db, store_migrations, store_version, e))
		return state_of_code(sqlite3_errcode(s->db) & 0xff);
	return STATE_GOOD;
}

/* Whether the file is another program's database: it has tables but not our version. The version
 * is read again, since another process may just have made them. */
static bool is_foreign(struct store *s)
{
	int tables = 0, version = 0;

	return ask_number(s, "SELECT count(*) FROM sqlite_master", &tables) && tables > 0 &&
	       ask_number(s, "PRAGMA user_version", &version) && version == 0;
}

static enum store_state check_version(struct store *s, struct error *e)
{
	int version = 0;

	if (!ask_number(s, "PRAGMA user_version", &version))
		return cannot_open(s, e);
	if (version == store_version)
		return STATE_GOOD;
	if (version > store_version || version < 0) {
		error_set(e, ERR_STORE,
		    "session store '%s' was written by a newer version of this program (format %d, "
		    "this one knows %d): update, or move the file away",
		    s->path, version, store_version);
		return STATE_REFUSED;
	}
	if (version == 0 && is_foreign(s)) {
		error_set(
		    e, ERR_STORE, "'%s' is a database of another program: move it away", s->path);
		return STATE_REFUSED;
	}
	return set_up(s, e);
}

/* SQLite tells after each commit how long the log is by now. */
static int log_grew(void *ctx, sqlite3 *db, const char *name, int pages)
{
	struct store *s = ctx;

	s->log_pages = pages;
	return SQLITE_OK;
}

static void note_file(struct store *s)
{
	struct stat st;

	if (stat(s->path, &st) == 0) {
		s->device = st.st_dev;
		s->inode = st.st_ino;
	}
}

/* SQLite takes room for twenty pages at once for every cache of pages, and an event that is appended has one of
 * its own, of one page: page by page it is 130 page faults less for a session of a dozen events. */
static void take_pages_singly(void)
{
	static bool done;

	if (!done)
		sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
	done = true;
}

enum store_state store_connect(struct store *s, struct error *e)
{
	enum store_state state;
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;

	take_pages_singly();
	if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK)
		return cannot_open(s, e);
	note_file(s);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	if (!index_setup(s->db))
		return cannot_open(s, e);
	/* Set in the place of automatic checkpoints, which would stall an append. */
	sqlite3_wal_hook(s->db, log_grew, s);
	sqlite3_busy_timeout(s->db, STORE_OPEN_BUSY_MS);
	state = check_version(s, e);
	if (state == STATE_GOOD && sqlite3_db_readonly(s->db, "main") == 1) {
		error_set(e, ERR_STORE, "session store '%s' may only be read", s->path);
		state = STATE_REFUSED;
	}
	if (state == STATE_GOOD) {
		sqlite3_exec(s->db, "PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON", NULL,
		    NULL, NULL);
		sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	}
	return state;
}

/* Whether the file was removed or replaced. What is appended to such a file is gone with the
 * process. */
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

void store_close(struct store *s)
{
	if (!s)
		return;
	store_disconnect(s);
	free(s->path);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}
