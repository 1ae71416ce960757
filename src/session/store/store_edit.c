/*
 * Titles, copies and deletes whole sessions. Many rows are changed in several transactions, so
 * that another process never waits for long to append an event.
 */
#include "session/store/store_state.h"

static void forget_session(struct store *s)
{
	s->session[0] = '\0';
}

bool store_title(struct store *s, const char *session, const char *title, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	sqlite3_stmt *st = key ? store_statement(s, ST_TITLE, e) : NULL;
	bool ok;

	if (!st || !store_begin(s, e))
		return false;
	sqlite3_bind_int64(st, 1, key);
	bind_text(st, 2, title);
	ok = store_run(s, st, e) == STORE_OK;
	return store_end(s, ok, e);
}

static bool delete_rest(struct store *s, int64_t key, int64_t rows, struct error *e)
{
	bool ok;

	if (!store_begin(s, e))
		return false;
	ok = index_drop(s, key, 0, e) && run_numbers(s, ST_DELETE_BLOBS, key, 0, 0, e) &&
	     run_numbers(s, ST_DELETE_USES, key, 0, 0, e) &&
	     run_numbers(s, ST_DELETE_CACHE, key, 0, 0, e) &&
	     run_numbers(s, ST_DELETE_EVENTS, key, rows, 0, e) &&
	     run_numbers(s, ST_INDEX_DONE, key, 0, 0, e) &&
	     run_numbers(s, ST_DELETE_SESSION, key, 0, 0, e);
	if (ok)
		s->wipe = WIPE_INDEX;
	return store_end(s, ok, e);
}

bool store_delete_some(
    struct store *s, const char *session, int64_t rows, bool *more, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	const int64_t left = key ? store_last_seq(s, session) : 0;
	bool ok;

	*more = left > rows;
	if (!key)
		return false;
	forget_session(s);
	if (!*more)
		return delete_rest(s, key, rows, e);
	if (!store_begin(s, e))
		return false;
	ok = index_drop(s, key, left - rows + 1, e) &&
	     run_numbers(s, ST_DELETE_EVENTS, key, rows, 0, e);
	return store_end(s, ok, e);
}

bool store_delete(struct store *s, const char *session, struct error *e)
{
	bool more = true;

	while (more)
		if (!store_delete_some(s, session, STORE_BATCH, &more, e))
			return false;
	return true;
}

static bool copy_range(
    struct store *s, int64_t from, int64_t first, int64_t last, int64_t to, struct error *e)
{
	bool ok;

	if (!store_begin(s, e))
		return false;
	ok = run_numbers(s, ST_COPY, to, EVENT_KEY(from, first), EVENT_KEY(from, last), e);
	return store_end(s, ok, e);
}

static bool copy_rest(struct store *s, int64_t from, int64_t seq, int64_t to, struct error *e)
{
	bool ok;

	if (!store_begin(s, e))
		return false;
	ok = run_numbers(s, ST_COPY_BLOBS, to, from, 0, e) &&
	     run_numbers(s, ST_COPY_TURNS, to, from, 0, e) &&
	     run_numbers(s, ST_COPY_CACHE, to, from, seq, e);
	return store_end(s, ok, e);
}

bool store_copy(struct store *s, const char *from, int64_t seq, const char *to, struct error *e)
{
	const int64_t source = store_key(s, from, e), target = source ? store_key(s, to, e) : 0;
	const int64_t last = source ? store_last_seq(s, from) : 0;

	if (!source || !target)
		return false;
	if (seq < 1 || seq > last)
		return error_set(e, ERR_USAGE, "session '%s' has no event %lld: its last is %lld",
		    from, (long long)seq, (long long)last);
	forget_session(s);
	for (int64_t at = 2; at <= seq; at += STORE_BATCH) {
		const int64_t end = at + STORE_BATCH - 1 < seq ? at + STORE_BATCH - 1 : seq;
		if (!copy_range(s, source, at, end, target, e))
			return false;
	}
	return copy_rest(s, source, seq, target, e);
}
