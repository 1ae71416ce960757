/* SPDX-License-Identifier: MIT
 * Salvage: copies row by row what can still be read of a damaged database into a new one. Behind a broken
 * page, rows are read backwards from the end, then from keys in between, at growing distances. A session's
 * row can be computed from its events, so a lost one is made again.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/store/store_state.h"

struct salvage_table {
	/* SQL that selects the keys ?1 to ?2 ascending and descending, and that inserts a row. */
	const char *up, *down, *insert;
	int columns;
	int json; /* the column that must be a JSON object; -1: none */
};
#define RANGE(columns, table, key, order) \
	"SELECT " columns " FROM " table " WHERE " key " >= ?1 AND " key " <= ?2 ORDER BY " key \
	" " order
#define TABLE(name, key, columns, marks, count, json_column) \
	{ \
		RANGE(columns, name, key, "ASC"), RANGE(columns, name, key, "DESC"), \
		    "INSERT OR IGNORE INTO " name " (" columns ") VALUES (" marks ")", count, \
		    json_column \
	}
static const struct salvage_table table_sessions = TABLE("sessions", "key",
    "key, id, title, cwd, model, parent, created_at, turns", "?1,?2,?3,?4,?5,?6,?7,?8", 8, -1);
static const struct salvage_table table_events = TABLE("events", "id",
    "id, at, turn, iteration, phase, type, summary, data", "?1,?2,?3,?4,?5,?6,?7,?8", 8, 7);
static const struct salvage_table others[] = {
    TABLE("blobs", "key", "key, ref, data", "?1,?2,?3", 3, -1),
    TABLE("blob_uses", "session", "session, blob", "?1,?2", 2, -1),
    TABLE("roadmaps", "key",
	"key, id, goal, pattern_type, pattern_subtype, pattern_variant, created_at, updated_at, "
	"revision",
	"?1,?2,?3,?4,?5,?6,?7,?8,?9", 9, -1),
    TABLE("roadmap_revisions", "id", "id, at, reason, document, schedule", "?1,?2,?3,?4,?5", 5, 3),
    TABLE("roadmap_tasks", "roadmap", "roadmap, node, title, level, start, finish, work, status",
	"?1,?2,?3,?4,?5,?6,?7,?8", 8, -1),
    TABLE("roadmap_finished", "id", "id, roadmap, node, planned, took, at", "?1,?2,?3,?4,?5,?6", 6,
	-1),
    TABLE("roadmap_runs", "key", "key, id, at, state, run", "?1,?2,?3,?4,?5", 5, 4),
    TABLE("reserved", "key", "key, session, at, usd, usage", "?1,?2,?3,?4,?5", 5, 4),
};

struct salvage {
	sqlite3 *from, *to;
	const struct salvage_table *table;
	sqlite3_stmt *up, *down, *insert;
};

static bool salvage_start(struct salvage *v, const struct salvage_table *table)
{
	v->table = table;
	v->up = v->down = v->insert = NULL;
	return sqlite3_prepare_v2(v->from, table->up, -1, &v->up, NULL) == SQLITE_OK &&
	       sqlite3_prepare_v2(v->from, table->down, -1, &v->down, NULL) == SQLITE_OK &&
	       sqlite3_prepare_v2(v->to, table->insert, -1, &v->insert, NULL) == SQLITE_OK;
}

static void salvage_end(struct salvage *v)
{
	sqlite3_finalize(v->up);
	sqlite3_finalize(v->down);
	sqlite3_finalize(v->insert);
}

static void row_copy(struct salvage *v, sqlite3_stmt *row)
{
	const int at = v->table->json;
	json_auto_t *data = at < 0 ? NULL
				   : json_parse((const char *)sqlite3_column_blob(row, at),
					 (size_t)sqlite3_column_bytes(row, at), NULL);

	if (at >= 0 && !json_is_object(data))
		return;
	for (int i = 0; i < v->table->columns; i++)
		sqlite3_bind_value(v->insert, i + 1, sqlite3_column_value(row, i));
	sqlite3_step(v->insert);
	sqlite3_reset(v->insert);
}

/* Copies rows with keys low..high in the direction of st, until the end (true) or the first page that cannot
 * be read (false). Sets *last to the key of the last row read, if there was one. */
static bool copy_rows(struct salvage *v, sqlite3_stmt *st, int64_t low, int64_t high, int64_t *last)
{
	const bool up = st == v->up;
	bool any = false;
	int code;

	sqlite3_bind_int64(st, 1, low);
	sqlite3_bind_int64(st, 2, high);
	while ((code = sqlite3_step(st)) == SQLITE_ROW) {
		const int64_t key = sqlite3_column_int64(st, 0);
		if (any && (up ? key < *last : key > *last))
			break; /* the keys are out of order: the tree is damaged */
		any = true;
		*last = key;
		row_copy(v, st);
	}
	sqlite3_reset(st);
	return code == SQLITE_DONE;
}

static void rescue_range(struct salvage *v, int64_t low, int64_t high)
{
	int64_t from = low, to = high, at;

	if (copy_rows(v, v->up, low, high, &from) || copy_rows(v, v->down, from, high, &to))
		return;
	for (int64_t step = 1; step > 0 && step < to - from; step *= 2) {
		bool found = false;
		at = from + step;
		sqlite3_bind_int64(v->up, 1, at);
		sqlite3_bind_int64(v->up, 2, to - 1);
		if (sqlite3_step(v->up) == SQLITE_ROW) {
			at = sqlite3_column_int64(v->up, 0);
			found = true;
		}
		sqlite3_reset(v->up);
		if (!found)
			continue;
		int64_t ignored = at;
		copy_rows(v, v->down, from + 1, at, &ignored);
		from = at;
		if (copy_rows(v, v->up, at, to - 1, &from))
			return;
		step = 1;
	}
}

static void rescue_table(struct salvage *v, const struct salvage_table *table)
{
	if (salvage_start(v, table))
		rescue_range(v, 0, INT64_MAX / 2);
	salvage_end(v);
}

/* Copies the events, if necessary session by session, so that rows behind a broken page are found from the
 * session's known key. */
static void rescue_events(struct salvage *v)
{
	sqlite3_stmt *keys = NULL;
	int64_t ignored = 0;

	if (salvage_start(v, &table_events) && !copy_rows(v, v->up, 0, INT64_MAX / 2, &ignored) &&
	    sqlite3_prepare_v2(v->to, "SELECT key FROM sessions", -1, &keys, NULL) == SQLITE_OK) {
		while (sqlite3_step(keys) == SQLITE_ROW) {
			const int64_t key = sqlite3_column_int64(keys, 0);
			if (key > 0 && key < INT32_MAX)
				rescue_range(v, EVENT_KEY(key, 0), EVENT_KEY(key, EVENT_SEQ_MAX));
		}
		rescue_range(v, 0, INT64_MAX / 2);
	}
	sqlite3_finalize(keys);
	salvage_end(v);
}

static void session_again(sqlite3_stmt *insert, int64_t key, const char *start)
{
	json_auto_t *data = start ? json_parse(start, strlen(start), NULL) : NULL;
	const struct event_session_start begun = event_read_session_start(data);
	auto_free char *parent_line = begun.parent ? json_line(begun.parent) : NULL;
	char made_up[27];

	ulid_new(made_up);
	sqlite3_bind_int64(insert, 1, key);
	bind_text(insert, 2, begun.id ? begun.id : made_up);
	bind_text(insert, 3, begun.title);
	bind_text(insert, 4, begun.cwd ? begun.cwd : "");
	bind_text(insert, 5, begun.model);
	bind_text(insert, 6, parent_line);
	sqlite3_step(insert);
	sqlite3_reset(insert);
}

static void sessions_again(sqlite3 *db)
{
	sqlite3_stmt *lost = NULL, *insert = NULL;

	if (sqlite3_prepare_v2(db,
		"SELECT k.key, (SELECT data FROM events WHERE id = (k.key << 32) + 1)"
		" FROM (SELECT DISTINCT id >> 32 AS key FROM events) k"
		" WHERE k.key NOT IN (SELECT key FROM sessions)",
		-1, &lost, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db,
		"INSERT OR IGNORE INTO sessions (key, id, title, cwd, model, parent, created_at)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT min(at) FROM events WHERE"
		" id > ?1 << 32 AND id < (?1 + 1) << 32))",
		-1, &insert, NULL) == SQLITE_OK) {
		while (sqlite3_step(lost) == SQLITE_ROW)
			session_again(insert, sqlite3_column_int64(lost, 0), column_text(lost, 1));
	}
	sqlite3_finalize(lost);
	sqlite3_finalize(insert);
	sqlite3_exec(db,
	    "DELETE FROM sessions WHERE NOT EXISTS"
	    " (SELECT 1 FROM events WHERE id > key << 32 AND id < (key + 1) << 32);"
	    "UPDATE sessions SET used = (SELECT at FROM events WHERE id > key << 32"
	    " AND id < (key + 1) << 32 ORDER BY id DESC LIMIT 1);"
	    "UPDATE sessions SET turns = (SELECT count(*) FROM events WHERE type = 'turn_start'"
	    " AND id > key << 32 AND id < (key + 1) << 32);"
	    "UPDATE sessions SET title = (SELECT substr(json_extract(data, '$.prompt'), 1, 80)"
	    " FROM events WHERE type = 'turn_start' AND id > key << 32 AND id < (key + 1) << 32"
	    " ORDER BY id LIMIT 1) WHERE title IS NULL",
	    NULL, NULL, NULL);
}

bool store_salvage(const char *path, struct store *fresh, int *sessions, int *events)
{
	struct salvage v = {.to = fresh->db};

	sqlite3_exec(fresh->db, "BEGIN", NULL, NULL, NULL);
	if (sqlite3_open_v2(path, &v.from, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
		sqlite3_db_config(v.from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
		sqlite3_wal_autocheckpoint(v.from, 0);
		rescue_table(&v, &table_sessions);
		rescue_events(&v);
		for (size_t i = 0; i < ARRAY_SIZE(others); i++)
			rescue_table(&v, &others[i]);
	}
	sqlite3_close(v.from);
	sessions_again(fresh->db);
	*sessions = (int)store_ask(fresh->db, "SELECT count(*) FROM sessions", 0);
	*events = (int)store_ask(fresh->db, "SELECT count(*) FROM events", 0);
	bool ok = sqlite3_exec(fresh->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
	return ok && sqlite3_wal_checkpoint_v2(
			 fresh->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
}
