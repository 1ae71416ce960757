/* SPDX-License-Identifier: MIT
 * Contents by reference, and caches of folds. Equal contents are stored once, with the sessions that use
 * them, so that a content is deleted with the last of these.
 */
#include <sodium.h>
#include "base/base.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "session/store/store_state.h"

/* ---- Caches -------------------------------------------------------------------------------------- */

bool store_cache_put(struct store *s, const char *session, const char *kind, int64_t seq,
    const json_t *data, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	auto_free char *line = key ? json_line(data) : NULL;

	return key &&
	       store_write(s, ST_CACHE_PUT, e, NUMBER(key), TEXT(kind), NUMBER(seq), TEXT(line));
}

json_t *store_cache_get(struct store *s, const char *session, const char *kind, int64_t *seq)
{
	const int64_t key = store_key(s, session, NULL);
	sqlite3_stmt *st =
	    store_query(s, ST_CACHE_GET, NULL, NUMBER(key), TEXT(kind), NUMBER(*seq));
	json_t *data = NULL;
	bool ok;

	if (key && store_next(s, st, &ok, NULL) && column_text(st, 1)) {
		*seq = sqlite3_column_int64(st, 0);
		data = json_parse_foreign(column_text(st, 1), strlen(column_text(st, 1)), NULL);
	}
	sqlite3_reset(st);
	return data ? event_clean(data) : NULL;
}

/* Returns the first seq that a compaction with a summary left in the conversation; 0: it has no summary. */
static int64_t left_by(const char *line)
{
	json_auto_t *data = json_parse_foreign(line, strlen(line), NULL);
	const struct event_compaction compaction = event_read_compaction(data);
	int64_t start = 0;

	if (compaction.summary)
		start = compaction.through_seq + 1;
	json_each (kept, compaction.kept) {
		if (json_integer_value(kept) > 0 && json_integer_value(kept) < start)
			start = json_integer_value(kept);
	}
	return start;
}

int64_t conversation_start(struct store *s, const char *session, int64_t until)
{
	const int64_t key = store_key(s, session, NULL);
	sqlite3_stmt *st = store_query(
	    s, ST_COMPACTIONS, NULL, NUMBER(EVENT_KEY(key, 1)), NUMBER(EVENT_KEY(key, until)));
	int64_t start = 0;
	bool ok;

	while (key && start < 1 && store_next(s, st, &ok, NULL))
		start = column_text(st, 0) ? left_by(column_text(st, 0)) : 0;
	sqlite3_reset(st);
	return start > 0 && start <= until ? start : 1;
}

#define REF_DIGEST 17 /* bytes, for 130 bits */

/* Writes "blob:" and 130 bits of the content's BLAKE2b (RFC 7693) in Crockford's base 32. An imported content is
 * checked against it. */
void blob_ref(const void *data, size_t len, char ref[40])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	uint8_t digest[REF_DIGEST + 1] = {0};
	char *out = ref + 5;

	crypto_generichash(digest, REF_DIGEST, data, len, NULL, 0);
	memcpy(ref, "blob:", 5);
	for (int bit = 0; bit < 130; bit += 5) {
		const unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];
		*out++ = digits[pair >> (11 - bit % 8) & 31];
	}
	*out = '\0';
}

bool store_blob_put(struct store *s, const char *session, const void *data, size_t len,
    char ref[40], struct error *e)
{
	const int64_t key = store_key(s, session, e);

	blob_ref(data, len, ref);
	if (!key)
		return false;
	if (len > BUF_MAX_DEFAULT)
		return error_set(
		    e, ERR_LIMIT, "content of %zu bytes is too large for the store", len);
	if (!s->batch && !store_do(s, ST_BEGIN, e))
		return false;
	sqlite3_stmt *st = store_query(s, ST_BLOB_ADD, e, TEXT(ref));
	if (st)
		sqlite3_bind_blob64(st, 2, len ? data : "", len, SQLITE_STATIC);
	bool ok = store_run(s, st, e) == STORE_OK &&
		  store_write(s, ST_BLOB_USE, e, NUMBER(key), TEXT(ref));
	return s->batch ? ok : store_end(s, ok, e);
}

bool store_blob_get(struct store *s, const char *ref, struct buf *out, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_BLOB_GET, e, TEXT(ref));
	bool ok;

	if (store_next(s, st, &ok, e)) {
		const int len = sqlite3_column_bytes(st, 0);
		ok = buf_add(out, len ? sqlite3_column_blob(st, 0) : "", (size_t)len) ||
		     error_set(e, ERR_LIMIT, "'%s' has %d bytes, too many to read", ref, len);
	} else if (ok)
		ok = error_set(e, ERR_NOT_FOUND, "no content '%s' in the session store", ref);
	sqlite3_reset(st);
	return ok;
}
