/* SPDX-License-Identifier: MIT
 * Reading events: of one session, of all sessions in one pass, or plan events only. The passes do not parse
 * data, as callers extract a few members of a hundred thousand events (base/json/json_scan.h). The reader of
 * one session runs a query per event, so that no statement stays open and the log can be checkpointed.
 */
#include "base/base.h"
#include "session/store/store_state.h"

/* ---- The events of a session --------------------------------------------------------------------- */

struct store_source {
	struct event_reader source;
	struct store *store;
	int64_t next, end; /* event keys */
};

static bool event_from_row(struct event *ev, sqlite3_stmt *st, struct error *e)
{
	const char *type = column_text(st, 5), *phase = column_text(st, 4),
		   *summary = column_text(st, 6), *data = column_text(st, 7);
	json_t *value = data ? json_parse_foreign(data, strlen(data), e) : NULL;

	*ev = (struct event){.seq = sqlite3_column_int64(st, 0),
	    .at_ms = sqlite3_column_int64(st, 1),
	    .turn = sqlite3_column_int(st, 2),
	    .iteration = sqlite3_column_int(st, 3)};
	if (!json_is_object(value) || !type || !event_set_type(ev, type)) {
		json_decref(value);
		return error_set(
		    e, ERR_STORE, "stored event %lld cannot be read", (long long)ev->seq);
	}
	ev->data = event_clean(value);
	event_set_phase(ev, phase, summary);
	return true;
}

static bool store_source_next(struct event_reader *self, struct event *ev, struct error *e)
{
	struct store_source *src = (struct store_source *)self;
	sqlite3_stmt *st = store_query(src->store, ST_NEXT, e, NUMBER(src->next), NUMBER(src->end));
	bool ok, any = src->next <= src->end && store_next(src->store, st, &ok, e);

	if (any) {
		src->next = (src->next & ~EVENT_SEQ_MAX) + sqlite3_column_int64(st, 0) + 1;
		any = event_from_row(ev, st, e);
	}
	sqlite3_reset(st);
	return any;
}

static void store_source_free(struct event_reader *self)
{
	free(self);
}

struct event_reader *store_source(struct store *s, const char *session, int64_t from_seq)
{
	struct store_source *src = xcalloc(1, sizeof *src);
	const int64_t key = store_key(s, session, NULL);

	*src = (struct store_source){{store_source_next, store_source_free}, s,
	    EVENT_KEY(key, from_seq > 0 ? from_seq : 1), key ? EVENT_KEY(key, EVENT_SEQ_MAX) : 0};
	return &src->source;
}

struct keys {
	int64_t *list;
	size_t count, cap;
};

static bool keys_read(struct store *s, enum statement which, const char *cwd, int64_t bound,
    struct keys *keys, struct error *e)
{
	sqlite3_stmt *st = store_query(s, which, e, TEXT(cwd), NUMBER(bound));
	bool ok;

	while (store_next(s, st, &ok, e)) {
		array_push(keys->list, keys->count, keys->cap, sqlite3_column_int64(st, 0));
	}
	return ok;
}

static void row_read(sqlite3_stmt *st, struct store_row *row)
{
	const int64_t id = sqlite3_column_int64(st, 0);
	const char *name = column_text(st, 4), *data = column_text(st, 5);
	freed_by(event_free) struct event type = {.type = EVENT_UNKNOWN};

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
}

static bool plans_of(struct store *s, int64_t key,
    bool (*take)(void *ctx, const struct store_row *row), void *ctx, bool *go_on, struct error *e)
{
	sqlite3_stmt *st = store_query(
	    s, ST_PLANS, e, NUMBER(EVENT_KEY(key, 1)), NUMBER(EVENT_KEY(key, EVENT_SEQ_MAX)));
	struct store_row row;
	bool ok = st != NULL;

	while (*go_on && store_next(s, st, &ok, e)) {
		row_read(st, &row);
		*go_on = take(ctx, &row);
	}
	sqlite3_reset(st);
	return ok;
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

bool store_scan(struct store *s, const char *cwd, int64_t since_ms,
    void (*take)(void *ctx, const struct store_row *row), void *ctx, struct error *e)
{
	struct keys keys = {NULL, 0, 0};
	struct store_row row;

	/* Mapped, as reading two hundred thousand pages one by one would take a third of the time. */
	sqlite3_exec(s->db, "PRAGMA mmap_size = 4294967296", NULL, NULL, NULL);
	bool ok = keys_read(s, ST_SCAN_SESSIONS, cwd, since_ms, &keys, e);

	for (size_t i = 0; ok && i < keys.count; i++) {
		sqlite3_stmt *st = store_query(s, ST_SCAN, e, NUMBER(EVENT_KEY(keys.list[i], 1)),
		    NUMBER(EVENT_KEY(keys.list[i], EVENT_SEQ_MAX)));

		while (store_next(s, st, &ok, e)) {
			row_read(st, &row);
			take(ctx, &row);
		}
	}
	sqlite3_exec(s->db, "PRAGMA mmap_size = 0", NULL, NULL, NULL);
	free(keys.list);
	return ok;
}
