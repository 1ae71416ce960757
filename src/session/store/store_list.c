/* SPDX-License-Identifier: MIT
 * Listing and finding sessions, and rows of SQL statements as JSON objects.
 */
#include "base/base.h"
#include "session/store/store_state.h"

#define NAMED_MAX 4 /* the LIMIT of ST_FIND: one more than the ids that an error names */

static void put_column(json_t *row, sqlite3_stmt *st, int i)
{
	const char *name = sqlite3_column_name(st, i), *text = column_text(st, i);
	const size_t len = strlen(name), parsed = strlen("_json");
	auto_free char *shorter = len > parsed && strcmp(name + len - parsed, "_json") == 0
				      ? xstrndup(name, len - parsed)
				      : NULL;

	switch (sqlite3_column_type(st, i)) {
	case SQLITE_NULL:
		break;
	case SQLITE_INTEGER:
		json_put_int(row, name, sqlite3_column_int64(st, i));
		break;
	case SQLITE_FLOAT:
		json_put(row, name, json_real(sqlite3_column_double(st, i)));
		break;
	default:
		json_put(row, shorter ? shorter : name,
		    shorter ? json_parse(text, strlen(text), NULL) : json_text(text, strlen(text)));
	}
}

json_t *store_row(sqlite3_stmt *st)
{
	json_t *row = json_object();

	for (int i = 0; i < sqlite3_column_count(st); i++)
		put_column(row, st, i);
	return row;
}

json_t *store_kept(json_t *rows, bool ok)
{
	if (!ok)
		json_decref(rows);
	return ok ? rows : NULL;
}

json_t *store_rows(struct store *s, sqlite3_stmt *st, struct error *e)
{
	json_t *list = json_array();
	bool ok;

	while (store_next(s, st, &ok, e))
		json_array_append_new(list, store_row(st));
	return store_kept(list, ok);
}

json_t *store_recent(struct store *s, const char *cwd, int limit, struct error *e)
{
	json_t *rows = store_rows(s, store_query(s, ST_RECENT, e, TEXT(cwd), NUMBER(limit)), e);

	return rows ? rows : json_array();
}

json_t *store_list(struct store *s, const char *cwd, int limit, struct error *e)
{
	return store_rows(
	    s, store_query(s, ST_LIST, e, TEXT(cwd), NUMBER(limit > 0 ? limit : -1)), e);
}

json_t *store_old(struct store *s, int64_t before_ms, int limit, struct error *e)
{
	return store_rows(
	    s, store_query(s, ST_OLD, e, NUMBER(before_ms), NUMBER(limit > 0 ? limit : -1)), e);
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

json_t *store_find(struct store *s, const char *word, const char *cwd, struct error *e)
{
	const bool last = strcmp(word, "last") == 0;
	auto_buf names = BUF_INIT;
	char id[27];

	if (!last && !spell_id(word, id)) {
		error_set(e, ERR_USAGE, "'%s' is not the id of a session", word);
		return NULL;
	}
	json_auto_t *rows = last ? store_list(s, cwd, 1, e)
				 : store_rows(s, store_query(s, ST_FIND, e, TEXT(id)), e);
	const size_t count = json_array_size(rows);

	for (size_t i = 0; i < count && i < NAMED_MAX - 1; i++)
		buf_addf(
		    &names, "%s%s", i ? ", " : "", json_str(json_array_get(rows, i), "id", ""));
	if (count > 1)
		error_set(e, ERR_USAGE, "'%s' is the beginning of several sessions: %s%s", word,
		    buf_str(&names), count >= NAMED_MAX ? ", ..." : "");
	else if (rows && count == 0 && last)
		error_set(e, ERR_NOT_FOUND, "no session of %s yet",
		    cwd ? "this workspace" : "any workspace");
	else if (rows && count == 0)
		error_set(e, ERR_NOT_FOUND,
		    "no session '%s': `agent sessions list --all` shows them", word);
	return count == 1 ? json_incref(json_array_get(rows, 0)) : NULL;
}
