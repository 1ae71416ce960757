/*
 * All events in one pass, or the plan events alone. Nothing is parsed here: the caller counts
 * over a hundred thousand events and takes the few members it needs out of their text
 * (base/json/json_scan.h).
 */
#include <stdlib.h>

#include "base/core/alloc.h"
#include "session/store/store_state.h"

struct keys {
	int64_t *list;
	size_t count, cap;
};

static bool keys_read(struct store *s, enum statement which, const char *cwd, int64_t bound,
    struct keys *keys, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, which, e);
	int code;

	if (!st)
		return false;
	bind_text(st, 1, cwd);
	sqlite3_bind_int64(st, 2, bound);
	while ((code = sqlite3_step(st)) == SQLITE_ROW) {
		array_reserve(&keys->list, &keys->cap, keys->count + 1, sizeof *keys->list);
		keys->list[keys->count++] = sqlite3_column_int64(st, 0);
	}
	if (code != SQLITE_DONE)
		store_failed(s, e);
	sqlite3_reset(st);
	return code == SQLITE_DONE;
}

static void row_read(sqlite3_stmt *st, struct store_row *row)
{
	const int64_t id = sqlite3_column_int64(st, 0);
	const char *name = column_text(st, 4), *data = column_text(st, 5);
	struct event type = {.type = EVENT_UNKNOWN};

	if (name)
		event_set_type(&type, name);
	*row = (struct store_row){.session = id >> 32,
	    .seq = id & EVENT_SEQ_MAX,
	    .at_ms = sqlite3_column_int64(st, 1),
	    .turn = sqlite3_column_int(st, 2),
	    .iteration = sqlite3_column_int(st, 3),
	    .type = type.type,
	    .data = data ? data : "",
	    .len = data ? (size_t)sqlite3_column_bytes(st, 5) : 0};
	event_free(&type);
}

static bool plans_of(struct store *s, int64_t key,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, bool *go_on, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_PLANS, e);
	struct store_row row;
	int code = SQLITE_ROW;

	if (!st)
		return false;
	sqlite3_bind_int64(st, 1, EVENT_KEY(key, 1));
	sqlite3_bind_int64(st, 2, EVENT_KEY(key, EVENT_SEQ_MAX));
	while (*go_on && (code = sqlite3_step(st)) == SQLITE_ROW) {
		row_read(st, &row);
		*go_on = take(ctx, &row);
	}
	if (code != SQLITE_DONE && code != SQLITE_ROW)
		store_failed(s, e);
	sqlite3_reset(st);
	return code == SQLITE_DONE || code == SQLITE_ROW;
}

bool store_scan_plans(struct store *s, const char *cwd, int sessions,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e)
{
	struct keys keys = {NULL, 0, 0};
	bool ok = keys_read(s, ST_PLAN_SESSIONS, cwd, sessions, &keys, e), go_on = true;

	for (size_t i = 0; ok && go_on && i < keys.count; i++)
		ok = plans_of(s, keys.list[i], take, ctx, &go_on, e);
	free(keys.list);
	return ok;
}

bool store_session_plans(struct store *s, const char *session,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	bool go_on = true;

	return key && plans_of(s, key, take, ctx, &go_on, e);
}

static bool session_read(struct store *s, int64_t key,
    void (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_SCAN, e);
	struct store_row row;
	int code;

	if (!st)
		return false;
	sqlite3_bind_int64(st, 1, EVENT_KEY(key, 1));
	sqlite3_bind_int64(st, 2, EVENT_KEY(key, EVENT_SEQ_MAX));
	while ((code = sqlite3_step(st)) == SQLITE_ROW) {
		row_read(st, &row);
		take(ctx, &row);
	}
	if (code != SQLITE_DONE)
		store_failed(s, e);
	sqlite3_reset(st);
	return code == SQLITE_DONE;
}

bool store_scan(struct store *s, const char *cwd, int64_t since_ms,
    void (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e)
{
	struct keys keys = {NULL, 0, 0};
	bool ok = keys_read(s, ST_SCAN_SESSIONS, cwd, since_ms, &keys, e);

	for (size_t i = 0; ok && i < keys.count; i++)
		ok = session_read(s, keys.list[i], take, ctx, e);
	free(keys.list);
	return ok;
}
