/* SPDX-License-Identifier: MIT
 * The store without faults: what it keeps, lists, finds, copies, deletes, and how its schema is
 * upgraded. Then several processes at once, and processes that are killed.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/json/json.h"
#include "session/store/store_state.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"
#include "tests/support/store_ground.h"

static mode_t mode_of(const char *dir, const char *name)
{
	char *path = scratch_path(dir, name);
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	free(path);
	return st.st_mode & 07777;
}

static void files_are_for_their_owner_only(void **state)
{
	struct store_ground *f = *state;
	char id[27];

	fill_session(f->store, "/a", "hello", 1, id);
	assert_int_equal(mode_of(f->dir, "data"), 0700);
	assert_int_equal(mode_of(f->dir, "data/agent.db"), 0600);
	assert_int_equal(mode_of(f->dir, "data/agent.db-wal"), 0600);
}

static void each_statement_can_be_prepared(void **state)
{
	struct store_ground *f = *state;

	for (int i = 0; i < ST_COUNT; i++)
		if (!store_statement(f->store, (enum statement)i, NULL))
			fail_msg("statement %d of config/store/statements.sql: %s", i,
			    sqlite3_errmsg(f->store->db));
}

static void sessions_are_listed_newest_first_by_folder(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27], c[27], none[27];
	json_t *rows, *row;

	fill_session(f->store, "/a", "first line\nsecond line", 2, a);
	fill_session(f->store, "/b", "elsewhere", 1, b);
	fill_session(f->store, "/a", "later", 1, c);
	fill_session(f->store, "/a", "no turn", 0, none);
	rows = store_list(f->store, "/a", 0, NULL);
	assert_int_equal(json_array_size(rows), 2);
	assert_string_equal(json_str(json_array_get(rows, 0), "id", ""), c);
	row = json_array_get(rows, 1);
	assert_string_equal(json_str(row, "id", ""), a);
	assert_string_equal(json_str(row, "title", ""), "first line");
	assert_string_equal(json_str(row, "cwd", ""), "/a");
	assert_string_equal(json_str(row, "model", ""), "m1");
	assert_int_equal(json_int(row, "turns", 0), 2);
	assert_int_equal(json_int(row, "events", 0), 15);
	assert_true(json_int(row, "updated_at", 0) >= json_int(row, "created_at", 0));
	assert_true(json_int(row, "created_at", 0) > 1500000000000);
	json_decref(rows);
	rows = store_list(f->store, NULL, 0, NULL);
	assert_int_equal(json_array_size(rows), 3);
	json_decref(rows);
	rows = store_list(f->store, NULL, 1, NULL);
	assert_int_equal(json_array_size(rows), 1);
	json_decref(rows);
}

static void the_newest_is_the_one_used_last(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27];
	struct event ev = {.type = EVENT_STEER, .at_ms = INT64_C(1) << 45, .data = json_object()};
	json_t *row;

	fill_session(f->store, "/a", "old", 1, a);
	fill_session(f->store, "/a", "new", 1, b);
	ev.seq = store_last_seq(f->store, a) + 1;
	assert_int_equal(store_append(f->store, a, &ev, NULL), STORE_OK);
	row = store_find(f->store, "last", "/a", NULL);
	assert_string_equal(json_str(row, "id", ""), a);
	json_decref(row);
	event_free(&ev);
}

static void sessions_are_found_by_their_beginning(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27], lower[27], prefix[27];
	struct error e = ERROR_INIT;
	json_t *row;

	fill_session(f->store, "/a", "one", 1, a);
	fill_session(f->store, "/a", "two", 0, b);
	for (int i = 0; i < 27; i++)
		lower[i] = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];
	row = store_find(f->store, lower, NULL, NULL);
	assert_string_equal(json_str(row, "id", ""), a);
	json_decref(row);
	snprintf(prefix, sizeof prefix, "%.25s", b);
	row = store_find(f->store, prefix, NULL, &e);
	if (row) /* unless both end in one and the same letter's neighbourhood */
		assert_string_equal(json_str(row, "id", ""), b);
	json_decref(row);
	error_free(&e);
	assert_null(store_find(f->store, "0", NULL, &e));
	assert_int_equal(e.code, ERR_USAGE);
	assert_non_null(strstr(e.message, a));
	error_free(&e);
	assert_null(store_find(f->store, "Z", NULL, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	error_free(&e);
	assert_null(store_find(f->store, "last", "/nowhere", &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	error_free(&e);
	for (size_t i = 0; i < 4; i++) {
		static const char *const bad[] = {
		    "", "a b", "%", "01234567890123456789012345678901234567890"};
		assert_null(store_find(f->store, bad[i], NULL, &e));
		assert_int_equal(e.code, ERR_USAGE);
		error_free(&e);
	}
}

static void only_the_next_event_is_accepted(void **state)
{
	struct store_ground *f = *state;
	struct event ev = {.type = EVENT_STEER, .data = json_object()};
	struct error e = ERROR_INIT;
	char a[27];

	fill_session(f->store, "/a", "one", 1, a);
	ev.seq = 8;
	assert_int_equal(store_append(f->store, a, &ev, &e), STORE_FAILED);
	ev.seq = 10;
	assert_int_equal(store_append(f->store, a, &ev, &e), STORE_FAILED);
	assert_non_null(strstr(e.message, "does not follow"));
	error_free(&e);
	assert_int_equal(store_append(f->store, "NONE", &ev, &e), STORE_FAILED);
	error_free(&e);
	ev.seq = 9;
	assert_int_equal(store_append(f->store, a, &ev, NULL), STORE_OK);
	event_free(&ev);
}

static void reading_begins_anywhere_and_sees_what_is_appended(void **state)
{
	struct store_ground *f = *state;
	struct event ev, more = {.type = EVENT_STEER, .data = json_object()};
	struct event_reader *source;
	char a[27], b[27];

	fill_session(f->store, "/a", "one", 1, a);
	fill_session(f->store, "/a", "two", 1, b);
	source = store_source(f->store, a, 8);
	assert_true(source->next(source, &ev, NULL));
	assert_int_equal(ev.type, EVENT_TURN_END);
	event_free(&ev);
	assert_false(source->next(source, &ev, NULL));
	more.seq = 9;
	assert_int_equal(store_append(f->store, a, &more, NULL), STORE_OK);
	assert_true(source->next(source, &ev, NULL));
	assert_int_equal(ev.seq, 9);
	event_free(&ev);
	event_free(&more);
	event_reader_free(source);
	source = store_source(f->store, "NONE", 1);
	assert_false(source->next(source, &ev, NULL));
	event_reader_free(source);
}

static void events_survive_closing(void **state)
{
	struct store_ground *f = *state;
	char a[27], *before, *after;

	fill_session(f->store, "/a", "one", 3, a);
	before = lines_of(f->store, a);
	store_ground_reopen(f);
	after = lines_of(f->store, a);
	assert_string_equal(before, after);
	assert_int_equal(count_events(f->store, a), 22);
	free(before);
	free(after);
}

static void content_is_kept_once_and_goes_with_its_last_session(void **state)
{
	struct store_ground *f = *state;
	struct error e = ERROR_INIT;
	struct buf out = BUF_INIT, small = BUF_LIMIT(4);
	char a[27], b[27], ref[40], again[40];

	fill_session(f->store, "/a", "one", 1, a);
	fill_session(f->store, "/a", "two", 1, b);
	assert_true(store_blob_put(f->store, a, "some\0bytes", 10, ref, NULL));
	assert_true(store_blob_put(f->store, b, "some\0bytes", 10, again, NULL));
	assert_string_equal(ref, again);
	assert_int_equal(strlen(ref), 31);
	assert_true(store_delete(f->store, a, NULL));
	assert_true(store_blob_get(f->store, ref, &out, NULL));
	assert_int_equal(out.len, 10);
	assert_memory_equal(out.data, "some\0bytes", 10);
	assert_false(store_blob_get(f->store, ref, &small, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	error_free(&e);
	assert_true(store_delete(f->store, b, NULL));
	assert_false(store_blob_get(f->store, ref, &out, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	error_free(&e);
	assert_false(store_blob_put(f->store, "NONE", "x", 1, ref, NULL));
	buf_free(&out);
	buf_free(&small);
}

static void empty_content_is_content(void **state)
{
	struct store_ground *f = *state;
	struct buf out = BUF_INIT;
	char a[27], ref[40];

	fill_session(f->store, "/a", "one", 1, a);
	assert_true(store_blob_put(f->store, a, NULL, 0, ref, NULL));
	assert_true(store_blob_get(f->store, ref, &out, NULL));
	assert_int_equal(out.len, 0);
	buf_free(&out);
}

static void deleting_takes_one_session_whole(void **state)
{
	struct store_ground *f = *state;
	char a[27], b[27];

	fill_session(f->store, "/a", "many", 300, a); /* more than one batch of rows */
	fill_session(f->store, "/a", "other", 1, b);
	assert_true(store_delete(f->store, a, NULL));
	assert_int_equal(store_last_seq(f->store, a), 0);
	assert_int_equal(count_events(f->store, a), 0);
	assert_int_equal(count_events(f->store, b), 8);
	assert_false(store_delete(f->store, a, NULL));
}

static void a_copy_has_the_events_and_the_content(void **state)
{
	struct store_ground *f = *state;
	struct buf out = BUF_INIT;
	char a[27], b[27], ref[40];
	json_t *row;

	fill_session(f->store, "/a", "long", 200, a);
	fill_session(f->store, "/b", "", 0, b);
	assert_true(store_blob_put(f->store, a, "x", 1, ref, NULL));
	assert_true(store_copy(f->store, a, 1300, b, NULL));
	assert_int_equal(count_events(f->store, b), 1300);
	row = store_find(f->store, b, NULL, NULL);
	assert_string_equal(json_str(row, "title", ""), "long");
	assert_int_equal(json_int(row, "turns", 0), 186);
	assert_string_equal(json_str(row, "cwd", ""), "/b");
	json_decref(row);
	assert_true(store_delete(f->store, a, NULL));
	assert_true(store_blob_get(f->store, ref, &out, NULL));
	buf_free(&out);
}

static void a_title_can_be_given(void **state)
{
	struct store_ground *f = *state;
	char a[27];
	json_t *row;

	fill_session(f->store, "/a", "one", 1, a);
	assert_true(store_title(f->store, a, "mine", NULL));
	row = store_find(f->store, a, NULL, NULL);
	assert_string_equal(json_str(row, "title", ""), "mine");
	json_decref(row);
	assert_false(store_title(f->store, "NONE", "x", NULL));
}

static long size_of(const char *dir, const char *name)
{
	char *path = scratch_path(dir, name);
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	free(path);
	return (long)st.st_size;
}

static void the_log_is_written_back_when_idle_and_long_enough(void **state)
{
	struct store_ground *f = *state;
	char a[27];

	fill_session(f->store, "/a", "short", 1, a);
	store_idle(f->store);
	assert_true(size_of(f->dir, "data/agent.db-wal") > 0);
	fill_session(f->store, "/a", "long", 200, a);
	store_idle(f->store);
	assert_int_equal(size_of(f->dir, "data/agent.db-wal"), 0);
	assert_int_equal(count_events(f->store, a), 1401);
}

/* --- schema --- */

static int number_of(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int n = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return n;
}

static const struct migration steps[] = {
    {"CREATE TABLE a (x)"},
    {"ALTER TABLE a ADD COLUMN y; UPDATE a SET y = x + 1"},
    {"CREATE TABLE b (z)"},
};

static void an_old_file_is_brought_forward_with_its_rows(void **state)
{
	sqlite3 *db = NULL;

	sqlite3_open(":memory:", &db);
	sqlite3_exec(db, "CREATE TABLE a (x); INSERT INTO a VALUES (41); PRAGMA user_version = 1",
	    NULL, NULL, NULL);
	assert_true(store_migrate(db, steps, 3, NULL));
	assert_int_equal(number_of(db, "PRAGMA user_version"), 3);
	assert_int_equal(number_of(db, "SELECT y FROM a"), 42);
	assert_int_equal(number_of(db, "SELECT count(*) FROM b"), 0);
	assert_true(store_migrate(db, steps, 3, NULL));
	sqlite3_close(db);
}

static void a_step_that_fails_changes_nothing(void **state)
{
	static const struct migration broken[] = {
	    {"CREATE TABLE a (x)"}, {"CREATE TABLE c (x); CREATE TABLE a (x)"}};
	struct error e = ERROR_INIT;
	sqlite3 *db = NULL;

	sqlite3_open(":memory:", &db);
	assert_false(store_migrate(db, broken, 2, &e));
	assert_int_equal(e.code, ERR_STORE);
	assert_int_equal(number_of(db, "PRAGMA user_version"), 1);
	assert_int_equal(number_of(db, "SELECT count(*) FROM sqlite_master WHERE name = 'c'"), 0);
	error_free(&e);
	sqlite3_close(db);
}

/* The first version, made by hand as its step stood when it was released. */
static void a_file_of_version_1_opens(void **state)
{
	struct store_ground *f = *state;
	char *path = scratch_path(f->dir, "one.db");
	sqlite3 *db = NULL;
	struct store *s;

	sqlite3_open(path, &db);
	assert_int_equal(sqlite3_exec(db, store_migrations()[0].sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
		"INSERT INTO sessions VALUES (5, '01ABCDEFGHJKMNPQRSTVWXYZ01', 't', '/a', NULL,"
		" NULL, 1, 1);"
		"INSERT INTO events VALUES ((5 << 32) + 1, 1, 0, 0, NULL, 'session_start', NULL,"
		" '{}');"
		"PRAGMA user_version = 1",
		NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	s = store_open(path, NULL, NULL);
	assert_non_null(s);
	assert_int_equal(store_last_seq(s, "01ABCDEFGHJKMNPQRSTVWXYZ01"), 1);
	store_close(s);
	free(path);
}

/* --- processes --- */

static pid_t spawn(void (*run)(struct store_ground *f, int n), struct store_ground *f, int n)
{
	const pid_t pid = fork();

	if (pid == 0) {
		run(f, n);
		_exit(0);
	}
	assert_true(pid > 0);
	return pid;
}

static int wait_for(pid_t pid)
{
	int status = -1;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void write_sessions(struct store_ground *f, int n)
{
	struct store *s = store_open(f->path, NULL, NULL);
	char id[27];

	for (int i = 0; s && i < 10; i++) {
		fill_session(s, "/p", "parallel", 3, id);
		if (count_events(s, id) != 22)
			_exit(2);
	}
	store_close(s);
	_exit(s ? 0 : 1);
}

/* Runs in a child: opens the store as soon as the parent closes the pipe. */
static int open_when_told(struct store_ground *f, int told)
{
	char byte;
	struct store *store;

	if (read(told, &byte, 1) != 0)
		return 2;
	store = store_open(f->path, NULL, NULL);
	store_close(store);
	return store ? 0 : 1;
}

/* The one that begins the log of a new file has it for itself for a moment. */
static void several_processes_begin_a_store_at_once(void **state)
{
	struct store_ground *f = *state;

	store_close(f->store);
	f->store = NULL;
	for (int round = 0; round < 40; round++) {
		pid_t pids[8];
		int told[2];

		f->path[strlen(f->path) - 1] = (char)('A' + round);
		assert_int_equal(pipe(told), 0);
		for (int i = 0; i < 8; i++) {
			pids[i] = fork();
			assert_true(pids[i] >= 0);
			if (pids[i] == 0) {
				close(told[1]);
				_exit(open_when_told(f, told[0]));
			}
		}
		close(told[0]);
		close(told[1]);
		for (int i = 0; i < 8; i++)
			assert_int_equal(wait_for(pids[i]), 0);
	}
}

static void several_processes_write_at_once(void **state)
{
	struct store_ground *f = *state;
	pid_t pids[6];
	json_t *rows;

	store_close(f->store);
	f->store = NULL;
	f->path[strlen(f->path) - 1] = '2'; /* they make it, too */
	for (int i = 0; i < 6; i++)
		pids[i] = spawn(write_sessions, f, i);
	for (int i = 0; i < 6; i++)
		assert_int_equal(wait_for(pids[i]), 0);
	f->store = store_open(f->path, NULL, NULL);
	rows = store_list(f->store, "/p", 0, NULL);
	assert_int_equal(json_array_size(rows), 60);
	json_decref(rows);
}

struct teller {
	int fd;
};
static void tell(void *self, const struct event *ev)
{
	const struct teller *t = self;

	if (write(t->fd, &ev->seq, sizeof ev->seq) < 0)
		_exit(3);
}

static int teller_pipe[2];
static void write_until_killed(struct store_ground *f, int n)
{
	struct store *store = store_open(f->path, NULL, NULL);
	struct session *s = session_new(NULL, store);
	struct teller t = {teller_pipe[1]};

	session_sink(s, (struct event_sink){tell, &t});
	if (write(t.fd, session_id(s), 26) < 0)
		_exit(3);
	emit(s, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/k"));
	for (;;)
		emit(s, EVENT_TOOL_RESULT, NULL, json_pack("{s:s}", "text", "some more text"));
}

/* Whatever a sink has seen is in the store after kill -9. */
static void nothing_a_sink_saw_is_lost_by_a_kill(void **state)
{
	struct store_ground *f = *state;

	store_close(f->store);
	f->store = NULL;
	for (int round = 0; round < 12; round++) {
		char id[27] = "";
		int64_t seq, seen = 0;
		pid_t pid;

		assert_int_equal(pipe(teller_pipe), 0);
		pid = spawn(write_until_killed, f, round);
		close(teller_pipe[1]);
		assert_int_equal(read(teller_pipe[0], id, 26), 26);
		while (seen < round * 17 && read(teller_pipe[0], &seq, sizeof seq) == sizeof seq)
			seen = seq;
		kill(pid, SIGKILL);
		while (read(teller_pipe[0], &seq, sizeof seq) == sizeof seq)
			seen = seq;
		close(teller_pipe[0]);
		wait_for(pid);
		f->store = store_open(f->path, NULL, NULL); /* not held across a fork */
		assert_true(store_last_seq(f->store, id) >= seen);
		assert_int_equal(count_events(f->store, id), store_last_seq(f->store, id));
		store_close(f->store);
		f->store = NULL;
	}
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, store_ground_setup, store_ground_teardown)
int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(files_are_for_their_owner_only),
	    TEST(each_statement_can_be_prepared),
	    TEST(sessions_are_listed_newest_first_by_folder),
	    TEST(the_newest_is_the_one_used_last),
	    TEST(sessions_are_found_by_their_beginning),
	    TEST(only_the_next_event_is_accepted),
	    TEST(reading_begins_anywhere_and_sees_what_is_appended),
	    TEST(events_survive_closing),
	    TEST(content_is_kept_once_and_goes_with_its_last_session),
	    TEST(empty_content_is_content),
	    TEST(deleting_takes_one_session_whole),
	    TEST(a_copy_has_the_events_and_the_content),
	    TEST(a_title_can_be_given),
	    TEST(the_log_is_written_back_when_idle_and_long_enough),
	    cmocka_unit_test(an_old_file_is_brought_forward_with_its_rows),
	    cmocka_unit_test(a_step_that_fails_changes_nothing),
	    TEST(a_file_of_version_1_opens),
	    TEST(several_processes_begin_a_store_at_once),
	    TEST(several_processes_write_at_once),
	    TEST(nothing_a_sink_saw_is_lost_by_a_kill),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
