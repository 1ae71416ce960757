/*
 * The schema as a list of steps: step N brings a database of version N (user_version) to N + 1, the
 * first one makes it. A step is never changed once it was released; a new one is added below.
 */
#include "session/store/store_state.h"

#define TRIES 5 /* of STORE_OPEN_BUSY_MS each */

const struct migration store_migrations[] = {
    {"CREATE TABLE sessions ("
     " key INTEGER PRIMARY KEY AUTOINCREMENT," /* never used again after a deletion */
     " id TEXT NOT NULL UNIQUE,"
     " title TEXT,"
     " cwd TEXT NOT NULL,"
     " model TEXT,"
     " parent TEXT," /* JSON */
     " created_at INTEGER NOT NULL,"
     " turns INTEGER NOT NULL DEFAULT 0);"
     "CREATE TABLE events ("
     " id INTEGER PRIMARY KEY," /* session << 32 | seq */
     " at INTEGER NOT NULL,"
     " turn INTEGER NOT NULL,"
     " iteration INTEGER NOT NULL,"
     " phase TEXT,"
     " type TEXT NOT NULL,"
     " summary TEXT,"
     " data TEXT NOT NULL,"
     " session INTEGER GENERATED ALWAYS AS (id >> 32) VIRTUAL,"
     " seq INTEGER GENERATED ALWAYS AS (id & 0xffffffff) VIRTUAL);"
     "CREATE TABLE blobs (key INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, data BLOB NOT NULL);"
     "CREATE TABLE blob_uses (session INTEGER NOT NULL, blob INTEGER NOT NULL,"
     " PRIMARY KEY (session, blob)) WITHOUT ROWID;"
     "CREATE INDEX blob_users ON blob_uses (blob);"
     "CREATE TABLE cache (session INTEGER NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL,"
     " data TEXT NOT NULL, PRIMARY KEY (session, kind, seq)) WITHOUT ROWID;"},
    /* The words of titles, messages, calls and results, see store_index.c. `found` says how far each
       session is indexed; a title stands at the session's event 0, as it was when indexed. */
    {"CREATE TABLE found (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, title TEXT);"
     "CREATE VIEW said (id, title, text) AS SELECT id, title, NULL FROM found"
     " UNION ALL SELECT id, NULL, event_words(type, summary, data) FROM events"
     " WHERE type IN ('message', 'tool_call', 'tool_result');"
     "CREATE VIRTUAL TABLE words USING fts5 (title, text, content = 'said',"
     " content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');"
     "INSERT INTO words (words, rank) VALUES ('rank', 'bm25(4.0, 1.0)');"},
    /* Plans among thousands of events. */
    {"CREATE INDEX planned ON events (id) WHERE type = 'plan';"},
    /* Roadmaps: each revision is a document with the schedule made of it; the tasks are those of the
       newest; what finished tasks took is kept for estimates. */
    {"CREATE TABLE roadmaps ("
     " key INTEGER PRIMARY KEY AUTOINCREMENT,"
     " id TEXT NOT NULL UNIQUE,"
     " goal TEXT NOT NULL,"
     " pattern_type TEXT, pattern_subtype TEXT, pattern_variant TEXT,"
     " created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,"
     " revision INTEGER NOT NULL);"
     "CREATE INDEX roadmap_patterns ON roadmaps (pattern_type, pattern_subtype, pattern_variant);"
     "CREATE TABLE roadmap_revisions ("
     " id INTEGER PRIMARY KEY," /* roadmap << 32 | revision */
     " at INTEGER NOT NULL, reason TEXT, document TEXT NOT NULL, schedule TEXT);"
     "CREATE TABLE roadmap_tasks ("
     " roadmap INTEGER NOT NULL REFERENCES roadmaps (key), node TEXT NOT NULL, title TEXT,"
     " level TEXT NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,"
     " work INTEGER NOT NULL, status TEXT NOT NULL, PRIMARY KEY (roadmap, node)) WITHOUT ROWID;"
     "CREATE INDEX roadmap_dates ON roadmap_tasks (start, finish);"
     "CREATE TABLE roadmap_finished (id INTEGER PRIMARY KEY, roadmap INTEGER NOT NULL,"
     " node TEXT NOT NULL, planned INTEGER NOT NULL, took INTEGER NOT NULL, at INTEGER NOT NULL);"},
    /* Sessions whose words are not all in the index, so that finding them costs nothing when there
       are none. */
    {"CREATE TABLE behind (key INTEGER PRIMARY KEY);"
     "CREATE TRIGGER event_behind AFTER INSERT ON events"
     " WHEN new.type IN ('message', 'tool_call', 'tool_result')"
     " BEGIN INSERT OR IGNORE INTO behind (key) VALUES (new.id >> 32); END;"
     "CREATE TRIGGER session_behind AFTER UPDATE OF title, turns ON sessions"
     " BEGIN INSERT OR IGNORE INTO behind (key) VALUES (new.key); END;"
     "INSERT INTO behind (key) SELECT key FROM sessions;"},
    /* Runs of the roadmap planner: a checkpoint with each transition of its controller. */
    {"CREATE TABLE roadmap_runs (key INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL,"
     " state TEXT NOT NULL, run TEXT NOT NULL);"
     "CREATE INDEX roadmap_run_ids ON roadmap_runs (id, key);"},
    /* Money among thousands of events, and what requests under way may still take of a day's budget. */
    {"CREATE INDEX spent ON events (at) WHERE type = 'usage';"
     "CREATE TABLE reserved (key INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL,"
     " usd REAL NOT NULL);"},
    /* What a reservation becomes where its process is killed: a usage event. */
    {"ALTER TABLE reserved ADD COLUMN usage TEXT NOT NULL DEFAULT '{}'"},
};
const int store_version = sizeof store_migrations / sizeof store_migrations[0];

static int version_of(sqlite3 *db)
{
	sqlite3_stmt *st = NULL;
	int version = -1;

	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		version = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return version;
}

static bool migrate_one(sqlite3 *db, const struct migration *step, int version)
{
	char *sql = sqlite3_mprintf("%s; PRAGMA user_version = %d; COMMIT", step->sql, version + 1);
	const bool ok = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;

	sqlite3_free(sql);
	return ok;
}

/* Begins the transaction of a migration. Several processes may make the same store at once, and
 * on a slow machine one of them takes longer than one wait. */
static bool begin_migration(sqlite3 *db)
{
	int code = SQLITE_BUSY;

	for (int i = 0; i < TRIES && (code & 0xff) == SQLITE_BUSY; i++)
		code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	return code == SQLITE_OK;
}

bool store_migrate(sqlite3 *db, const struct migration *migrations, int count, struct error *e)
{
	/* The version is read again under the lock: another process may have been first. */
	for (;;) {
		int version = -1;
		const bool ok = begin_migration(db);

		if (ok)
			version = version_of(db);
		if (ok && version >= count) {
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return true;
		}
		if (!ok || version < 0 || !migrate_one(db, &migrations[version], version)) {
			error_set(e, ERR_STORE, "cannot set up the session store '%s': %s",
			    sqlite3_db_filename(db, "main"), store_says(db));
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return false;
		}
	}
}
