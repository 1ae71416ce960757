/*
 * Folds so far: the cache table, and where the fold of the conversation may begin. Nothing here is
 * needed: what is missing is folded again from the events.
 */
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "session/store/store_state.h"

bool store_cache_put(struct store *s, const char *session, const char *kind, int64_t seq,
    const json_t *data, struct error *e)
{
	const int64_t key = store_key(s, session, e);
	sqlite3_stmt *st = key ? store_statement(s, ST_CACHE_PUT, e) : NULL;
	char *line;
	bool ok;

	if (!st)
		return false;
	line = json_line(data);
	sqlite3_bind_int64(st, 1, key);
	bind_text(st, 2, kind);
	sqlite3_bind_int64(st, 3, seq);
	bind_text(st, 4, line);
	ok = store_run(s, st, e) == STORE_OK;
	free(line);
	return ok;
}

json_t *store_cache_get(struct store *s, const char *session, const char *kind, int64_t *seq)
{
	const int64_t key = store_key(s, session, NULL);
	sqlite3_stmt *st = key ? store_statement(s, ST_CACHE_GET, NULL) : NULL;
	json_t *data = NULL;

	if (!st)
		return NULL;
	sqlite3_bind_int64(st, 1, key);
	bind_text(st, 2, kind);
	sqlite3_bind_int64(st, 3, *seq);
	if (sqlite3_step(st) == SQLITE_ROW && column_text(st, 1)) {
		*seq = sqlite3_column_int64(st, 0);
		data = json_parse_foreign(column_text(st, 1), strlen(column_text(st, 1)), NULL);
	}
	sqlite3_reset(st);
	return data ? event_clean(data) : NULL;
}

/* Returns the first event that a summary left in the conversation. 0: the line is no summary. */
static int64_t left_by(const char *line)
{
	json_t *data = json_parse_foreign(line, strlen(line), NULL), *kept;
	const struct event_compaction compaction = event_read_compaction(data);
	int64_t start = 0;
	size_t i;

	if (compaction.summary)
		start = compaction.through_seq + 1;
	json_array_foreach (compaction.kept, i, kept) {
		if (json_integer_value(kept) > 0 && json_integer_value(kept) < start)
			start = json_integer_value(kept);
	}
	json_decref(data);
	return start;
}

int64_t conversation_start(struct store *s, const char *session, int64_t until)
{
	const int64_t key = store_key(s, session, NULL);
	sqlite3_stmt *st = key ? store_statement(s, ST_COMPACTIONS, NULL) : NULL;
	int64_t start = 0;

	if (!st)
		return 1;
	sqlite3_bind_int64(st, 1, EVENT_KEY(key, 1));
	sqlite3_bind_int64(st, 2, EVENT_KEY(key, until));
	while (start < 1 && sqlite3_step(st) == SQLITE_ROW)
		start = column_text(st, 0) ? left_by(column_text(st, 0)) : 0;
	sqlite3_reset(st);
	return start > 0 && start <= until ? start : 1;
}
