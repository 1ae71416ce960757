/*
 * Reservations of money are rows of a table beside the events, so that all processes see what the others may still
 * spend.
 */
#include "session/store/store_money.h"

#include <stdlib.h>

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

bool store_money_drop(struct store *s, const char *session)
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVED_DROP, NULL);

	if (!st)
		return false;
	bind_text(st, 1, session);
	return store_run(s, st, NULL) == STORE_OK;
}

/* Removes what processes had reserved that ended in the middle of a request. */
static void drop_gone(struct store *s, const char *own)
{
	char id[27];

	while (gone_session(s, own, id) && store_money_drop(s, id))
		;
}

int64_t store_money_put(struct store *s, const char *session, double usd)
{
	sqlite3_stmt *st = store_statement(s, ST_RESERVE, NULL);

	if (!st)
		return 0;
	bind_text(st, 1, session);
	sqlite3_bind_int64(st, 2, clock_now_ms());
	sqlite3_bind_double(st, 3, usd);
	return store_run(s, st, NULL) == STORE_OK ? sqlite3_last_insert_rowid(s->db) : 0;
}

double store_money_taken(struct store *s, const char *session, int64_t since_ms)
{
	drop_gone(s, session);
	return query_number(s, ST_SPENT, since_ms) + query_number(s, ST_RESERVED, 0);
}

int64_t store_money_reserve(struct store *s, const char *session, int64_t since_ms,
    double (*want)(void *ctx, double taken), void *ctx)
{
	int64_t row = 0;
	double usd;
	const bool locked = store_begin(s, NULL);

	usd = want(ctx, store_money_taken(s, session, since_ms));
	if (usd >= 0)
		row = store_money_put(s, session, usd);
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
