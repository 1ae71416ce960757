/* SPDX-License-Identifier: MIT
 * Command lines that cannot be fully understood before they run: they are asked about, and what is denied in them is
 * still found.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "tests/support/permission_ground.h"

#define ASK APPROVE_ASK
#define ALL APPROVE_ALL

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
	static const struct verdict_row rows[] = {
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
	CHECK_VERDICTS("[{deny: {command: git push}}]", rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_not_understood_asks),
	    cmocka_unit_test(a_denial_holds_through_what_is_not_understood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
