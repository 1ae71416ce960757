/* SPDX-License-Identifier: MIT
 * find_files, through the runner on real trees.
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
	static const char *const files[] = {"src/z.c", "src/a.c", "src/a.h", "src/sub/b.c",
	    "Makefile", "out/gen.c", "tests/test_a.c"};
	struct tool_ground *g = tool_ground_new(false);
	tool_ground_set(g, "tools.max_entries", json_integer(5));
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		scratch_text(g->dir, files[i], "");
	scratch_text(g->dir, ".gitignore", "out/\n");
	*state = g;
	return 0;
}

static const struct result *run(void **state, const char *args)
{
	return tool_ground_result(*state, &tool_find_files, args);
}

static void expect(void **state, const char *args, bool ok, const char *text, const char *summary)
{
	const struct result *r = run(state, args);
	assert_string_equal(buf_str(&r->text), text);
	assert_string_equal(r->summary, summary);
	assert_int_equal(r->ok, ok);
}

static void names_and_paths_match(void **state)
{
	expect(state, "{\"pattern\": \"*.c\"}", true,
	    "src/a.c\nsrc/sub/b.c\nsrc/z.c\ntests/test_a.c\n",
	    "4 files: src/a.c, src/sub/b.c, src/z.c and 1 more");
	expect(state, "{\"pattern\": \"src/*.{c,h}\"}", true, "src/a.c\nsrc/a.h\nsrc/z.c\n",
	    "3 files: src/a.c, src/a.h, src/z.c");
	expect(state, "{\"pattern\": \"sub/*.c\", \"path\": \"src\"}", true, "src/sub/b.c\n",
	    "1 file: src/sub/b.c");
	expect(state, "{\"pattern\": \"gen.*\", \"ignored\": true}", true, "out/gen.c\n",
	    "1 file: out/gen.c");
	expect(state, "{\"pattern\": \"s*/\"}", true, "src\nsrc/sub\n", "2 folders: src, src/sub");
}

static void nothing_found_says_how_to_look(void **state)
{
	expect(state, "{\"pattern\": \"gen.c\"}", true,
	    "[none of 7 files matches; a pattern without '/' is held against names, one with '/' "
	    "against "
	    "whole paths (\"**/\" for any depth); ignored files are found with \"ignored\": "
	    "true]\n",
	    "nothing matches gen.c");
	assert_int_equal(
	    json_array_size(json_list(((struct tool_ground *)*state)->call.result.data, "paths")),
	    0);
}

static void it_stops_at_the_ceiling_and_says_so(void **state)
{
	const struct result *r = run(state, "{\"pattern\": \"**\"}");
	assert_int_equal(json_array_size(json_list(r->data, "paths")), 5);
	assert_true(json_flag(r->data, "truncated", false));
	assert_non_null(
	    strstr(buf_str(&r->text), "\n[stopped at 5; narrow the pattern or path]\n"));
}

static void exactly_the_ceiling_is_not_cut(void **state)
{
	const struct result *r = run(state, "{\"pattern\": \"**/*.[ch]\"}");
	assert_int_equal(json_array_size(json_list(r->data, "paths")), 5);
	assert_false(json_flag(r->data, "truncated", true));
}

static void a_path_that_is_no_folder_is_refused(void **state)
{
	const struct result *r = run(state, "{\"pattern\": \"*\", \"path\": \"Makefile\"}");
	assert_false(r->ok);
	r = run(state, "{\"pattern\": \"*\", \"path\": \"tets\"}");
	assert_string_equal(buf_str(&r->text), "'tets' does not exist (did you mean 'tests'?)");
}

#define WITH_GROUND(f) cmocka_unit_test_setup_teardown(f, setup, tool_ground_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_GROUND(names_and_paths_match),
	    WITH_GROUND(nothing_found_says_how_to_look),
	    WITH_GROUND(it_stops_at_the_ceiling_and_says_so),
	    WITH_GROUND(exactly_the_ceiling_is_not_cut),
	    WITH_GROUND(a_path_that_is_no_folder_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
