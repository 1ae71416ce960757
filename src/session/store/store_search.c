/* SPDX-License-Identifier: MIT
 * Searching sessions by words. Each word becomes a quoted FTS5 phrase with a prefix match, so nothing that
 * a person types is query syntax. A session must contain all words, in any of its events; the best-ranked
 * event is shown. If there are too many hits to rank in time, the newest sessions are returned
 * (store_newest.c). The index has no signs, so a search for signs alone reads the newest events. Events that
 * are not indexed yet are scanned for a limited time.
 */
#include "base/base.h"
#include "session/session_search.h"
#include "session/store/store_state.h"

/* ---- Sessions that are not indexed yet ----------------------------------------------------------- */

#define SLICE_US 40000	/* of indexing at once; other processes wait STORE_BUSY_MS for the store */
#define HELD_MAX 200	/* most sessions; more than a list shows */
#define OPERATIONS 5000 /* virtual machine steps of SQLite between two checks of the time */

static int64_t behind_count(struct store *s)
{
	return store_number(s, store_statement(s, ST_BEHIND, NULL), 0, NULL);
}

/* Returns a LIKE pattern that matches at least what the index would find for the word: each character but
 * ASCII letters and digits is replaced by "%". New reference. */
static json_t *pattern_of(const char *word)
{
	auto_buf pattern = BUF_INIT;

	buf_addc(&pattern, '%');
	for (const char *c = word; *c; c++)
		buf_addc(&pattern, isascii(*c) && isalnum((unsigned char)*c) ? *c : '%');
	buf_addc(&pattern, '%');
	return json_stringn(pattern.data, pattern.len);
}

/* Returns an array of LIKE patterns for the words, the longest one last. New reference. */
static json_t *patterns_of(const char *words)
{
	json_t *plain = search_words(words), *patterns = json_array();
	size_t longest = 0;

	json_each (word, plain) {
		const bool longer = json_string_length(word) >= longest;

		json_array_insert_new(patterns, longer ? json_array_size(patterns) : 0,
		    pattern_of(json_string_value(word)));
		longest = longer ? json_string_length(word) : longest;
	}
	json_decref(plain);
	return patterns;
}

static int is_over(void *ctx)
{
	return clock_mono_us() >= *(const int64_t *)ctx;
}

/* Adds the keys of sessions that contain the words and are not indexed yet to the array keys. False: the time
 * was over, or the store failed, before all sessions were examined. */
static bool add_holders(struct store *s, enum statement which, const json_t *patterns, json_t *keys)
{
	auto_free char *list = json_line(patterns);
	const json_t *longest = json_array_get(patterns, json_array_size(patterns) - 1);
	sqlite3_stmt *st =
	    store_query(s, which, NULL, TEXT(list), TEXT(json_string_value(longest)));
	int64_t key, last = 0;
	bool ok = true;

	while (json_array_size(keys) < HELD_MAX && store_next(s, st, &ok, NULL)) {
		key = sqlite3_column_int64(st, 0);
		if (key != last)
			json_array_append_new(keys, json_integer(key));
		last = key;
	}
	sqlite3_reset(st);
	return ok;
}

/* As add_holders, by titles and by events, until the time `until`. */
static bool find_holders(struct store *s, const char *words, int64_t until, json_t *keys)
{
	json_auto_t *patterns = patterns_of(words);

	sqlite3_progress_handler(s->db, OPERATIONS, is_over, &until);
	bool all =
	    json_array_size(patterns) == 0 || (add_holders(s, ST_BEHIND_TITLED, patterns, keys) &&
						  add_holders(s, ST_BEHIND_SAID, patterns, keys));
	sqlite3_progress_handler(s->db, 0, NULL, NULL);
	return all;
}

int64_t store_index_for(struct store *s, const char *words, int64_t us)
{
	const int64_t begun = clock_mono_us();
	json_auto_t *keys = json_array();
	bool more = true, all, ok;

	while (more && clock_mono_us() < begun + us / 8)
		more = store_index(s, SLICE_US);
	if (!more) /* all is indexed, unless another process held the store */
		return behind_count(s);
	all = find_holders(s, words, begun + us, keys);
	ok = json_array_size(keys) == 0 || store_begin(s, NULL);
	json_each (key, keys)
		ok = ok && index_session(s, json_integer_value(key)); /* harmless if repeated */
	if (json_array_size(keys) > 0)
		ok = store_end(s, ok, NULL);
	return ok && all ? 0 : behind_count(s);
}

#define TERMS_MAX 16
#define RANKED_MAX 20000 /* events; ranking so many takes a tenth of a second */
#define SIGNS_US 200000	 /* time limit of a search for signs */
#define SIGN_BYTES 60	 /* of text shown on each side of a sign */

json_t *search_words(const char *words)
{
	json_t *terms = json_array();

	while (*(words += strspn(words, " \t\n"))) {
		const bool quoted = *words == '"';

		words += quoted;
		size_t len = strcspn(words, quoted ? "\"" : " \t\n\"");
		auto_buf term = BUF_INIT;

		text_sanitise(&term, words, len);
		if (term.len > 0 && json_array_size(terms) < TERMS_MAX)
			json_array_append_new(terms, json_stringn(term.data, term.len));
		words += len + (quoted && words[len]);
	}
	return terms;
}

/* Returns whether a word has letters or digits, which are all that is indexed. */
static bool is_indexed(const char *word)
{
	while (*word && !isalnum((unsigned char)*word) && !(*word & 0x80))
		word++;
	return *word != '\0';
}

/* Returns the number of events found, at most RANKED_MAX + 1; -1: e is set. */
static int64_t count_hits(struct store *s, const char *query, struct error *e)
{
	return store_number(
	    s, store_query(s, ST_SEARCH_COUNT, e, TEXT(query), NUMBER(RANKED_MAX + 1)), -1, e);
}

/* Returns FTS5 terms, ["\"one\"*", "\"two words\"*"], without words of signs only. FTS5 reads all hits of a prefix
 * before it returns the first, so a word with too many hits itself gets no "*" and sets *often. New reference. */
static json_t *terms_of(struct store *s, const json_t *plain, bool *often)
{
	json_t *terms = json_array();

	*often = false;
	json_each (word, plain) {
		if (!is_indexed(json_string_value(word)))
			continue;
		auto_free char *alone = xasprintf("\"%s\"", json_string_value(word));
		const bool many = count_hits(s, alone, NULL) > RANKED_MAX;
		*often |= many;
		json_array_append_new(terms, json_sprintf("%s%s", alone, many ? "" : "*"));
	}
	return terms;
}

static char *any_of(const json_t *terms)
{
	struct buf out = BUF_INIT;

	json_each_at (i, term, terms)
		buf_addf(&out, "%s%s", i ? " OR " : "", json_string_value(term));
	return buf_take(&out);
}

/* Returns the keys of the sessions that contain all terms, as an object {"KEY": true}. */
static json_t *sessions_holding(struct store *s, const json_t *terms, struct error *e)
{
	json_t *keys = json_object();
	auto_free char *list = json_line(terms);
	sqlite3_stmt *st = store_query(s, ST_SEARCH_ALL, e, TEXT(list));
	bool ok;

	while (store_next(s, st, &ok, e))
		json_put(keys, column_text(st, 0), json_true());
	return store_kept(keys, ok);
}

static json_t *best_rows(
    struct store *s, const char *query, json_t *keys, const char *cwd, int limit, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_SEARCH, e, TEXT(query));
	json_t *rows = json_array();
	bool ok = st != NULL;

	while (json_object_size(keys) > 0 && store_next(s, st, &ok, e)) {
		const int64_t id = sqlite3_column_int64(st, 0);
		auto_free char *key = xasprintf("%lld", (long long)(id >> 32));
		/* A session's key is removed with its first hit, so that later ones are skipped. */
		json_t *row = json_object_del(keys, key) == 0 ? search_row(s, id >> 32, cwd) : NULL;

		if (row && !search_take(rows, row, search_hit(s, query, id), limit))
			break;
	}
	sqlite3_reset(st);
	return store_kept(rows, ok);
}

static json_t *search_terms(struct store *s, const json_t *terms, const char *query, bool often,
    const char *cwd, int limit, struct error *e)
{
	const int64_t hits = often ? RANKED_MAX + 1 : count_hits(s, query, e);

	if (hits < 0)
		return NULL;
	if (hits > RANKED_MAX)
		return store_newest(s, terms, query, cwd, limit, e);
	json_auto_t *keys = sessions_holding(s, terms, e);
	return keys ? best_rows(s, query, keys, cwd, limit, e) : NULL;
}

/* ---- Signs --------------------------------------------------------------------------------- */

/* Returns whether a text (may be NULL) contains every sign; *at is where the first sign is. */
static bool holds_signs(const char *text, const json_t *signs, const char **at)
{
	*at = text ? strstr(text, json_string_value(json_array_get(signs, 0))) : NULL;
	json_each (sign, signs)
		if (!*at || !strstr(text, json_string_value(sign)))
			return false;
	return true;
}

static json_t *sign_hit(int64_t id, const char *text, const char *at, const char *sign)
{
	const size_t len = strlen(sign), left = (size_t)(at - text), after = strlen(at + len);
	size_t before = left < SIGN_BYTES ? left : SIGN_BYTES,
	       rest = after < SIGN_BYTES ? after : SIGN_BYTES;
	json_t *hit = json_object();
	auto_buf marked = BUF_INIT;

	while (before < left && (at[-(long)before] & 0xc0) == 0x80)
		before++;
	while (rest < after && (at[len + rest] & 0xc0) == 0x80)
		rest++;
	buf_addf(&marked, "%s%.*s\1%s\2%.*s%s", before < left ? "…" : "", (int)before, at - before,
	    sign, (int)rest, at + len, rest < after ? "…" : "");
	json_put_int(hit, "seq", id & EVENT_SEQ_MAX);
	search_put_text(hit, buf_str(&marked));
	return hit;
}

/* Returns the newest sessions in which an event contains all the signs, as far back as SIGNS_US allows. */
static json_t *search_signs(
    struct store *s, const json_t *signs, const char *cwd, int limit, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_SAID_BEFORE, e, NUMBER(INT64_MAX));
	const int64_t end = clock_mono_us() + SIGNS_US;
	json_t *rows = json_array();
	bool ok;
	const char *at;

	while (store_next(s, st, &ok, e) && clock_mono_us() < end) {
		const int64_t id = sqlite3_column_int64(st, 0);
		const char *text = column_text(st, 1);

		if (!holds_signs(text, signs, &at))
			continue;
		json_t *row = search_row(s, id >> 32, cwd);

		if (row &&
		    !search_take(rows, row,
			sign_hit(id, text, at, json_string_value(json_array_get(signs, 0))), limit))
			break;
		sqlite3_reset(st); /* skip the rest of that session */
		sqlite3_bind_int64(st, 1, id >> 32 << 32);
	}
	sqlite3_reset(st);
	return store_kept(rows, ok);
}

json_t *store_search(
    struct store *s, const char *words, const char *cwd, int limit, struct error *e)
{
	bool often;
	json_auto_t *plain = search_words(words), *terms = terms_of(s, plain, &often);
	json_t *rows = NULL;
	auto_free char *query = any_of(terms);

	if (json_array_size(plain) == 0)
		error_set(e, ERR_USAGE, "no word to search for");
	else if (json_array_size(terms) == 0)
		rows = search_signs(s, plain, cwd, limit, e);
	else
		rows = search_terms(s, terms, query, often, cwd, limit, e);
	if (!rows && json_array_size(terms) > 0 && index_emptied(s)) {
		error_free(e);
		while (store_index(s, STORE_BUSY_MS * 1000))
			continue;
		rows = search_terms(s, terms, query, often, cwd, limit, e);
	}
	return rows;
}
