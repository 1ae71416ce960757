/* SPDX-License-Identifier: MIT
 * Writing in the workspace: whole or not at all, beneath it or not at all.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "tests/support/scratch.h"
#include "workspace/file/workspace.h"

struct ground {
	char *dir, *path;
	struct workspace *w;
};

static int ground_make(void **state)
{
	struct ground *g = xcalloc(1, sizeof *g);
	g->dir = scratch_new();
	g->path = scratch_path(g->dir, "ws");
	scratch_text(g->dir, "outside/x", "outside");
	scratch_text(g->path, "a.txt", "old");
	g->w = workspace_open(g->path, NULL);
	*state = g;
	return 0;
}

static int by_hand(void **state)
{
	ground_make(state);
	workspace_without_openat2(((struct ground *)*state)->w);
	return 0;
}

static int ground_free(void **state)
{
	struct ground *g = *state;
	workspace_free(g->w);
	scratch_free(g->dir);
	free(g->path);
	free(g);
	return 0;
}

static void expect(const char *dir, const char *name, const char *want)
{
	char *got = scratch_read(dir, name, NULL);
	assert_non_null(got);
	assert_string_equal(got, want);
	free(got);
}

static int entries(const char *dir)
{
	DIR *d = opendir(dir);
	int n = -2;
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static bool put(struct ground *g, const char *path, const char *text, struct error *e)
{
	return workspace_write(g->w, path, text, strlen(text), NULL, e);
}

static void a_new_file_brings_its_folders(void **state)
{
	struct ground *g = *state;
	struct stamp a, b;
	struct buf text = BUF_INIT;
	assert_true(workspace_write(g->w, "x/y/z.txt", "new", 3, &a, NULL));
	expect(g->path, "x/y/z.txt", "new");
	assert_true(workspace_read(g->w, "x/y/z.txt", 10, &text, &b, NULL));
	assert_memory_equal(&a, &b, offsetof(struct stamp, commanded)); /* padding is anything */
	assert_true(workspace_write(g->w, "empty", NULL, 0, &a, NULL));
	assert_true(workspace_read(g->w, "empty", 10, &text, &b, NULL));
	assert_memory_equal(&a, &b, offsetof(struct stamp, commanded)); /* padding is anything */
	buf_free(&text);
}

static void mode_and_owner_stay(void **state)
{
	struct ground *g = *state;
	struct stat before, after;
	char *path = scratch_path(g->path, "a.txt");
	assert_int_equal(chmod(path, 0751), 0);
	if (geteuid() == 0)
		assert_int_equal(chown(path, 12, 34), 0);
	assert_int_equal(stat(path, &before), 0);
	assert_true(put(g, "a.txt", "new", NULL));
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_mode, before.st_mode);
	assert_int_equal(after.st_uid, before.st_uid);
	assert_int_equal(after.st_gid, before.st_gid);
	assert_int_not_equal(after.st_ino, before.st_ino);
	expect(g->path, "a.txt", "new");
	assert_int_equal(entries(g->path), 1);
	free(path);
}

#define OTHER 12
#define SHARED 34

/* Takes another user's rights, with a group that files are shared by; as_root takes them back. */
static void as_another(void)
{
	assert_int_equal(setegid(SHARED), 0);
	assert_int_equal(seteuid(OTHER), 0);
}

static void as_root(void)
{
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(setegid(0), 0);
}

static void what_belongs_to_another_now_gets_no_rights_of_its_owner(void **state)
{
	struct ground *g = *state;
	struct stat st;
	char *path = scratch_path(g->path, "a.txt");
	if (geteuid() != 0) { /* who cannot be another */
		free(path);
		skip();
	}
	assert_int_equal(chown(g->path, OTHER, SHARED), 0);
	assert_int_equal(chown(path, 0, SHARED), 0);
	assert_int_equal(chmod(path, 06775), 0);
	as_another();
	const bool written = put(g, "a.txt", "new", NULL);
	as_root();
	assert_true(written);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_uid, OTHER);
	assert_int_equal(st.st_gid, SHARED);
	assert_int_equal(st.st_mode & 07777, 0775);
	/* Its own file keeps them. */
	assert_int_equal(chmod(path, 06775), 0);
	as_another();
	const bool again = put(g, "a.txt", "newer", NULL);
	as_root();
	assert_true(again);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 06775);
	free(path);
}

static void a_link_is_followed_only_inside(void **state)
{
	static const struct {
		const char *link, *target;
		enum error_code code;
	} rows[] = {
	    {"in", "a.txt", ERR_NONE},
	    {"via", "in", ERR_NONE},
	    {"fresh", "sub/fresh.txt", ERR_NONE},
	    {"out", "../outside/x", ERR_DENIED},
	    {"absolute", "/tmp/agent-never-written", ERR_DENIED},
	    {"loop", "loop", ERR_IO},
	};
	struct ground *g = *state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		struct stat st;
		char *path = scratch_path(g->path, rows[i].link);
		assert_int_equal(symlink(rows[i].target, path), 0);
		assert_int_equal(put(g, rows[i].link, rows[i].link, &e), rows[i].code == ERR_NONE);
		assert_int_equal(e.code, rows[i].code);
		assert_int_equal(lstat(path, &st), 0);
		assert_true(S_ISLNK(st.st_mode));
		error_free(&e);
		free(path);
	}
	expect(g->path, "a.txt", "via");
	expect(g->path, "sub/fresh.txt", "fresh");
	expect(g->dir, "outside/x", "outside");
	assert_int_not_equal(access("/tmp/agent-never-written", F_OK), 0);
}

static void what_is_no_file_is_refused(void **state)
{
	static const struct {
		const char *path;
		enum error_code code;
	} rows[] = {
	    {".", ERR_USAGE},
	    {"sub", ERR_USAGE},
	    {"fifo", ERR_DENIED},
	    {"a.txt/b", ERR_NOT_FOUND},
	    {"../b", ERR_DENIED},
	    {"lead/b", ERR_DENIED},
	    {"/etc/b", ERR_DENIED},
	};
	struct ground *g = *state;
	char *fifo = scratch_path(g->path, "fifo"), *lead = scratch_path(g->path, "lead");
	scratch_folder(g->path, "sub");
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(symlink("../outside", lead), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		assert_false(put(g, rows[i].path, "x", &e));
		if (e.code != rows[i].code)
			fail_msg("'%s': %d %s", rows[i].path, (int)e.code, e.message);
		error_free(&e);
	}
	assert_int_equal(entries(g->path), 4);
	free(fifo);
	free(lead);
}

static void what_belongs_to_git_is_left_to_git(void **state)
{
	static const char *const paths[] = {".git", ".git/config", ".git/hooks/pre-commit",
	    "sub/.git/config", ".GIT/config", "hooks/pre-commit", "config-link", "inner/pre-commit",
	    "inner-config", "inner-name"};
	struct ground *g = *state;
	char *hooks = scratch_path(g->path, "hooks"),
	     *config = scratch_path(g->path, "config-link"),
	     *inner = scratch_path(g->path, "inner"),
	     *inner_config = scratch_path(g->path, "inner-config"),
	     *inner_name = scratch_path(g->path, "inner-name");
	scratch_text(g->path, ".git/config", "old");
	scratch_text(g->path, "of/a/.git/hooks/x", "old");
	scratch_text(g->path, "linked/.git", "gitdir: ../of/a/.git\n");
	assert_int_equal(symlink("of/a/.git/hooks", inner), 0);
	assert_int_equal(symlink("of/a/.git/config", inner_config), 0);
	assert_int_equal(symlink("linked/.git", inner_name), 0);
	scratch_folder(g->path, ".git/hooks");
	assert_int_equal(symlink(".git/hooks", hooks), 0);
	assert_int_equal(symlink(".git/config", config), 0);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		struct error e = ERROR_INIT;
		assert_false(put(g, paths[i], "new", &e));
		if (e.code != ERR_DENIED)
			fail_msg("'%s': %d %s", paths[i], (int)e.code, e.message);
		error_free(&e);
	}
	expect(g->path, ".git/config", "old");
	expect(g->path, "linked/.git", "gitdir: ../of/a/.git\n");
	assert_true(put(g, ".gitignore", "*.o", NULL));
	assert_true(put(g, ".github/x", "x", NULL));
	free_all(hooks, config, inner, inner_config, inner_name);
}

static void git_is_seen_above_in_a_folder_that_cannot_be_read(void **state)
{
	struct ground *g = *state;
	char *git = scratch_path(g->path, "of/.git"), *hooks = scratch_path(git, "hooks"),
	     *lib = scratch_path(g->path, "lib"), *in = scratch_path(lib, "in"),
	     *link = scratch_path(g->path, "link");
	struct error e = ERROR_INIT;
	const bool is_root = geteuid() == 0;
	scratch_folder(hooks, "");
	scratch_folder(in, "");
	assert_int_equal(symlink("of/.git/hooks", link), 0);
	assert_int_equal(chmod(hooks, 0777) + chmod(in, 0777), 0);
	assert_int_equal(chmod(git, 0311) + chmod(lib, 0311), 0);
	if (is_root) /* who may read all */
		as_another();
	const bool planted = put(g, "link/pre-commit", "evil", &e);
	const bool written = put(g, "lib/in/x", "new", NULL);
	if (is_root)
		as_root();
	assert_false(planted);
	assert_int_equal(e.code, ERR_DENIED);
	assert_int_equal(entries(hooks), 0);
	assert_true(written);
	error_free(&e);
	free_all(git, hooks, lib, in, link);
}

static void a_write_protected_file_stays(void **state)
{
	struct ground *g = *state;
	char *path = scratch_path(g->path, "a.txt");
	if (geteuid() == 0) { /* for whom no file is */
		free(path);
		return;
	}
	assert_int_equal(chmod(path, 0444), 0);
	assert_false(put(g, "a.txt", "new", NULL));
	expect(g->path, "a.txt", "old");
	free(path);
}

#define BOTH(f) \
	cmocka_unit_test_setup_teardown(f, ground_make, ground_free), \
	    cmocka_unit_test_setup_teardown(f, by_hand, ground_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    BOTH(a_new_file_brings_its_folders),
	    BOTH(mode_and_owner_stay),
	    BOTH(what_belongs_to_another_now_gets_no_rights_of_its_owner),
	    BOTH(a_link_is_followed_only_inside),
	    BOTH(what_is_no_file_is_refused),
	    BOTH(what_belongs_to_git_is_left_to_git),
	    BOTH(git_is_seen_above_in_a_folder_that_cannot_be_read),
	    BOTH(a_write_protected_file_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
