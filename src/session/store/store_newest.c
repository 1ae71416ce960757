/* SPDX-License-Identifier: MIT
 * Searching the newest sessions that contain every word, for words with too many hits to rank. A cursor per
 * word goes from the newest hit to the oldest, and sessions at which all cursors meet are results, until
 * `limit` are found. Also the rows and text snippets of results, for both kinds of search.
 */
#include "base/base.h"
#include "session/store/store_state.h"

/* ---- A hit --------------------------------------------------------------------------------------- */

#define MARK_FROM '\001' /* set by ST_SNIPPET; stored text has no control characters */
#define MARK_TO '\002'

void search_put_text(json_t *hit, const char *marked)
{
	const char stops[] = {MARK_FROM, MARK_TO, '\n', '\t', '\0'};
	auto_buf text = BUF_INIT;
	json_t *marks = json_array();
	size_t from = 0;

	while (*marked) {
		const size_t len = strcspn(marked, stops);

		text_sanitise(&text, marked, len);
		marked += len;
		if (*marked == MARK_FROM)
			from = text.len;
		else if (*marked == MARK_TO)
			json_array_append_new(marks,
			    json_pack("[I, I]", (json_int_t)from, (json_int_t)(text.len - from)));
		else if (*marked)
			buf_addc(&text, ' ');
		marked += *marked != '\0';
	}
	json_put_str(hit, "text", buf_str(&text));
	json_put(hit, "marks", marks);
}

json_t *search_hit(struct store *s, const char *query, int64_t id)
{
	sqlite3_stmt *st = store_query(s, ST_SNIPPET, NULL, TEXT(query), NUMBER(id));
	json_t *hit = json_object();
	bool ok;
	const char *marked = store_next(s, st, &ok, NULL) ? column_text(st, 0) : NULL;

	json_put_int(hit, "seq", id & EVENT_SEQ_MAX);
	search_put_text(hit, marked ? marked : "");
	sqlite3_reset(st);
	return hit;
}

json_t *search_row(struct store *s, int64_t key, const char *cwd)
{
	sqlite3_stmt *st = store_query(s, ST_SESSION_ROW, NULL, NUMBER(key), TEXT(cwd));
	bool ok;
	json_t *row = store_next(s, st, &ok, NULL) ? store_row(st) : NULL;

	sqlite3_reset(st);
	return row;
}

bool search_take(json_t *rows, json_t *row, json_t *hit, int limit)
{
	json_put(row, "hit", hit);
	json_array_append_new(rows, row);
	return limit <= 0 || json_array_size(rows) < (size_t)limit;
}

struct search_cursor {
	sqlite3_stmt *st;
	int64_t id;  /* the newest hit in the session that the cursor is at */
	int64_t key; /* the key of that session; 0: the cursor is at its end */
};
struct search_meeting {
	struct store *s;
	struct search_cursor *cursors; /* (owned) */
	size_t count;
};

#define STEPS 2000 /* hits that are skipped one by one before the rest is skipped by a new query */

static const char *const hits =
    "SELECT rowid FROM words WHERE words MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC";

/* Moves the cursor to the first session with a key of at most `key`. False: e is set. */
static bool cursor_move(
    struct search_meeting *m, struct search_cursor *c, int64_t key, struct error *e)
{
	int code = SQLITE_ROW;

	for (int n = 1; c->key > key && (code = sqlite3_step(c->st)) == SQLITE_ROW; n++) {
		c->id = sqlite3_column_int64(c->st, 0);
		c->key = c->id >> 32;
		if (n % STEPS == 0 && c->key > key) {
			sqlite3_reset(c->st);
			sqlite3_bind_int64(c->st, 2, EVENT_KEY(key + 1, 0));
		}
	}
	if (code == SQLITE_DONE)
		c->key = 0;
	else if (code != SQLITE_ROW)
		store_failed(m->s, e);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool meeting_open(struct search_meeting *m, const json_t *terms, struct error *e)
{
	m->cursors = xcalloc(json_array_size(terms), sizeof *m->cursors);
	json_each (term, terms) {
		struct search_cursor *c = &m->cursors[m->count++];

		c->key = INT64_MAX;
		if (sqlite3_prepare_v2(m->s->db, hits, -1, &c->st, NULL) != SQLITE_OK) {
			store_failed(m->s, e);
			return false;
		}
		bind_text(c->st, 1, json_string_value(term));
		sqlite3_bind_int64(c->st, 2, INT64_MAX);
	}
	return true;
}

static void meeting_close(struct search_meeting *m)
{
	for (size_t i = 0; i < m->count; i++)
		sqlite3_finalize(m->cursors[i].st);
	free(m->cursors);
}

/* Sets *key to the newest session before *key at which all cursors meet; 0: there is none. False: e is set. */
static bool meeting_next(struct search_meeting *m, int64_t *key, struct error *e)
{
	bool agreed = false;

	for (--*key; !agreed && *key > 0;) {
		agreed = true;
		for (size_t i = 0; i<m->count && * key> 0; i++) {
			if (!cursor_move(m, &m->cursors[i], *key, e))
				return false;
			agreed = agreed && m->cursors[i].key == *key;
			*key = m->cursors[i].key;
		}
	}
	return true;
}

json_t *store_newest(struct store *s, const json_t *terms, const char *query, const char *cwd,
    int limit, struct error *e)
{
	struct search_meeting m = {.s = s};
	json_t *rows = json_array();
	int64_t key = INT64_MAX;
	bool ok = meeting_open(&m, terms, e);

	while (ok && (ok = meeting_next(&m, &key, e)) && key > 0) {
		json_t *row = search_row(s, key, cwd);

		if (row && !search_take(rows, row, search_hit(s, query, m.cursors[0].id), limit))
			break;
	}
	meeting_close(&m);
	return store_kept(rows, ok);
}
