/*
 * Reservations of money are rows of a table beside the events, so that all processes see what the others may still
 * spend.
 */
#include "base/json/json.h"
#include "session/store/store_money.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "session/store/session_lock.h"
#include "session/store/store_state.h"

static double query_number(struct store *s, enum statement which, int64_t bound)
{
	sqlite3_stmt *st = store_statement(s, which, NULL);
	double n = 0;

	if (!st)
		return 0;
	if (sqlite3_bind_parameter_count(st) > 0)
		sqlite3_bind_int64(st, 1, bound);
	if (sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_double(st, 0);
	sqlite3_reset(st);
	return n;
}

/* Finds a session that has something reserved and that no process goes on with any more. False
 * where there is none; *id is not set then. */
static bool gone_session(struct store *s, const char *own, char id[27])
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVERS, NULL);
	bool found = false;

	if (!st)
		return false;
	bind_text(st, 1, own);
	while (!found && sqlite3_step(st) == SQLITE_ROW) {
		char *who;

		snprintf(id, 27, "%s", column_text(st, 0));
		who = session_lock_holder(s, id);
		found = who == NULL;
		free(who);
	}
	sqlite3_reset(st);
	return found;
}

static bool money_drop(struct store *s, const char *session)
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVED_DROP, NULL);

	if (!st)
		return false;
	bind_text(st, 1, session);
	return store_run(s, st, NULL) == STORE_OK;
}

/* Returns the reservations of a session as usage events, each with its time as a member `at`. */
static json_t *reserved_usage(struct store *s, const char *session)
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVED_OF, NULL);
	json_t *all = json_array();

	if (!st)
		return all;
	bind_text(st, 1, session);
	while (sqlite3_step(st) == SQLITE_ROW) {
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
	sqlite3_reset(st);
	return all;
}

json_t *store_money_left(struct store *s, const char *session)
{
	json_t *all = reserved_usage(s, session), *usage;
	size_t i;

	json_array_foreach (all, i, usage)
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
	sqlite3_stmt *st = store_statement(s, ST_RESERVE, NULL);
	char *text = json_line(usage);
	int64_t row = 0;

	if (st) {
		bind_text(st, 1, session);
		sqlite3_bind_int64(st, 2, clock_now_ms());
		sqlite3_bind_double(st, 3, usd);
		bind_text(st, 4, text ? text : "{}");
		row = store_run(s, st, NULL) == STORE_OK ? sqlite3_last_insert_rowid(s->db) : 0;
	}
	free(text);
	return row;
}

double store_money_taken(struct store *s, const char *session, int64_t since_ms)
{
	if (sqlite3_get_autocommit(s->db))
		store_money_settle(s, session);
	return query_number(s, ST_SPENT, since_ms) + query_number(s, ST_RESERVED, 0);
}

int64_t store_money_reserve(struct store *s, const char *session, int64_t since_ms,
    const json_t *usage, double (*want)(void *ctx, double taken), void *ctx)
{
	int64_t row = 0;
	double usd;
	bool locked;

	store_money_settle(s, session);
	locked = store_begin(s, NULL);

	usd = want(ctx, store_money_taken(s, session, since_ms));
	if (usd >= 0)
		row = store_money_put(s, session, usd, usage);
	if (locked && !store_end(s, true, NULL))
		return 0;
	return row;
}

void store_money_change(struct store *s, int64_t row, double usd)
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVED_CHANGE, NULL);

	if (!st)
		return;
	sqlite3_bind_int64(st, 1, row);
	sqlite3_bind_double(st, 2, usd);
	store_run(s, st, NULL);
}

void store_money_release(struct store *s, int64_t row)
{
	run_numbers(s, ST_RELEASE, row, 0, 0, NULL);
}
