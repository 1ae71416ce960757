/*
 * A search that cannot wait until all is indexed: an old store may hold a hundred thousand sessions.
 * For some time it indexes; then it reads through what is left for the words, which is much faster,
 * and indexes the sessions that have them, so that the index alone answers.
 */
#include <ctype.h>
#include <stdlib.h>
#include "base/core/clock.h"
#include "base/json/json.h"
#include "session/session_search.h"
#include "session/store/store_state.h"

#define SLICE_US 40000	/* no longer than another process waits for the store */
#define HELD_MAX 200	/* sessions: more than a list shows */
#define OPERATIONS 5000 /* of SQLite between two looks at the clock */

static int64_t behind_count(struct store *s)
{
	sqlite3_stmt *st = store_statement(s, ST_BEHIND, NULL);
	int64_t count = 0;

	if (st && sqlite3_step(st) == SQLITE_ROW)
		count = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return count;
}

/* A pattern of LIKE that matches at least what the index would find for the word: each sign and
 * each letter beyond ASCII is replaced by one that stands for anything. */
static json_t *pattern_of(const char *word)
{
	struct buf pattern = BUF_INIT;
	json_t *value;

	buf_addc(&pattern, '%');
	for (const char *c = word; *c; c++)
		buf_addc(&pattern, isascii(*c) && isalnum((unsigned char)*c) ? *c : '%');
	buf_addc(&pattern, '%');
	value = json_stringn(pattern.data, pattern.len);
	buf_free(&pattern);
	return value;
}

/* The longest pattern is the last one. */
static json_t *patterns_of(const char *words)
{
	json_t *plain = search_words(words), *patterns = json_array(), *word;
	size_t i, longest = 0;

	json_array_foreach (plain, i, word) {
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

/* Adds the keys of sessions that hold the words and are not indexed yet. False where the time
 * was over before all were looked into. */
static bool add_holders(struct store *s, enum statement which, const json_t *patterns, json_t *keys)
{
	sqlite3_stmt *st = store_statement(s, which, NULL);
	char *list = json_line(patterns);
	const json_t *longest = json_array_get(patterns, json_array_size(patterns) - 1);
	int64_t key, last = 0;
	int code = SQLITE_ERROR;

	if (st) {
		bind_text(st, 1, list);
		bind_text(st, 2, json_string_value(longest));
		while (
		    json_array_size(keys) < HELD_MAX && (code = sqlite3_step(st)) == SQLITE_ROW) {
			key = sqlite3_column_int64(st, 0);
			if (key != last)
				json_array_append_new(keys, json_integer(key));
			last = key;
		}
		sqlite3_reset(st);
	}
	free(list);
	return code == SQLITE_DONE || json_array_size(keys) == HELD_MAX;
}

/* Finds the sessions that hold the words and are not indexed yet. False where the time was over. */
static bool find_holders(struct store *s, const char *words, int64_t until, json_t *keys)
{
	json_t *patterns = patterns_of(words);
	bool all;

	sqlite3_progress_handler(s->db, OPERATIONS, is_over, &until);
	all = json_array_size(patterns) == 0 || (add_holders(s, ST_BEHIND_TITLED, patterns, keys) &&
						    add_holders(s, ST_BEHIND_SAID, patterns, keys));
	sqlite3_progress_handler(s->db, 0, NULL, NULL);
	json_decref(patterns);
	return all;
}

static bool index_keys(struct store *s, const json_t *keys)
{
	bool ok = json_array_size(keys) == 0 || store_begin(s, NULL);
	json_t *key;
	size_t i;

	if (!ok || json_array_size(keys) == 0)
		return ok;
	json_array_foreach (keys, i, key)
		ok = ok && index_session(s, json_integer_value(key)); /* twice does no harm */
	return store_end(s, ok, NULL);
}

int64_t store_index_for(struct store *s, const char *words, int64_t us)
{
	const int64_t begun = clock_mono_us();
	json_t *keys = json_array();
	bool more = true, all, ok;

	while (more && clock_mono_us() < begun + us / 8)
		more = store_index(s, SLICE_US);
	if (!more) {
		json_decref(keys);
		/* Sessions are left where another process held the store. */
		return behind_count(s);
	}
	all = find_holders(s, words, begun + us, keys);
	ok = index_keys(s, keys);
	json_decref(keys);
	return ok && all ? 0 : behind_count(s);
}
