/* SPDX-License-Identifier: MIT
 * What .git says without git: HEAD in its forms, a linked worktree, and what `git status` prints.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tests/support/scratch.h"
#include "workspace/file/git_config.h"
#include "workspace/file/git_state.h"

static void test_head_names_a_branch_or_a_commit(void **state)
{
	static const struct {
		const char *text, *branch, *commit;
	} rows[] = {
	    {"ref: refs/heads/main\n", "main", NULL},
	    {"ref: refs/heads/topic/words", "topic/words", NULL},
	    {"ref: refs/heads/main\r\nmore", "main", NULL},
	    {"ref: refs/heads/\n", NULL, NULL},
	    {"ref: refs/remotes/origin/main\n", NULL, NULL},
	    {"0123456789abcdef0123456789abcdef01234567\n", NULL, "01234567"},
	    {"0123456789ABCDEF0123456789abcdef01234567\n", NULL, NULL},
	    {"0123\n", NULL, NULL},
	    {"\n", NULL, NULL},
	    {"", NULL, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct git_head head = git_head_parse(rows[i].text, strlen(rows[i].text));

		if (rows[i].branch)
			assert_string_equal(head.branch, rows[i].branch);
		else
			assert_null(head.branch);
		if (rows[i].commit)
			assert_string_equal(head.commit, rows[i].commit);
		else
			assert_null(head.commit);
		git_head_free(&head);
	}
}

static void test_a_repository_is_found_above_and_through_a_worktrees_file(void **state)
{
	char *dir = scratch_new(), *below = file_join(dir, "a/b"), *linked = file_join(dir, "w");
	char *root;
	struct git_head head;

	scratch_folder(dir, "a");
	scratch_folder(dir, "a/b");
	scratch_text(dir, ".git/HEAD", "ref: refs/heads/main\n");
	scratch_text(dir, ".git/worktrees/w/HEAD", "ref: refs/heads/side\n");
	scratch_text(dir, "w/.git", "gitdir: ../.git/worktrees/w\n");
	root = git_root(below);
	assert_string_equal(root, dir);
	head = git_head(root);
	assert_string_equal(head.branch, "main");
	git_head_free(&head);
	free(root);
	root = git_root(linked);
	assert_string_equal(root, linked);
	head = git_head(root);
	assert_string_equal(head.branch, "side");
	git_head_free(&head);
	free(root);
	free(linked);
	free(below);
	scratch_free(dir);
}

static void test_changes_are_read_to_the_last_whole_one(void **state)
{
	static const char text[] = " M a.c\0R  to b\0from\0?? dir/\0UU cut";
	const char *at = text, *end = text + sizeof text - 1;
	static const struct {
		const char *state, *name;
	} rows[] = {{" M", "a.c"}, {"R ", "to b"}, {"??", "dir/"}};
	struct git_change change;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_true(git_change_next(&at, end, &change));
		assert_memory_equal(change.state, rows[i].state, 2);
		assert_int_equal(change.len, strlen(rows[i].name));
		assert_memory_equal(change.name, rows[i].name, change.len);
	}
	assert_false(git_change_next(&at, end, &change));
}

/* holds: git-runs-planted */
static void test_a_worktree_is_believed_where_its_repository_names_it_too(void **state)
{
	char *dir = scratch_new(), *root = scratch_path(dir, "w"),
	     *common = scratch_path(dir, "main/.git");
	char *own = scratch_path(common, "worktrees/w"), *back = scratch_path(root, ".git");
	struct git_worktree got;

	scratch_text(dir, "w/.git", "gitdir: ../main/.git/worktrees/w\n");
	assert_false(git_worktree(root, &got)); /* it is not there */
	scratch_text(own, "commondir", "../..\n");
	assert_false(git_worktree(root, &got)); /* it does not say whose it is */
	scratch_text(own, "gitdir", "../../../../elsewhere/.git\n");
	assert_false(git_worktree(root, &got));
	scratch_text(own, "gitdir", back);
	scratch_text(own, "commondir", "../../../elsewhere\n");
	scratch_folder(dir, "main/elsewhere");
	assert_false(git_worktree(root, &got));
	scratch_text(
	    own, "commondir", "../..\n/../../../elsewhere\n"); /* a folder's name, for git */
	assert_false(git_worktree(root, &got));
	scratch_text(own, "commondir", "../..\n");
	assert_true(git_worktree(root, &got));
	assert_string_equal(got.own, own);
	assert_string_equal(got.common, common);
	git_worktree_free(&got);
	scratch_text(dir, "bare/gitdir", back);
	scratch_text(dir, "w/.git", "gitdir: ../bare\n"); /* a folder that is below no worktrees */
	assert_false(git_worktree(root, &got));
	assert_false(git_worktree(common, &got));
	free(root);
	free(common);
	free(own);
	free(back);
	scratch_free(dir);
}

static void a_line_that_changes_the_configuration_is_known(void **state)
{
	static const char *const changes[] = {"git config user.name x",
	    "git config --local --add a.b c", "git config --unset a.b", "git config set a.b c",
	    "git -C sub config a.b \"x\"", "cd sub && git remote add o there",
	    "git push -u origin main", "git push origin main --set-upstream", "git branch -u o/m"};
	static const char *const leaves[] = {"git config user.name", "git config user.name; ls",
	    "git config --get user.name", "git config --list", "git config --global user.name x",
	    "git remote -v", "git push origin main", "git branch -v",
	    "git log | grep 'remote add'"};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
		if (!git_configures(changes[i]))
			fail_msg("%s", changes[i]);
	for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
		if (git_configures(leaves[i]))
			fail_msg("%s", leaves[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_head_names_a_branch_or_a_commit),
	    cmocka_unit_test(test_a_repository_is_found_above_and_through_a_worktrees_file),
	    cmocka_unit_test(test_a_worktree_is_believed_where_its_repository_names_it_too),
	    cmocka_unit_test(test_changes_are_read_to_the_last_whole_one),
	    cmocka_unit_test(a_line_that_changes_the_configuration_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
