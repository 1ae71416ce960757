/*
 * The newest sessions of a folder with what they were about: title and first answer.
 */
#include "base/json/json.h"
#include "session/store/store_state.h"

json_t *store_recent(struct store *s, const char *cwd, int limit, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_RECENT, e);
	json_t *rows = json_array(), *row;
	int code;

	if (!st)
		return rows;
	bind_text(st, 1, cwd);
	sqlite3_bind_int(st, 2, limit);
	while ((code = sqlite3_step(st)) == SQLITE_ROW) {
		row = json_object();
		json_put_str(row, "id", column_text(st, 0));
		json_put_str(row, "title", column_text(st, 1));
		json_put_int(row, "at", sqlite3_column_int64(st, 2));
		json_put_str(row, "answer", column_text(st, 3));
		json_array_append_new(rows, event_clean(row));
	}
	if (code != SQLITE_DONE)
		store_failed(s, e);
	sqlite3_reset(st);
	return rows;
}
