/* SPDX-License-Identifier: MIT
 * The index of words: an FTS5 table whose content is a view of the events, so no text is stored twice. The
 * schema calls the SQL function event_words for an event's text. Removing an event from the index needs
 * exactly the text that was indexed, so changing event_words requires a migration. The index can be rebuilt
 * at any time, and is if it is damaged.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/session_search.h"
#include "session/store/store_state.h"

#define WORDS_MAX 65536 /* bytes of an event's text that are indexed */
#define ROWS_AT_ONCE 32 /* events indexed between two checks of the time */

struct index_progress {		/* of a session that is not wholly indexed */
	int64_t key, seq, last; /* the session's key, the last indexed seq, the last seq */
	bool title;		/* the title is new or has changed */
	bool used;		/* false: the session is not to be indexed */
};

/* The SQL function event_words(type, summary, data): returns the text of an event that is indexed. */
static void event_words(sqlite3_context *ctx, int count, sqlite3_value **args)
{
	const char *type = (const char *)sqlite3_value_text(args[0]);
	const bool message = text_is(type, "message");

	if (text_is(type, "tool_call"))
		sqlite3_result_value(ctx, args[1]);
	if (!message && !text_is(type, "tool_result"))
		return;
	const char *text = (const char *)sqlite3_value_text(args[2]);
	json_auto_t *data = text ? json_parse_foreign(text, strlen(text), NULL) : NULL;
	auto_buf out = BUF_LIMIT(WORDS_MAX);

	json_each (part, message ? event_read_message(data).parts : NULL)
		if (part_type(part) == PART_TEXT) {
			buf_adds(&out, out.len ? "\n" : "");
			buf_adds(&out, event_read_text_part(part).text);
		}
	if (!message)
		buf_adds(&out, json_str(data, "text", ""));
	sqlite3_result_text(ctx, buf_str(&out), (int)out.len, SQLITE_TRANSIENT);
}

bool index_setup(sqlite3 *db)
{
	return sqlite3_create_function(db, "event_words", 3,
		   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL, event_words, NULL,
		   NULL) == SQLITE_OK;
}

bool index_emptied(struct store *s)
{
	return sqlite3_extended_errcode(s->db) == SQLITE_CORRUPT_VTAB &&
	       sqlite3_exec(s->db,
		   "INSERT INTO words (words) VALUES ('delete-all'); DELETE FROM found;"
		   "INSERT OR IGNORE INTO behind (key) SELECT key FROM sessions",
		   NULL, NULL, NULL) == SQLITE_OK;
}

/* Sets *p for the session `key`, or with key 0 for the newest that is not wholly indexed. False: there is
 * nothing to index. */
static bool progress_of(struct store *s, int64_t key, struct index_progress *p)
{
	sqlite3_stmt *st = key ? store_query(s, ST_INDEX_OF, NULL, NUMBER(key))
			       : store_statement(s, ST_INDEX_NEXT, NULL);
	bool ok, any = store_next(s, st, &ok, NULL);

	if (any)
		*p = (struct index_progress){sqlite3_column_int64(st, 0),
		    sqlite3_column_int64(st, 1), sqlite3_column_int64(st, 2),
		    sqlite3_column_int(st, 3) != 0, sqlite3_column_int(st, 4) != 0};
	sqlite3_reset(st);
	return any;
}

static bool index_title(struct store *s, const struct index_progress *p)
{
	const int64_t id = EVENT_KEY(p->key, 0);

	return store_write(s, ST_INDEX_DROP, NULL, NUMBER(id), NUMBER(id)) &&
	       store_write(s, ST_INDEX_NOTE, NULL, NUMBER(p->key), NUMBER(p->seq)) &&
	       store_write(s, ST_INDEX_ADD, NULL, NUMBER(id), NUMBER(id));
}

/* Indexes events of one session until until_us, but at least ROWS_AT_ONCE. False: the store failed. */
static bool index_some(struct store *s, struct index_progress *p, int64_t until_us)
{
	if (!p->used)
		return store_write(s, ST_INDEX_DONE, NULL, NUMBER(p->key));
	if (p->title && !index_title(s, p))
		return false;
	while (p->seq < p->last) {
		const int64_t to =
		    p->seq + ROWS_AT_ONCE < p->last ? p->seq + ROWS_AT_ONCE : p->last;

		if (!store_write(s, ST_INDEX_ADD, NULL, NUMBER(EVENT_KEY(p->key, p->seq + 1)),
			NUMBER(EVENT_KEY(p->key, to))))
			return false;
		p->seq = to;
		if (clock_mono_us() >= until_us)
			break;
	}
	return store_write(s, ST_INDEX_BACK, NULL, NUMBER(p->key), NUMBER(p->seq)) &&
	       (p->seq < p->last || store_write(s, ST_INDEX_DONE, NULL, NUMBER(p->key)));
}

bool index_session(struct store *s, int64_t key)
{
	struct index_progress p;

	return !progress_of(s, key, &p) || index_some(s, &p, INT64_MAX);
}

bool store_index(struct store *s, int64_t us)
{
	const int64_t until = clock_mono_us() + us;
	struct index_progress p;
	bool ok, more;

	/* Checked before the lock is taken, as nearly always there is nothing to do. */
	if (!progress_of(s, 0, &p) || !store_do(s, ST_BEGIN, NULL))
		return false;
	do {
		ok = index_some(s, &p, until);
		more = ok && progress_of(s, 0, &p);
	} while (more && clock_mono_us() < until);
	if (ok && !more)
		ok = store_do(s, ST_INDEX_MERGE, NULL);
	if (!ok)
		ok = more = index_emptied(s);
	return store_end(s, ok, NULL) && more;
}

bool index_drop(struct store *s, int64_t key, int64_t seq, struct error *e)
{
	/* The last indexed seq; -1: no event of the session is indexed. */
	const int64_t last = store_number(s, store_query(s, ST_INDEXED, e, NUMBER(key)), -1, e);

	if (last < seq)
		return true;
	if (!store_write(
		s, ST_INDEX_DROP, e, NUMBER(EVENT_KEY(key, seq)), NUMBER(EVENT_KEY(key, last)))) {
		error_free(e);
		return index_emptied(s);
	}
	return seq > 0 ? store_write(s, ST_INDEX_BACK, e, NUMBER(key), NUMBER(seq - 1))
		       : store_write(s, ST_INDEX_FORGET, e, NUMBER(key));
}
