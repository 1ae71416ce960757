/* SPDX-License-Identifier: MIT
 * Snapshots of a tree: what changed between two looks, with the contents before and after.
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
#include "base/core/clock.h"
#include "tests/support/scratch.h"
#include "workspace/tree_snapshot.h"

static const struct snapshot_limits ample = {1 << 20, 8 << 20, 10000};

struct ground {
	char *dir, *state;
	struct workspace *w;
	struct snapshot *s;
	struct buf told;
};

static struct ground ground_new(const struct snapshot_limits *limits)
{
	struct ground g = {.dir = scratch_new(), .state = scratch_new()};

	setenv("XDG_STATE_HOME", g.state, 1);
	g.w = workspace_open(g.dir, NULL);
	g.s = snapshot_new(g.w, limits);
	return g;
}

static void ground_free(struct ground *g)
{
	snapshot_free(g->s);
	workspace_free(g->w);
	scratch_free(g->dir);
	scratch_free(g->state);
	buf_free(&g->told);
}

static void tell(void *ctx, const struct snapshot_change *c)
{
	struct ground *g = ctx;

	buf_addf(&g->told, "%s %s>%s;", c->path,
	    !c->existed ? "-"
	    : c->before ? buf_str(c->before)
			: "?",
	    !c->exists ? "-"
	    : c->after ? buf_str(c->after)
		       : "?");
}

static void look(struct ground *g, snapshot_fn *fn)
{
	buf_clear(&g->told);
	snapshot_begin(g->s, fn, g);
	while (snapshot_step(g->s, 1000))
		;
}

static void every_kind_of_change_is_told_with_both_contents(void **state)
{
	struct ground g = ground_new(&ample);
	char *path = scratch_path(g.dir, "same");

	(void)state;
	scratch_text(g.dir, "a", "one");
	scratch_text(g.dir, "b", "two");
	scratch_text(g.dir, "same", "x");
	scratch_text(g.dir, "sub/c", "three");
	look(&g, NULL);
	assert_true(snapshot_whole(g.s));
	scratch_text(g.dir, "a", "ONE");
	scratch_text(g.dir, "new/d", "four");
	scratch_text(g.dir, "same", "x"); /* written again with what it has */
	assert_int_equal(unlinkat(workspace_fd(g.w), "b", 0), 0);
	assert_int_equal(unlinkat(workspace_fd(g.w), "sub/c", 0), 0);
	look(&g, tell);
	assert_non_null(strstr(buf_str(&g.told), "a one>ONE;"));
	assert_non_null(strstr(buf_str(&g.told), "b two>-;"));
	assert_non_null(strstr(buf_str(&g.told), "new/d ->four;"));
	assert_non_null(strstr(buf_str(&g.told), "sub/c three>-;"));
	assert_null(strstr(buf_str(&g.told), "same"));
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "");
	assert_int_equal(chmod(path, 0700), 0);
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "same x>x;");
	free(path);
	ground_free(&g);
}

static void what_others_changed_between_two_commands_is_not_told(void **state)
{
	struct ground g = ground_new(&ample);

	(void)state;
	scratch_text(g.dir, "a", "one");
	look(&g, NULL);
	scratch_text(g.dir, "a", "by hand");
	look(&g, NULL);
	assert_string_equal(buf_str(&g.told), "");
	scratch_text(g.dir, "a", "by command");
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "a by hand>by command;");
	ground_free(&g);
}

static void ignored_files_and_git_are_left_out(void **state)
{
	struct ground g = ground_new(&ample);

	(void)state;
	scratch_text(g.dir, ".gitignore", "out/\n");
	scratch_text(g.dir, ".git/HEAD", "x");
	scratch_text(g.dir, "out/a", "one");
	look(&g, NULL);
	scratch_text(g.dir, ".git/HEAD", "y");
	scratch_text(g.dir, "out/a", "two");
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "");
	ground_free(&g);
}

static void a_link_is_where_it_leads(void **state)
{
	struct ground g = ground_new(&ample);

	(void)state;
	scratch_text(g.dir, "out/a", "one");
	assert_int_equal(symlinkat("out", workspace_fd(g.w), "link"), 0);
	look(&g, NULL);
	scratch_text(g.dir, "out/b", "two");
	assert_int_equal(unlinkat(workspace_fd(g.w), "link", 0), 0);
	assert_int_equal(symlinkat("out/a", workspace_fd(g.w), "link"), 0);
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "link out>out/a;out/b ->two;");
	ground_free(&g);
}

/* A file that is only ignored from now on is not gone. */
static void a_file_that_becomes_ignored_is_not_removed(void **state)
{
	struct ground g = ground_new(&ample);

	(void)state;
	scratch_text(g.dir, "a.o", "one");
	look(&g, NULL);
	scratch_text(g.dir, ".gitignore", "*.o");
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), ".gitignore ->*.o;");
	ground_free(&g);
}

static void limits_leave_contents_out_and_say_so(void **state)
{
	static const struct snapshot_limits small = {4, 8, 3};
	struct ground g = ground_new(&small);

	(void)state;
	scratch_text(g.dir, "a", "123");
	scratch_text(g.dir, "b", "12345"); /* too large */
	scratch_text(g.dir, "c", "1234");
	look(&g, NULL);
	assert_true(snapshot_whole(g.s));
	scratch_text(g.dir, "a", "12");
	scratch_text(g.dir, "b", "1");
	scratch_text(g.dir, "c", "12345");
	scratch_text(g.dir, "d", "1"); /* one too many */
	look(&g, tell);
	assert_string_equal(buf_str(&g.told), "a 123>12;b ?>1;c 1234>?;");
	assert_false(snapshot_whole(g.s));
	snapshot_begin(g.s, tell, &g);
	assert_false(
	    snapshot_step(g.s, 0)); /* nothing stirred, in those that are not noted either */
	assert_false(snapshot_whole(g.s));
	ground_free(&g);
}

static void a_look_goes_in_steps_and_the_next_one_is_cheap(void **state)
{
	struct ground g = ground_new(&ample);
	int64_t longest = 0, first, second;
	char name[32];

	(void)state;
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof name, "d%d/f%d", i % 40, i);
		scratch_text(g.dir, name, "some content that is kept\n");
	}
	first = clock_cpu_us();
	snapshot_begin(g.s, NULL, NULL);
	for (bool more = true; more;) {
		int64_t at = clock_cpu_us();

		more = snapshot_step(g.s, 4000);
		if (clock_cpu_us() - at > longest)
			longest = clock_cpu_us() - at;
	}
	first = clock_cpu_us() - first;
	second = clock_cpu_us();
	look(&g, tell);
	second = clock_cpu_us() - second;
	print_message("2000 files: %d us, then %d us; longest step %d us\n", (int)first,
	    (int)second, (int)longest);
	assert_string_equal(buf_str(&g.told), "");
	assert_true(longest < 50000); /* generous: sanitizers */
	assert_true(second < first);
	ground_free(&g);
}

static bool changes_nothing(struct ground *g)
{
	return true;
}

static bool writes(struct ground *g)
{
	scratch_text(g->dir, "deep/er/a", "three");
	return false;
}

static bool changes_mode(struct ground *g)
{
	assert_int_equal(fchmodat(workspace_fd(g->w), "b", 0600, 0), 0);
	return false;
}

static bool makes_a_folder(struct ground *g)
{
	scratch_text(g->dir, "new/folder/c", "four");
	return false;
}

static bool removes(struct ground *g)
{
	assert_int_equal(unlinkat(workspace_fd(g->w), "new/folder/c", 0), 0);
	return false;
}

static bool renames(struct ground *g)
{
	assert_int_equal(
	    renameat(workspace_fd(g->w), "deep/er", workspace_fd(g->w), "deep/est"), 0);
	return false;
}

/* Whatever is done: a look that is over at once saw nothing because there was nothing. */
static void a_look_is_over_at_once_only_when_nothing_stirred(void **state)
{
	static bool (*const deeds[])(struct ground *) = {changes_nothing, writes, changes_nothing,
	    changes_mode, makes_a_folder, removes, changes_nothing, renames, writes};
	struct ground g = ground_new(&ample);

	(void)state;
	scratch_text(g.dir, "deep/er/a", "one");
	scratch_text(g.dir, "b", "two");
	look(&g, NULL);
	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
		const bool quiet = deeds[i](&g);

		snapshot_begin(g.s, tell, &g);
		buf_clear(&g.told);
		assert_int_equal(snapshot_step(g.s, 0) || g.told.len, !quiet);
		while (snapshot_step(g.s, 1000000))
			;
		assert_int_equal(g.told.len == 0, quiet);
	}
	ground_free(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_kind_of_change_is_told_with_both_contents),
	    cmocka_unit_test(what_others_changed_between_two_commands_is_not_told),
	    cmocka_unit_test(ignored_files_and_git_are_left_out),
	    cmocka_unit_test(a_link_is_where_it_leads),
	    cmocka_unit_test(a_file_that_becomes_ignored_is_not_removed),
	    cmocka_unit_test(a_look_is_over_at_once_only_when_nothing_stirred),
	    cmocka_unit_test(limits_leave_contents_out_and_say_so),
	    cmocka_unit_test(a_look_goes_in_steps_and_the_next_one_is_cheap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
