/* SPDX-License-Identifier: MIT
 * Paths beneath the workspace: every way out is refused, by the kernel's openat2 and by the walk that replaces it.
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "tests/support/scratch.h"
#include "workspace/file/workspace.h"

struct ground {
	char *dir;  /* holds ws/ and outside/ */
	char *path; /* ws */
	struct workspace *w;
};

static void link_to(const char *dir, const char *target, const char *name)
{
	char *path = scratch_path(dir, name);
	assert_int_equal(symlink(target, path), 0);
	free(path);
}

static void make_links(const struct ground *g)
{
	char *inside = scratch_path(g->path, "sub/file.txt"), name[16], target[16];
	link_to(g->path, "sub/file.txt", "to_file");
	link_to(g->path, "sub", "to_folder");
	link_to(g->path, inside, "absolute_inside");
	link_to(g->path, "/etc", "absolute_outside");
	link_to(g->path, "../outside/secret", "up_and_out");
	link_to(g->path, "sub/../../outside/secret", "around_and_out");
	link_to(g->path, "../ws/sub/file.txt", "out_and_in");
	link_to(g->path, "/proc/self/cwd", "magic");
	link_to(g->path, "loop", "loop");
	link_to(g->path, "nowhere", "dangling");
	link_to(g->path, "../to_file", "sub/back");
	for (int i = 0; i < 60; i++) {
		snprintf(name, sizeof name, "chain%d", i);
		snprintf(target, sizeof target, i ? "chain%d" : "sub", i - 1);
		link_to(g->path, target, name);
	}
	free(inside);
}

static void make_specials(const struct ground *g)
{
	char *fifo = scratch_path(g->path, "fifo"), *sock = scratch_path(g->path, "socket");
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	snprintf(a.sun_path, sizeof a.sun_path, "%s", sock);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
	close(fd);
	free(fifo);
	free(sock);
}

static int ground_make(void **state, bool by_hand)
{
	struct ground *g = xcalloc(1, sizeof *g);
	g->dir = scratch_new();
	g->path = scratch_path(g->dir, "ws");
	scratch_text(g->dir, "outside/secret", "secret");
	scratch_text(g->path, "sub/file.txt", "hello\n");
	scratch_text(g->path, "sub/deep/er/x", "x");
	scratch_text(g->path, "caf\351\n.txt", "odd name");
	make_links(g);
	make_specials(g);
	g->w = workspace_open(g->path, NULL);
	assert_non_null(g->w);
	if (by_hand)
		workspace_without_openat2(g->w);
	*state = g;
	return 0;
}

static int with_kernel(void **state)
{
	return ground_make(state, false);
}

static int by_hand(void **state)
{
	return ground_make(state, true);
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

static void what_leads_out_is_refused(void **state)
{
	static const struct {
		const char *path;
		enum error_code code; /* ERR_NONE: it opens */
	} rows[] = {
	    {"sub/file.txt", ERR_NONE},
	    {".", ERR_NONE},
	    {"sub", ERR_NONE},
	    {"./sub//deep/../file.txt", ERR_NONE},
	    {"to_file", ERR_NONE},
	    {"to_folder/file.txt", ERR_NONE},
	    {"to_folder/back", ERR_NONE},
	    {"sub/back", ERR_NONE},
	    {"absolute_inside", ERR_NONE},
	    {"chain30/file.txt", ERR_NONE},
	    {"chain50/file.txt", ERR_IO},
	    {"loop", ERR_IO},
	    {"loop/x", ERR_IO},
	    {"", ERR_USAGE},
	    {"missing", ERR_NOT_FOUND},
	    {"dangling", ERR_NOT_FOUND},
	    {"missing/x", ERR_NOT_FOUND},
	    {"sub/file.txt/x", ERR_NOT_FOUND},
	    {"..", ERR_DENIED},
	    {"../outside/secret", ERR_DENIED},
	    {"sub/../../outside/secret", ERR_DENIED},
	    {"../ws/sub/file.txt", ERR_DENIED},
	    {"/etc/passwd", ERR_DENIED},
	    {"/", ERR_DENIED},
	    {"absolute_outside", ERR_DENIED},
	    {"absolute_outside/passwd", ERR_DENIED},
	    {"up_and_out", ERR_DENIED},
	    {"around_and_out", ERR_DENIED},
	    {"out_and_in", ERR_DENIED},
	    {"magic", ERR_DENIED},
	    {"magic/x", ERR_DENIED},
	    {"fifo", ERR_DENIED},
	    {"socket", ERR_DENIED},
	};
	struct ground *g = *state;
	int64_t start = clock_mono_ms();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		int fd = workspace_openat(g->w, rows[i].path, O_RDONLY, 0, &e);
		if (e.code != rows[i].code || (fd >= 0) != (e.code == ERR_NONE))
			fail_msg("'%s': %d, %d %s", rows[i].path, fd, (int)e.code,
			    e.message ? e.message : "");
		if (fd >= 0)
			close(fd);
		error_free(&e);
	}
	assert_int_equal(workspace_openat(g->w, "fifo", O_WRONLY, 0, NULL), -1);
	assert_true(clock_mono_ms() - start < 2000);
}

static void devices_are_not_even_opened(void **state)
{
	struct workspace *dev = workspace_open("/dev", NULL);
	struct error e = ERROR_INIT;
	assert_int_equal(workspace_openat(dev, "null", O_RDONLY, 0, &e), -1);
	assert_int_equal(e.code, ERR_DENIED);
	assert_string_equal(e.message, "'null' is neither a file nor a folder");
	error_free(&e);
	workspace_free(dev);
}

static void absolute_paths_inside_become_relative(void **state)
{
	struct ground *g = *state;
	char *linked = scratch_path(g->dir, "linked"), *through = scratch_path(linked, "sub/x");
	char *plain = scratch_path(g->path, "sub/./x"), *name;
	assert_int_equal(symlink(g->path, linked), 0);
	name = workspace_name(g->w, plain, NULL);
	assert_string_equal(name, "sub/x");
	free(name);
	name = workspace_name(g->w, through, NULL);
	assert_string_equal(name, "sub/x");
	free(name);
	name = workspace_name(g->w, g->path, NULL);
	assert_string_equal(name, ".");
	free(name);
	name = xasprintf("%s-other/x", g->path);
	assert_null(workspace_name(g->w, name, NULL));
	free(name);
	free(plain);
	free(linked);
	free(through);
}

static void an_allowed_folder_is_reached_by_absolute_path(void **state)
{
	struct ground *g = *state;
	char *outside = scratch_path(g->dir, "outside"), *secret = scratch_path(outside, "secret");
	char *escape = scratch_path(outside, "../ws/../x");
	struct buf b = BUF_INIT;
	assert_false(workspace_read(g->w, secret, 100, &b, NULL, NULL));
	assert_true(workspace_allow(g->w, outside, NULL));
	assert_true(workspace_read(g->w, secret, 100, &b, NULL, NULL));
	assert_string_equal(buf_str(&b), "secret");
	char *name = workspace_name(g->w, secret, NULL);
	assert_string_equal(name, secret);
	assert_null(workspace_name(g->w, escape, NULL));
	buf_free(&b);
	free(name);
	free(outside);
	free(secret);
	free(escape);
}

static void an_odd_name_is_shown_safe_and_still_reached(void **state)
{
	struct ground *g = *state;
	char *shown = path_shown("caf\351\n.txt"), *back = path_given(shown);
	struct buf b = BUF_INIT;
	assert_string_equal(shown, "\"caf\\351\\n.txt\"");
	assert_string_equal(back, "caf\351\n.txt");
	assert_true(workspace_read(g->w, shown, 100, &b, NULL, NULL));
	assert_string_equal(buf_str(&b), "odd name");
	buf_free(&b);
	free(shown);
	free(back);
	shown = path_shown("caf\303\251 (1).txt");
	assert_string_equal(shown, "caf\303\251 (1).txt");
	free(shown);
	static const char *const left_alone[] = {
	    "\"", "\"\"", "\"x\\\"", "\"\\q\"", "\"\\400\"", "\"\\000\"", "a\\b"};
	for (size_t i = 0; i < sizeof left_alone / sizeof *left_alone; i++) {
		back = path_given(left_alone[i]);
		assert_string_equal(back, left_alone[i]);
		free(back);
	}
}

static void a_missing_name_suggests_one(void **state)
{
	static const struct {
		const char *asked, *meant;
	} rows[] = {
	    {"sub/fiel.txt", "sub/file.txt"},
	    {"src/file.txt", "sub/file.txt"},
	    {"nothing/like/this", NULL},
	};
	struct ground *g = *state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *got = workspace_nearest(g->w, rows[i].asked);
		for (int more = 100; rows[i].meant && !got && more > 0; more--) /* it has 3 ms */
			got = workspace_nearest(g->w, rows[i].asked);
		if (rows[i].meant)
			assert_string_equal(got ? got : "", rows[i].meant);
		else
			assert_null(got);
		free(got);
	}
}

static void stamps_tell_change_by_content(void **state)
{
	struct ground *g = *state;
	struct stamp a, b;
	struct buf text = BUF_INIT;
	char *path = scratch_path(g->path, "sub/file.txt");
	assert_true(workspace_read(g->w, "sub/file.txt", 100, &text, &a, NULL));
	assert_int_equal(a.size, 6);
	stamps_note(g->w, "./sub/file.txt", &a);
	stamps_note(g->w, "other", &a);
	assert_true(stamp_equal(stamps_find(g->w, path), &a));
	assert_null(stamps_find(g->w, "sub"));
	assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){{1, 0}, {1, 0}}, 0), 0);
	assert_true(workspace_read(g->w, "sub/file.txt", 100, &text, &b, NULL));
	assert_true(stamp_equal(&a, &b));
	b.hash = 0;
	assert_false(stamp_equal(&a, &b));
	scratch_text(g->path, "sub/file.txt", "Hello\n");
	assert_true(workspace_read(g->w, "sub/file.txt", 100, &text, &b, NULL));
	assert_false(stamp_equal(&a, &b));
	assert_string_equal(buf_str(&text), "hello\nhello\nHello\n");
	buf_free(&text);
	free(path);
}

static void stamps_are_found_of_many_files_and_of_names_that_are_no_text(void **state)
{
	struct ground *g = *state;
	char name[32];

	for (int64_t i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "\xff/%d", (int)(i % 1000));
		stamps_note(g->w, name, &(struct stamp){.size = i});
	}
	for (int64_t i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "./\xff/%d", (int)i);
		assert_int_equal(stamps_find(g->w, name)->size, 2000 + i);
	}
	assert_null(stamps_find(g->w, "\xff"));
	assert_null(stamps_find(g->w, "../0"));
}

static void reading_keeps_to_its_ceiling(void **state)
{
	struct ground *g = *state;
	struct error e = ERROR_INIT;
	struct buf b = BUF_INIT;
	assert_true(workspace_read(g->w, "sub/file.txt", 6, &b, NULL, NULL));
	assert_false(workspace_read(g->w, "sub/file.txt", 5, &b, NULL, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	error_free(&e);
	assert_false(workspace_read(g->w, "sub", 5, &b, NULL, &e));
	assert_string_equal(e.message, "'sub' is a folder");
	error_free(&e);
	buf_free(&b);
}

#define BOTH(f) \
	cmocka_unit_test_setup_teardown(f, with_kernel, ground_free), \
	    cmocka_unit_test_setup_teardown(f, by_hand, ground_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    BOTH(what_leads_out_is_refused),
	    cmocka_unit_test(devices_are_not_even_opened),
	    BOTH(absolute_paths_inside_become_relative),
	    BOTH(an_allowed_folder_is_reached_by_absolute_path),
	    BOTH(an_odd_name_is_shown_safe_and_still_reached),
	    BOTH(a_missing_name_suggests_one),
	    BOTH(stamps_tell_change_by_content),
	    BOTH(stamps_are_found_of_many_files_and_of_names_that_are_no_text),
	    BOTH(reading_keeps_to_its_ceiling),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
