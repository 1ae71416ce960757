/*
 * Content by reference. Equal content is kept once; which sessions use it is kept beside it, so
 * that it goes with the last of them.
 */
#include <string.h>
#include "session/store/store_state.h"

static bool blob_add(
    struct store *s, const void *data, size_t len, const char *ref, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_BLOB_ADD, e);

	if (st) {
		bind_text(st, 1, ref);
		sqlite3_bind_blob64(st, 2, len ? data : "", len, SQLITE_STATIC);
	}
	return store_run(s, st, e) == STORE_OK;
}

static bool blob_use(struct store *s, int64_t key, const char *ref, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_BLOB_USE, e);

	if (st) {
		sqlite3_bind_int64(st, 1, key);
		bind_text(st, 2, ref);
	}
	return store_run(s, st, e) == STORE_OK;
}

bool store_blob_put(struct store *s, const char *session, const void *data, size_t len,
    char ref[40], struct error *e)
{
	const int64_t key = store_key(s, session, e);
	bool ok;

	blob_ref(data, len, ref);
	if (!key)
		return false;
	if (len > BUF_MAX_DEFAULT)
		return error_set(
		    e, ERR_LIMIT, "content of %zu bytes is too large for the store", len);
	if (!store_do(s, ST_BEGIN, e))
		return false;
	ok = blob_add(s, data, len, ref, e) && blob_use(s, key, ref, e);
	return store_end(s, ok, e);
}

bool store_blob_get(struct store *s, const char *ref, struct buf *out, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_BLOB_GET, e);
	bool ok = false;
	int code;

	if (!st)
		return false;
	bind_text(st, 1, ref);
	code = sqlite3_step(st);
	if (code == SQLITE_ROW) {
		const int len = sqlite3_column_bytes(st, 0);
		ok = buf_add(out, len ? sqlite3_column_blob(st, 0) : "", (size_t)len) ||
		     error_set(e, ERR_LIMIT, "'%s' has %d bytes, too many to read", ref, len);
	} else if (code == SQLITE_DONE)
		error_set(e, ERR_NOT_FOUND, "no content '%s' in the session store", ref);
	else
		store_failed(s, e);
	sqlite3_reset(st);
	return ok;
}
