/* SPDX-License-Identifier: MIT
 * What sessions there are, as JSON objects for lists, pickers and scripts.
 */
#include "base/base.h"
#include "session/store/store_state.h"

/* ---- The newest of a folder ---------------------------------------------------------------------- */

json_t *store_recent(struct store *s, const char *cwd, int limit, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_RECENT, e, TEXT(cwd), NUMBER(limit));
	json_t *rows = json_array();
	bool ok;

	while (store_next(s, st, &ok, e)) {
		json_t *row = json_object();

		json_put_str(row, "id", column_text(st, 0));
		json_put_str(row, "title", column_text(st, 1));
		json_put_int(row, "at", sqlite3_column_int64(st, 2));
		json_put_str(row, "answer", column_text(st, 3));
		json_array_append_new(rows, event_clean(row));
	}
	return rows;
}

#define NAMED_MAX 4 /* rows of ST_FIND: enough to tell that there are several */

json_t *session_row(sqlite3_stmt *st)
{
	const char *parent = column_text(st, 4);
	json_t *row = json_object();

	json_put_str(row, "id", column_text(st, 0));
	json_put_str(row, "title", column_text(st, 1) ? column_text(st, 1) : "");
	json_put_str(row, "cwd", column_text(st, 2));
	json_put_str(row, "model", column_text(st, 3));
	json_put_int(row, "created_at", sqlite3_column_int64(st, 5));
	json_put_int(row, "updated_at", sqlite3_column_int64(st, 8));
	json_put_int(row, "events", sqlite3_column_int64(st, 7));
	json_put_int(row, "turns", sqlite3_column_int64(st, 6));
	json_put(row, "parent", parent ? json_parse(parent, strlen(parent), NULL) : NULL);
	return event_clean(row);
}

json_t *store_rows(
    struct store *s, sqlite3_stmt *st, json_t *(*row)(sqlite3_stmt *st), struct error *e)
{
	json_t *list = json_array();
	bool ok;

	while (store_next(s, st, &ok, e))
		json_array_append_new(list, row(st));
	if (ok)
		return list;
	json_decref(list);
	return NULL;
}

json_t *store_list(struct store *s, const char *cwd, int limit, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_LIST, e, TEXT(cwd), NUMBER(limit > 0 ? limit : -1));

	return store_rows(s, st, session_row, e);
}

json_t *store_old(struct store *s, int64_t before_ms, int limit, struct error *e)
{
	sqlite3_stmt *st =
	    store_query(s, ST_OLD, e, NUMBER(before_ms), NUMBER(limit > 0 ? limit : -1));

	return store_rows(s, st, session_row, e);
}

static json_t *only_row(json_t *rows /* steals */)
{
	json_t *row = json_incref(json_array_get(rows, 0));

	json_decref(rows);
	return row;
}

static json_t *find_last(struct store *s, const char *cwd, struct error *e)
{
	json_t *rows = store_list(s, cwd, 1, e);

	if (rows && json_array_size(rows) == 0)
		error_set(e, ERR_NOT_FOUND, "no session of %s yet",
		    cwd ? "this workspace" : "any workspace");
	return rows ? only_row(rows) : NULL;
}

static bool spell_id(const char *word, char id[27])
{
	size_t len = strlen(word);

	if (len == 0 || len > 26)
		return false;
	for (size_t i = 0; i <= len; i++) {
		if (i < len && !isalnum((unsigned char)word[i]))
			return false;
		id[i] = (char)toupper((unsigned char)word[i]);
	}
	return true;
}

static json_t *several_named(const char *word, json_t *rows /* steals */, struct error *e)
{
	auto_buf names = BUF_INIT;

	for (size_t i = 0; i < json_array_size(rows) && i < NAMED_MAX - 1; i++)
		buf_addf(
		    &names, "%s%s", i ? ", " : "", json_str(json_array_get(rows, i), "id", ""));
	error_set(e, ERR_USAGE, "'%s' is the beginning of several sessions: %s%s", word,
	    buf_str(&names), json_array_size(rows) >= NAMED_MAX ? ", ..." : "");
	json_decref(rows);
	return NULL;
}

json_t *store_find(struct store *s, const char *word, const char *cwd, struct error *e)
{
	char id[27];

	if (strcmp(word, "last") == 0)
		return find_last(s, cwd, e);
	if (!spell_id(word, id)) {
		error_set(e, ERR_USAGE, "'%s' is not the id of a session", word);
		return NULL;
	}
	json_t *rows = store_rows(s, store_query(s, ST_FIND, e, TEXT(id)), session_row, e);
	if (!rows)
		return NULL;
	if (json_array_size(rows) > 1)
		return several_named(word, rows, e);
	if (json_array_size(rows) == 0)
		error_set(e, ERR_NOT_FOUND,
		    "no session '%s': `agent sessions list --all` shows them", word);
	return only_row(rows);
}
