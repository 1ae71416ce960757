/* SPDX-License-Identifier: MIT
 * Reservations of money are rows of a table beside the events, so that all processes see what the others may
 * still spend. What was spent is summed up from the usage events.
 */
#include "base/base.h"
#include "session/store/session_lock.h"
#include "session/store/store_money.h"
#include "session/store/store_state.h"

/* ---- What was spent ------------------------------------------------------------------------------ */

/* A delegate's session counts for the one that it was started from. */
#define SUMS \
	"WITH RECURSIVE owner (key, id, root, title) AS" \
	" (SELECT key, id, id, title FROM sessions" \
	" WHERE parent IS NULL OR json_extract(parent, '$.call') IS NULL" \
	" UNION ALL SELECT c.key, c.id, o.root, o.title FROM owner o JOIN sessions c" \
	" ON c.parent IS NOT NULL AND json_extract(c.parent, '$.call') IS NOT NULL" \
	" AND json_extract(c.parent, '$.session') = o.id)," \
	" u AS (SELECT min(id) AS id, at, turn, data FROM events INDEXED BY spent" \
	" WHERE type = 'usage' AND at >= ?1 AND at < ?2" \
	" AND json_extract(data, '$.role') IS NOT 'delegate' GROUP BY at, data)" \
	" SELECT %s, %s, count(*), total(json_extract(u.data, '$.input'))," \
	" total(json_extract(u.data, '$.output')), total(json_extract(u.data, '$.cached'))," \
	" total(json_extract(u.data, '$.written')), total(json_extract(u.data, '$.reasoning'))," \
	" total(json_extract(u.data, '$.cost_usd') IS NULL)," \
	" total(json_extract(u.data, '$.estimated'))," \
	" total(json_extract(u.data, '$.cost_usd'))," \
	" total(json_extract(u.data, '$.sent')), total(json_extract(u.data, '$.resent'))" \
	" FROM u JOIN sessions s ON s.key = u.id >> 32 LEFT JOIN owner o ON o.key = s.key" \
	" WHERE ?3 IS NULL OR s.cwd = ?3 GROUP BY 1 ORDER BY %s"

static const struct {
	const char *key, *title, *order;
} sides[USAGE_SIDES] = {
    [USAGE_DAY] = {"strftime('%Y-%m-%d', u.at / 1000, 'unixepoch', 'localtime')", "NULL", "1"},
    [USAGE_MODEL] = {"json_extract(u.data, '$.model')", "NULL", "11 DESC, 1"},
    [USAGE_FOLDER] = {"s.cwd", "NULL", "11 DESC, 1"},
    [USAGE_SESSION] = {"coalesce(o.root, s.id)", "max(coalesce(o.title, s.title))",
	"11 DESC, 1 DESC"},
    [USAGE_ROLE] = {"json_extract(u.data, '$.role')", "NULL", "11 DESC, 1"},
    [USAGE_PROVIDER] = {"json_extract(u.data, '$.provider')", "NULL", "11 DESC, 1"},
    [USAGE_BREAK] = {"json_extract(u.data, '$.broke')", "NULL", "13 DESC, 1"},
    [USAGE_TURN] = {"s.id || ' ' || u.turn", "max(coalesce(o.title, s.title))", "min(u.at)"},
};

static void row_take(struct usage_sums *out, sqlite3_stmt *st)
{
	const char *key = column_text(st, 0);

	array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
	out->list[out->count++] = (struct usage_sum){
	    .key = xstrdup(key ? key : ""),
	    .title = xstrdup(column_text(st, 1)),
	    .requests = sqlite3_column_int64(st, 2),
	    .input = sqlite3_column_int64(st, 3),
	    .output = sqlite3_column_int64(st, 4),
	    .cached = sqlite3_column_int64(st, 5),
	    .written = sqlite3_column_int64(st, 6),
	    .reasoning = sqlite3_column_int64(st, 7),
	    .unpriced = sqlite3_column_int64(st, 8),
	    .estimated = sqlite3_column_int64(st, 9),
	    .usd = sqlite3_column_double(st, 10),
	    .sent = sqlite3_column_int64(st, 11),
	    .resent = sqlite3_column_int64(st, 12),
	};
}

bool store_usage(struct store *s, enum usage_by by, const char *cwd, int64_t since_ms,
    int64_t until_ms, struct usage_sums *out, struct error *e)
{
	char *sql = sqlite3_mprintf(SUMS, sides[by].key, sides[by].title, sides[by].order);
	sqlite3_stmt *st = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);

	*out = (struct usage_sums){0};
	sqlite3_free(sql);
	if (code == SQLITE_OK) {
		sqlite3_bind_int64(st, 1, since_ms);
		sqlite3_bind_int64(st, 2, until_ms);
		bind_text(st, 3, cwd);
		while ((code = sqlite3_step(st)) == SQLITE_ROW)
			row_take(out, st);
	}
	if (code != SQLITE_DONE)
		store_failed(s, e);
	sqlite3_finalize(st);
	return code == SQLITE_DONE;
}

void usage_sums_free(struct usage_sums *sums)
{
	for (size_t i = 0; i < sums->count; i++)
		free_all(sums->list[i].key, sums->list[i].title);
	free(sums->list);
	*sums = (struct usage_sums){0};
}

static double query_real(struct store *s, sqlite3_stmt *st)
{
	bool ok;
	const double n = store_next(s, st, &ok, NULL) ? sqlite3_column_double(st, 0) : 0;

	sqlite3_reset(st);
	return n;
}

/* Finds a session that has something reserved and that no process goes on with any more. False
 * where there is none; *id is not set then. */
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

static bool money_drop(struct store *s, const char *session)
{
	return store_write(s, ST_RESERVED_DROP, NULL, TEXT(session));
}

/* Returns the reservations of a session as usage events, each with its time as a member `at`. */
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
	if (!money_drop(s, session))
		json_array_clear(all);
	return all;
}

/* Appends what a session that nobody goes on with had reserved; all of it or nothing. */
static bool settle_session(struct store *s, const char *session)
{
	json_t *all = reserved_usage(s, session), *usage;
	int64_t seq = store_last_seq(s, session);
	size_t i;

	json_array_foreach (all, i, usage) {
		struct event ev = {.seq = ++seq,
		    .at_ms = json_int(usage, "at", 0),
		    .type = EVENT_USAGE,
		    .data = usage};

		json_object_del(usage, "at");
		if (seq > 1 && store_append(s, session, &ev, NULL) != STORE_OK)
			break;
	}
	i = json_array_size(all) - i;
	json_decref(all);
	return i == 0 && money_drop(s, session);
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
