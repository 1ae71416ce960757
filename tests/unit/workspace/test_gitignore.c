/* SPDX-License-Identifier: MIT
 * .gitignore rules, row by row, and compared with git: random patterns on random paths must get the
 * verdict of `git check-ignore`.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "tests/support/scratch.h"
#include "workspace/file/gitignore.h"

static void rules_decide(void **state)
{
	static const struct {
		const char *rules, *path;
		bool folder;
		enum ignore_verdict verdict;
	} rows[] = {
	    {"*.o", "a.o", false, IGNORE_OUT},
	    {"*.o", "x/y/a.o", false, IGNORE_OUT},
	    {"*.o", "a.c", false, IGNORE_SILENT},
	    {"build/", "build", true, IGNORE_OUT},
	    {"build/", "build", false, IGNORE_SILENT},
	    {"build/", "x/build", true, IGNORE_OUT},
	    {"/build", "build", false, IGNORE_OUT},
	    {"/build", "x/build", false, IGNORE_SILENT},
	    {"doc/*.txt", "doc/a.txt", false, IGNORE_OUT},
	    {"doc/*.txt", "doc/x/a.txt", false, IGNORE_SILENT},
	    {"doc/*.txt", "x/doc/a.txt", false, IGNORE_SILENT},
	    {"**/foo", "a/b/foo", false, IGNORE_OUT},
	    {"**/foo", "foo", false, IGNORE_OUT},
	    {"abc/**", "abc/x/y", false, IGNORE_OUT},
	    {"abc/**", "abc", true, IGNORE_SILENT},
	    {"a/**/b", "a/b", false, IGNORE_OUT},
	    {"a/**/b", "a/x/y/b", false, IGNORE_OUT},
	    {"*.log\n!keep.log", "keep.log", false, IGNORE_KEPT},
	    {"!keep.log\n*.log", "keep.log", false, IGNORE_OUT},
	    {"# a comment", "# a comment", false, IGNORE_SILENT},
	    {"\\#x", "#x", false, IGNORE_OUT},
	    {"\\!x", "!x", false, IGNORE_OUT},
	    {"x   ", "x", false, IGNORE_OUT},
	    {"x\\ ", "x ", false, IGNORE_OUT},
	    {"x\t", "x", false, IGNORE_SILENT},
	    {"x\r\ny\r\n", "y", false, IGNORE_OUT},
	    {"\xef\xbb\xbfx", "x", false, IGNORE_OUT},
	    {"a[bc]d", "abd", false, IGNORE_OUT},
	    {"/", "x", true, IGNORE_SILENT},
	    {"\n\n!\n  \n", "x", false, IGNORE_SILENT},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct ignore *ig = ignore_parse(rows[i].rules, strlen(rows[i].rules));
		enum ignore_verdict v =
		    ig ? ignore_check(ig, rows[i].path, rows[i].folder) : IGNORE_SILENT;
		if (v != rows[i].verdict)
			fail_msg("'%s' says %d of '%s'", rows[i].rules, (int)v, rows[i].path);
		ignore_free(ig);
	}
}

static unsigned seed = 20240611;

static unsigned random_below(unsigned n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void random_pattern(struct buf *out)
{
	static const char *const pieces[] = {"a", "b", "c", "ab", "*", "**", "?", "/", "/", "**/",
	    "/**", "/**/", "[ab]", "[!a]", "[a-c]", "\\a", "\\*", ".", "*.", "[]a]", "[", " ",
	    "[[:alpha:]]", "***", "[^b", "\\"};
	if (random_below(4) == 0)
		buf_addc(out, '!');
	if (random_below(4) == 0)
		buf_addc(out, '/');
	for (unsigned n = 1 + random_below(5); n > 0; n--)
		buf_adds(out, pieces[random_below(sizeof pieces / sizeof *pieces)]);
	if (random_below(4) == 0)
		buf_addc(out, '/');
	buf_addc(out, '\n');
}

static char *random_path(void)
{
	static const char *const names[] = {
	    "a", "b", "c", "ab", "ba", "abc", "a.c", "b.a", "*", "]", "ca b", "a "};
	struct buf path = BUF_INIT;
	for (unsigned n = 1 + random_below(4); n > 0; n--) {
		buf_adds(&path, names[random_below(sizeof names / sizeof *names)]);
		if (n > 1)
			buf_addc(&path, '/');
	}
	return buf_take(&path);
}

/* Whether a path is ignored by the walk's rule, that a path below an ignored folder is ignored. Folders
 * of these paths do not exist, so git takes the path itself for a file. */
static bool is_out(const struct ignore *ig, const char *path)
{
	char head[256];
	for (const char *p = path; ig && (p = strchr(p, '/')); p++) {
		memcpy(head, path, (size_t)(p - path));
		head[p - path] = '\0';
		if (ignore_check(ig, head, true) == IGNORE_OUT)
			return true;
	}
	return ig && ignore_check(ig, path, false) == IGNORE_OUT;
}

static void run(const char *dir, const char *const *argv, const char *in, struct buf *out)
{
	char *in_path = scratch_path(dir, "stdin.tmp"), *out_path = scratch_path(dir, "stdout.tmp");
	if (in)
		scratch_text(dir, "stdin.tmp", in);
	pid_t pid = fork();
	if (pid == 0) {
		if (chdir(dir) || !freopen(in ? in_path : "/dev/null", "r", stdin) ||
		    !freopen(out_path, "w", stdout))
			_exit(126);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
	char *text = scratch_read(dir, "stdout.tmp", NULL);
	if (out)
		buf_adds(out, text);
	free(text);
	free(in_path);
	free(out_path);
}

#define PATHS 200
#define ROUNDS 60

static void git_agrees(void **state)
{
	char *dir = scratch_new();
	const char *const init[] = {"git", "init", "-q", NULL};
	const char *const check[] = {"git", "-c", "core.excludesFile=/dev/null", "check-ignore",
	    "--no-index", "--stdin", "--verbose", "--non-matching", NULL};
	int kept = 0, out_count = 0;
	run(dir, init, NULL, NULL);
	for (int round = 0; round < ROUNDS; round++) {
		struct buf rules = BUF_INIT, paths = BUF_INIT, said = BUF_INIT;
		char *path[PATHS];
		for (unsigned n = 1 + random_below(4); n > 0; n--)
			random_pattern(&rules);
		scratch_text(dir, ".gitignore", buf_str(&rules));
		for (int i = 0; i < PATHS; i++) {
			path[i] = random_path();
			buf_addf(&paths, "%s\n", path[i]);
		}
		run(dir, check, buf_str(&paths), &said);
		struct ignore *ig = ignore_parse(buf_str(&rules), rules.len);
		const char *line = buf_str(&said);
		for (int i = 0; i < PATHS; i++) {
			/* SOURCE:LINE:PATTERN<tab>PATH; a pattern that begins with '!' keeps */
			const char *tab = strchr(line, '\t'), *pattern = strchr(line, ':');
			assert_non_null(tab);
			pattern = strchr(pattern + 1, ':') + 1;
			bool git_out = pattern < tab && *pattern != '!';
			if (is_out(ig, path[i]) != git_out)
				fail_msg("'%s': git says %s\nrules:\n%s", path[i],
				    git_out ? "ignored" : "kept", buf_str(&rules));
			out_count += git_out;
			kept += !git_out;
			line = strchr(line, '\n') + 1;
			free(path[i]);
		}
		ignore_free(ig);
		buf_free(&rules);
		buf_free(&paths);
		buf_free(&said);
	}
	assert_true(kept > ROUNDS * 10 && out_count > ROUNDS * 10);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(rules_decide),
	    cmocka_unit_test(git_agrees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
