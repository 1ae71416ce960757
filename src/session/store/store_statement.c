/* SPDX-License-Identifier: MIT
 * Preparing the store's SQL statements, each on first use, and running them.
 */
#include "session/store/store_state.h"

#include "base/base.h"
#include "base/embed.h"

#define STATEMENT_NAME(name) #name,

/* Appends the SQL under this name in config/store/statements.sql, with each {NAME} replaced by that part. */
static void add_sql(const char *name, struct buf *out)
{
	auto_free char *mark = xasprintf("-- %s\n", name);
	const char *at =
	    strstr(embed_find("config/store/statements.sql")->data, mark) + strlen(mark);

	while (*at != ';') {
		const size_t len = strcspn(at, "{;");

		buf_add(out, at, len);
		at += len;
		if (*at == '{') {
			auto_free char *part = xstrndup(at + 1, strcspn(at + 1, "}"));

			add_sql(part, out);
			at += strlen(part) + 2;
		}
	}
}

enum store_result store_failed(struct store *s, struct error *e)
{
	switch (sqlite3_errcode(s->db) & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL:
		error_set(e, ERR_STORE, "the session store is busy");
		return STORE_BUSY;
	case SQLITE_CORRUPT:
		if (sqlite3_extended_errcode(s->db) == SQLITE_CORRUPT_VTAB)
			break; /* only the index of words, which is rebuilt */
	/* fall through */
	case SQLITE_NOTADB:
		store_mark(s->path);
		error_set(e, ERR_STORE, "session store '%s' is damaged; the next start repairs it",
		    s->path);
		return STORE_FAILED;
	}
	error_set(e, ERR_STORE, "session store '%s': %s", s->path, store_says(s->db));
	return STORE_FAILED;
}

sqlite3_stmt *store_statement(struct store *s, enum statement which, struct error *e)
{
	static const char *const names[] = {STORE_STATEMENTS(STATEMENT_NAME)};
	sqlite3_stmt **st = &s->statements[which];
	auto_buf sql = BUF_INIT;

	if (*st)
		return *st;
	add_sql(names[which], &sql);
	if (sqlite3_prepare_v3(s->db, buf_str(&sql), -1, SQLITE_PREPARE_PERSISTENT, st, NULL) !=
	    SQLITE_OK)
		store_failed(s, e);
	return *st;
}

sqlite3_stmt *store_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, which, e);

	for (int at = 1; st && values->as != PARAMETER_END; values++, at++) {
		if (values->as == PARAMETER_TEXT)
			bind_text(st, at, values->text);
		else if (values->as == PARAMETER_NUMBER)
			sqlite3_bind_int64(st, at, values->number);
		else
			sqlite3_bind_double(st, at, values->real);
	}
	return st;
}

bool store_next(struct store *s, sqlite3_stmt *st, bool *ok, struct error *e)
{
	const int code = st ? sqlite3_step(st) : SQLITE_ERROR;

	*ok = code == SQLITE_ROW || code == SQLITE_DONE;
	if (st && !*ok)
		store_failed(s, e);
	if (code != SQLITE_ROW)
		sqlite3_reset(st);
	return code == SQLITE_ROW;
}

int64_t store_number(struct store *s, sqlite3_stmt *st, int64_t none, struct error *e)
{
	bool ok;
	const int64_t n = store_next(s, st, &ok, e) ? sqlite3_column_int64(st, 0) : none;

	sqlite3_reset(st);
	return n;
}

int64_t store_ask(sqlite3 *db, const char *sql, int64_t none)
{
	sqlite3_stmt *st = NULL;
	int64_t n = none;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return n;
}

enum store_result store_run(struct store *s, sqlite3_stmt *st, struct error *e)
{
	enum store_result result = STORE_OK;

	if (!st)
		return store_failed(s, e);
	if (sqlite3_step(st) != SQLITE_DONE)
		result = store_failed(s, e);
	sqlite3_reset(st);
	return result;
}

bool store_run_bound(
    struct store *s, enum statement which, const struct parameter *values, struct error *e)
{
	return store_run(s, store_bound(s, which, values, e), e) == STORE_OK;
}

bool store_do(struct store *s, enum statement which, struct error *e)
{
	return store_run(s, store_statement(s, which, e), e) == STORE_OK;
}

bool store_begin(struct store *s, struct error *e)
{
	sqlite3_busy_timeout(s->db, STORE_OPEN_BUSY_MS);
	bool ok = store_do(s, ST_BEGIN, e);
	sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	return ok;
}

bool store_end(struct store *s, bool ok, struct error *e)
{
	ok = ok && store_do(s, ST_COMMIT, e);
	if (!ok && !sqlite3_get_autocommit(s->db))
		store_do(s, ST_ROLLBACK, NULL);
	return ok;
}

void bind_text(sqlite3_stmt *st, int at, const char *text)
{
	sqlite3_bind_text(st, at, text, -1, SQLITE_STATIC);
}

const char *column_text(sqlite3_stmt *st, int at)
{
	return (const char *)sqlite3_column_text(st, at);
}

int64_t store_key(struct store *s, const char *session, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_SESSION_KEY, e, TEXT(session));
	int64_t key = 0;
	bool ok;

	if (store_next(s, st, &ok, e))
		key = sqlite3_column_int64(st, 0);
	else if (ok)
		error_set(e, ERR_NOT_FOUND, "no session '%s'", session);
	sqlite3_reset(st);
	return key;
}
