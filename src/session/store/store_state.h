/* SPDX-License-Identifier: MIT
 * What a store holds, for the files that are the store: store_statement.c (SQL, and running it),
 * store.c (append), store_connect.c (the schema, version by version), store_repair.c (finding and making
 * the file), store_damage.c and store_salvage.c (a damaged file), store_list.c, store_scan.c and
 * store_blob.c (reading), store_edit.c (title, delete, copy, and what a deletion leaves), store_index.c,
 * store_search.c and store_newest.c (words), store_roadmap.c (roadmaps), store_money.c (what was spent).
 *
 * An event's key is its session's key and its seq in one integer: one tree, no index beside it, and
 * a session is a range of it.
 */
#ifndef SESSION_STORE_STORE_STATE_H
#define SESSION_STORE_STORE_STATE_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/types.h>
#include "session/store/store.h"

#define STORE_BUSY_MS 50	/* this long an append waits */
#define STORE_OPEN_BUSY_MS 2000 /* while opening nobody waits for a key */
#define STORE_OPEN_RETRY_MS 5	/* between two tries where SQLite does not wait itself */
#define STORE_BATCH 1000	/* rows in one transaction of what changes many */

#define EVENT_KEY(session, seq) ((int64_t)(session) << 32 | (int64_t)(seq))
#define EVENT_SEQ_MAX ((int64_t)UINT32_MAX)

/* The statements, which config/store/statements.sql has by these names. */
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
	/* (owned) Prepared when first used, reset after each use. */
	sqlite3_stmt *statements[ST_COUNT];
	/* The session appended to last. */
	char session[27];
	int64_t key, last; /* its key and the seq of its last event */
	dev_t device;	   /* of the file, to notice when another one takes its place */
	ino_t inode;
	bool batch;    /* a transaction of many appends is open */
	int log_pages; /* in the write-ahead log after the last commit */
	enum wipe { WIPE_NONE, WIPE_INDEX, WIPE_MERGE, WIPE_FILE } wipe; /* what comes next */
};

/* Below, e (may be NULL) says why a function failed. The store's statement, which the caller binds,
 * steps and resets; NULL: it cannot be prepared. */
sqlite3_stmt *store_statement(struct store *s, enum statement which, struct error *e);
/* Runs a statement that returns no row, and resets it. NULL: reports why there is none. */
enum store_result store_run(struct store *s, sqlite3_stmt *st, struct error *e);
/* A parameter of a statement; they are given in their order. A text is borrowed until the reset. */
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
/* Returns the statement with its parameters, which the caller steps and resets; NULL: e. */
#define store_query(s, which, e, ...) \
	store_bound(s, which, (const struct parameter[]){__VA_ARGS__, {PARAMETER_END}}, e)
sqlite3_stmt *store_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e);
/* Runs a statement that returns no row; store_do runs one that has no parameters either. */
#define store_write(s, which, e, ...) \
	store_run_bound(s, which, (const struct parameter[]){__VA_ARGS__, {PARAMETER_END}}, e)
bool store_run_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e);
bool store_do(struct store *s, enum statement which, struct error *e);
/* Steps to the next row. False: there is none, and the statement was reset; *ok false: st is NULL, or it
 * failed and e says why. Who does not step to the end resets it. */
bool store_next(struct store *s, sqlite3_stmt *st, bool *ok, struct error *e);
/* Returns the first number of the only row, and resets; `none` where there is no row, or e. */
int64_t store_number(struct store *s, sqlite3_stmt *st, int64_t none, struct error *e);
/* The same of SQL that is run once. */
int64_t store_ask(sqlite3 *db, const char *sql, int64_t none);
/* Begins a transaction that may wait longer than an event may, 2 s; store_end commits it if ok and else
 * rolls it back. Returns whether all of it is stored. */
bool store_begin(struct store *s, struct error *e);
bool store_end(struct store *s, bool ok, struct error *e);
/* Fills e from the connection's last error. A damaged file is marked, and repaired at the next open. */
enum store_result store_failed(struct store *s, struct error *e);
/* The row a statement is at as an object: its columns by their names, without what is null; the text of one whose
 * name ends with _json is parsed. New reference. */
json_t *store_row(sqlite3_stmt *st);
/* Every row of a statement whose parameters are bound, as an array of such objects. New reference; NULL: it failed,
 * or st is NULL. */
json_t *store_rows(struct store *s, sqlite3_stmt *st, struct error *e);
/* Returns rows, or drops them and returns NULL where they could not be read to the end. */
json_t *store_kept(json_t *rows, bool ok);
/* Returns the connection's last error, for a person; borrowed until the next call of SQLite. */
const char *store_says(sqlite3 *db);
/* Returns the key of a session; 0: there is none, or the store failed. */
int64_t store_key(struct store *s, const char *session, struct error *e);
/* A text of a statement: bound, it is borrowed until the reset; read, until the next step. NULL: null. */
void bind_text(sqlite3_stmt *st, int at, const char *text);
const char *column_text(sqlite3_stmt *st, int at);

struct migration {
	const char *sql;
};
enum { STORE_VERSION = 9 };
const struct migration *store_migrations(void); /* STORE_VERSION steps */
/* Brings db from its user_version to count, in one transaction each. */
bool store_migrate(sqlite3 *db, const struct migration *migrations, int count, struct error *e);

/* store_index.c: registers the function that the schema uses; before anything is prepared. */
bool index_setup(sqlite3 *db);
/* Takes what is indexed of a session's events from seq on out of the index; seq 0: its title too.
 * Inside a transaction, before the events are deleted. */
bool index_drop(struct store *s, int64_t key, int64_t seq, struct error *e);
/* Empties the index, to be filled again by store_index, if the last error was that it is damaged. False:
 * it was not, or cannot be emptied. */
bool index_emptied(struct store *s);
/* store_search.c: the words that are searched for, without quotes; new reference. */
json_t *search_words(const char *words);
/* store_newest.c: a session as store_list has it. New reference; NULL: it is not of this folder. */
json_t *search_row(struct store *s, int64_t key, const char *cwd);
/* The text of a hit as one safe line, with the places that ST_SNIPPET marked. */
void search_put_text(json_t *hit, const char *marked);
/* What stands around the words in an event that was found. */
json_t *search_hit(struct store *s, const char *query, int64_t id);
/* Adds a session with its hit; steals both. Returns whether more are wanted; limit 0: all are. */
bool search_take(json_t *rows, json_t *row, json_t *hit, int limit);
/* store_newest.c: as store_search, the newest sessions first. terms: of FTS5, query: any of them. */
json_t *store_newest(struct store *s, const json_t *terms, const char *query, const char *cwd,
    int limit, struct error *e);
bool index_session(struct store *s, int64_t key); /* all of it, inside a transaction */

enum store_state {
	STATE_GOOD,
	STATE_DAMAGED, /* no database, or one that cannot be read */
	STATE_REFUSED, /* e says why: newer, somebody else's, not permitted */
};
/* Opens the file and brings its schema up to date. The store is to be disconnected whatever it returns. */
enum store_state store_connect(struct store *s, struct error *e);
void store_disconnect(struct store *s);
/* The mark is a file beside the database at path: it was found damaged while running, and is repaired
 * at the next open. */
bool store_mark_exists(const char *path);
void store_mark(const char *path);
/* Whether the database was emptied by somebody while its log still holds pages, which SQLite would throw
 * away. */
bool store_lost_its_head(const char *path);
/* Copies what is readable of the database at path into fresh, and counts it. False: fresh cannot be
 * written. */
bool store_salvage(const char *path, struct store *fresh, int *sessions, int *events);

#endif
