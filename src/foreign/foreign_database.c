/* SPDX-License-Identifier: MIT
 * Reads sessions from a database of SQLite, opened read-only; the queries are in config/foreign.yaml.
 */
#include <sqlite3.h>

#include "base/base.h"
#include "foreign/foreign_file.h"

#define WAIT_MS 2000 /* for the agent that writes it */

bool foreign_is_database(const char *path)
{
	char magic[16] = "";
	FILE *file = fopen(path, "rbe");

	if (!file)
		return false;
	const size_t n = fread(magic, 1, sizeof magic, file);
	fclose(file);
	return n == sizeof magic && memcmp(magic, "SQLite format 3", sizeof magic) == 0;
}

/* Runs a query, its parameter being session unless NULL, and calls take with the first column of each row. */
static bool query(const char *path, const char *sql, const char *session,
    void (*take)(void *ctx, const char *text), void *ctx, struct error *e)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *st = NULL;
	int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);

	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(db, WAIT_MS);
		code = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
	}
	if (code == SQLITE_OK && session)
		sqlite3_bind_text(st, 1, session, -1, SQLITE_STATIC);
	while (code == SQLITE_OK && (code = sqlite3_step(st)) == SQLITE_ROW) {
		const char *text = (const char *)sqlite3_column_text(st, 0);

		if (text)
			take(ctx, text);
		code = SQLITE_OK;
	}
	if (code != SQLITE_DONE)
		error_set(e, ERR_IO, "cannot read '%s': %s", path, sqlite3_errmsg(db));
	sqlite3_finalize(st);
	sqlite3_close(db);
	return code == SQLITE_DONE;
}

static void take_line(void *ctx, const char *text)
{
	buf_addf(ctx, "%s\n", text);
}

static void take_id(void *ctx, const char *text)
{
	json_array_append_new(ctx, json_string(text));
}

bool foreign_database_read(
    const char *path, const json_t *database, const char *session, struct buf *out, struct error *e)
{
	return query(path, json_str(database, "records", ""), session, take_line, out, e);
}

json_t *foreign_database_sessions(const char *path, const json_t *database, struct error *e)
{
	json_t *ids = json_array();

	query(path, json_str(database, "sessions", ""), NULL, take_id, ids, e);
	return ids;
}
