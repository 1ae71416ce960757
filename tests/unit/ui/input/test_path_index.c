/* SPDX-License-Identifier: MIT
 * The index of paths for completion: what is found, what is left out, and that no key waits for it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/clock.h"
#include "base/text/text.h"
#include "tests/support/scratch.h"
#include "ui/input/path_index.h"

#define KEY_US 20000 /* with sanitizers; without, a key takes 3 ms at most */

static void on_change(void *ctx)
{
	++*(int *)ctx;
}

static void settle(struct loop *l, struct path_index *p)
{
	for (int i = 0; path_index_busy(p) && i < 100000; i++)
		loop_turn(l, 0);
	assert_false(path_index_busy(p));
}

static void the_best_name_comes_first_and_what_is_ignored_never(void **state)
{
	char *dir = scratch_new();
	struct loop *l = loop_new();
	struct error e = ERROR_INIT;
	int changes = 0;

	scratch_text(dir, "src/main.c", "");
	scratch_text(dir, "src/deep/parser.c", "");
	scratch_text(dir, "docs/guide.md", "");
	scratch_text(dir, "build/main.o", "");
	scratch_text(dir, ".gitignore", "build/\n");
	struct workspace *w = workspace_open(dir, &e);
	struct path_index *p = path_index_new(l, w, on_change, &changes);
	path_index_search(p, "main");
	settle(l, p);
	assert_int_equal(path_index_hits(p), 1);
	assert_string_equal(path_index_hit(p, 0), "src/main.c");
	path_index_search(p, "");
	settle(l, p);
	assert_int_equal(path_index_hits(p), 7); /* three folders, three files, .gitignore */
	path_index_search(p, "SRC/");
	settle(l, p);
	assert_int_equal(path_index_hits(p), 0); /* a capital is meant */
	path_index_search(p, "dpc");
	settle(l, p);
	assert_string_equal(path_index_hit(p, 0), "src/deep/parser.c");
	path_index_rest(p);
	assert_int_equal(path_index_hits(p), 0);
	path_index_free(p);
	workspace_free(w);
	loop_free(l);
	scratch_free(dir);
}

static void a_key_does_not_wait_for_a_large_tree(void **state)
{
	char *dir = scratch_new(), name[64];
	struct loop *l = loop_new();
	struct error e = ERROR_INIT;
	int changes = 0, turns = 0;

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof name, "m%d/file_%d.c", i / 200, i);
		scratch_text(dir, name, "");
	}
	struct workspace *w = workspace_open(dir, &e);
	struct path_index *p = path_index_new(l, w, on_change, &changes);
	static const char *const typed[] = {"", "f", "fi", "fil", "file", "file_19999"};
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
		int64_t start = clock_cpu_us();
		path_index_search(p, typed[i]);
		assert_true(clock_cpu_us() - start < KEY_US);
		loop_turn(l, 0);
	}
	for (; path_index_busy(p) && turns < 100000; turns++)
		loop_turn(l, 0);
	assert_false(path_index_busy(p));
	assert_true(changes > 0);
	assert_int_equal(path_index_hits(p), 1);
	assert_string_equal(path_index_hit(p, 0), "m99/file_19999.c");
	path_index_free(p);
	workspace_free(w);
	loop_free(l);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_best_name_comes_first_and_what_is_ignored_never),
	    cmocka_unit_test(a_key_does_not_wait_for_a_large_tree),
	};
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
