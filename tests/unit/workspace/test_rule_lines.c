/* SPDX-License-Identifier: MIT
 * Permission rules on command lines: every command of a line is judged for itself, the last rule that matches
 * wins.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "tests/support/permission_ground.h"

#define ASK APPROVE_ASK
#define EDITS APPROVE_EDITS
#define ALL APPROVE_ALL

static void every_command_of_a_line_must_be_allowed(void **state)
{
	static const struct verdict_row rows[] = {
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
	CHECK_VERDICTS("[{allow: {command: git status}}, {allow: {command: make test}}]", rows);
}

/* A hook of the repository is somebody's check: to skip it is more than to commit. */
static void an_allowed_commit_skips_no_hook(void **state)
{
	static const struct verdict_row rows[] = {
	    {ASK, "git commit -m x", 'A'},
	    {ASK, "git commit -am 'no --no-verify here'", 'A'},
	    {ASK, "git commit --amend --no-edit", 'A'},
	    {ASK, "git commit --no-verify -m x", '?'},
	    {ASK, "git commit -m x --no-verify", '?'},
	    {ASK, "git commit --no-ver -m x", '?'},
	    {ASK, "git commit -n -m x", '?'},
	    {ASK, "git commit -nm x", '?'},
	    {ASK, "git commit -anm x", '?'},
	    {ASK, "git commit -qnam x", '?'},
	    {ASK, "git -c core.hooksPath=/dev/null commit -m x", '?'},
	    {ASK, "git push origin main", 'A'},
	    {ASK, "git push -n", 'A'}, /* there it is --dry-run */
	    {ASK, "git push --no-verify", '?'},
	};
	static const struct verdict_row skips[] = {
	    {ASK, "git commit --no-verify -m x", 'A'},
	    {ASK, "git commit -m x --no-verify", '?'},
	};

	CHECK_VERDICTS("[{allow: {command: git commit}}, {allow: {command: git push}}]", rows);
	CHECK_VERDICTS("[{allow: {command: git commit --no-verify}}]", skips);
}

/* In each row that asks: an option, a variable or a wrapper that makes an allowed command run or write
 * something else. */
static void a_prefix_rule_covers_known_options_only(void **state)
{
	static const struct verdict_row rows[] = {
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
	CHECK_VERDICTS(
	    "[{allow: {command: git diff}}, {allow: {command: make test}}, {allow: {command: "
	    "sort}},"
	    " {allow: {command: find}}, {allow: {command: rg}}, {allow: {command: npm run}},"
	    " {allow: {command: unlisted}}, {allow: {command: make -f mine.mk all}}]",
	    rows);
}

static void one_denied_command_denies_the_line(void **state)
{
	static const struct verdict_row rows[] = {
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
	CHECK_VERDICTS(
	    "[{deny: {command: rm}}, {deny: {command: git push}}, {deny: {pattern: '^wget'}},"
	    " {deny: {pattern: 'curl.*[|] *sh'}}, {deny: {path: secrets}}]",
	    rows);
}

static void the_last_rule_that_matches_wins(void **state)
{
	static const struct verdict_row rows[] = {
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
	CHECK_VERDICTS(
	    "[{allow: {command: git}}, {ask: {command: git push}},"
	    " {allow: {command: git push --dry-run}}, {deny: {command: git push --force}}]",
	    rows);
}

static void patterns_allow_single_commands_only(void **state)
{
	static const struct verdict_row rows[] = {
	    {ASK, "make test-a", 'A'},
	    {ASK, "make test-a; make test-b", 'A'},
	    {ASK, "make test-a; npm", '?'},
	    {ASK, "make test-a; echo 'make test-b", '?'},
	    {ASK, "npm # make test-a", '?'},
	    {ASK, "npm\nmake test-a", '?'},
	};

	(void)state;
	CHECK_VERDICTS("[{allow: {pattern: '^make test-[a-z]+$'}}]", rows);
}

static void a_class_rule_is_for_all_commands(void **state)
{
	static const struct verdict_row rows[] = {
	    {ASK, "ls | anything", 'A'},
	    {ASK, "echo 'open", '?'},
	    {ASK, "ls > x", '?'},
	    {APPROVE_READ_ONLY, "npm", '-'},
	};

	(void)state;
	CHECK_VERDICTS("[{allow: {class: runs}}]", rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_command_of_a_line_must_be_allowed),
	    cmocka_unit_test(an_allowed_commit_skips_no_hook),
	    cmocka_unit_test(a_prefix_rule_covers_known_options_only),
	    cmocka_unit_test(one_denied_command_denies_the_line),
	    cmocka_unit_test(the_last_rule_that_matches_wins),
	    cmocka_unit_test(patterns_allow_single_commands_only),
	    cmocka_unit_test(a_class_rule_is_for_all_commands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
