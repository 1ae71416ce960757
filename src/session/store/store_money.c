/* SPDX-License-Identifier: MIT
 * Money in the store. Reservations are rows of a table, so that all processes see what the others may still
 * spend. What was spent is summed up from the usage events.
 */
#include "session/store/store_money.h"

#include "base/base.h"
#include "session/store/session_lock.h"
#include "session/store/store_state.h"

json_t *store_usage(struct store *s, enum usage_by by, const char *cwd, int64_t since_ms,
    int64_t until_ms, struct error *e)
{
	return store_rows(s,
	    store_query(s, ST_USAGE_DAY + by, e, NUMBER(since_ms), NUMBER(until_ms), TEXT(cwd)), e);
}

static double query_real(struct store *s, sqlite3_stmt *st)
{
	bool ok;
	const double n = store_next(s, st, &ok, NULL) ? sqlite3_column_double(st, 0) : 0;

	sqlite3_reset(st);
	return n;
}

/* Finds a session that has reservations but is not open in any process, other than `own`. False: there is
 * none, and id is undefined. */
static bool gone_session(struct store *s, const char *own, char id[27])
{
	sqlite3_stmt *st = store_query(s, ST_RESERVERS, NULL, TEXT(own));
	bool found = false, ok;

	while (!found && store_next(s, st, &ok, NULL)) {
		snprintf(id, 27, "%s", column_text(st, 0));
		auto_free char *who = session_lock_holder(s, id);
		found = who == NULL;
	}
	sqlite3_reset(st);
	return found;
}

/* Returns an array of a session's reservations as data of usage events, each with its time as the member
 * `at`. New reference. */
static json_t *reserved_usage(struct store *s, const char *session)
{
	sqlite3_stmt *st = store_query(s, ST_RESERVED_OF, NULL, TEXT(session));
	json_t *all = json_array();
	bool ok;

	while (store_next(s, st, &ok, NULL)) {
		const char *text = column_text(st, 0);
		json_t *usage = text ? json_parse_foreign(text, strlen(text), NULL) : NULL;
		const double usd = sqlite3_column_double(st, 1);

		if (!json_str(usage, "role", NULL)) {
			json_decref(usage);
			continue;
		}
		if (usd > 0)
			json_put(usage, "cost_usd", json_real(usd));
		json_put_int(usage, "at", sqlite3_column_int64(st, 2));
		json_array_append_new(all, usage);
	}
	return all;
}

json_t *store_money_left(struct store *s, const char *session)
{
	json_t *all = reserved_usage(s, session);

	json_each (usage, all)
		json_object_del(usage, "at");
	if (!store_write(s, ST_RESERVED_DROP, NULL, TEXT(session)))
		json_array_clear(all);
	return all;
}

/* Appends a session's reservations to it as usage events, and drops them, in one transaction. False: the
 * store failed, and nothing was changed. */
static bool settle_session(struct store *s, const char *session)
{
	bool ok = store_batch_begin(s, NULL);

	if (!ok)
		return false;
	json_auto_t *all = reserved_usage(s, session);
	int64_t seq = store_last_seq(s, session);
	const bool stored = seq > 0;
	json_each (usage, all) {
		struct event ev = {.seq = ++seq,
		    .at_ms = json_int(usage, "at", 0),
		    .type = EVENT_USAGE,
		    .data = usage};

		json_object_del(usage, "at");
		ok = ok && (!stored || store_append(s, session, &ev, NULL) == STORE_OK);
	}
	return store_batch_end(
	    s, ok && store_write(s, ST_RESERVED_DROP, NULL, TEXT(session)), NULL);
}

void store_money_settle(struct store *s, const char *own)
{
	char id[27];

	while (gone_session(s, own, id) && settle_session(s, id))
		;
}

int64_t store_money_put(struct store *s, const char *session, double usd, const json_t *usage)
{
	auto_free char *text = json_line(usage);
	const bool kept = store_write(s, ST_RESERVE, NULL, TEXT(session), NUMBER(clock_now_ms()),
	    REAL(usd), TEXT(text ? text : "{}"));

	return kept ? sqlite3_last_insert_rowid(s->db) : 0;
}

double store_money_taken(struct store *s, const char *session, int64_t since_ms)
{
	if (sqlite3_get_autocommit(s->db))
		store_money_settle(s, session);
	return query_real(s, store_query(s, ST_SPENT, NULL, NUMBER(since_ms))) +
	       query_real(s, store_statement(s, ST_RESERVED, NULL));
}

int64_t store_money_reserve(struct store *s, const char *session, int64_t since_ms,
    const json_t *usage, double (*want)(void *ctx, double taken), void *ctx)
{
	int64_t row = 0;

	store_money_settle(s, session);
	bool locked = store_begin(s, NULL);

	double usd = want(ctx, store_money_taken(s, session, since_ms));
	if (usd >= 0)
		row = store_money_put(s, session, usd, usage);
	if (locked && !store_end(s, true, NULL))
		return 0;
	return row;
}

void store_money_change(struct store *s, int64_t row, double usd)
{
	store_write(s, ST_RESERVED_CHANGE, NULL, NUMBER(row), REAL(usd));
}

void store_money_release(struct store *s, int64_t row)
{
	store_write(s, ST_RELEASE, NULL, NUMBER(row));
}
