/* SPDX-License-Identifier: MIT
 * Files that are no usable store: damaged in many ways, foreign, newer, empty, not permitted, on a full
 * disk. What can be read is kept, the damaged file is set aside, and the user is told.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/session_file.h"
#include "session/store/store_money.h"
#include "session/store/store_roadmap.h"
#include "session/store/store_state.h"
#include "tests/support/record.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"

#define PAGE 4096

struct fixture {
	char *dir, *path;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);

	f->dir = scratch_new();
	f->path = scratch_path(f->dir, "agent.db");
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	scratch_free(f->dir);
	free(f->path);
	free(f);
	return 0;
}

/* Makes a store with three sessions whose pages are all in its file, none in its log. */
static void make_store(const struct fixture *f, char ids[3][27])
{
	struct store *s = store_open(f->path, NULL, NULL);
	char ref[40];

	for (int i = 0; i < 3; i++)
		fill_session(s, "/w", "damaged later", 100, ids[i]);
	assert_true(store_blob_put(s, ids[1], "content", 7, ref, NULL));
	assert_int_equal(
	    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL),
	    SQLITE_OK);
	store_close(s);
}

static off_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_size : -1;
}

static size_t aside_count(const struct fixture *f, const char *suffix)
{
	char *pattern = xasprintf("%s.damaged-*", f->path);
	glob_t found;
	size_t n = 0;

	if (glob(pattern, 0, NULL, &found) != 0)
		found.gl_pathc = 0;
	for (size_t i = 0; i < found.gl_pathc; i++)
		n += strstr(found.gl_pathv[i], suffix) && size_of(found.gl_pathv[i]) > 0;
	globfree(&found);
	free(pattern);
	return n;
}

static void overwrite(const struct fixture *f, off_t at, size_t len, char byte)
{
	char *junk = xmalloc(len);
	const int fd = open(f->path, O_WRONLY);

	memset(junk, byte, len);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, junk, len, at), (ssize_t)len);
	close(fd);
	free(junk);
}

/* Opens the store, expects a repair, and returns the number of the events of the three sessions. */
static int repaired_events(const struct fixture *f, char ids[3][27])
{
	char *repaired = NULL;
	struct store *s = store_open(f->path, &repaired, NULL);
	char id[27];
	int n = 0;

	assert_non_null(s);
	assert_non_null(repaired);
	assert_non_null(strstr(repaired, "damaged"));
	assert_non_null(strstr(repaired, ".damaged-"));
	assert_int_equal(aside_count(f, ""), 1);
	for (int i = 0; i < 3; i++)
		n += count_events(s, ids[i]);
	fill_session(s, "/w", "works again", 1, id);
	assert_int_equal(count_events(s, id), 8);
	assert_int_equal(size_of(f->path) > 0, 1);
	free(repaired);
	store_close(s);
	s = store_open(f->path, &repaired, NULL);
	assert_non_null(s);
	assert_null(repaired);
	store_close(s);
	return n;
}

static void what_is_no_database_is_moved_aside(void **state)
{
	struct fixture *f = *state;
	char ids[3][27] = {"A", "B", "C"};

	scratch_text(
	    f->dir, "agent.db", "this is a letter to my mother, and certainly no database");
	assert_int_equal(repaired_events(f, ids), 0);
}

static void a_broken_first_page_is_moved_aside(void **state)
{
	struct fixture *f = *state;
	char ids[3][27];

	make_store(f, ids);
	overwrite(f, 0, 100, 'x');
	repaired_events(f, ids);
}

static void an_empty_file_becomes_a_store(void **state)
{
	struct fixture *f = *state;
	char *repaired = NULL, id[27];
	struct store *s;

	scratch_text(f->dir, "agent.db", "");
	s = store_open(f->path, &repaired, NULL);
	assert_non_null(s);
	assert_null(repaired);
	fill_session(s, "/w", "x", 1, id);
	assert_int_equal(count_events(s, id), 8);
	store_close(s);
}

static void an_emptied_file_keeps_its_log_aside(void **state)
{
	struct fixture *f = *state;
	char *repaired = NULL, id[27];
	struct store *s = store_open(f->path, NULL, NULL);

	fill_session(s, "/w", "x", 1, id);
	store_close(s);
	assert_int_equal(truncate(f->path, 0), 0);
	s = store_open(f->path, &repaired, NULL);
	assert_non_null(s);
	assert_non_null(repaired);
	assert_int_equal(aside_count(f, "-wal"), 1);
	free(repaired);
	store_close(s);
}

/* A session whose pages are broken in the middle is met while working: the session goes on unsaved,
 * and the next start repairs. */
static void damage_met_while_writing_is_repaired_at_the_next_start(void **state)
{
	struct fixture *f = *state;
	char ids[3][27];
	struct store *s;
	struct session *session;
	struct record r;

	make_store(f, ids);
	for (off_t at = PAGE; at + PAGE <= size_of(f->path); at += PAGE)
		overwrite(f, at, 64, '\xff');
	s = store_open(f->path, NULL, NULL);
	assert_non_null(s);
	session = session_new(NULL, s);
	record_start(&r, session);
	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	assert_false(session_saved(session));
	assert_non_null(strstr(json_str(record_data(&r, "notice", 0), "text", ""), "damaged"));
	session_free(session);
	record_free(&r);
	store_close(s);
	assert_true(store_mark_exists(f->path));
	repaired_events(f, ids);
	assert_false(store_mark_exists(f->path));
}

/* Any eight pages in a row may be broken: what the others hold comes through. The three sessions have 2,103
 * events; the way to some 190 goes through one page. */
static void each_page_in_turn(void **state)
{
	struct fixture *f = *state;
	char ids[3][27], *good;
	size_t len, pages, whole = 0;

	make_store(f, ids);
	good = scratch_read(f->dir, "agent.db", &len);
	pages = len / PAGE;
	assert_true(pages > 50);
	for (size_t page = 1; page < pages; page += 3) {
		char *other = scratch_new();
		struct fixture g = {other, scratch_path(other, "agent.db")};
		int events;
		scratch_write(other, "agent.db", good, len);
		overwrite(&g, (off_t)(page * PAGE), PAGE, '\xee');
		store_mark(g.path);
		events = repaired_events(&g, ids);
		/* Page 2 to 6 or so are roots; one root in the way loses its table. */
		if (events > 1900)
			whole++;
		scratch_free(other);
		free(g.path);
	}
	assert_true(whole + 4 >= (pages - 1) / 3);
	free(good);
}

/* The row of a session is made again from its events, the content stays. */
static void a_lost_session_row_is_made_again(void **state)
{
	struct fixture *f = *state;
	char ids[3][27], *repaired = NULL;
	struct store *s;
	sqlite3 *db = NULL;
	struct buf out = BUF_INIT;
	json_t *row;
	char ref[40];

	make_store(f, ids);
	sqlite3_open(f->path, &db);
	sqlite3_exec(db, "DELETE FROM sessions", NULL, NULL, NULL);
	sqlite3_close(db);
	store_mark(f->path);
	s = store_open(f->path, &repaired, NULL);
	assert_non_null(s);
	assert_non_null(strstr(repaired, "2103 events of 3 sessions"));
	row = store_find(s, ids[1], NULL, NULL);
	assert_string_equal(json_str(row, "title", ""), "damaged later");
	assert_string_equal(json_str(row, "cwd", ""), "/w");
	assert_string_equal(json_str(row, "model", ""), "m1");
	assert_int_equal(json_int(row, "turns", 0), 100);
	blob_ref("content", 7, ref);
	assert_true(store_blob_get(s, ref, &out, NULL));
	json_decref(row);
	buf_free(&out);
	free(repaired);
	store_close(s);
}

/* Where a run of the roadmap planner was, and what requests under way may still cost. */
static void what_is_under_way_comes_through(void **state)
{
	struct fixture *f = *state;
	struct store *s = store_open(f->path, NULL, NULL);
	json_t *run = json_pack("{s:s}", "goal", "swim"), *rows;
	json_t *usage = json_pack("{s:s}", "role", "turn");

	assert_true(store_checkpoint_save(s, "swim", "SEEK_APPROVAL", 1, run, NULL));
	assert_true(store_money_put(s, "01AAAAAAAAAAAAAAAAAAAAAAAA", 0.5, usage) != 0);
	store_close(s);
	store_mark(f->path);
	s = store_open(f->path, NULL, NULL);
	assert_non_null(s);
	rows = store_checkpoints(s, "swim", NULL);
	assert_string_equal(json_str(json_array_get(rows, 0), "state", ""), "SEEK_APPROVAL");
	assert_true(json_equal(json_object_get(json_array_get(rows, 0), "run"), run));
	json_decref(rows);
	rows = store_money_left(s, "01AAAAAAAAAAAAAAAAAAAAAAAA");
	assert_true(json_num(json_array_get(rows, 0), "cost_usd", 0) == 0.5);
	json_decref(rows);
	json_decref(run);
	json_decref(usage);
	store_close(s);
}

static void a_row_that_is_no_json_is_left_behind(void **state)
{
	struct fixture *f = *state;
	char ids[3][27];
	sqlite3 *db = NULL;
	struct store *s;

	make_store(f, ids);
	sqlite3_open(f->path, &db);
	sqlite3_exec(db, "UPDATE events SET data = '{\"cut' WHERE seq = 5 AND session = 2", NULL,
	    NULL, NULL);
	sqlite3_close(db);
	s = store_open(f->path, NULL, NULL);
	assert_int_equal(count_events(s, ids[1]), -1); /* named, not hidden */
	store_close(s);
	store_mark(f->path);
	assert_int_equal(repaired_events(f, ids), 2102);
}

static void refused(const char *path, const char *word)
{
	struct error e = ERROR_INIT;

	assert_null(store_open(path, NULL, &e));
	assert_int_equal(e.code, ERR_STORE);
	assert_non_null(strstr(e.message, word));
	error_free(&e);
}

static void a_newer_file_is_refused_untouched(void **state)
{
	struct fixture *f = *state;
	char ids[3][27];
	sqlite3 *db = NULL;

	make_store(f, ids);
	sqlite3_open(f->path, &db);
	sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL);
	sqlite3_close(db);
	refused(f->path, "newer version");
	assert_int_equal(aside_count(f, ""), 0);
	assert_true(size_of(f->path) > 0);
}

static void a_database_of_another_program_is_refused(void **state)
{
	struct fixture *f = *state;
	sqlite3 *db = NULL;

	sqlite3_open(f->path, &db);
	sqlite3_exec(db, "CREATE TABLE recipes (cake)", NULL, NULL, NULL);
	sqlite3_close(db);
	refused(f->path, "another program");
	assert_int_equal(aside_count(f, ""), 0);
}

static void a_folder_is_refused(void **state)
{
	struct fixture *f = *state;

	scratch_folder(f->dir, "agent.db");
	refused(f->path, "is not a file");
}

/* Calls run in a child and returns its result; as the user nobody if this is root, to whom permissions mean nothing. */
static int as_nobody(int (*run)(const struct fixture *f), const struct fixture *f)
{
	const pid_t pid = fork();
	int status = -1;

	if (pid == 0) {
		if (geteuid() == 0 && (setegid(65534) != 0 || seteuid(65534) != 0))
			_exit(99);
		_exit(run(f));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int open_fails(const struct fixture *f)
{
	struct error e = ERROR_INIT;

	if (store_open(f->path, NULL, &e))
		return 1;
	return e.code == ERR_STORE && e.message[0] ? 0 : 2;
}

static void a_folder_that_may_not_be_written_is_told(void **state)
{
	struct fixture *f = *state;

	chmod(f->dir, 0555);
	assert_int_equal(as_nobody(open_fails, f), 0);
	chmod(f->dir, 0700);
}

static void a_file_that_may_not_be_read_is_told(void **state)
{
	struct fixture *f = *state;
	char ids[3][27];

	make_store(f, ids);
	chmod(f->dir, 0755);
	chmod(f->path, 0000);
	assert_int_equal(as_nobody(open_fails, f), 0);
	chmod(f->path, 0444); /* may be read: still no place to append to */
	assert_int_equal(as_nobody(open_fails, f), 0);
}

static bool spilled_comes_back(
    struct store *s, const struct fixture *f, const char *form, const char *id)
{
	char *name = xasprintf("%sunsaved-%s.jsonl", form, id), *path = scratch_path(f->dir, name);
	const int64_t before = store_last_seq(s, id);
	char same[27];
	bool ok = session_import(s, path, same, NULL) && strcmp(same, id) == 0 &&
		  store_last_seq(s, id) > before + 500 &&
		  count_events(s, id) == store_last_seq(s, id);

	free(name);
	free(path);
	return ok;
}

/* Whether the spilled events, which end in a whole line even if the disk became full for them too, are stored behind
 * the others once there is room again. */
static bool comes_back(struct store *s, const struct fixture *f, const char *id)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
	return spilled_comes_back(s, f, "", id) && spilled_comes_back(s, f, "agent-", id);
}

/* The disk is full: no file may grow further. Everything that was stored stays, the session goes
 * on, and says where from its events are missing. */
static int write_on_a_full_disk(const struct fixture *f)
{
	struct store *s = store_open(f->path, NULL, NULL);
	struct session *session = session_new(NULL, s);
	struct record r;
	struct rlimit limit = {200000, RLIM_INFINITY};
	int code = 0;

	signal(SIGXFSZ, SIG_IGN);
	setenv("TMPDIR", f->dir, 1);
	record_start(&r, session);
	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	setrlimit(RLIMIT_FSIZE, &limit);
	for (int i = 0; i < 5000; i++)
		emit(session, EVENT_STEER, NULL, json_pack("{s:s}", "text", "word after word"));
	if (session_saved(session))
		code = 1;
	else if (record_count(&r, "steer") != 5000 || record_gaps(&r) != 0)
		code = 2;
	else if (!strstr(json_str(record_data(&r, "notice", 0), "text", ""), "no longer saved"))
		code = 3;
	else if (store_last_seq(s, session_id(session)) < 2)
		code = 4;
	else if (count_events(s, session_id(session)) != store_last_seq(s, session_id(session)))
		code = 5;
	if (!code && !strstr(json_str(record_data(&r, "notice", 1), "text", ""), "further events"))
		code = 6;
	if (!code && !strstr(json_str(record_data(&r, "notice", 2), "text", ""), "kept nowhere"))
		code = 6;
	if (!code && record_count(&r, "notice") != 3)
		code = 7;
	if (!code && !comes_back(s, f, session_id(session)))
		code = 8;
	return code;
}

static void a_full_disk_loses_nothing_that_was_stored(void **state)
{
	struct fixture *f = *state;
	struct store *s;
	json_t *rows;
	char *repaired = NULL;

	chmod(f->dir, 0777);
	assert_int_equal(as_nobody(write_on_a_full_disk, f), 0);
	s = store_open(f->path, &repaired, NULL);
	assert_non_null(s);
	assert_null(repaired);
	rows = store_list(s, NULL, 0, NULL);
	assert_non_null(rows);
	json_decref(rows);
	store_close(s);
}

/* A full disk from the first byte on: no store, and a reason. */
static int open_on_a_full_disk(const struct fixture *f)
{
	struct rlimit limit = {0, 0};

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	return open_fails(f);
}

static void a_store_that_cannot_be_made_is_told(void **state)
{
	struct fixture *f = *state;

	chmod(f->dir, 0777);
	assert_int_equal(as_nobody(open_on_a_full_disk, f), 0);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(what_is_no_database_is_moved_aside),
	    TEST(a_broken_first_page_is_moved_aside),
	    TEST(an_empty_file_becomes_a_store),
	    TEST(an_emptied_file_keeps_its_log_aside),
	    TEST(damage_met_while_writing_is_repaired_at_the_next_start),
	    TEST(each_page_in_turn),
	    TEST(a_lost_session_row_is_made_again),
	    TEST(what_is_under_way_comes_through),
	    TEST(a_row_that_is_no_json_is_left_behind),
	    TEST(a_newer_file_is_refused_untouched),
	    TEST(a_database_of_another_program_is_refused),
	    TEST(a_folder_is_refused),
	    TEST(a_folder_that_may_not_be_written_is_told),
	    TEST(a_file_that_may_not_be_read_is_told),
	    TEST(a_full_disk_loses_nothing_that_was_stored),
	    TEST(a_store_that_cannot_be_made_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
