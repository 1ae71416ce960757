/* SPDX-License-Identifier: MIT
 * Commands that are tried: what they would change is reported by kind, what they only seem to change is not, and the
 * folder stays as it was.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "sandbox/trial.h"
#include "tests/support/sandbox_ground.h"
#include "tests/support/scratch.h"

#define FOLDER \
	"rm -rf * .git && mkdir -p d/deep e && echo 1 >a && echo 2 >d/b && echo 3 >d/deep/c && " \
	"echo 4 >e/f && ln -s a link && ln -s \"$HOME\" outside && echo 4 >\"$HOME/f\" && chmod " \
	"644 a && touch -d 2020-02-02 a d/b"

struct tried {
	bool done;
	int status;
};

static void on_done(void *ctx, const struct process_exit *exit)
{
	*(struct tried *)ctx = (struct tried){true, exit->status};
}

static bool is_done(void *ctx)
{
	return ((struct tried *)ctx)->done;
}

/* Tries a line, fails the test unless its status is `wanted`, and returns the trial. */
static struct trial *try_line(struct sandbox_ground *g, const char *line, int wanted)
{
	struct tried tried = {0};
	struct process *process;
	struct error e = ERROR_INIT;
	struct process_spec spec = {
	    .argv = (const char *const[]){"sh", "-c", line, NULL},
	    .cwd_fd = -1,
	    .death_signal = SIGKILL,
	    .done = on_done,
	    .ctx = &tried,
	};
	struct trial *t = trial_start(g->loop, g->sandbox, &spec, false, &process, &e);

	if (!t)
		fail_msg("'%s': %s", line, e.message);
	loop_await(g->loop, is_done, &tried, NULL);
	assert_int_equal(tried.status, wanted);
	return t;
}

/* Returns what would change as "KIND PATH; ...", with paths relative to the folder, /tmp for the session's own, and
 * "/" behind folders. */
static char *changes_of(const struct sandbox_ground *g, const struct trial *t, size_t most)
{
	struct trial_changes changes;
	struct buf out = BUF_INIT;

	assert_true(trial_find_changes(t, most, &changes, NULL));
	for (size_t i = 0; i < changes.count; i++) {
		const struct trial_change *c = &changes.list[i];
		const char *path = c->tmp ? strrchr(c->path, '/') : c->path + strlen(g->dir);

		buf_addf(&out, "%s%s %s%s%s", i ? "; " : "", trial_kind_words[c->kind],
		    c->tmp ? "/tmp" : "", path + (!c->tmp && *path), c->folder ? "/" : "");
	}
	if (changes.more)
		buf_adds(&out, "; more");
	if (changes.full)
		buf_adds(&out, "; full");
	trial_changes_free(&changes);
	return buf_take(&out);
}

static void prepare(struct sandbox_ground *g, const char *line)
{
	assert_int_equal(sandbox_ground_run(g, CHILD_USER_COMMAND, line, NULL), 0);
}

static bool can_try(struct sandbox_ground *g)
{
	return sandbox_tier(g->sandbox) == SANDBOX_NAMESPACES;
}

static const struct row {
	const char *line, *changes;
} rows[] = {
    /* What only reads. */
    {"cat a d/b link; ls -lR; find . -name c; grep -r 3 .", ""},
    {"cd d && pwd && sort ../a | uniq -c", ""},
    {"echo x >d/new && rm d/new; mkdir n && rmdir n", ""},
    {"cp -p a b && mv b a", ""}, /* copied, and the same with its time */
    {"f=$(mktemp) && echo 1 >$f && cat $f && rm $f", ""},
    {"echo 1 >/dev/null 2>&1; test -w a; true >>a", ""},
    {"chmod 600 a && chmod 644 a && touch -d 2020-02-02 a", ""},
    {"ln -sfn a link", ""},
    /* What writes. */
    {"echo 5 >>a", "changed a"},
    {"echo 5 >a", "changed a"},
    {"echo 2 >a", "changed a"}, /* as long as before */
    {"echo 1 >a", "touched a"},
    {"touch d/b", "touched d/b"},
    {"chmod 755 a", "mode a"},
    {"chmod 700 d", "mode d/"},
    {"echo 5 >new", "created new"},
    {"mkdir -p n/m && echo 5 >n/m/x", "created n/; created n/m/; created n/m/x"},
    {"rm a", "deleted a"},
    {"rm -r d", "deleted d/"},
    {"rm -r e && mkdir e", "deleted e/f"},
    {"rm -r e && mkdir e && echo 6 >e/f", "changed e/f"},
    {"mv a z", "deleted a; created z"},
    {"mv d z", "deleted d/; created z/; created z/b; created z/deep/; created z/deep/c"},
    {"rm a && mkdir a", "changed a/"},
    {"rm -r d && echo 1 >d", "changed d"},
    {"rm a && ln -s b a", "changed a"},
    {"ln -sfn d link", "changed link"},
    {"mkfifo pipe", "created pipe"},
    /* What is not in a file's bytes. */
    {"python3 -c 'import os; os.setxattr(\"a\", \"user.x\", b\"y\")'", "touched a"},
    {"python3 -c 'import os; os.setxattr(\"d\", \"user.x\", b\"y\"); os.setxattr(\"d\", "
     "\"user.y\", b\"\")'",
	"touched d/"},
    {"python3 -c 'import os; os.setxattr(\"a\", \"user.x\", b\"y\"); os.removexattr(\"a\", "
     "\"user.x\")'",
	""},
    {"chmod 711 .", "mode /"},
    /* A folder in the place of a link is compared with nothing that the link leads to. */
    {"rm outside && mkdir outside && echo 9 >outside/f", "changed outside/; created outside/f"},
    {"mknod device c 0 0; ls", ""}, /* is what the kernel marks a deletion with: refused */
    {"echo 5 >>a; rm -rf d; echo 5 >b", "changed a; created b; deleted d/"},
    {"echo 5 >/tmp/left; echo 6 >/var/tmp/too", "created /tmp/left; created /tmp/too"},
    /* Refused as in any command. */
    {"echo 5 >/usr/planted; echo 6 >\"$HOME/planted\"; true", ""},
};

/* holds: command-tried-writes */
static void what_would_change_is_told_and_nothing_changes(void **state)
{
	struct sandbox_ground *g = *state;

	if (!can_try(g))
		skip();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *before =
		    xasprintf("%s && { ls -lAR --time-style=+%%s.%%N; cat a d/b d/deep/c; } "
			      ">'%s/before'",
			FOLDER, g->home);
		char *after = xasprintf(
		    "{ ls -lAR --time-style=+%%s.%%N; cat a d/b d/deep/c; } | cmp - '%s/before'",
		    g->home);
		char *line = xasprintf("(%s); true", rows[i].line), *got;
		struct trial *t;

		prepare(g, before);
		t = try_line(g, line, 0);
		got = changes_of(g, t, 100);
		trial_free(t);
		if (strcmp(got, rows[i].changes) != 0)
			fail_msg(
			    "'%s':\n  got  '%s'\n  want '%s'", rows[i].line, got, rows[i].changes);
		prepare(g, after);
		free(got);
		free(line);
		free(after);
		free(before);
	}
}

/* The file it would be, byte for byte; what it did not change, and what is no file, is not read. */
static void the_bytes_of_a_changed_file_are_given(void **state)
{
	struct sandbox_ground *g = *state;
	struct buf out = BUF_INIT;
	struct trial *t;

	if (!can_try(g))
		skip();
	prepare(g, FOLDER);
	t = try_line(
	    g, "printf 'x\\0y' >d/b; mkfifo pipe; ln -s /etc/passwd secret; ln -s /etc out", 0);
	char *path = file_join(g->dir, "d/b"), *other = file_join(g->dir, "a");
	assert_true(trial_read_file(t, path, 100, &out, NULL));
	assert_int_equal(out.len, 3);
	assert_memory_equal(out.data, "x\0y", 3);
	assert_false(trial_read_file(t, path, 2, &out, NULL));
	assert_false(trial_read_file(t, other, 100, &out, NULL));
	free(other);
	static const char *const none[] = {"pipe", "secret", "out/passwd", "d", "d/../d/b", "none"};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		other = file_join(g->dir, none[i]);
		assert_false(trial_read_file(t, other, 100000, &out, NULL));
		free(other);
	}
	assert_false(trial_read_file(t, "/etc/passwd", 100000, &out, NULL));
	buf_free(&out);
	free(path);
	trial_free(t);
}

/* holds: command-tried-writes */
static void git_that_only_reads_changes_nothing(void **state)
{
	struct sandbox_ground *g = *state;
	struct trial *t;
	char *got;

	if (!can_try(g))
		skip();
	prepare(g, FOLDER " && git init -q . && git add . && git -c user.name=a -c user.email=a@b "
			  "commit -qm x && "
			  "touch -d 2001-01-01 a d/b");
	t = try_line(
	    g, "git status --porcelain; git diff; git log --stat; git update-index --refresh", 0);
	got = changes_of(g, t, 100);
	assert_string_equal(got, "");
	free(got);
	trial_free(t);
	t = try_line(g, "echo 7 >a; git add a", 0);
	got = changes_of(g, t, 100);
	assert_non_null(strstr(got, "changed .git/index"));
	assert_non_null(strstr(got, "changed a"));
	free(got);
	trial_free(t);
}

static void more_than_was_asked_for_and_than_has_room_is_said(void **state)
{
	struct sandbox_ground *g = *state;
	struct trial *t;
	char *got;

	if (!can_try(g))
		skip();
	prepare(g, FOLDER);
	assert_true(
	    setting_change(g->settings, "sandbox.limits.trial_bytes", json_integer(1 << 20), NULL));
	t = try_line(g, "echo 5 >n1; echo 5 >n2; echo 5 >n3", 0);
	got = changes_of(g, t, 2);
	assert_string_equal(got, "created n1; created n2; more");
	free(got);
	trial_free(t);
	t = try_line(g, "head -c 3000000 /dev/zero >big 2>/dev/null; exit 3", 3);
	got = changes_of(g, t, 2);
	assert_string_equal(got, "created big; full");
	free(got);
	trial_free(t);
	assert_true(
	    setting_change(g->settings, "sandbox.limits.trial_bytes", json_integer(1 << 28), NULL));
}

/* What only reads ends with its own status where nothing can be written; what would write, or asks whether it could, is
 * ended there, by whatever words it comes to it. Every line but these ends with 0 where it is not ended. */
static const struct reading_row {
	const char *line;
	bool writes;
} reading_rows[] = {
    {"cat a d/b link; ls -lR; find . -name c; grep -r 3 .; wc -l a; du -s .; tail -n 1 a"},
    {"cd d && pwd && sort ../a | uniq -c; diff ../a b; cmp ../a b; true"},
    {"find . -type f | xargs cat 2>/dev/null | wc -c >/dev/null"},
    {"for f in a d/b; do wc -l $f; done 2>&1; (cat a) & wait; test -r a"},
    {"awk '{print}' a; sed -n 1p a; head -c 1 a | od -c; md5sum a; stat -c %s a"},
    {"awk '{print \"x\" >\"/dev/null\"}' a; echo x >>/dev/null; echo y | tee /dev/null"},
    {"git status --porcelain; git log --stat; git grep 3; git ls-files; git show"},
    {"python3 -c 'import json, d.pure; print(open(\"a\").read())'"},
    {"echo x >/dev/stdout; echo y >/dev/stderr; nice cat a"},
    {"echo 5 >a; true", true},
    {"echo 5 >>d/b; true", true},
    {"echo 5 >new 2>/dev/null; true", true},
    {": >a; true", true},
    {"find . -name c -delete; true", true},
    {"find . -name c -exec rm {} + ; true", true},
    {"find . -name c -exec sh -c 'echo 6 >$0' {} \\; 2>/dev/null", true},
    {"find . -fprint list; true", true},
    {"grep -r 3 . >found; true", true},
    {"grep -r 3 . | tee found; true", true},
    {"grep -rl 3 . | xargs sed -i s/3/4/; true", true},
    {"sort -o a a; true", true},
    {"sed -n 'w copied' a; true", true},
    {"sed -i s/1/2/ a; true", true},
    {"awk '{print >\"copied\"}' a; true", true},
    {"awk '{print | \"cat >copied\"}' a; true", true},
    {"awk 'BEGIN {\"rm a\" | getline}'; true", true},
    {"git -c core.pager='sh -c \"echo 5 >a\"' --paginate log; sh -c \"$(git config --get x || echo "
     ": \\>a)\"; true",
	true},
    {"GIT_EXTERNAL_DIFF='sh -c \"echo 5 >a\"' git log -p --ext-diff; true", true},
    {"git grep -O'sh -c \"echo 5 >a\"' 3; true", true},
    {"git add a; true", true},
    {"GIT_OPTIONAL_LOCKS=1 git status; true", true},
    {"git diff; true", true}, /* refreshes the index, since a file's time is new */
    {"cat() { echo 5 >a; }; cat a; true", true},
    {"alias cat='echo 5 >a;'\neval 'cat a'; true", true},
    {"PATH=$PWD/bin:$PATH; grep -r 3 .; true", true},
    {"cat a & (sleep 0.05; echo 5 >a) & wait; true", true},
    {"setsid sh -c 'echo 5 >a' & cat a; sleep 0.3; true", true},
    {"cd d; cat b; exec 3<b; echo 5 >../a; true", true},
    {"mv a z 2>/dev/null; true", true},
    {"mkdir n; true", true},
    {"rmdir e; true", true},
    {"ln -s a l; true", true},
    {"ln a l; true", true},
    {"mkfifo p; true", true},
    {"touch a; true", true},
    {"chmod 600 a; true", true},
    {"chown $(id -u) a; true", true},
    {"truncate -s 0 a; true", true},
    {"test -w a; true", true},
    {"echo x >/dev/fd/1; true", true}, /* what is open already, but no device */
    {"echo 5 >/tmp/left; true", true},
    {"f=$(mktemp); true", true},
    {"ls >/dev/shm/x; true", true},
    {"echo 5 >\"$HOME/planted\"; true", true},
    {"ln -s $PWD/a /tmp/l; true", true},
    {"flock a true; true", true},
    {"python3 -c 'import os; os.setxattr(\"a\", \"user.x\", b\"y\")' 2>/dev/null; true", true},
    {"python3 -c 'import os; os.open(\"a\", os.O_RDONLY | os.O_TRUNC)' 2>/dev/null; true", true},
    {"python3 -c 'import os; os.open(\".\", os.O_RDWR | os.O_TMPFILE)' 2>/dev/null; true", true},
    {"python3 -c 'import os; os.fchmod(os.open(\"a\", 0), 0o600)' 2>/dev/null; true", true},
    {"python3 -c 'import os; os.utime(os.open(\"a\", 0))' 2>/dev/null; true", true},
    {"python3 -c 'import socket; socket.socket().bind((\"127.0.0.1\", 0))' 2>/dev/null; true",
	true},
    {"python3 -c 'import fcntl; fcntl.ioctl(open(\"a\"), 0x40086602, b\"\\0\" * 8)' 2>/dev/null; "
     "true",
	true},
};

/* holds: command-tried-writes */
static void what_is_expected_to_read_is_ended_where_it_would_write(void **state)
{
	struct sandbox_ground *g = *state;

	if (!can_try(g))
		skip();
	prepare(g, FOLDER
	    " && git init -q . && printf 'x = 1\n' >d/pure.py && mkdir bin && printf "
	    "'#!/bin/sh\\necho 5 >a\\n' >bin/grep && chmod 755 bin/grep && git add . && git -c "
	    "user.name=a -c user.email=a@b commit -qm x && touch -d 2001-01-01 a && "
	    "{ ls -lAR --time-style=+%s.%N . .git; cat a d/b d/deep/c; } >\"$HOME/before\"");
	for (size_t i = 0; i < sizeof reading_rows / sizeof *reading_rows; i++) {
		const struct reading_row *r = &reading_rows[i];
		const int got = sandbox_ground_run(g, CHILD_TRIAL_READS, r->line, NULL);

		if (got != (r->writes ? SANDBOX_GROUND_OVER : 0))
			fail_msg("'%s': got %d", r->line, got);
		prepare(g, "{ ls -lAR --time-style=+%s.%N . .git; cat a d/b d/deep/c; } | cmp - "
			   "\"$HOME/before\" && test ! -e \"$HOME/planted\"");
	}
}

static void without_namespaces_nothing_is_tried(void **state)
{
	struct sandbox_ground *g = *state;
	struct process_spec spec = {.argv = (const char *const[]){"true", NULL}};
	struct process *process;
	struct error e = ERROR_INIT;

	assert_true(setting_change(g->settings, "sandbox.mode", json_string("landlock"), NULL));
	assert_null(trial_start(g->loop, g->sandbox, &spec, false, &process, &e));
	assert_null(process);
	assert_non_null(strstr(e.message, "only tier namespaces can try a command"));
	error_free(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_would_change_is_told_and_nothing_changes),
	    cmocka_unit_test(the_bytes_of_a_changed_file_are_given),
	    cmocka_unit_test(git_that_only_reads_changes_nothing),
	    cmocka_unit_test(more_than_was_asked_for_and_than_has_room_is_said),
	    cmocka_unit_test(what_is_expected_to_read_is_ended_where_it_would_write),
	    cmocka_unit_test(without_namespaces_nothing_is_tried),
	};
	return cmocka_run_group_tests(tests, sandbox_ground_setup, sandbox_ground_teardown);
}
