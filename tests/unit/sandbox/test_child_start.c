/* SPDX-License-Identifier: MIT
 * Every child the program starts: each kind is confined as its row says, in each tier that works here; all starts in
 * the code are of a kind; and the list in docs/sandbox.md is that of the code. WRITE=1 writes it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "tests/support/document.h"
#include "tests/support/sandbox_ground.h"
#include "tests/support/scratch.h"

/* ---- What each is held to -------------------------------------------------------------------- */

static bool is_made(const char *dir, const char *name)
{
	char *path = file_join(dir, name);
	const bool made = unlink(path) == 0;

	free(path);
	return made;
}

static void assert_held(struct sandbox_ground *g, enum child_kind kind)
{
	const enum child_hold hold = child_rows[kind].hold;

	if (hold == CHILD_TRIES) /* which only a trial can start: test_trial.c */
		return;
	char *line = xasprintf("touch here; touch '%s/there'; exit 7", g->home);
	struct error e = ERROR_INIT;

	const bool ends =
	    kind == CHILD_TRIAL_READS && sandbox_tier(g->sandbox) == SANDBOX_NAMESPACES;
	assert_int_equal(sandbox_ground_run(g, kind, line, &e), ends ? SANDBOX_GROUND_OVER : 7);
	assert_int_equal(is_made(g->dir, "here"), hold != CHILD_READS);
	assert_int_equal(is_made(g->home, "there"), hold == CHILD_FREE);
	error_free(&e);
	free(line);
}

static void assert_all_held(struct sandbox_ground *g)
{
	for (enum child_kind kind = 0; kind < CHILD_KINDS; kind++)
		assert_held(g, kind);
}

/* Calls check in each tier of the sandbox that works here. */
static void each_tier(struct sandbox_ground *g, void (*check)(struct sandbox_ground *g))
{
	static const char *const modes[] = {"namespaces", "landlock"};
	int held = 0;

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		assert_true(
		    setting_change(g->settings, "sandbox.mode", json_string(modes[i]), NULL));
		if (sandbox_tier(g->sandbox) == SANDBOX_NONE)
			continue;
		held++;
		check(g);
	}
	if (!held)
		skip();
}

/* holds: program-starts-itself */
static void each_kind_is_held_to_what_its_row_says(void **state)
{
	each_tier(*state, assert_all_held);
}

/* Fails the test if a command starts after another folder took its folder's name, which it was judged for. */
static void assert_not_entered_with(struct sandbox_ground *g, enum sandbox_grant grant)
{
	struct error e = ERROR_INIT;
	struct sandbox_order order;
	struct process_spec spec = {
	    .argv = (const char *const[]){"sh", "-c", "touch ran", NULL},
	    .cwd_fd = workspace_fd(g->workspace), /* of a trial, where its layer would be sent */
	    .death_signal = SIGKILL,
	};
	char *moved = xasprintf("%s.moved", g->dir);

	assert_true(sandbox_confine(g->sandbox, &spec, grant, &order, &e));
	assert_int_equal(rename(g->dir, moved), 0);
	assert_int_equal(mkdir(g->dir, 0755), 0);
	assert_null(process_start(g->loop, &spec, &e));
	assert_non_null(strstr(e.message, strerror(ESTALE)));
	assert_false(is_made(g->dir, "ran") || is_made(moved, "ran"));
	assert_int_equal(rmdir(g->dir), 0);
	assert_int_equal(rename(moved, g->dir), 0);
	error_free(&e);
	sandbox_order_free(&order);
	free(moved);
}

static void assert_not_entered(struct sandbox_ground *g)
{
	assert_not_entered_with(g, SANDBOX_WRITES);
	if (sandbox_tier(g->sandbox) == SANDBOX_NAMESPACES)
		assert_not_entered_with(g, SANDBOX_TRIES);
}

/* holds: commands-model-confined */
static void a_command_does_not_start_in_what_took_its_folders_name(void **state)
{
	struct sandbox_ground *g = *state;

	each_tier(g, assert_not_entered);
}

/* With a tier that this system has not. */
/* holds: program-starts-itself */
static void without_a_tier_the_program_starts_nothing_for_itself(void **state)
{
	struct sandbox_ground *g = *state;
	struct error e = ERROR_INIT;

	assert_true(setting_change(g->settings, "sandbox.mode", json_string("seatbelt"), NULL));
	assert_int_equal(sandbox_tier(g->sandbox), SANDBOX_NONE);
	assert_int_equal(sandbox_ground_run(g, CHILD_GIT_STATUS, "exit 7", &e), -1);
	assert_non_null(strstr(e.message, "no sandbox can be made here"));
	error_free(&e);
	assert_int_equal(
	    sandbox_ground_run(g, CHILD_COMMAND, "exit 7", &e), 7); /* it was asked for */
	assert_true(setting_change(g->settings, "sandbox.missing", json_string("refuse"), NULL));
	assert_int_equal(sandbox_ground_run(g, CHILD_COMMAND, "exit 7", &e), -1);
	error_free(&e);
	assert_true(setting_change(g->settings, "sandbox.missing", json_string("run"), NULL));
	assert_int_equal(sandbox_ground_run(g, CHILD_GIT_STATUS, "exit 7", &e), 7);
	assert_true(setting_change(g->settings, "sandbox.mode", json_string("off"), NULL));
	assert_int_equal(sandbox_ground_run(g, CHILD_GIT_STATUS, "exit 7", &e), 7);
}

/* ---- Where they are started ------------------------------------------------------------------ */

static const struct {
	const char *name;
	enum child_kind kind;
} kinds[] = {
    {"CHILD_COMMAND", CHILD_COMMAND},
    {"CHILD_TRIAL", CHILD_TRIAL},
    {"CHILD_TRIAL_READS", CHILD_TRIAL_READS},
    {"CHILD_GIT_STATUS", CHILD_GIT_STATUS},
    {"CHILD_USER_COMMAND", CHILD_USER_COMMAND},
    {"CHILD_EDITOR", CHILD_EDITOR},
    {"CHILD_KEY_COMMAND", CHILD_KEY_COMMAND},
    {"CHILD_DELEGATE", CHILD_DELEGATE},
    {"CHILD_SERVE", CHILD_SERVE},
    {"CHILD_EXPORT", CHILD_EXPORT},
    {"CHILD_SIGN", CHILD_SIGN},
    {"CHILD_HOOK", CHILD_HOOK},
    {"CHILD_USER_HOOK", CHILD_USER_HOOK},
    {"CHILD_MCP", CHILD_MCP},
    {"CHILD_MCP_FREE", CHILD_MCP_FREE},
    {"CHILD_BROWSER", CHILD_BROWSER},
    {"CHILD_PICTURE", CHILD_PICTURE},
};
#define KINDS (sizeof kinds / sizeof *kinds)

/* Whatever makes a process or becomes another program, and where that is done. */
static const struct {
	const char *call, *in;
} primitives[] = {
    {"process_start", "src/sandbox/child_start.c:child_start src/sandbox/sandbox.c:try_tier"},
    /* A chat that is detached goes on as a copy of itself, which starts nothing. */
    {"fork", "src/cli/chat/faces.c:faces_detach src/loop/spawner.c:fork_blocked "
	     "src/sandbox/linux/confined_linux.c:confined_fork "
	     "src/sandbox/macos/confined_macos.c:confined_fork"},
    {"vfork", "src/loop/launch.c:launch src/sandbox/child/confined_child.c:confined_start "
	      "src/sandbox/linux/shared_namespaces.c:namespaces_fork"},
    {"execve",
	"src/loop/launch.c:become_program src/sandbox/child/confined_child.c:become_command"},
    {"syscall(SYS_clone", "src/sandbox/linux/shared_namespaces.c:clone_with"},
    {"syscall(SYS_clone3", ""},
    {"syscall(SYS_execve", ""},
    {"clone", ""},
    {"execl", ""},
    {"execlp", ""},
    {"execle", ""},
    {"execv", ""},
    {"execvp", ""},
    {"execvpe", ""},
    {"execveat", ""},
    {"fexecve", ""},
    {"posix_spawn", ""},
    {"posix_spawnp", ""},
    {"popen", ""},
    {"system", ""},
    {"wordexp", ""},
};
#define PRIMITIVES (sizeof primitives / sizeof *primitives)

static struct buf starts[KINDS]; /* "`FILE:FUNCTION`, ..." of each kind */

/* Returns the name of the function that `at` is in; owned. */
static char *function_around(const char *source, const char *at)
{
	const char *open = NULL, *line, *name;
	size_t len;

	for (const char *s = source; (s = strstr(s, "\n{")) && s < at; s++)
		open = s;
	assert_non_null(open);
	for (line = open; line > source &&
			  (line[0] != '\n' || isspace((unsigned char)line[1]) || line[1] == '{');)
		line--;
	name = strchr(line + 1, '(');
	for (len = 0; document_is_name(name[-1]); name--)
		len++;
	return xstrndup(name, len);
}

/* Returns the next call of a function; NULL: no more. Names at the beginning of a line (a definition) and in a
 * comment, whose lines have a star, are none. */
static const char *next_call(const char *source, const char *name)
{
	const size_t len = strcspn(name, "(");

	for (const char *s = source; (s = strstr(s, name)); s++) {
		const char *line = s;

		while (line > source && line[-1] != '\n')
			line--;
		if (line < s && isspace((unsigned char)*line) && line[1] != '*' &&
		    !document_is_name(s[-1]) && !strchr(".>\"", s[-1]) && s[len] == '(' &&
		    !document_is_name(s[strlen(name)]))
			return s;
	}
	return NULL;
}

static void note_starts(const char *path, const char *source)
{
	for (const char *at = source; (at = next_call(at, "child_start")); at++) {
		char *call = xstrndup(at, strcspn(at, ";")), *in = function_around(source, at);
		bool is_of_a_kind = false;

		for (size_t i = 0; i < KINDS; i++)
			if (strstr(call, kinds[i].name)) {
				buf_addf(
				    &starts[i], "%s`%s:%s`", starts[i].len ? ", " : "", path, in);
				is_of_a_kind = true;
			}
		if (!is_of_a_kind)
			fail_msg("%s:%s starts a child of no kind", path, in);
		free(in);
		free(call);
	}
}

static void check_primitives(const char *path, const char *source)
{
	for (size_t i = 0; i < PRIMITIVES; i++)
		for (const char *at = source; (at = next_call(at, primitives[i].call)); at++) {
			char *in = function_around(source, at),
			     *place = xasprintf("%s:%s", path, in);

			if (!strstr(primitives[i].in, place))
				fail_msg("%s calls %s: start a child by child_start", place,
				    primitives[i].call);
			free(place);
			free(in);
		}
}

static int read_source(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	const size_t len = strlen(path);
	char *source;

	if (type != FTW_F || len < 3 || strcmp(path + len - 2, ".c") != 0)
		return 0;
	source = document_read(path);
	check_primitives(path, source);
	note_starts(path, source);
	free(source);
	return 0;
}

static void add_rows(struct buf *out)
{
	static const char *const holds[] = {[CHILD_WRITES] = "as a command",
	    [CHILD_READS] = "as a command, read-only",
	    [CHILD_TRIES] = "as a command, in a layer of its own",
	    [CHILD_FREE] = "your permissions"};

	buf_adds(out, "\n| child | started in | held to | |\n|---|---|---|---|\n");
	for (size_t i = 0; i < KINDS; i++) {
		const struct child_row *row = &child_rows[kinds[i].kind];

		assert_true(starts[i].len > 0); /* a kind that nothing starts is no row */
		buf_addf(out, "| %s | %s | %s | %s |\n", row->what, buf_str(&starts[i]),
		    holds[row->hold], row->why);
	}
	buf_adds(out,
	    "| `true`, to find the tier | `src/sandbox/sandbox.c:try_tier` | the tier that "
	    "is tried | |\n\n");
}

#define DOC "docs/sandbox.md"
#define FROM "<!-- list of children, made by tests/unit/sandbox/test_child_start.c -->\n"
#define TO "<!-- end of list -->\n"

/* holds: program-starts-itself */
static void every_start_in_the_code_is_of_a_kind_and_listed(void **state)
{
	struct buf rows = BUF_INIT, whole = BUF_INIT;
	char *doc = document_read(DOC), *from = strstr(doc, FROM), *to = strstr(doc, TO);

	assert_int_equal(nftw("src", read_source, 16, FTW_PHYS), 0);
	assert_int_equal(nftw("ui", read_source, 16, FTW_PHYS), 0);
	add_rows(&rows);
	assert_true(from && to && from < to);
	from += strlen(FROM);
	if (getenv("WRITE")) {
		buf_add(&whole, doc, (size_t)(from - doc));
		buf_add(&whole, buf_str(&rows), rows.len);
		buf_adds(&whole, to);
		assert_true(file_write(DOC, 0644, buf_str(&whole), whole.len, NULL));
	} else {
		*to = '\0';
		assert_string_equal(from, buf_str(&rows));
	}
	for (size_t i = 0; i < KINDS; i++)
		buf_free(&starts[i]);
	buf_free(&whole);
	buf_free(&rows);
	free(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(each_kind_is_held_to_what_its_row_says,
		sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test_setup_teardown(a_command_does_not_start_in_what_took_its_folders_name,
		sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test_setup_teardown(without_a_tier_the_program_starts_nothing_for_itself,
		sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test(every_start_in_the_code_is_of_a_kind_and_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
