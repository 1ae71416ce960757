/* SPDX-License-Identifier: MIT
 * Finding sessions by words: what matches, in which order, what becomes of the index when sessions
 * are renamed, deleted, forked, when it is damaged, and when the file is of an older version.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "session/session_search.h"
#include "session/store/store_state.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"
#include "tests/support/store_ground.h"

static void say(struct session *s, const char *role, const char *text)
{
	emit(s, EVENT_MESSAGE, NULL,
	    json_pack(
		"{s:s, s:[{s:s, s:s}]}", "role", role, "parts", "type", "text", "text", text));
}

/* Stores a session of one turn with this prompt and answer. */
static void session_of(
    struct store_ground *f, const char *cwd, const char *prompt, const char *answer, char id[27])
{
	struct session *s = session_new(NULL, f->store);

	emit(s, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", cwd));
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", prompt));
	say(s, "user", prompt);
	emit(s, EVENT_TOOL_CALL, xstrdup("run_command make frobnicate"),
	    json_pack("{s:s, s:s}", "call", "c1", "tool", "run_command"));
	emit(s, EVENT_TOOL_RESULT, xstrdup("exit 0"),
	    json_pack("{s:s, s:b, s:s}", "call", "c1", "ok", 1, "text", "built 3 targets"));
	say(s, "assistant", answer);
	emit(s, EVENT_TURN_END, NULL, json_pack("{s:s}", "outcome", "answered"));
	snprintf(id, 27, "%s", session_id(s));
	session_free(s);
}

static json_t *search(struct store_ground *f, const char *words, const char *cwd)
{
	struct error e = ERROR_INIT;
	json_t *rows;

	while (store_index(f->store, 1000))
		continue;
	rows = store_search(f->store, words, cwd, 0, &e);
	assert_null(e.message);
	assert_non_null(rows);
	return rows;
}

static size_t count(struct store_ground *f, const char *words)
{
	json_t *rows = search(f, words, NULL);
	const size_t n = json_array_size(rows);

	json_decref(rows);
	return n;
}

static void expect_first(struct store_ground *f, const char *words, const char *id)
{
	json_t *rows = search(f, words, NULL);

	assert_string_equal(json_str(json_array_get(rows, 0), "id", "none"), id);
	json_decref(rows);
}

static void words_are_found_wherever_they_were_said(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27];
	static const struct {
		const char *words;
		size_t found;
	} rows[] = {
	    {"importer", 1},		  /* the prompt, and the title */
	    {"import", 1},		  /* the beginning of a word */
	    {"IMPORT", 1},		  /* case */
	    {"cafe", 1},		  /* accents */
	    {"frobnicate", 2},		  /* a call */
	    {"targets", 2},		  /* a result */
	    {"importer targets", 1},	  /* two words in two events */
	    {"importer whale", 0},	  /* one of them nowhere */
	    {"\"dates now\"", 1},	  /* a phrase */
	    {"\"now dates\"", 0},	  /* not in that order */
	    {"porter", 0},		  /* the end of a word */
	    {"\"unclosed", 0},		  /* a quote without its end */
	    {"importer AND OR NOT (", 0}, /* no syntax */
	    {"importer ->", 1},		  /* a sign is found nowhere, and hides nothing */
	    {"-- importer ( & |", 1},
	    {"title:importer", 0}, /* no columns */
	    {"*", 0},		   /* signs alone are found as they stand */
	    {"->", 1},
	    {"&& {}", 1},
	    {"&& []", 0},
	    {"frobnicate'; DROP TABLE sessions", 0},
	};

	session_of(f, "/a", "fix the importer", "ISO dates now work in the café", a);
	session_of(f, "/b", "something else", "all is well: int f(void) {} && a->b", b);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (count(f, rows[i].words) != rows[i].found)
			fail_msg("'%s' found %zu sessions", rows[i].words, count(f, rows[i].words));
	}
}

static void no_word_is_an_error(void **state)
{
	struct store_ground *f = *state;
	struct error e = ERROR_INIT;

	assert_null(store_search(f->store, " \"\" ", NULL, 0, &e));
	assert_int_equal(e.code, ERR_USAGE);
	assert_string_equal(e.message, "no word to search for");
	error_free(&e);
}

static void a_title_counts_more_than_a_mention(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27];

	session_of(f, "/a", "teach the parser", "done", a);
	session_of(f, "/a", "look around", "there is a parser, a parser and a parser", b);
	expect_first(f, "parser", a);
	assert_int_equal(count(f, "parser"), 2);
}

static void a_hit_is_one_line_with_its_words_marked(void **state)
{
	struct store_ground *f = *state;
	char a[27];
	json_t *rows, *hit;

	session_of(f, "/a", "hello", "first line\n\tthe dätes are\nparsed", a);
	rows = search(f, "date", NULL);
	hit = json_map(json_array_get(rows, 0), "hit");
	assert_string_equal(json_str(hit, "text", ""), "first line  the dätes are parsed");
	char *marks = json_line(json_list(hit, "marks"));
	assert_string_equal(marks, "[[16,6]]");
	assert_int_equal(json_int(hit, "seq", 0), 6);
	free(marks);
	json_decref(rows);
}

static void a_workspace_sees_its_own(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27];
	json_t *rows;

	session_of(f, "/a", "same words", "yes", a);
	session_of(f, "/b", "same words", "yes", b);
	rows = search(f, "words", "/b");
	assert_int_equal(json_array_size(rows), 1);
	assert_string_equal(json_str(json_array_get(rows, 0), "id", ""), b);
	json_decref(rows);
	while (store_index(f->store, 1000))
		continue;
	rows = store_search(f->store, "words", NULL, 1, NULL);
	assert_int_equal(json_array_size(rows), 1);
	json_decref(rows);
}

static void another_title_is_found_and_the_old_one_is_not(void **state)
{
	struct store_ground *f = *state;
	struct session *s = session_new(NULL, f->store);

	emit(s, EVENT_SESSION_START, NULL,
	    json_pack("{s:s, s:s}", "cwd", "/a", "title", "elephants"));
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "hello"));
	assert_int_equal(count(f, "elephants"), 1);
	assert_true(store_title(f->store, session_id(s), "whales", NULL));
	assert_int_equal(count(f, "elephants"), 0);
	assert_int_equal(count(f, "whales"), 1);
	session_free(s);
}

static void integrity(struct store_ground *f)
{
	assert_int_equal(
	    sqlite3_exec(f->store->db,
		"INSERT INTO words (words, rank) VALUES ('integrity-check', 1)", NULL, NULL, NULL),
	    SQLITE_OK);
}

static void what_is_deleted_leaves_the_index(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27], c[27];

	fill_session(f->store, "/a", "narwhal", 300, a); /* more than one batch */
	session_of(f, "/a", "narwhal too", "yes", b);
	store_index(f->store, 100); /* some of it */
	assert_true(store_delete(f->store, a, NULL));
	assert_int_equal(count(f, "narwhal"), 1);
	integrity(f);
	fill_session(f->store, "/a", "narwhal", 300, c);
	assert_int_equal(count(f, "narwhal"), 2);
	integrity(f);
	assert_true(store_delete(f->store, c, NULL));
	assert_int_equal(count(f, "twelve"), 0);
	assert_int_equal(count(f, "narwhal"), 1);
	integrity(f);
}

static void what_is_appended_later_is_found_later(void **state)
{
	struct store_ground *f = *state;
	struct error e = ERROR_INIT;
	struct session *s;
	char a[27];

	session_of(f, "/a", "hello", "world", a);
	assert_int_equal(count(f, "walrus"), 0);
	s = session_open(NULL, f->store, a, &e);
	say(s, "user", "a walrus");
	assert_int_equal(count(f, "walrus"), 1);
	assert_int_equal(count(f, "world"), 1);
	session_free(s);
	integrity(f);
}

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

static void a_damaged_index_is_made_again(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27], *mark = xasprintf("%s-repair", f->path);

	session_of(f, "/a", "hello", "octopus", a);
	assert_int_equal(count(f, "octopus"), 1);
	run_sql(f->path, "DELETE FROM words_data WHERE id > 10");
	store_close(f->store);
	f->store = store_open(f->path, NULL, NULL);
	session_of(f, "/a", "hello", "octopus", b);
	assert_int_equal(count(f, "octopus"), 2);
	assert_int_equal(access(mark, F_OK), -1); /* the events are sound */
	free(mark);
}

/* A file made by the version before there was an index. */
static void an_older_store_is_brought_forward_and_searched(void **state)
{
	struct store_ground *f = *state;
	struct buf sql = BUF_INIT;
	struct error e = ERROR_INIT;
	char *path = scratch_path(f->dir, "old.db"), *repaired = NULL;
	struct store *now = f->store;

	assert_true(file_read("tests/unit/session/data/version1.sql", 1 << 20, &sql, &e));
	run_sql(path, buf_str(&sql));
	f->store = store_open(path, &repaired, &e);
	assert_non_null(f->store);
	assert_null(repaired);
	assert_int_equal(count(f, "define main"), 1);
	assert_int_equal(count(f, "main.c"), 2);
	assert_int_equal(count(f, "narwhal"), 0);
	integrity(f);
	json_t *rows = search(f, "count lines", "/home/me/src");
	assert_string_equal(
	    json_str(json_array_get(rows, 0), "title", ""), "count the lines of main.c");
	assert_int_equal(count_events(f->store, json_str(json_array_get(rows, 0), "id", "")), 14);
	json_t *last = store_find(f->store, "last", NULL, NULL);
	assert_string_equal(json_str(last, "id", ""), "01M7YPCT5Q33WNBQN0944MGNYF");
	json_decref(last);
	json_decref(rows);
	store_close(f->store);
	f->store = now;
	buf_free(&sql);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		words_are_found_wherever_they_were_said, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		no_word_is_an_error, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_title_counts_more_than_a_mention, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_hit_is_one_line_with_its_words_marked, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_workspace_sees_its_own, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(another_title_is_found_and_the_old_one_is_not,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		what_is_deleted_leaves_the_index, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		what_is_appended_later_is_found_later, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_damaged_index_is_made_again, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(an_older_store_is_brought_forward_and_searched,
		store_ground_setup, store_ground_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
