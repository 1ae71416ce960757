/* SPDX-License-Identifier: MIT
 * The definition of struct store and the functions that the files of the store share: store_statement.c
 * (running SQL), store.c (append), store_connect.c (connection and migrations), store_repair.c (opening and
 * repair), store_damage.c and store_salvage.c (a damaged file), store_list.c, store_scan.c and store_blob.c
 * (reading), store_edit.c (title, delete, copy, wiping), store_index.c, store_search.c and store_newest.c
 * (words), store_roadmap.c (roadmaps), store_money.c (usage and reservations).
 *
 * An event's key is one integer made of its session's key and its seq, so the events need no further index,
 * and a session is a range of keys.
 */
#ifndef SESSION_STORE_STORE_STATE_H
#define SESSION_STORE_STORE_STATE_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/types.h>
#include "session/store/store.h"

#define STORE_BUSY_MS 50	/* how long an append waits for the lock */
#define STORE_OPEN_BUSY_MS 2000 /* how long opening and transactions of store_begin wait */
#define STORE_OPEN_RETRY_MS 5	/* between two tries if SQLite does not wait itself */
#define STORE_BATCH 1000	/* most rows that are changed in one transaction */

#define EVENT_KEY(session, seq) ((int64_t)(session) << 32 | (int64_t)(seq))
#define EVENT_SEQ_MAX ((int64_t)UINT32_MAX)

/* The statements, defined under these names in config/store/statements.sql. */
#define STORE_STATEMENTS(X) \
	X(ST_BEGIN) \
	X(ST_COMMIT) \
	X(ST_ROLLBACK) \
	X(ST_APPEND) \
	X(ST_SESSION_ADD) \
	X(ST_SESSION_KEY) \
	X(ST_TURN) \
	X(ST_USED) \
	X(ST_LAST_SEQ) \
	X(ST_NEXT) \
	X(ST_LIST) \
	X(ST_FIND) \
	X(ST_SPENT) \
	X(ST_RECENT) \
	X(ST_TITLE) \
	X(ST_COPY) \
	X(ST_COPY_BLOBS) \
	X(ST_COPY_TURNS) \
	X(ST_COPY_CACHE) \
	X(ST_DELETE_EVENTS) \
	X(ST_DELETE_USES) \
	X(ST_DELETE_BLOBS) \
	X(ST_DELETE_CACHE) \
	X(ST_DELETE_SESSION) \
	X(ST_BLOB_ADD) \
	X(ST_BLOB_USE) \
	X(ST_BLOB_GET) \
	X(ST_OLD) \
	X(ST_INDEX_NEXT) \
	X(ST_INDEX_OF) \
	X(ST_BEHIND) \
	X(ST_BEHIND_TITLED) \
	X(ST_BEHIND_SAID) \
	X(ST_INDEX_DONE) \
	X(ST_INDEXED) \
	X(ST_INDEX_ADD) \
	X(ST_INDEX_DROP) \
	X(ST_INDEX_NOTE) \
	X(ST_INDEX_BACK) \
	X(ST_INDEX_MERGE) \
	X(ST_INDEX_FORGET) \
	X(ST_SEARCH) \
	X(ST_SEARCH_ALL) \
	X(ST_SEARCH_COUNT) \
	X(ST_SNIPPET) \
	X(ST_SAID_BEFORE) \
	X(ST_SESSION_ROW) \
	X(ST_CACHE_PUT) \
	X(ST_CACHE_GET) \
	X(ST_COMPACTIONS) \
	X(ST_SCAN_SESSIONS) \
	X(ST_SCAN) \
	X(ST_PLAN_SESSIONS) \
	X(ST_PLANS) \
	X(ST_ROADMAP_ADD) \
	X(ST_ROADMAP_UPDATE) \
	X(ST_ROADMAP_KEY) \
	X(ST_ROADMAP_LIST) \
	X(ST_REVISION_ADD) \
	X(ST_REVISION_GET) \
	X(ST_REVISIONS) \
	X(ST_TASKS_DROP) \
	X(ST_TASK_ADD) \
	X(ST_FINISHED_ADD) \
	X(ST_FINISHED) \
	X(ST_DUE) \
	X(ST_CHECKPOINT_ADD) \
	X(ST_CHECKPOINT_FIND) \
	X(ST_CHECKPOINT_TRIM) \
	X(ST_USAGE_DAY) \
	X(ST_USAGE_MODEL) \
	X(ST_USAGE_FOLDER) \
	X(ST_USAGE_SESSION) \
	X(ST_USAGE_ROLE) \
	X(ST_USAGE_PROVIDER) \
	X(ST_USAGE_TURN) \
	X(ST_USAGE_BREAK) \
	X(ST_RESERVE) \
	X(ST_RESERVED) \
	X(ST_RESERVED_OF) \
	X(ST_RESERVED_CHANGE) \
	X(ST_RESERVED_DROP) \
	X(ST_RESERVERS) \
	X(ST_RELEASE)
#define STATEMENT_ROW(name) name,
enum statement { STORE_STATEMENTS(STATEMENT_ROW) ST_COUNT };

struct store {
	char *path;  /* (owned) */
	sqlite3 *db; /* (owned) */
	/* (owned) Prepared on first use, reset after each use. */
	sqlite3_stmt *statements[ST_COUNT];
	char session[27];  /* the id of the session appended to last; "": none */
	int64_t key, last; /* its key and the seq of its last event */
	dev_t device;	   /* of the file, to detect that it was replaced */
	ino_t inode;
	bool batch;    /* a transaction of store_batch_begin is open */
	int log_pages; /* in the write-ahead log after the last commit */
	enum wipe { WIPE_NONE, WIPE_INDEX, WIPE_MERGE, WIPE_FILE } wipe; /* the next step */
};

/* In all functions below, e may be NULL. Returns a statement, which the caller binds, steps and resets;
 * NULL: it cannot be prepared, and e is set. */
sqlite3_stmt *store_statement(struct store *s, enum statement which, struct error *e);
/* Runs a statement that returns no row, and resets it. st NULL: reports the connection's last error. */
enum store_result store_run(struct store *s, sqlite3_stmt *st, struct error *e);
/* A parameter of a statement, in the order of the statement. A text is borrowed until the reset. */
struct parameter {
	enum { PARAMETER_END, PARAMETER_TEXT, PARAMETER_NUMBER, PARAMETER_REAL } as;
	const char *text; /* NULL: null */
	int64_t number;
	double real;
};
#define TEXT(value) \
	{ \
		.as = PARAMETER_TEXT, .text = (value) \
	}
#define NUMBER(value) \
	{ \
		.as = PARAMETER_NUMBER, .number = (value) \
	}
#define REAL(value) \
	{ \
		.as = PARAMETER_REAL, .real = (value) \
	}
/* Returns a statement with its parameters bound, which the caller steps and resets; NULL: e is set. */
#define store_query(s, which, e, ...) \
	store_bound(s, which, (const struct parameter[]){__VA_ARGS__, {PARAMETER_END}}, e)
sqlite3_stmt *store_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e);
/* Run a statement that returns no row, with parameters; store_do runs one without. False: e is set. */
#define store_write(s, which, e, ...) \
	store_run_bound(s, which, (const struct parameter[]){__VA_ARGS__, {PARAMETER_END}}, e)
bool store_run_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e);
bool store_do(struct store *s, enum statement which, struct error *e);
/* Steps to the next row. False: there is none, and the statement was reset; *ok is false if st is NULL or the
 * step failed, which sets e. A caller that stops before the last row must reset the statement. */
bool store_next(struct store *s, sqlite3_stmt *st, bool *ok, struct error *e);
/* Returns the first column of the first row, and resets the statement; `none` if there is no row, or it
 * failed, which sets e. */
int64_t store_number(struct store *s, sqlite3_stmt *st, int64_t none, struct error *e);
/* As store_number, for SQL that is prepared for this call. */
int64_t store_ask(sqlite3 *db, const char *sql, int64_t none);
/* Begins a transaction, waiting at most STORE_OPEN_BUSY_MS for the lock. store_end commits it, or rolls it
 * back if ok is false, and returns whether it was committed. */
bool store_begin(struct store *s, struct error *e);
bool store_end(struct store *s, bool ok, struct error *e);
/* Sets e from the connection's last error and returns its kind. Marks a damaged file for repair at the next
 * open. */
enum store_result store_failed(struct store *s, struct error *e);
/* Returns the statement's current row as an object of its columns, without nulls; the text of a column NAME_json is
 * parsed and becomes the member NAME. New reference. */
json_t *store_row(sqlite3_stmt *st);
/* Returns all rows of a statement whose parameters are bound, as an array of such objects. New reference; NULL: it
 * failed, or st is NULL. */
json_t *store_rows(struct store *s, sqlite3_stmt *st, struct error *e);
/* Returns rows if ok; otherwise drops the reference and returns NULL. */
json_t *store_kept(json_t *rows, bool ok);
/* Returns the connection's last error, for a person; valid until the next call of SQLite. */
const char *store_says(sqlite3 *db);
/* Returns the key of a session; 0: there is no such session, or the store failed; e is set. */
int64_t store_key(struct store *s, const char *session, struct error *e);
/* Bind a text, borrowed until the reset; and return the text of a column, valid until the next step. NULL: null. */
void bind_text(sqlite3_stmt *st, int at, const char *text);
const char *column_text(sqlite3_stmt *st, int at);

struct migration {
	const char *sql;
};
enum { STORE_VERSION = 9 };
const struct migration *store_migrations(void); /* STORE_VERSION steps */
/* Migrates db from its user_version to count, each step in its own transaction. */
bool store_migrate(sqlite3 *db, const struct migration *migrations, int count, struct error *e);

/* store_index.c. Registers the SQL function that the schema uses; before any statement is prepared. */
bool index_setup(sqlite3 *db);
/* Removes a session's events from seq on from the index; seq 0: also its title. Called in a transaction,
 * before the events are deleted. */
bool index_drop(struct store *s, int64_t key, int64_t seq, struct error *e);
/* If the last error was a damaged index, empties it, to be filled again from the events by store_index.
 * False: another error, or it cannot be emptied. */
bool index_emptied(struct store *s);
/* store_search.c. Returns an array of the words to search for, without quotes; new reference. */
json_t *search_words(const char *words);
/* store_newest.c. Returns a session's row as store_list does. New reference; NULL: it is not of folder cwd. */
json_t *search_row(struct store *s, int64_t key, const char *cwd);
/* Sets `text` of a hit to the snippet as one sanitised line, and `marks` to the places that ST_SNIPPET
 * marked. */
void search_put_text(json_t *hit, const char *marked);
/* Returns the hit {seq, text, marks} for the event with key id. New reference. */
json_t *search_hit(struct store *s, const char *query, int64_t id);
/* Appends a session's row with its hit to rows; steals both. Returns whether there are fewer rows than limit
 * (0: no limit). */
bool search_take(json_t *rows, json_t *row, json_t *hit, int limit);
/* store_newest.c. As store_search, but the newest sessions first. terms: an array of FTS5 terms; query: the
 * same joined by OR. */
json_t *store_newest(struct store *s, const json_t *terms, const char *query, const char *cwd,
    int limit, struct error *e);
bool index_session(struct store *s, int64_t key); /* indexes a whole session; in a transaction */

enum store_state {
	STATE_GOOD,
	STATE_DAMAGED, /* not a database, or corrupt */
	STATE_REFUSED, /* newer, of another program, or not permitted; e is set */
};
/* Opens the connection and migrates the schema. The caller must call store_disconnect in any case. */
enum store_state store_connect(struct store *s, struct error *e);
void store_disconnect(struct store *s);
/* Check for, and make, the mark: a file beside the database at path which says that it was found damaged
 * and is to be repaired at the next open. */
bool store_mark_exists(const char *path);
void store_mark(const char *path);
/* Returns whether the database file is empty while its log still has pages, which SQLite would discard. */
bool store_lost_its_head(const char *path);
/* Copies what is readable of the database at path into fresh; sets *sessions and *events to the numbers
 * copied. False: fresh cannot be written. */
bool store_salvage(const char *path, struct store *fresh, int *sessions, int *events);

#endif
