/*
 * Checkpoints of the roadmap planner (store_roadmap.h): each transition of a run is one row that
 * holds the whole run, so that a run goes on after any end of the program.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "session/store/store_roadmap.h"
#include "session/store/store_state.h"

static bool add_checkpoint(struct store *s, const char *id, const char *state, int64_t at_ms,
    const char *text, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_ADD, e);

	if (!st)
		return false;
	bind_text(st, 1, id);
	sqlite3_bind_int64(st, 2, at_ms);
	bind_text(st, 3, state);
	bind_text(st, 4, text);
	return store_run(s, st, e) == STORE_OK;
}

static bool trim_checkpoints(struct store *s, const char *id, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_TRIM, e);

	if (st)
		bind_text(st, 1, id);
	return st && store_run(s, st, e) == STORE_OK;
}

bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e)
{
	char *text = json_line(run);
	bool ok = store_begin(s, e);

	if (ok) {
		ok = add_checkpoint(s, id, state, at_ms, text, e) && trim_checkpoints(s, id, e);
		ok = store_end(s, ok, e);
	}
	free(text);
	return ok;
}

static json_t *checkpoint_row(sqlite3_stmt *st)
{
	const char *text = column_text(st, 3);
	json_t *row = json_object();

	json_put_str(row, "id", column_text(st, 0));
	json_put_str(row, "state", column_text(st, 1));
	json_put_int(row, "at", sqlite3_column_int64(st, 2));
	json_put(row, "run", text ? json_parse(text, strlen(text), NULL) : NULL);
	return row;
}

json_t *store_checkpoints(struct store *s, const char *word, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_FIND, e);

	if (!st)
		return NULL;
	bind_text(st, 1, word);
	return store_rows(s, st, checkpoint_row, e);
}
