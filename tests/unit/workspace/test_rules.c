/*
 * Permission rules: what matches, who wins, what is told. In the tables the verdict is A allowed,
 * ? asks, - denied.
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
#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "tests/support/scratch.h"
#include "workspace/permission.h"
#include "workspace/workspace.h"

static struct settings *settings_with(const char *rules)
{
	char *assignment = rules ? xasprintf("permissions.rules=%s", rules) : NULL;
	const char *const assignments[] = {assignment, NULL};
	struct problems problems = PROBLEMS_INIT;
	struct settings *s;

	setenv("XDG_CONFIG_HOME", "/nonexistent/config", 1); /* not those of whoever runs this */
	setenv("XDG_DATA_HOME", "/nonexistent/data", 1);
	s = settings_load(
	    &(struct settings_request){.workspace = "/nonexistent", .assignments = assignments},
	    &problems);
	if (!s)
		fail_msg("%s", problems.list[0].text);
	problems_free(&problems);
	free(assignment);
	return s;
}

static struct permissions *permissions_with(const char *rules)
{
	struct settings *s = settings_with(rules);
	struct permissions *p = permissions_new(s);

	settings_free(s);
	return p;
}

static char letter(enum verdict verdict)
{
	return "A?-"[verdict];
}

struct row {
	enum approve_mode mode;
	const char *command;
	char verdict;
};

static void check(const char *rules, const struct row *rows, size_t count)
{
	char *dir = scratch_new();
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p = permissions_with(rules);
	bool ok = true;

	for (size_t i = 0; i < count; i++) {
		struct act act = {TOOL_RUNS, "run_command", rows[i].command, NULL, w};
		struct decision d = permission_decide(p, rows[i].mode, &act);

		if (letter(d.verdict) != rows[i].verdict) {
			print_error("mode %s: %s\n  wanted %c, got %c: %s\n",
			    approve_mode_name(rows[i].mode), rows[i].command, rows[i].verdict,
			    letter(d.verdict), d.reason);
			ok = false;
		}
	}
	assert_true(ok);
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
}
#define CHECK(rules, rows) check(rules, rows, sizeof(rows) / sizeof *(rows))
#define ASK APPROVE_ASK
#define EDITS APPROVE_EDITS
#define ALL APPROVE_ALL

static void every_command_of_a_line_must_be_allowed(void **state)
{
	static const struct row rows[] = {
	    {ASK, "git status", 'A'},
	    {ASK, "git status -s src", 'A'},
	    {ASK, "git   'status'", 'A'},
	    {ASK, "make test", 'A'},
	    {ASK, "git status && make test", 'A'},
	    {ASK, "git status; make test &", 'A'},
	    {ASK, "(git status | make test)", 'A'},
	    {ASK, "if git status; then make test; fi", 'A'},
	    {ASK, "for i in 1 2; do make test $i; done", '?'},
	    {ASK, "make test 2>&1", 'A'},
	    {ASK, "make test > /dev/null 2> /dev/stderr", 'A'},
	    {ASK, "make test < Makefile", 'A'},
	    {ASK, "LANG=C make test", 'A'},
	    {ASK, "timeout 5 make test", 'A'},
	    {ASK, "nice -n 5 env LC_ALL=C make test", 'A'},
	    {ASK, "sh -c 'make test; git status'", 'A'},
	    {ASK, "make test $x *", '?'},
	    {ASK, "make test $(git status)", '?'},
	    {ASK, "git", '?'},
	    {ASK, "git push", '?'},
	    {ASK, "gitstatus", '?'},
	    {ASK, "git statusx", '?'},
	    {ASK, "git -C / status", '?'},
	    {ASK, "git -c core.pager=x status", '?'},
	    {ASK, "./git status", '?'},
	    {ASK, "/tmp/git status", '?'},
	    {ASK, "git \"$x\"", '?'},
	    {ASK, "git stat*", '?'},
	    {ASK, "git {status,x}", '?'},
	    {ASK, "git status && curl x", '?'},
	    {ASK, "git status; curl x", '?'},
	    {ASK, "git status | sh", '?'},
	    {ASK, "git status\ncurl x", '?'},
	    {ASK, "git status & curl x", '?'},
	    {ASK, "git status $(curl x)", '?'},
	    {ASK, "git status `curl x`", '?'},
	    {ASK, "git status \"$(curl x)\"", '?'},
	    {ASK, "git status <(curl x)", '?'},
	    {ASK, "git status ${x:-$(curl x)}", '?'},
	    {ASK, "git status $(( $(curl x) ))", '?'},
	    {ASK, "git status <<E\n$(curl x)\nE\n", '?'},
	    {ASK, "git status <<'E'\n$(curl x)\nE\n", 'A'},
	    {ASK, "git status <<'E'\nx\nE\ncurl x", '?'},
	    {ASK, "sudo git status", '?'},
	    {ASK, "doas make test", '?'},
	    {ASK, "PATH=. git status", '?'},
	    {ASK, "LD_PRELOAD=x git status", '?'},
	    {ASK, "GIT_PAGER=x git status", '?'},
	    {ASK, "env GIT_PAGER=x git status", '?'},
	    {ASK, "PATH=.; git status", '?'},
	    {ASK, "git status > out", '?'},
	    {ASK, "git status > /etc/passwd", '?'},
	    {ASK, "git status > $x", '?'},
	    {ASK, "git status | xargs make test", '?'},
	    {ASK, "git status | xargs make", '?'},
	    {ASK, "xargs -I{} sh -c 'make test {}'", '?'},
	    {ASK, "sh -c \"$x\"", '?'},
	    {ASK, "eval git status", 'A'},
	    {ASK, "eval \"$x\"", '?'},
	    {ASK, "$x git status", '?'},
	    {ASK, "git() { curl x; }; git status", '?'},
	    {ASK, "git status 'a", '?'},
	    {ASK, "git status; \"", '?'},
	    {ASK, "", '?'},
	    {ASK, "# git status", '?'},
	    {APPROVE_READ_ONLY, "make test", '-'},
	    {APPROVE_PLAN, "make test", '-'},
	    {EDITS, "git status", 'A'},
	    {EDITS, "git status > out", 'A'},
	    {EDITS, "git status > sub/out", 'A'},
	    {EDITS, "git status > ../out", '?'},
	    {EDITS, "git status > /tmp/out", '?'},
	    {EDITS, "git status > /dev/sda", '?'},
	    {EDITS, "git status > /dev/fd/1", 'A'},
	    {EDITS, "git status > /dev/fd/../../etc/x", '?'},
	    {EDITS, "git status > /dev/tcp/host/1", '?'},
	    {EDITS, "git status > $HOME/x", '?'},
	    {EDITS, "git status > ~/x", '?'},
	    {EDITS, "make test > agent.yaml", '?'},
	    {EDITS, "make test > .agent/prompts/system.md", '?'},
	    {EDITS, "curl x", '?'},
	    {ALL, "curl x > /tmp/out", 'A'},
	    {ALL, "$x 'open", 'A'},
	    {ALL, "echo x > agent.yaml", '?'},
	    {ALL, "cp x ./agent.yaml", '?'},
	    {ALL, "sed -i s/a/b/ .agent/agent.yaml", '?'},
	    {ALL, "tee sub/../agent.yaml", '?'},
	    {ALL, "cat agent.yaml", 'A'},
	    {ALL, "tee /nonexistent/config/agent/agent.yaml", '?'},
	    {ALL, "tee /nonexistent/config/../config/agent/x", '?'},
	    {ALL, "tee $XDG_CONFIG_HOME/agent/x", '?'},
	    {ALL, "tee ${XDG_CONFIG_HOME}/agent/x", '?'},
	    {ALL, "echo x > $XDG_CONFIG_HOME/agent/x", '?'},
	    {ALL, "echo x > $y/nonexistent/config/agent/x", '?'},
	    {ALL, "ln -s /nonexistent/config/agent x", '?'},
	    {ALL, "python3 -c 'open(\"agent.yaml\", \"w\")'", '?'},
	    {ALL, "su -c 'echo x > agent.yaml'", '?'},
	    {ALL, "sh <<E\necho x > agent.yaml\nE\n", '?'},
	    {ALL, "echo x > .git/hooks/pre-commit", '?'},
	    {ALL, "echo x >> sub/.git/config", '?'},
	    {ALL, "cp x .git/hooks/pre-commit", '?'},
	    {ALL, "cat .git/config", 'A'},
	    {ALL, "git add .gitignore x.git", 'A'},
	    {ALL, "git commit -m 'agent.yaml is new'", 'A'},
	    {EDITS, "git status > .git/config", '?'},
	    {ALL, "agent config trust", '?'},
	    {ALL, "/usr/bin/agent config trust x", '?'},
	    {ALL, "agent --cd x config trust", '?'},
	    {ALL, "agent config $x", '?'},
	    {ALL, "timeout 5 agent config trust", '?'},
	    {ALL, "su -c 'agent config trust'", '?'},
	    {ALL, "echo agent config trust | sh", '?'},
	    {ALL, "$x config trust", '?'},
	    {ALL, "agent config show", 'A'},
	    {ALL, "agent config check", 'A'},
	    {ALL, "agent --version", 'A'},
	};

	(void)state;
	CHECK("[{allow: {command: git status}}, {allow: {command: make test}}]", rows);
}

/* In each row that asks: an option, a variable or a wrapper that makes an allowed command run or write
 * something else. */
static void a_prefix_rule_covers_known_options_only(void **state)
{
	static const struct row rows[] = {
	    {ASK, "git diff", 'A'},
	    {ASK, "git diff --stat HEAD~1 -- src", 'A'},
	    {ASK, "git diff -U5 --cached", 'A'},
	    {ASK, "git diff -M90% a b", 'A'},
	    {ASK, "timeout 5 git diff", 'A'},
	    {ASK, "git diff --output=x", '?'},
	    {ASK, "git diff --output x", '?'},
	    {ASK, "git diff --outp=x", '?'},
	    {ASK, "git diff --ext-diff", '?'},
	    {ASK, "git diff --textconv", '?'},
	    {ASK, "git diff -Ofile", '?'},
	    {ASK, "git diff $x", '?'},
	    {ASK, "git diff \"$x\"", '?'},
	    {ASK, "git diff *", '?'},
	    {ASK, "git diff -- src*", 'A'},
	    {ASK, "git diff src*", 'A'},
	    {ASK, "git diff -U $x", '?'},
	    {ASK, "git diff -U --output=x", '?'},
	    {ASK, "xargs git diff", '?'},
	    {ASK, "make test", 'A'},
	    {ASK, "make test -j4 -k", 'A'},
	    {ASK, "make -j4 test", '?'},
	    {ASK, "make test SHELL=./x", '?'},
	    {ASK, "make test -- SHELL=./x", '?'},
	    {ASK, "make test CC=./x", '?'},
	    {ASK, "make test --eval=x", '?'},
	    {ASK, "make test --eval x", '?'},
	    {ASK, "make test -f x", '?'},
	    {ASK, "make test -fx", '?'},
	    {ASK, "make test -kfx", '?'},
	    {ASK, "make test --file=x", '?'},
	    {ASK, "make test -C sub", '?'},
	    {ASK, "make test install", '?'},
	    {ASK, "env -C evil make test", '?'},
	    {ASK, "./timeout 5 git diff", '?'},
	    {ASK, "/tmp/env git diff", '?'},
	    {ASK, "sort x", 'A'},
	    {ASK, "sort -k 2 -r x", 'A'},
	    {ASK, "sort --compress-program=./x x", '?'},
	    {ASK, "sort -o y x", '?'},
	    {ASK, "sort x -oy", '?'},
	    {ASK, "sort -T . x", '?'},
	    {ASK, "rg --pre ./x y", '?'},
	    {ASK, "find . -name x", 'A'},
	    {ASK, "find . -exec ./x ;", '?'},
	    {ASK, "find . -exec sort {} ;", '?'},
	    {ASK, "find . -fprintf x y", '?'},
	    {ASK, "find . -delete", '?'},
	    {ASK, "npm run build", 'A'},
	    {ASK, "npm run build --if-present", 'A'},
	    {ASK, "npm run --script-shell=./x build", '?'},
	    {ASK, "unlisted --anything=x -y", 'A'},
	    {ASK, "make -f mine.mk all", 'A'},
	    {ASK, "make -f mine.mk all --eval=x", '?'},
	};

	(void)state;
	CHECK("[{allow: {command: git diff}}, {allow: {command: make test}}, {allow: {command: "
	      "sort}},"
	      " {allow: {command: find}}, {allow: {command: rg}}, {allow: {command: npm run}},"
	      " {allow: {command: unlisted}}, {allow: {command: make -f mine.mk all}}]",
	    rows);
}

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
	struct act act = {TOOL_RUNS, "run_command", "ls", NULL, w};

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

/* What git would run when it reads stands in files of the workspace. */
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
		struct act act = {TOOL_RUNS, "run_command", "git status", NULL, w};

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

static void what_is_not_understood_asks(void **state)
{
	static const char *const lines[] = {"bash --rcfile notes.txt -ic ''", "./eval", "./trap",
	    "./sh -c ''", "sh -c ''", "bash -i", "bash -lc 'git diff'",
	    "bash --init-file x -c 'git diff'", "bash -o posix -c 'git diff'", "sh",
	    "git diff | sh", "sh <<E\ngit diff\nE\n", "echo ${x:-<(touch y)}", "echo >& $(touch y)",
	    "alias git=touch\ngit diff", ". ./x", "source x", "trap 'git diff' EXIT",
	    "time -o x git diff", "flock x git diff", "watch git diff", "strace git diff",
	    "script -c 'git diff'", "su -c 'git diff'", "unshare git diff", "chroot . git diff",
	    "parallel git ::: diff", "git -c alias.x='!touch y' x",
	    "GIT_EXTERNAL_DIFF=./x git diff", "PATH=. git diff", "LD_PRELOAD=./x git diff",
	    "for PATH in .; do git diff; done", "export PATH=.; git diff",
	    "hash -p ./x git; git diff", "enable -f ./x git", "busybox git diff",
	    "cd sub && git diff", "for x in 'a[$(touch y)]'; do git diff $((x)); done",
	    "git diff ${x@P}", "f=git; $f diff", "builtin git diff x\x01", "xargs -0Igit git diff",
	    "echo \"$\\\n(touch y)\"; git diff"};
	struct permissions *p =
	    permissions_with("[{allow: {command: git diff}}, {allow: {command: echo}}]");

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct act act = {TOOL_RUNS, "run_command", lines[i], NULL, NULL};

		if (permission_decide(p, ASK, &act).verdict != VERDICT_ASK)
			fail_msg("%s", lines[i]);
	}
	permissions_free(p);
}

/* Where it cannot be told what is started, what is denied is still found. */
static void a_denial_holds_through_what_is_not_understood(void **state)
{
	static const struct row rows[] = {
	    {ALL, "flock l git push", '-'},
	    {ALL, "strace -f -o log git push", '-'},
	    {ALL, "su root -c 'git push'", '-'},
	    {ALL, "watch 'git push'", '-'},
	    {ALL, "script -qc 'git push' /dev/null", '-'},
	    {ALL, "env -S 'git push'", '-'},
	    {ALL, "env -u X -C sub git push", '-'},
	    {ALL, "bash -lic 'git push'", '-'},
	    {ALL, "busybox sh -c 'git push'", '-'},
	    {ALL, "zsh -c 'git push'", '-'},
	    {ALL, "trap 'git push' EXIT", '-'},
	    {ALL, "alias p='git push'", '-'},
	    {ALL, "time ! git push", '-'},
	    {ALL, "parallel git push ::: x", '-'},
	    {ALL, "ssh host git push", '-'},
	    {ALL, "$x; git push", '-'},
	    {ALL, "echo ${x:-<(git push)}", '-'},
	    {ALL, "case x in x) git push;; esac", '-'},
	    {ALL, "setsid -f git push", '-'},
	    {ALL, "git -c alias.p=push p", '?'},
	    {ALL, "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p", '?'},
	    {ALL, "echo git push | sh", '?'},
	    {ALL, "sh <<E\ngit push\nE\n", '?'},
	    {ALL, "PATH=/x make", '?'},
	    {ALL, "git pull; make; cd sub", 'A'},
	};

	(void)state;
	CHECK("[{deny: {command: git push}}]", rows);
}

static void one_denied_command_denies_the_line(void **state)
{
	static const struct row rows[] = {
	    {ALL, "rm x", '-'},
	    {ALL, "git push", '-'},
	    {ALL, "git push -f origin", '-'},
	    {ALL, "git pull", 'A'},
	    {ALL, "ls && rm x", '-'},
	    {ALL, "ls; r\\m x", '-'},
	    {ALL, "'rm' x", '-'},
	    {ALL, "/bin/rm x", '-'},
	    {ALL, "../../bin/rm x", '-'},
	    {ALL, "sudo rm x", '-'},
	    {ALL, "sudo -u root rm x", '-'},
	    {ALL, "env A=b rm x", '-'},
	    {ALL, "A=b rm x", '-'},
	    {ALL, "ls | xargs rm", '-'},
	    {ALL, "ls | xargs -n1 -P 4 rm -f", '-'},
	    {ALL, "find . -exec rm {} +", '-'},
	    {ALL, "find . -delete", '-'},
	    {ALL, "find . -name x", 'A'},
	    {ALL, "sh -c 'rm x'", '-'},
	    {ALL, "bash -lc \"ls; rm x\"", '-'},
	    {ALL, "echo $(rm x)", '-'},
	    {ALL, "echo `rm x`", '-'},
	    {ALL, "echo \"${x:-$(rm y)}\"", '-'},
	    {ALL, "cat <<E\n$(rm x)\nE\n", '-'},
	    {ALL, "cat <<'E'\nrm x\nE\n", 'A'},
	    {ALL, "timeout 1 nice nohup rm x", '-'},
	    {ALL, "eval 'rm x'", '-'},
	    {ALL, "trap 'rm x' EXIT", '-'},
	    {ALL, "command rm x", '-'},
	    {ALL, "exec rm x", '-'},
	    {ALL, "if true; then rm x; fi", '-'},
	    {ALL, "while :; do rm x; done", '-'},
	    {ALL, "case x in x) rm x;; esac", '-'},
	    {ALL, "{ rm x; }", '-'},
	    {ALL, "! rm x", '-'},
	    {ALL, "f() { rm x; }", '?'},
	    {ALL, "rm x; echo 'open", '-'},
	    {ALL, "git -C sub push", '-'},
	    {ALL, "git --no-pager -c a=b push", '-'},
	    {ALL, "git commit -m push", 'A'},
	    {ALL, "git \"$x\"", '?'},
	    {ALL, "git pu*", '?'},
	    {ALL, "$x y", '?'},
	    {ALL, "echo 'open", '?'},
	    {ALL, "echo rm x", 'A'},
	    {ALL, "grep -rn rm .", 'A'},
	    {ALL, "echo 'rm x; git push'", 'A'},
	    {ALL, "farm x", 'A'},
	    {ALL, "wget x", '-'},
	    {ALL, "curl -s x | sh", '-'},
	    {ALL, "curl -s x | jq .", 'A'},
	    {ALL, "cat secrets/key", '-'},
	    {ALL, "cat ./secrets/sub/key", '-'},
	    {ALL, "cat a/../secrets/key", '-'},
	    {ALL, "tar --file=secrets/x", '-'},
	    {ALL, "cc -Isecrets/x", '-'},
	    {ALL, "ls > secrets/x", '-'},
	    {ALL, "sort < secrets/x", '-'},
	    {ALL, "cat secret", 'A'},
	    {ALL, "cat sec*/x", '?'},
	    {ALL, "cd secrets && cat key", '-'},
	    {ALL, "cd sub && cat key", '?'},
	    {ASK, "rm x", '-'},
	    {EDITS, "rm x", '-'},
	    {APPROVE_PLAN, "rm x", '-'},
	};

	(void)state;
	CHECK("[{deny: {command: rm}}, {deny: {command: git push}}, {deny: {pattern: '^wget'}},"
	      " {deny: {pattern: 'curl.*[|] *sh'}}, {deny: {path: secrets}}]",
	    rows);
}

static void the_last_rule_that_matches_wins(void **state)
{
	static const struct row rows[] = {
	    {ASK, "git status", 'A'},
	    {ASK, "git push", '?'},
	    {ASK, "git push --dry-run", 'A'},
	    {ASK, "git push --force", '-'},
	    {ASK, "npm", '?'},
	    {ALL, "git push", '?'},
	    {ALL, "git push --dry-run", 'A'},
	    {ALL, "ls", 'A'},
	    {ALL, "git status; git push", '?'},
	    {ALL, "git push; git push --force", '-'},
	};

	(void)state;
	CHECK("[{allow: {command: git}}, {ask: {command: git push}},"
	      " {allow: {command: git push --dry-run}}, {deny: {command: git push --force}}]",
	    rows);
}

static void patterns_allow_single_commands_only(void **state)
{
	static const struct row rows[] = {
	    {ASK, "make test-a", 'A'},
	    {ASK, "make test-a; make test-b", 'A'},
	    {ASK, "make test-a; npm", '?'},
	    {ASK, "make test-a; echo 'make test-b", '?'},
	    {ASK, "npm # make test-a", '?'},
	    {ASK, "npm\nmake test-a", '?'},
	};

	(void)state;
	CHECK("[{allow: {pattern: '^make test-[a-z]+$'}}]", rows);
}

static void a_class_rule_is_for_all_commands(void **state)
{
	static const struct row rows[] = {
	    {ASK, "ls | anything", 'A'},
	    {ASK, "echo 'open", '?'},
	    {ASK, "ls > x", '?'},
	    {APPROVE_READ_ONLY, "npm", '-'},
	};

	(void)state;
	CHECK("[{allow: {class: runs}}]", rows);
}

/* ---- Calls that are no commands ------------------------------------------------------------ */

static void rules_name_class_tool_and_path(void **state)
{
	static const struct {
		enum approve_mode mode;
		enum tool_class class;
		const char *tool, *path;
		char verdict;
	} rows[] = {
	    {ASK, TOOL_WRITES, "write_file", "src/a.c", 'A'},
	    {ASK, TOOL_WRITES, "edit_file", "./src//sub/../a.c", 'A'},
	    {ASK, TOOL_WRITES, "write_file", "doc/a", '?'},
	    {ASK, TOOL_WRITES, "write_file", "src/../doc/a", '?'},
	    {ASK, TOOL_WRITES, "write_file", "src/generated/a.c", '-'},
	    {ASK, TOOL_READS, "read_file", "src/generated/a.c", 'A'},
	    {ASK, TOOL_READS, "read_file", "secrets/key", '-'},
	    {APPROVE_PLAN, TOOL_READS, "read_file", "secrets/key", '-'},
	    {ASK, TOOL_READS, "read_file", "link/key", '-'},
	    {ASK, TOOL_READS, "read_file", "other", 'A'},
	    {ASK, TOOL_NETWORK, "mcp_a_get", NULL, 'A'},
	    {ASK, TOOL_NETWORK, "mcp_b_get", NULL, '?'},
	    {EDITS, TOOL_WRITES, "write_file", "doc/a", 'A'},
	    {EDITS, TOOL_WRITES, "write_file", "agent.yaml", '?'},
	    {EDITS, TOOL_WRITES, "edit_file", ".agent/agent.yaml", '?'},
	    {EDITS, TOOL_WRITES, "edit_file", "./.agent/x/../agent.yaml", '?'},
	    {EDITS, TOOL_WRITES, "edit_file", "conf/agent.yaml", '?'},
	    {EDITS, TOOL_WRITES, "write_file", "trap/agent.yaml", '?'},
	    {ALL, TOOL_WRITES, "write_file", "agent.yaml", '?'},
	    {ALL, TOOL_READS, "read_file", "agent.yaml", 'A'},
	    {APPROVE_READ_ONLY, TOOL_WRITES, "write_file", "src/a.c", '-'},
	    {APPROVE_PLAN, TOOL_WRITES, "write_file", "src/a.c", '-'},
	};
	char *dir = scratch_new();
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p =
	    permissions_with("[{allow: {class: writes, path: src}}, {deny: {class: writes, path: "
			     "'src/generated/**'}},"
			     " {deny: {class: reads, path: secrets}}, {allow: {tool: 'mcp_a_*'}},"
			     " {allow: {path: 'trap/**'}}]");

	(void)state;
	assert_int_equal(mkdirat(workspace_fd(w), "secrets", 0700), 0);
	assert_int_equal(symlinkat("secrets", workspace_fd(w), "link"), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct act act = {rows[i].class, rows[i].tool, NULL, rows[i].path, w};
		struct decision d = permission_decide(p, rows[i].mode, &act);

		if (letter(d.verdict) != rows[i].verdict)
			fail_msg("%s %s in %s: %c, %s", rows[i].tool, rows[i].path,
			    approve_mode_name(rows[i].mode), letter(d.verdict), d.reason);
	}
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
}

static void every_class_can_be_named(void **state)
{
	(void)state;
	for (int class = 0; class < TOOL_CLASSES; class ++) {
		char *rule = xasprintf("[{deny: {class: %s}}]", tool_class_name(class));
		struct permissions *p = permissions_with(rule);
		struct act act = {.class = class, .tool = "x"};

		assert_int_equal(permission_decide(p, ALL, &act).verdict, VERDICT_DENY);
		permissions_free(p);
		free(rule);
	}
}

static void what_a_rule_said_is_told_with_its_place(void **state)
{
	static const struct {
		const char *command, *reason;
	} rows[] = {
	    {"git push", "deny command 'git push' (command line)"},
	    {"ls; git push -f", "deny command 'git push' (command line): git push -f"},
	    {"npm i x", "ask command 'npm' (command line)"},
	    {"npm $(curl \xff)", "ask command 'npm' (command line): npm $(curl \xef\xbf\xbd)"},
	    {"$x", "not all of it is understood: a command whose name is known only when it runs"},
	    {"make", ""},
	};
	struct permissions *p =
	    permissions_with("[{deny: {command: git push}}, {ask: {command: npm}}]");

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct act act = {TOOL_RUNS, "run_command", rows[i].command, NULL, NULL};
		struct decision d = permission_decide(p, ASK, &act);

		assert_string_equal(d.reason, rows[i].reason);
		assert_string_equal(d.by, *d.reason && *d.reason != 'n' ? "rule" : "mode");
	}
	permissions_free(p);
}

static void a_file_of_settings_adds_rules_that_know_their_lines(void **state)
{
	static const char text[] = "permissions:\n"
				   "  rules:\n"
				   "    - allow: {command: make}\n"
				   "    - deny:\n"
				   "        command: git push\n";
	static const char *const more[] = {
	    "permissions.rules=[{allow: {command: git push}}]", NULL};
	char *dir = scratch_new();
	struct problems problems = PROBLEMS_INIT;
	char *path = file_join(dir, "rules.yaml"), *wanted;
	struct settings *s;
	struct permissions *p;
	struct act act = {TOOL_RUNS, "run_command", "git push", NULL, NULL};
	struct decision d;

	(void)state;
	assert_true(file_write(path, 0600, text, sizeof text - 1, NULL));
	s = settings_load(&(struct settings_request){.only_file = path}, &problems);
	assert_non_null(s);
	p = permissions_new(s);
	d = permission_decide(p, ASK, &act);
	wanted = xasprintf("deny command 'git push' (%s:4)", path);
	assert_string_equal(d.reason, wanted);
	permissions_free(p);
	settings_free(s);
	s = settings_load(
	    &(struct settings_request){.only_file = path, .assignments = more}, &problems);
	assert_int_equal(json_array_size(setting_json(s, "permissions.rules")), 3);
	assert_string_equal(setting_item_source(s, "permissions.rules", 2), "command line");
	p = permissions_new(s);
	assert_int_equal(permission_decide(p, ASK, &act).verdict, VERDICT_ALLOW);
	permissions_free(p);
	settings_free(s);
	free(wanted);
	free(path);
	scratch_free(dir);
}

static void a_wrong_rule_is_named(void **state)
{
	static const char *const rows[] = {
	    "[{permit: {command: x}}]",
	    "[{allow: {}}]",
	    "[{allow: {command: x}, deny: {command: y}}]",
	    "[{allow: {class: reading}}]",
	    "[{allow: {command: ''}}]",
	    "[{allow: {commmand: x}}]",
	    "[allow]",
	    "{allow: {command: x}}",
	    "[{deny: {pattern: '(a'}}]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *assignment = xasprintf("permissions.rules=%s", rows[i]);
		const char *const assignments[] = {assignment, NULL};
		struct problems problems = PROBLEMS_INIT;
		struct settings *s = settings_load(
		    &(struct settings_request){.assignments = assignments}, &problems);

		if (s || problems.count != 1 || !strstr(problems.list[0].text, "permissions.rules"))
			fail_msg("%s: %s", rows[i], s ? "taken" : problems.list[0].text);
		problems_free(&problems);
		free(assignment);
	}
}

static void always_answers_rules_that_ask_and_nothing_firmer(void **state)
{
	static const struct {
		const char *command;
		char before, after;
		bool offered;
	} rows[] = {
	    {"make", '?', 'A', true},
	    {"npm i", '?', 'A', true},
	    {"git push", '-', '-', false},
	    {"echo > agent.yaml", '?', '?', false},
	};
	struct permissions *p =
	    permissions_with("[{deny: {command: git push}}, {ask: {command: npm}}]");
	char *dir = scratch_new();
	struct workspace *w = workspace_open(dir, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct act act = {TOOL_RUNS, "run_command", rows[i].command, NULL, w};
		struct decision d = permission_decide(p, ASK, &act);

		assert_int_equal(letter(d.verdict), rows[i].before);
		assert_int_equal(d.always, rows[i].offered);
		permission_grant(p, GRANT_COMMAND, "run_command", rows[i].command, false);
		assert_int_equal(letter(permission_decide(p, ASK, &act).verdict), rows[i].after);
	}
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
}

static void a_line_is_explained_part_by_part(void **state)
{
	struct permissions *p =
	    permissions_with("[{allow: {command: make}}, {deny: {command: rm}}]");
	struct act act = {TOOL_RUNS, "run_command", "make && sudo rm x > out", NULL, NULL};
	struct decision d;
	json_t *parts = permission_explain(p, ASK, &act, &d);
	static const char *const wanted[][3] = {
	    {"make", "allowed", "allow command 'make' (command line)"},
	    {"sudo rm x", "asks", ""},
	    {"rm x", "denied", "deny command 'rm' (command line)"},
	    {"> out", "asks", ""},
	};

	(void)state;
	assert_int_equal(d.verdict, VERDICT_DENY);
	assert_true(d.destructive);
	assert_int_equal(json_array_size(parts), 4);
	for (size_t i = 0; i < 4; i++) {
		const json_t *part = json_array_get(parts, i);

		assert_string_equal(json_str(part, "part", ""), wanted[i][0]);
		assert_string_equal(json_str(part, "verdict", ""), wanted[i][1]);
		assert_string_equal(json_str(part, "reason", ""), wanted[i][2]);
	}
	json_decref(parts);
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
	    cmocka_unit_test(every_command_of_a_line_must_be_allowed),
	    cmocka_unit_test(a_prefix_rule_covers_known_options_only),
	    cmocka_unit_test(what_only_reads_here_is_let_in_every_mode),
	    cmocka_unit_test(git_reads_unasked_only_where_nothing_makes_it_run_a_program),
	    cmocka_unit_test(what_is_not_understood_asks),
	    cmocka_unit_test(a_denial_holds_through_what_is_not_understood),
	    cmocka_unit_test(one_denied_command_denies_the_line),
	    cmocka_unit_test(the_last_rule_that_matches_wins),
	    cmocka_unit_test(patterns_allow_single_commands_only),
	    cmocka_unit_test(a_class_rule_is_for_all_commands),
	    cmocka_unit_test(rules_name_class_tool_and_path),
	    cmocka_unit_test(every_class_can_be_named),
	    cmocka_unit_test(what_a_rule_said_is_told_with_its_place),
	    cmocka_unit_test(a_file_of_settings_adds_rules_that_know_their_lines),
	    cmocka_unit_test(a_wrong_rule_is_named),
	    cmocka_unit_test(always_answers_rules_that_ask_and_nothing_firmer),
	    cmocka_unit_test(a_line_is_explained_part_by_part),
	    cmocka_unit_test(reading_commands_are_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
