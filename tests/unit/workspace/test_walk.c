/* SPDX-License-Identifier: MIT
 * The walk: order, what is left out, and the bounds.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "tests/support/scratch.h"
#include "workspace/walk.h"

static bool next_entry(struct walk *w, struct walk_entry *out)
{
	enum walk_status status;

	do {
		status = walk_poll(w, out);
	} while (status == WALK_MORE);
	return status == WALK_ENTRY;
}

static void expect(const char *dir, const char *start, int flags, const char *want)
{
	struct workspace *w = workspace_open(dir, NULL);
	struct walk *walk = walk_new(w, start, flags, NULL);
	struct walk_entry e;
	struct buf got = BUF_INIT;
	assert_non_null(walk);
	while (next_entry(walk, &e))
		buf_addf(&got, "%d%s%s ", e.depth, e.path, e.folder ? "/" : e.link ? "@" : "");
	assert_string_equal(buf_str(&got), want);
	assert_int_equal(walk_unreadable(walk), 0);
	buf_free(&got);
	walk_free(walk);
	workspace_free(w);
}

static char *tree(void)
{
	static const char *const files[] = {"b.c", "a.c", "x.o", "sub/z.c", "sub/keep.o",
	    "sub/deep/y.o", "build/out.o", "build/inner/q", ".git/config", ".git/info/exclude",
	    "doc/a.txt", "doc/sub/a.txt"};
	char *dir = scratch_new(), *link = scratch_path(dir, "link");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		scratch_text(dir, files[i], "x");
	scratch_text(dir, ".gitignore", "*.o\n/build/\ndoc/*.txt\n");
	scratch_text(dir, "sub/.gitignore", "!keep.o\n");
	assert_int_equal(symlink("sub", link), 0);
	free(link);
	return dir;
}

static void files_come_before_folders_and_ignored_ones_do_not(void **state)
{
	char *dir = tree();
	expect(dir, ".", 0,
	    "0.gitignore 0a.c 0b.c 0link@ 0doc/ 1doc/sub/ 2doc/sub/a.txt 0sub/ 1sub/.gitignore "
	    "1sub/keep.o 1sub/z.c 1sub/deep/ ");
	expect(dir, "sub", 0, "0sub/.gitignore 0sub/keep.o 0sub/z.c 0sub/deep/ ");
	expect(dir, "sub/deep", 0, "");
	expect(dir, "build", 0, "0build/inner/ 1build/inner/q ");
	expect(dir, "doc", 0, "0doc/sub/ 1doc/sub/a.txt ");
	scratch_free(dir);
}

static void flags_widen_and_narrow(void **state)
{
	char *dir = tree();
	expect(dir, "sub", WALK_IGNORED,
	    "0sub/.gitignore 0sub/keep.o 0sub/z.c 0sub/deep/ 1sub/deep/y.o ");
	expect(dir, ".", WALK_FLAT, "0.gitignore 0a.c 0b.c 0link@ 0doc/ 0sub/ ");
	expect(dir, "link", 0, "0link/.gitignore 0link/keep.o 0link/z.c 0link/deep/ ");
	scratch_free(dir);
}

static void rules_above_the_workspace_count_inside_a_repository(void **state)
{
	char *dir = tree(), *sub = scratch_path(dir, "sub"), *doc = scratch_path(dir, "doc");
	scratch_text(dir, ".git/info/exclude", "z.c\n");
	expect(sub, ".", 0, "0.gitignore 0keep.o 0deep/ ");
	expect(doc, ".", 0, "0sub/ 1sub/a.txt ");
	free(sub);
	free(doc);
	scratch_free(dir);
}

static void rules_count_without_a_repository_too(void **state)
{
	char *dir = scratch_new();
	scratch_text(dir, "ws/.gitignore", "*.o\n");
	scratch_text(dir, "ws/a/x.o", "");
	scratch_text(dir, "ws/a/x.c", "");
	scratch_text(dir, ".gitignore", "x.c\n");
	char *ws = scratch_path(dir, "ws");
	expect(ws, "a", 0, "0a/x.c ");
	free(ws);
	scratch_free(dir);
}

static void a_folder_pruned_is_not_entered(void **state)
{
	char *dir = tree();
	struct workspace *w = workspace_open(dir, NULL);
	struct walk *walk = walk_new(w, ".", 0, NULL);
	struct walk_entry e;
	int count = 0;
	while (next_entry(walk, &e)) {
		walk_prune(walk);
		count++;
	}
	assert_int_equal(count, 6);
	walk_free(walk);
	workspace_free(w);
	scratch_free(dir);
}

static void entries_are_opened_without_following(void **state)
{
	char *dir = scratch_new(), *fifo = scratch_path(dir, "fifo"),
	     *link = scratch_path(dir, "link");
	scratch_text(dir, "sub/file", "abc");
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(symlink("/etc/passwd", link), 0);
	struct workspace *w = workspace_open(dir, NULL);
	struct walk *walk = walk_new(w, ".", 0, NULL);
	struct walk_entry e;
	int opened = 0;
	while (next_entry(walk, &e)) {
		int fd = walk_openat(walk);
		if (fd < 0)
			continue;
		assert_string_equal(e.path, "sub/file");
		assert_int_equal(e.st.st_size, 3);
		opened++;
		close(fd);
	}
	assert_int_equal(opened, 1);
	assert_int_equal(walk_openat(walk), -1);
	walk_free(walk);
	workspace_free(w);
	free(fifo);
	free(link);
	scratch_free(dir);
}

static void a_large_folder_is_read_in_small_pieces(void **state)
{
	char *dir = scratch_new(), name[32];
	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "f%04d", (i * 7919) % 3000);
		scratch_text(dir, name, "");
	}
	struct workspace *w = workspace_open(dir, NULL);
	struct walk *walk = walk_new(w, ".", WALK_NO_STAT, NULL);
	struct walk_entry e;
	enum walk_status s;
	int more = 0, count = 0;
	while ((s = walk_poll(walk, &e)) != WALK_END) {
		more += s == WALK_MORE;
		if (s != WALK_ENTRY)
			continue;
		snprintf(name, sizeof name, "f%04d", count++);
		assert_string_equal(e.path, name);
		assert_true(S_ISREG(e.st.st_mode));
	}
	assert_int_equal(count, 3000);
	assert_true(more > 5);
	walk_free(walk);
	workspace_free(w);
	scratch_free(dir);
}

static void a_tree_too_deep_is_counted_not_followed(void **state)
{
	char *dir = scratch_new();
	struct buf path = BUF_INIT;
	for (int i = 0; i < 300; i++)
		buf_adds(&path, "d/");
	scratch_folder(dir, buf_str(&path));
	struct workspace *w = workspace_open(dir, NULL);
	struct walk *walk = walk_new(w, ".", 0, NULL);
	struct walk_entry e;
	while (next_entry(walk, &e))
		;
	assert_int_equal(walk_unreadable(walk), 1);
	walk_free(walk);
	workspace_free(w);
	buf_free(&path);
	scratch_free(dir);
}

static void a_walk_needs_a_folder(void **state)
{
	char *dir = tree();
	struct workspace *w = workspace_open(dir, NULL);
	struct error e = ERROR_INIT;
	assert_null(walk_new(w, "a.c", 0, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	error_free(&e);
	assert_null(walk_new(w, "..", 0, &e));
	assert_int_equal(e.code, ERR_DENIED);
	error_free(&e);
	workspace_free(w);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(files_come_before_folders_and_ignored_ones_do_not),
	    cmocka_unit_test(flags_widen_and_narrow),
	    cmocka_unit_test(rules_above_the_workspace_count_inside_a_repository),
	    cmocka_unit_test(rules_count_without_a_repository_too),
	    cmocka_unit_test(a_folder_pruned_is_not_entered),
	    cmocka_unit_test(entries_are_opened_without_following),
	    cmocka_unit_test(a_large_folder_is_read_in_small_pieces),
	    cmocka_unit_test(a_tree_too_deep_is_counted_not_followed),
	    cmocka_unit_test(a_walk_needs_a_folder),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
