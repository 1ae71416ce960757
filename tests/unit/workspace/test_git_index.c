/* SPDX-License-Identifier: MIT
 * Reading git's index, of every version, before and after git refreshed it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/file.h"
#include "tests/support/sandbox_ground.h"
#include "workspace/git_index.h"

/* Runs a line in the folder and reads the index that it leaves; owned. */
static struct buf index_after(struct sandbox_ground *g, const char *line)
{
	struct buf out = BUF_INIT;
	char *path = file_join(g->dir, ".git/index");

	assert_int_equal(sandbox_ground_run(g, CHILD_USER_COMMAND, line, NULL), 0);
	assert_true(file_read(path, 1 << 20, &out, NULL));
	free(path);
	return out;
}

static bool is_same(const struct buf *a, const struct buf *b)
{
	return git_index_same(a->data, a->len, b->data, b->len);
}

/* holds: command-tried-writes */
static void each_version_is_read(void **state)
{
	static const char *const versions[] = {"2", "3", "4"};

	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		char *line = xasprintf(
		    "rm -rf .git z && git init -q && mkdir -p some/folder && echo 1 "
		    ">some/folder/first && "
		    "echo 2 >some/folder/second && echo 3 >x && git add some x && git update-index "
		    "--index-version %s && echo 4 >y && %s",
		    versions[i], i == 1 ? "git add -N y" : "git add y");
		struct buf first = index_after(*state, line);
		struct buf refreshed = index_after(
		    *state, "touch -d 2001-01-01 x && git update-index -q --refresh; true");
		struct buf mode = index_after(*state, "git update-index --chmod=+x x");
		struct buf content =
		    index_after(*state, "git update-index --chmod=-x x; echo 9 >x; git add x");
		struct buf name = index_after(*state, "echo 3 >x; git add x; git mv x z");

		assert_int_equal(first.data[7], versions[i][0] - '0');
		assert_true(is_same(&first, &refreshed));
		assert_true(first.len != refreshed.len ||
			    memcmp(first.data, refreshed.data, first.len) != 0);
		assert_false(is_same(&first, &mode));
		assert_false(is_same(&first, &content));
		assert_false(is_same(&first, &name));
		for (size_t len = 0; len < first.len; len++) /* cut anywhere */
			assert_false(git_index_same(first.data, first.len, refreshed.data, len));
		buf_free(&first);
		buf_free(&refreshed);
		buf_free(&mode);
		buf_free(&content);
		buf_free(&name);
		free(line);
	}
}

/* Longer hashes would put other bytes where the times are. */
static void other_hashes_are_not_taken_for_it(void **state)
{
	struct buf first = index_after(
	    *state, "rm -rf .git && git init -q --object-format=sha256 && echo 1 >x && git add x");

	assert_false(is_same(&first, &first));
	buf_free(&first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_version_is_read),
	    cmocka_unit_test(other_hashes_are_not_taken_for_it),
	};
	return cmocka_run_group_tests(tests, sandbox_ground_setup, sandbox_ground_teardown);
}
