/* SPDX-License-Identifier: MIT
 * The program's own files and its log, in a folder of their own.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/log.h"
#include "base/secret.h"

static char *root;

static char *at(const char *name)
{
	return file_join(root, name);
}

static int enter(void **state)
{
	const char *tmp = getenv("TMPDIR");

	root = xasprintf("%s/agent-test-XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(root) ? 0 : -1;
}

static void remove_all(const char *path)
{
	static const char *const names[] = {"real", "link", "fifo", "deep/er/file", "deep/er",
	    "deep", "new/file", "new", "log/agent.log", "log/agent.log.1", "log"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *p = file_join(path, names[i]);

		remove(p);
		free(p);
	}
}

static int leave(void **state)
{
	int failed;

	remove_all(root);
	failed = rmdir(root); /* fails where something was left behind, a temporary file say */
	free(root);
	return failed;
}

static void homes_follow_the_xdg_specification(void **state)
{
	static const struct {
		enum file_base base;
		const char *variable, *value, *name, *path;
	} rows[] = {
	    {FILE_CONFIG, "XDG_CONFIG_HOME", NULL, "agent.yaml",
		"/home/u/.config/agent/agent.yaml"},
	    {FILE_CONFIG, "XDG_CONFIG_HOME", "/x", NULL, "/x/agent"},
	    {FILE_DATA, "XDG_DATA_HOME", "relative", "agent.db",
		"/home/u/.local/share/agent/agent.db"},
	    {FILE_STATE, "XDG_STATE_HOME", "", "agent.log", "/home/u/.local/state/agent/agent.log"},
	};

	setenv("HOME", "/home/u", 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *path;

		unsetenv(rows[i].variable);
		if (rows[i].value)
			setenv(rows[i].variable, rows[i].value, 1);
		path = file_home(rows[i].base, rows[i].name);
		assert_string_equal(path, rows[i].path);
		free(path);
	}
	unsetenv("HOME");
	free(file_home(FILE_DATA, NULL));
}

static void paths_are_joined_and_shown(void **state)
{
	static const struct {
		const char *dir, *name, *path;
	} joins[] = {{"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"a", "/b", "/b"}, {"", "b", "b"},
	    {"/", "b", "/b"}};
	static const struct {
		const char *path, *shown;
	} shows[] = {
	    {"/home/u/x", "~/x"}, {"/home/u", "~"}, {"/home/uv", "/home/uv"}, {"/etc", "/etc"}};

	setenv("HOME", "/home/u/", 1);
	for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
		char *path = file_join(joins[i].dir, joins[i].name);

		assert_string_equal(path, joins[i].path);
		free(path);
	}
	for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
		char *path = file_user_path(shows[i].path);

		assert_string_equal(path, shows[i].shown);
		free(path);
	}
}

static void folders_are_made_all_the_way(void **state)
{
	char *deep = at("deep/er//"), *file = at("deep/er/file"), *below = at("deep/er/file/x");
	struct error e = ERROR_INIT;
	struct stat st;

	assert_true(file_make_dirs(deep, 0700, &e));
	assert_true(file_make_dirs(deep, 0700, &e));
	assert_int_equal(stat(deep, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_true(file_write(file, 0600, "x", 1, &e));
	assert_false(file_make_dirs(file, 0700, &e));
	assert_int_equal(e.code, ERR_IO);
	assert_false(file_make_dirs(below, 0700, &e));
	assert_non_null(strstr(e.message, "Not a directory"));
	assert_false(file_make_dirs("", 0700, &e));
	/* The reason is that of the folder which could not be made, not of those below it. */
	assert_false(file_make_dirs("/dev/pts/none/deep", 0700, &e));
	assert_null(strstr(e.message, "No such file"));
	error_free(&e);
	free(deep);
	free(file);
	free(below);
}

static void only_regular_files_of_bounded_size_are_read(void **state)
{
	static const struct {
		const char *name;
		size_t max;
		enum error_code code;
		const char *message;
	} rows[] = {
	    {"real", 100, ERR_NONE, NULL},
	    {"real", 5, ERR_NONE, NULL},
	    {"real", 4, ERR_LIMIT, "is too large, at most 4 bytes are read"},
	    {"none", 9, ERR_NOT_FOUND, "No such file"},
	    {".", 9, ERR_IO, "is a folder, not a file"},
	    {"fifo", 9, ERR_IO, "is not a regular file"},
	    {"/dev/zero", 9, ERR_IO, "is not a regular file"},
	};
	char *real = at("real"), *fifo = at("fifo");

	assert_true(file_write(real, 0600, "a\0b\xff\n", 5, NULL));
	assert_int_equal(mkfifo(fifo, 0600), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;
		struct error e = ERROR_INIT;
		char *path = at(rows[i].name);
		bool ok = file_read(path, rows[i].max, &out, &e);

		assert_int_equal(ok, rows[i].code == ERR_NONE);
		assert_int_equal(e.code, rows[i].code);
		if (ok) {
			assert_int_equal(out.len, 5);
			assert_memory_equal(out.data, "a\0b\xff\n", 5);
		} else if (!strstr(e.message, rows[i].message)) {
			fail_msg("%s", e.message);
		}
		buf_free(&out);
		error_free(&e);
		free(path);
	}
	free(real);
	free(fifo);
}

static void a_file_is_replaced_whole_and_a_link_followed(void **state)
{
	char *real = at("real"), *link = at("link"), *fresh = at("new/file");
	struct buf out = BUF_INIT;
	struct error e = ERROR_INIT;
	struct stat st;

	assert_true(file_write(real, 0644, "old", 3, &e));
	assert_int_equal(symlink(real, link), 0);
	assert_true(file_write(link, 0600, "newer", 5, &e));
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(real, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_true(file_read(real, 10, &out, &e));
	assert_string_equal(buf_str(&out), "newer");
	assert_true(file_write(fresh, 0600, "", 0, &e));
	assert_int_equal(stat(fresh, &st), 0);
	assert_false(file_write("/proc/none/file", 0600, "x", 1, &e));
	assert_false(file_write(root, 0600, "x", 1, &e)); /* a folder; leaves nothing behind */
	error_free(&e);
	buf_free(&out);
	free(real);
	free(link);
	free(fresh);
}

#define STAMP 25 /* "2026-11-21T08:08:13.532Z " */

static void the_log_is_safe_lines_without_secrets(void **state)
{
	char *path = at("log/agent.log"), *folder = at("log"), *second;
	struct buf out = BUF_INIT;
	struct stat st;

	log_add(LOG_WARN, "before it is open: nowhere");
	log_open(path, LOG_INFO);
	assert_int_equal(stat(folder, &st), -1); /* nothing is made until there is a line */
	secret_add("TEST_KEY", "sk-12345678");
	log_add(LOG_DEBUG, "too small");
	log_add(LOG_INFO, "key %s \x1b[31m\nnext", "sk-12345678");
	log_add(LOG_WARN, "two");
	log_close();
	log_add(LOG_WARN, "after it was closed: nowhere");
	secret_clear();
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_true(file_read(path, 1000, &out, NULL));
	second = strchr(out.data, '\n') + 1;
	assert_string_equal(second + STAMP, "warn two\n");
	second[-1] = '\0';
	assert_string_equal(out.data + STAMP, "info key $TEST_KEY \xe2\x90\x9b[31m next");
	free(path);
	free(folder);
	buf_free(&out);
}

static void a_large_log_makes_room(void **state)
{
	char *path = at("log/agent.log"), *old = at("log/agent.log.1");
	struct stat st;

	assert_int_equal(truncate(path, (4 << 20) + 1), 0);
	log_open(path, LOG_DEBUG);
	log_add(LOG_DEBUG, "new");
	log_close();
	assert_int_equal(stat(old, &st), 0);
	assert_int_equal(st.st_size, (4 << 20) + 1);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, STAMP + strlen("debug new\n"));
	free(path);
	free(old);
}

static void a_log_that_cannot_be_opened_stops_nothing(void **state)
{
	log_open(root, LOG_DEBUG);
	log_add(LOG_WARN, "lost");
	log_add(LOG_WARN, "lost");
	log_close();
}

static void built_in_files_are_found_by_name(void **state)
{
	const struct embed *file = embed_find("config/default.yaml");

	assert_non_null(file);
	assert_int_equal(strlen(file->data), file->len);
	assert_null(embed_find("config/none"));
	assert_null(embed_find(""));
	for (size_t i = 0; i < embed_count; i++)
		assert_ptr_equal(embed_find(embed_files[i].name), &embed_files[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(homes_follow_the_xdg_specification),
	    cmocka_unit_test(paths_are_joined_and_shown),
	    cmocka_unit_test(folders_are_made_all_the_way),
	    cmocka_unit_test(only_regular_files_of_bounded_size_are_read),
	    cmocka_unit_test(a_file_is_replaced_whole_and_a_link_followed),
	    cmocka_unit_test(the_log_is_safe_lines_without_secrets),
	    cmocka_unit_test(a_large_log_makes_room),
	    cmocka_unit_test(a_log_that_cannot_be_opened_stops_nothing),
	    cmocka_unit_test(built_in_files_are_found_by_name),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
