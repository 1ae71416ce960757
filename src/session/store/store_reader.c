/*
 * The events of a stored session, one query each: no statement stays open while the reader does
 * something else, so the log can be checkpointed and events may be appended meanwhile.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/store/store_state.h"

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
	sqlite3_stmt *st = store_statement(src->store, ST_NEXT, e);
	bool ok = false;
	int code;

	if (!st || src->next > src->end)
		return false;
	sqlite3_bind_int64(st, 1, src->next);
	sqlite3_bind_int64(st, 2, src->end);
	code = sqlite3_step(st);
	if (code == SQLITE_ROW) {
		src->next = (src->next & ~EVENT_SEQ_MAX) + sqlite3_column_int64(st, 0) + 1;
		ok = event_from_row(ev, st, e);
	} else if (code != SQLITE_DONE)
		store_failed(src->store, e);
	sqlite3_reset(st);
	return ok;
}

static void store_source_free(struct event_reader *self)
{
	free(self);
}

struct event_reader *store_source(struct store *s, const char *session, int64_t from_seq)
{
	struct store_source *src = xcalloc(1, sizeof *src);
	const int64_t key = store_key(s, session, NULL);

	src->source = (struct event_reader){store_source_next, store_source_free};
	src->store = s;
	src->next = EVENT_KEY(key, from_seq > 0 ? from_seq : 1);
	src->end = key ? EVENT_KEY(key, EVENT_SEQ_MAX) : 0;
	return &src->source;
}
