/* SPDX-License-Identifier: MIT
 * list_files, through the runner on real trees.
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
#include "base/json/json.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int setup(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	tool_ground_set(g, "tools.max_entries", json_integer(12));
	scratch_text(g->dir, "README.md", "hello\n");
	scratch_text(g->dir, "src/a.c", "1\n2\n3");
	scratch_text(g->dir, "src/deep/b.c", "1\n");
	scratch_text(g->dir, "src/deep/er/c.h", "");
	scratch_text(g->dir, "out/gen.c", "1\n");
	scratch_text(g->dir, ".gitignore", "out/\n");
	scratch_write(g->dir, "data.bin", "\n\n\0", 3);
	char *link = scratch_path(g->dir, "link");
	assert_int_equal(symlink("src/a.c", link), 0);
	free(link);
	*state = g;
	return 0;
}

static const struct result *run(void **state, const char *args)
{
	return tool_ground_result(*state, &tool_list_files, args);
}

static void expect(void **state, const char *args, bool ok, const char *text, const char *summary)
{
	const struct result *r = run(state, args);
	assert_string_equal(buf_str(&r->text), text);
	assert_string_equal(r->summary, summary);
	assert_int_equal(r->ok, ok);
}

static void a_tree_is_shown_to_its_depth(void **state)
{
	expect(state, "{}", true,
	    ".gitignore 5\nREADME.md 6\ndata.bin 3\nlink -> src/a.c\nsrc/\n  a.c 5\n  deep/\n"
	    "[5 files, 2 folders]\n",
	    "5 files, 2 folders in .");
	expect(state, "{\"path\": \"src\", \"depth\": 1}", true,
	    "a.c 5\ndeep/\n[1 file, 1 folder]\n", "1 file, 1 folder in src");
	expect(state, "{\"path\": \"src\", \"depth\": 20}", true,
	    "a.c 5\ndeep/\n  b.c 2\n  er/\n    c.h 0\n[3 files, 2 folders]\n",
	    "3 files, 2 folders in src");
	expect(state, "{\"path\": \"README.md\"}", true, "README.md 6\n[1 file, 0 folders]\n",
	    "1 file, 0 folders in README.md");
	expect(state, "{\"path\": \"out\", \"ignored\": true}", true,
	    "gen.c 2\n[1 file, 0 folders]\n", "1 file, 0 folders in out");
}

static void the_data_names_kinds_and_types(void **state)
{
	const struct result *r = run(state, "{\"depth\": 1}");
	json_t *want = json_loads(
	    "{\"entries\": [{\"path\": \".gitignore\", \"kind\": \"file\", \"bytes\": 5},"
	    "{\"path\": \"README.md\", \"kind\": \"file\", \"bytes\": 6},"
	    "{\"path\": \"data.bin\", \"kind\": \"file\", \"bytes\": 3},"
	    "{\"path\": \"link\", \"kind\": \"link\", \"bytes\": 0},"
	    "{\"path\": \"src\", \"kind\": \"folder\", \"bytes\": 0}], \"files\": 4, \"folders\": "
	    "1, \"types\": ["
	    "{\"type\": \"other\", \"files\": 2, \"lines\": 0}, {\"type\": \"bin\", \"files\": 1, "
	    "\"lines\": 0},"
	    "{\"type\": \"md\", \"files\": 1, \"lines\": 0}], \"truncated\": false}",
	    0, NULL);
	assert_true(json_equal(r->data, want));
	json_decref(want);
}

static void lines_are_counted_when_asked(void **state)
{
	expect(state, "{\"path\": \"src\", \"depth\": 20, \"lines\": true}", true,
	    "a.c 5, 3 lines\ndeep/\n  b.c 2, 1 line\n  er/\n    c.h 0, 0 lines\n"
	    "[3 files, 2 folders, 4 lines: c 2 (4 lines), h 1 (0 lines)]\n",
	    "3 files, 2 folders in src");
	const struct result *r = run(state, "{\"path\": \"data.bin\", \"lines\": true}");
	assert_int_equal(json_int(r->data, "lines", -1), 0);
	r = run(state, "{\"path\": \"src/a.c\", \"lines\": true}");
	assert_int_equal(json_int(r->data, "lines", -1), 3);
}

static void a_large_tree_keeps_whole_levels(void **state)
{
	struct tool_ground *g = *state;
	for (int i = 0; i < 20; i++) {
		char name[32];
		snprintf(name, sizeof name, "many/d%d/f%d.txt", i % 4, i);
		scratch_text(g->dir, name, "");
	}
	expect(state, "{\"path\": \"many\", \"depth\": 3}", true,
	    "d0/\nd1/\nd2/\nd3/\n[20 files, 4 folders: txt 20; only 4 entries are shown, list one "
	    "folder or "
	    "find files by name]\n",
	    "20 files, 4 folders in many");
	assert_true(json_flag(g->call.result.data, "truncated", false));
	for (int i = 0; i < 20; i++) {
		char name[32];
		snprintf(name, sizeof name, "flat/f%02d", i);
		scratch_text(g->dir, name, "");
	}
	const struct result *r = run(state, "{\"path\": \"flat\"}");
	assert_int_equal(json_array_size(json_list(r->data, "entries")), 12);
	assert_int_equal(json_int(r->data, "files", 0), 20);
}

static void a_path_that_is_no_folder_is_refused(void **state)
{
	const struct result *r = run(state, "{\"path\": \"scr\"}");
	assert_false(r->ok);
	assert_string_equal(buf_str(&r->text), "'scr' does not exist (did you mean 'src'?)");
	r = run(state, "{\"path\": \"/\"}");
	assert_false(r->ok);
}

#define WITH_GROUND(f) cmocka_unit_test_setup_teardown(f, setup, tool_ground_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_GROUND(a_tree_is_shown_to_its_depth),
	    WITH_GROUND(the_data_names_kinds_and_types),
	    WITH_GROUND(lines_are_counted_when_asked),
	    WITH_GROUND(a_large_tree_keeps_whole_levels),
	    WITH_GROUND(a_path_that_is_no_folder_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
