/* SPDX-License-Identifier: MIT
 * Commands that only read, and only here: they run unasked where reading a file does.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "tests/support/permission_ground.h"
#include "tests/support/scratch.h"

#define ASK APPROVE_ASK

/* Where reading a file asks nobody, neither does a command that does no more. */
static void what_only_reads_here_is_let_in_every_mode(void **state)
{
	static const struct {
		const char *command;
		bool let;
	} rows[] = {
	    {"ls", true},
	    {"ls -la src", true},
	    {"cat a b | head -n 3 | sort -r", true},
	    {"grep -rn x . 2>/dev/null", true},
	    {"find . -name '*.c' -type f", true},
	    {"timeout 5 wc -l a && echo done", true},
	    {"cat < a", true},
	    {"git status --short", true},
	    {"git log --oneline -5", true},
	    {"cat /etc/passwd", false},
	    {"cat ../x", false},
	    {"cat sub/../../x", false},
	    {"cat out/passwd", false},
	    {"cat < /etc/passwd", false},
	    {"cat ~/x", false},
	    {"cat $x", false},
	    {"cat <<E\n$SECRET\nE", false},
	    {"cat <<E\n`ls`\nE", false},
	    {"cat <<<$SECRET", false},
	    {"cat <<'E'\n$SECRET\nE", true},
	    {"cat *", false},
	    {"grep -f/etc/passwd x", false},
	    {"grep --exclude-from=x y", false},
	    {"./ls", false},
	    {"/bin/ls", false},
	    {"ls > x", false},
	    {"ls; npm", false},
	    {"cd sub && ls", false},
	    {"PATH=. ls", false},
	    {"x=1 ls", false},
	    {"find . -delete", false},
	    {"find . -exec cat {} ;", false},
	    {"find . -exec", false},
	    {"find . -ok ;", false},
	    {"find . -fprint x", false},
	    {"sort -o x a", false},
	    {"sort --compress-program=./x a", false},
	    {"rg --pre ./x y", false},
	    {"printenv", false},
	    {"env", false},
	    {"ps e", false},
	    {"jq '$ENV' a", false},
	    {"git diff --output=x", false},
	    {"git diff --ext-diff", false},
	    {"git -C sub status", false},
	    {"git -c core.fsmonitor=./x status", false},
	    {"git log --show-signature", false},
	    {"sudo ls", false},
	    {"xargs cat", false},
	    {"sh -c 'ls; npm'", false},
	    {"echo $(npm)", false},
	};
	static const enum approve_mode modes[] = {APPROVE_PLAN, APPROVE_READ_ONLY, APPROVE_ASK};
	char *dir = scratch_new(), *path = xstrdup(getenv("PATH"));
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p = permissions_with(NULL), *narrow;
	struct act act = {TOOL_RUNS, "run_command", "ls", .workspace = w};

	(void)state;
	setenv("HOME", dir, 1);
	setenv("PATH", "/usr/bin:/bin", 1);
	assert_int_equal(symlinkat("/etc", workspace_fd(w), "out"), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
			act.command = rows[i].command;
			if ((permission_decide(p, modes[m], &act).verdict == VERDICT_ALLOW) !=
			    rows[i].let)
				fail_msg("%s: %s", approve_mode_name(modes[m]), rows[i].command);
		}
	act.command = "ls";
	setenv("PATH", ".:/usr/bin", 1);
	assert_int_equal(permission_decide(p, ASK, &act).verdict, VERDICT_ASK);
	setenv("PATH", dir, 1);
	assert_int_equal(permission_decide(p, ASK, &act).verdict, VERDICT_ASK);
	setenv("PATH", "/usr/bin", 1);
	narrow = permissions_with("[{deny: {path: secrets}}]");
	assert_int_equal(permission_decide(narrow, ASK, &act).verdict, VERDICT_ASK);
	permissions_free(narrow);
	setenv("PATH", path, 1);
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
	free(path);
}

/* What one command may do is offered for a line in which the others only read. */
static void what_is_read_by_others_keeps_its_prefix(void **state)
{
	static const struct {
		const char *command, *prefix;
	} rows[] = {
	    {"make test | tail -n 5", "make"},
	    {"make 2>&1 | grep -n error | head", "make"},
	    {"make && ls -la", "make"},
	    {"npm run build | wc -l", "npm run"},
	    {"make | tee log", ""},
	    {"make | cat /etc/passwd -", ""},
	    {"make | grep -f ~/.netrc", ""},
	    {"make | sh", ""},
	    {"make | xargs cat", ""},
	    {"make | head >log", ""},
	    {"make | sort -o x", ""},
	    {"make $X | head", ""},
	    {"X=1 make | head", ""},
	    {"make | x=1 head", ""},
	    {"cd src && make | head", ""},
	    {"make test | head $(npm)", ""},
	    {"make | npm run x", ""},
	    {"ls | head", ""},
	};
	char *dir = scratch_new();
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p = permissions_with(NULL);
	struct act act = {.class = TOOL_RUNS, .tool = "run_command", .workspace = w};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		act.command = rows[i].command;
		const struct decision d = permission_decide(p, ASK, &act);
		if (strcmp(d.prefix, rows[i].prefix) != 0)
			fail_msg("'%s': '%s'", rows[i].command, d.prefix);
	}
	permission_grant(p, GRANT_PREFIX, "run_command", "make", false);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const bool make = strcmp(rows[i].prefix, "make") == 0,
			   reads = rows[i].command[0] == 'l';

		act.command = rows[i].command;
		if ((permission_decide(p, ASK, &act).verdict == VERDICT_ALLOW) != (make || reads))
			fail_msg("'%s'", rows[i].command);
	}
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
}

/* Files of the workspace may name programs that git runs when it reads. */
/* holds: reading-commands-run */
static void git_reads_unasked_only_where_nothing_makes_it_run_a_program(void **state)
{
	static const char plain[] = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
				    "[remote \"origin\"]\n\turl = x\n";
	static const struct {
		const char *file, *text;
		bool let;
	} rows[] = {
	    {".git/config", "", true},
	    {".git/config", "[branch \"a/b\"]\n\tmerge = refs/heads/a # x\n", true},
	    {".git/config", "[core]\n\tfsmonitor = ./x\n", false},
	    {".git/config", "[core] fsmonitor = ./x\n", false},
	    {".git/config", "[core]\n\teol = lf\\\n\tfsmonitor = ./x\n", false},
	    {".git/config", "[CORE]\n\tFSMonitor = ./x\n", false},
	    {".git/config", "[core]\n\thooksPath = hooks\n", false},
	    {".git/config", "[core]\n\tworktree = /\n", false},
	    {".git/config", "[diff]\n\texternal = ./x\n", false},
	    {".git/config", "[diff \"a\"]\n\ttextconv = ./x\n", false},
	    {".git/config", "[diff.a]\n\ttextconv = ./x\n", false},
	    {".git/config", "[filter \"a\"]\n\tclean = ./x\n", false},
	    {".git/config", "[include]\n\tpath = x\n", false},
	    {".git/config", "[gpg]\n\tprogram = ./x\n", false},
	    {".git/config", "[extensions]\n\tpartialClone = origin\n", false},
	    {".git/hooks/post-index-change", "", false},
	    {".git/config.worktree", "", false},
	    {".git/sharedindex.1", "", false},
	    {".git/index", "DIRC\n", true},
	    {".gitconfig", "[core]\n\thooksPath = hooks\n", false},
	    {".gitconfig", "[diff]\n\texternal = ./x\n", false},
	    {".gitconfig", "[user]\n\tname = x\n[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n",
		true},
	};
	struct permissions *p = permissions_with(NULL);
	char *path = xstrdup(getenv("PATH"));

	(void)state;
	setenv("PATH", "/usr/bin:/bin", 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *dir = scratch_new();
		struct workspace *w = workspace_open(dir, NULL);
		struct act act = {TOOL_RUNS, "run_command", "git status", .workspace = w};

		setenv("HOME", dir, 1);
		scratch_text(dir, ".git/HEAD", "ref: refs/heads/main\n");
		scratch_text(dir, ".git/config", plain);
		scratch_folder(dir, ".git/objects");
		scratch_folder(dir, ".git/refs");
		scratch_text(dir, rows[i].file, rows[i].text);
		if ((permission_decide(p, ASK, &act).verdict == VERDICT_ALLOW) != rows[i].let)
			fail_msg("%s: %s", rows[i].file, rows[i].text);
		workspace_free(w);
		scratch_free(dir);
	}
	setenv("PATH", path, 1);
	free(path);
	permissions_free(p);
}

static void reading_commands_are_known(void **state)
{
	static const struct {
		const char *command;
		bool reads;
	} rows[] = {
	    {"ls", true},
	    {"git log --oneline | head -5", true},
	    {"echo hello", true},
	    {"grep -rn x . 2>/dev/null", true},
	    {"test -f x && cat x", true},
	    {"find . -name '*.c' | sort | wc -l", true},
	    {"for f in *.c; do wc -l $f; done", false},
	    {"for f in *.c; do wc -l a; done", true},
	    {"LANG=C timeout 5 ls", true},
	    {"", true},
	    {"echo hello > x", false},
	    {"find . -delete", false},
	    {"find . -exec touch {} \\;", false},
	    {"sort -o x x", false},
	    {"git log --output=x", false},
	    {"git commit", false},
	    {"make", false},
	    {"ls; make", false},
	    {"echo $(make)", false},
	    {"PATH=. ls", false},
	    {"sudo ls", false},
	    {"sh x", false},
	    {"ls 'open", false},
	};
	struct permissions *p = permissions_with(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (permission_reads(p, rows[i].command) != rows[i].reads)
			fail_msg("'%s'", rows[i].command);
	permissions_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_only_reads_here_is_let_in_every_mode),
	    cmocka_unit_test(what_is_read_by_others_keeps_its_prefix),
	    cmocka_unit_test(git_reads_unasked_only_where_nothing_makes_it_run_a_program),
	    cmocka_unit_test(reading_commands_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
