/* SPDX-License-Identifier: MIT
 * apply_patch on real files: a patch is applied whole or not at all, with an event for each change.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json/json.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int ground_make(void **state)
{
	struct tool_ground *g = tool_ground_new(false);

	scratch_text(g->dir, "a", "one\ntwo\n");
	scratch_text(g->dir, "b", "three\n");
	*state = g;
	return 0;
}

static char *call_of(const char *sections)
{
	struct buf patch = BUF_INIT;
	json_t *args;
	char *line;

	buf_addf(&patch, "*** Begin Patch\n%s*** End Patch\n", sections);
	args = json_pack("{s:s}", "patch", buf_str(&patch));
	line = json_line(args);
	json_decref(args);
	buf_free(&patch);
	return line;
}

static const struct result *run(struct tool_ground *g, const char *sections)
{
	char *args = call_of(sections);
	const struct result *r = tool_ground_result(g, &tool_apply_patch, args);

	free(args);
	return r;
}

static void expect_file(struct tool_ground *g, const char *name, const char *want)
{
	char *is = scratch_read(g->dir, name, NULL);

	if (!want)
		assert_null(is);
	else
		assert_string_equal(is ? is : "not there", want);
	free(is);
}

/* Returns "name created removed" of each file_change event, in order. Owned. */
static char *changes(const struct tool_ground *g)
{
	struct buf out = BUF_INIT;
	json_t *ev;
	size_t i;

	json_array_foreach (g->events, i, ev) {
		const json_t *data = json_map(ev, "data");

		if (strcmp(json_str(ev, "type", ""), "file_change"))
			continue;
		buf_addf(&out, "%s%s%s%s", out.len ? ", " : "", json_str(data, "path", ""),
		    json_flag(data, "created", false) ? " created" : "",
		    json_flag(data, "removed", false) ? " removed" : "");
	}
	return buf_take(&out);
}

static void several_files_change_in_one_call(void **state)
{
	struct tool_ground *g = *state;
	const struct result *r = run(g, "*** Update File: a\n@@\n-two\n+2\n*** Delete File: b\n*** "
					"Add File: c/d\n+new\n");
	char *told = changes(g);

	assert_true(r->ok);
	expect_file(g, "a", "one\n2\n");
	expect_file(g, "b", NULL);
	expect_file(g, "c/d", "new\n");
	assert_string_equal(told, "a, b removed, c/d created");
	assert_string_equal(r->summary, "apply_patch a, b, c/d  +2 -2");
	assert_int_equal(json_int(r->data, "added", 0), 2);
	assert_int_equal(json_int(r->data, "removed", 0), 2);
	assert_int_equal(json_array_size(json_list(r->data, "files")), 3);
	assert_non_null(
	    strstr(buf_str(&r->text), "changes a  +1 -1\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"));
	free(told);
}

static void a_script_that_is_moved_still_runs(void **state)
{
	struct tool_ground *g = *state;
	char *path = scratch_path(g->dir, "a"), *to = scratch_path(g->dir, "bin/a.sh");
	struct stat st;

	chmod(path, 0755);
	assert_true(run(g, "*** Update File: a\n*** Move to: bin/a.sh\n@@\n-two\n+2\n")->ok);
	expect_file(g, "a", NULL);
	expect_file(g, "bin/a.sh", "one\n2\n");
	assert_int_equal(stat(to, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0755);
	assert_true(run(g, "*** Update File: b\n*** Move to: b2\n")->ok);
	expect_file(g, "b2", "three\n");
	expect_file(g, "b", NULL);
	free(path);
	free(to);
}

/* Nothing is written where one section cannot be. */
static void a_patch_that_does_not_fit_writes_nothing(void **state)
{
	static const struct {
		const char *sections, *why;
	} rows[] = {
	    {"@@\n-no\n+2\n", "no place"},
	    {"*** Add File: b\n+x\n", "b is there already, nothing was written: update it instead"},
	    {"*** Delete File: c\n", "no such file 'c', nothing was written"},
	    {"*** Update File: c\n@@\n-x\n+y\n", "no such file 'c', nothing was written"},
	    {"*** Update File: b\n*** Move to: d\n@@\n-x\n+y\n", "hunk 1 of b has no place"},
	    {"*** Update File: b\n@@\n-three\n+three\n", "the patch leaves b as it was"},
	    {"*** Add File: ../out\n+x\n", "outside"},
	    {"*** Add File: d\n+x\n*** Add File: d\n+y\n", "names d twice"},
	    {"nonsense\n", "begins with none of"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tool_ground *g = *state;
		char sections[400], *told;
		const struct result *r;

		snprintf(sections, sizeof sections, "*** Update File: a\n@@\n-two\n+2\n%s",
		    rows[i].sections);
		r = run(g, sections);
		if (r->ok || !strstr(buf_str(&r->text), rows[i].why))
			fail_msg("row %zu: '%s'", i + 1, buf_str(&r->text));
		expect_file(g, "a", "one\ntwo\n");
		expect_file(g, "b", "three\n");
		told = changes(g);
		assert_string_equal(told, "");
		free(told);
	}
}

/* .git is refused when it is written: what was written before it gets its content back. */
static void a_write_that_fails_takes_the_others_back(void **state)
{
	struct tool_ground *g = *state;
	char *told;

	scratch_folder(g->dir, ".git");
	assert_false(run(g, "*** Update File: a\n@@\n-two\n+2\n*** Delete File: b\n*** Add File: "
			    "c\n+c\n*** Add File: .git/config\n+x\n")
			 ->ok);
	expect_file(g, "a", "one\ntwo\n");
	expect_file(g, "b", "three\n");
	expect_file(g, "c", NULL);
	told = changes(g);
	assert_string_equal(told, "a, b removed, c created, c removed, b created, a");
	free(told);
}

static void a_file_that_changed_since_it_was_read_stays(void **state)
{
	struct tool_ground *g = *state;

	assert_true(tool_ground_result(g, &tool_read_file, "{\"path\": \"a\"}")->ok);
	scratch_text(g->dir, "a", "one\ntwo\nmore\n");
	assert_non_null(
	    strstr(buf_str(&run(g, "*** Update File: a\n@@\n-two\n+2\n")->text), "changed since"));
	expect_file(g, "a", "one\ntwo\nmore\n");
}

/* What a person saw is what is written; a file that moved on in between is not. */
static void what_was_shown_is_what_is_written(void **state)
{
	struct tool_ground *g = *state;
	char *args = call_of("*** Update File: a\n@@\n-two\n+2\n*** Delete File: b\n");
	struct buf card = BUF_INIT;
	struct call c;

	tool_ground_prepare(g, &c, &tool_apply_patch, args);
	assert_true(tool_apply_patch.preview(&c, &card));
	assert_non_null(strstr(buf_str(&card), "changes a  +1 -1\n@@"));
	assert_non_null(strstr(buf_str(&card), "deletes b  +0 -1\n@@"));
	scratch_text(g->dir, "b", "other\n");
	tool_ground_start(g, &c);
	tool_ground_wait(g, &c);
	assert_false(c.result.ok);
	assert_non_null(strstr(buf_str(&c.result.text), "b changed after this change was shown"));
	expect_file(g, "a", "one\ntwo\n");
	expect_file(g, "b", "other\n");
	call_free(&c);
	buf_free(&card);
	free(args);
}

static void it_names_its_files(void **state)
{
	char *args = call_of("*** Update File: a\n*** Move to: c\n@@\n-x\n*** Delete File: b\n");
	json_t *value = json_parse(args, strlen(args), NULL),
	       *paths = tool_apply_patch.paths(value);
	char *list = json_line(paths);
	struct buf line = BUF_INIT;

	tool_apply_patch.describe(value, &line);
	assert_string_equal(buf_str(&line), "apply_patch a to c, b");
	assert_string_equal(list, "[\"a\",\"c\",\"b\"]");
	buf_free(&line);
	json_decref(paths);
	json_decref(value);
	free(list);
	free(args);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, ground_make, tool_ground_teardown)
	const struct CMUnitTest tests[] = {
	    T(several_files_change_in_one_call),
	    T(a_script_that_is_moved_still_runs),
	    T(a_patch_that_does_not_fit_writes_nothing),
	    T(a_write_that_fails_takes_the_others_back),
	    T(a_file_that_changed_since_it_was_read_stays),
	    T(what_was_shown_is_what_is_written),
	    cmocka_unit_test(it_names_its_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
