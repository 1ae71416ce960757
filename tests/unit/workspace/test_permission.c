/* SPDX-License-Identifier: MIT
 * What permissions decide: approval modes, classes of tools, and rules.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/support/scratch.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

static struct settings *settings_with(const char *assignment)
{
	const char *const assignments[] = {assignment, NULL};
	struct problems problems = PROBLEMS_INIT;
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1); /* not the settings of whoever runs this */
	struct settings *s = settings_load(
	    &(struct settings_request){.workspace = "/nonexistent", .assignments = assignments},
	    &problems);
	if (!s)
		fail_msg("%s", problems.list[0].text);
	problems_free(&problems);
	return s;
}

static struct decision decide(const struct permissions *p, enum approve_mode mode,
    enum tool_class class, const char *tool, const char *command)
{
	return permission_decide(
	    p, mode, &(struct act){.class = class, .tool = tool, .command = command});
}

static int setup(void **state)
{
	struct settings *s = settings_with(NULL);
	*state = permissions_new(s);
	settings_free(s);
	return 0;
}

static int teardown(void **state)
{
	permissions_free(*state);
	return 0;
}

static void every_mode_answers_for_every_class(void **state)
{
	/* A allow, ? ask, - deny; in the order read write run ask plan network delegate
	 * remember */
	static const struct {
		const char *mode, *verdicts;
	} rows[] = {
	    {"plan", "A--AA-A-"},
	    {"read-only", "A--AA-A-"},
	    {"ask", "A??AA?A?"},
	    {"edits", "AA?AA?A?"},
	    {"all", "AAAAAAAA"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum approve_mode mode;
		assert_true(approve_mode_find(rows[i].mode, &mode));
		assert_string_equal(approve_mode_name(mode), rows[i].mode);
		for (int class = TOOL_READS; class < TOOL_CLASSES; class ++) {
			struct decision d = decide(
			    *state, mode, class, "tool", class == TOOL_RUNS ? "make test" : NULL);
			char got = d.verdict == VERDICT_ALLOW ? 'A'
				   : d.verdict == VERDICT_ASK ? '?'
							      : '-';
			if (got != rows[i].verdicts[class])
				fail_msg("%s, class %d: %c", rows[i].mode, class, got);
			assert_string_equal(d.by, "mode");
			assert_false(d.destructive);
			assert_int_equal(d.reason[0] != '\0', got == '-');
		}
	}
	enum approve_mode mode;
	assert_false(approve_mode_find("asks", &mode));
	assert_false(approve_mode_find(NULL, &mode));
}

static void a_denial_says_how_to_allow(void **state)
{
	struct decision d = decide(*state, APPROVE_READ_ONLY, TOOL_RUNS, "run_command", "ls");
	assert_string_equal(d.reason, "approval mode read-only: running commands is denied; allow "
				      "it with --approve ask");
	d = decide(*state, APPROVE_PLAN, TOOL_WRITES, "write_file", NULL);
	assert_string_equal(d.reason, "approval mode plan: changing files is denied; allow it with "
				      "--approve ask");
}

static void always_means_the_exact_line_of_that_tool(void **state)
{
	static const struct {
		const char *tool, *command;
		enum verdict verdict;
	} rows[] = {
	    {"run_command", "make test", VERDICT_ALLOW},
	    {"run_command", "make test ", VERDICT_ASK},
	    {"run_command", "make test; rm -rf /", VERDICT_ASK},
	    {"run_command", "make", VERDICT_ASK},
	    {"other", "make test", VERDICT_ASK},
	};
	struct permissions *p = *state;
	permission_grant(p, GRANT_COMMAND, "run_command", "make test", false);
	permission_grant(p, GRANT_COMMAND, "run_command", "make test", false);
	permission_grant(p, GRANT_COMMAND, "write_file", NULL, false);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct decision d =
		    decide(p, APPROVE_ASK, TOOL_RUNS, rows[i].tool, rows[i].command);
		if (d.verdict != rows[i].verdict)
			fail_msg("%s '%s': %d", rows[i].tool, rows[i].command, (int)d.verdict);
		assert_string_equal(d.by, d.verdict == VERDICT_ALLOW ? "user" : "mode");
	}
	assert_int_equal(
	    decide(p, APPROVE_PLAN, TOOL_RUNS, "run_command", "make test").verdict, VERDICT_DENY);
	assert_int_equal(
	    decide(p, APPROVE_ASK, TOOL_WRITES, "write_file", NULL).verdict, VERDICT_ASK);
}

static void always_may_mean_what_begins_so(void **state)
{
	static const struct {
		const char *command, *prefix;
		enum verdict verdict;
	} rows[] = {
	    {"make test", "make", VERDICT_ALLOW},
	    {"make", "make", VERDICT_ALLOW},
	    {"make -j2 all", "make", VERDICT_ALLOW},
	    {"make SHELL=./evil all", NULL, VERDICT_ASK},
	    {"make -f elsewhere.mk", NULL, VERDICT_ASK},
	    {"git log -3", "git log", VERDICT_ALLOW},
	    {"git log --output=../x", NULL, VERDICT_ASK},
	    {"git log --ext-diff", NULL, VERDICT_ASK},
	    {"tar xf x.tar", "tar", VERDICT_ALLOW},
	    {"tar xf x.tar --to-command=./evil", NULL, VERDICT_ASK},
	    {"npm run build", "npm run", VERDICT_ALLOW},
	    {"npm install x", "npm install", VERDICT_ASK},
	    {"npm --yes run", NULL, VERDICT_ASK},
	    {"cmake .", "cmake", VERDICT_ASK},
	    {"/tmp/make", "/tmp/make", VERDICT_ASK},
	    {"make 2>/dev/null", "make", VERDICT_ALLOW},
	    {"make; touch x", NULL, VERDICT_ASK},
	    {"make && make install", NULL, VERDICT_ASK},
	    {"make | tee log", NULL, VERDICT_ASK},
	    {"make >log", NULL, VERDICT_ASK},
	    {"make $(touch x)", NULL, VERDICT_ASK},
	    {"make $X", NULL, VERDICT_ASK},
	    {"make *", NULL, VERDICT_ASK},
	    {"CC=evil make", NULL, VERDICT_ASK},
	    {"'make' test", NULL, VERDICT_ASK},
	    {"env make", NULL, VERDICT_ASK},
	    {"sh -c make", NULL, VERDICT_ASK},
	    {"python3 x.py", NULL, VERDICT_ASK},
	    {"curl example.org", NULL, VERDICT_ASK},
	    {"make 'drop table x'", NULL, VERDICT_ASK}, /* marked destructive */
	    {"git push --force", NULL, VERDICT_ASK},
	};
	struct permissions *p = *state;

	permission_grant(p, GRANT_PREFIX, "run_command", "make", false);
	permission_grant(p, GRANT_PREFIX, "run_command", "npm run", false);
	permission_grant(p, GRANT_PREFIX, "run_command", "git push", false);
	permission_grant(p, GRANT_PREFIX, "run_command", "git log", false);
	permission_grant(p, GRANT_PREFIX, "run_command", "tar", false);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct decision d =
		    decide(p, APPROVE_ASK, TOOL_RUNS, "run_command", rows[i].command);
		if (d.verdict != rows[i].verdict)
			fail_msg("'%s': %s", rows[i].command, verdict_name(d.verdict));
		if (strcmp(d.prefix, rows[i].prefix ? rows[i].prefix : "") != 0)
			fail_msg("'%s' begins with '%s'", rows[i].command, d.prefix);
	}
	assert_int_equal(
	    decide(p, APPROVE_PLAN, TOOL_RUNS, "run_command", "make").verdict, VERDICT_DENY);
	assert_true(permission_revoke(p, "prefix", "make"));
	assert_false(permission_revoke(p, "prefix", "make"));
	assert_int_equal(
	    decide(p, APPROVE_ASK, TOOL_RUNS, "run_command", "make").verdict, VERDICT_ASK);
}

static struct workspace *workspace_with_link(const char *dir)
{
	struct workspace *w = workspace_open(dir, NULL);

	scratch_folder(dir, "src");
	scratch_folder(dir, "lib");
	assert_int_equal(symlinkat("../lib", workspace_fd(w), "src/link"), 0);
	return w;
}

static struct decision decide_change(
    const struct permissions *p, const struct workspace *w, const char *path)
{
	return permission_decide(p, APPROVE_ASK,
	    &(struct act){.class = TOOL_WRITES, .tool = "edit_file", .path = path, .workspace = w});
}

/* Writing through such a link makes the file. */
/* holds: writing-git-agent */
static void a_link_to_nothing_is_what_it_leads_to(void **state)
{
	static const struct {
		const char *target;
		enum verdict verdict;
	} rows[] = {{"plain", VERDICT_ALLOW}, {".envrc", VERDICT_ASK},
	    {".vscode/tasks.json", VERDICT_ASK}, {".git/hooks/pre-commit", VERDICT_ASK},
	    {"second", VERDICT_ASK}, {"gone/../.mcp.json", VERDICT_ASK},
	    {"sub/gone/../../agent.yaml", VERDICT_ASK}};
	char *dir = scratch_new(), *absolute = scratch_path(dir, ".envrc");
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p = *state;

	assert_int_equal(symlinkat(absolute, workspace_fd(w), "second"), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(symlinkat(rows[i].target, workspace_fd(w), "notes"), 0);
		assert_int_equal(permission_decide(p, APPROVE_EDITS,
				     &(struct act){.class = TOOL_WRITES,
					 .tool = "write_file",
					 .path = "notes",
					 .workspace = w})
				     .verdict,
		    rows[i].verdict);
		assert_int_equal(unlinkat(workspace_fd(w), "notes", 0), 0);
	}
	workspace_free(w);
	free(absolute);
	scratch_free(dir);
}

static void a_folder_means_itself_and_what_is_below(void **state)
{
	static const struct {
		const char *folder, *path;
		enum verdict verdict;
	} rows[] = {
	    {"src", "src/x.c", VERDICT_ALLOW},
	    {"src", "src/deep/x.c", VERDICT_ALLOW},
	    {"src", "./lib/..//src/x.c", VERDICT_ALLOW},
	    {"src", "src", VERDICT_ASK},
	    {"src", "srcs/x.c", VERDICT_ASK},
	    {"src", "tests/src/x.c", VERDICT_ASK},
	    {"src", "vendor/a/src/x.c", VERDICT_ASK},
	    {"src", "/src/x.c", VERDICT_ASK},
	    {"src", "../src/x.c", VERDICT_ASK},
	    {"src", "src/../x.c", VERDICT_ASK},
	    {"src/deep", "src/deep/x.c", VERDICT_ALLOW},
	    {"src/deep", "src/x.c", VERDICT_ASK},
	    {"src/deep", "tests/src/deep/x.c", VERDICT_ASK},
	    {"app/[id]", "app/[id]/x.c", VERDICT_ALLOW},
	    {"app/[id]", "app/i/x.c", VERDICT_ASK},
	    {"{a,b}", "{a,b}/x.c", VERDICT_ALLOW},
	    {"{a,b}", "a/x.c", VERDICT_ASK},
	    {"*", "*/x.c", VERDICT_ALLOW},
	    {"*", "src/x.c", VERDICT_ASK},
	    {"src", "src/link/x.c", VERDICT_ASK},
	    {"lib", "src/link/x.c", VERDICT_ALLOW},
	    {"", "x.c", VERDICT_ASK},
	    {"", "src/x.c", VERDICT_ASK},
	    {"", "/x.c", VERDICT_ASK},
	    {".", "x.c", VERDICT_ASK},
	    {"/", "/x.c", VERDICT_ASK},
	};
	struct permissions *p = *state;
	char *dir = scratch_new();
	struct workspace *w = workspace_with_link(dir);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		permission_grant(p, GRANT_FOLDER, "edit_file", rows[i].folder, false);
		struct decision d = decide_change(p, w, rows[i].path);

		if (d.verdict != rows[i].verdict)
			fail_msg("'%s' for '%s': %s", rows[i].path, rows[i].folder,
			    verdict_name(d.verdict));
		assert_true(permission_revoke(p, "folder", rows[i].folder));
	}
	workspace_free(w);
	scratch_free(dir);
}

static void the_folder_a_card_offers_is_the_one_that_is_allowed(void **state)
{
	static const struct {
		const char *path, *folder;
	} rows[] = {
	    {"src/x.c", "src"},
	    {"src/deep/x.c", "src/deep"},
	    {"src/link/x.c", "lib"},
	    {"app/[id]/x.c", "app/[id]"},
	    {"x.c", ""},
	    {"./x.c", ""},
	    {"/elsewhere/src/x.c", ""},
	    {"../src/x.c", ""},
	};
	struct permissions *p = *state;
	char *dir = scratch_new();
	struct workspace *w = workspace_with_link(dir);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct decision d = decide_change(p, w, rows[i].path);

		if (strcmp(d.folder, rows[i].folder) != 0)
			fail_msg("'%s' offers '%s'", rows[i].path, d.folder);
		assert_int_equal(d.verdict, VERDICT_ASK);
		permission_grant(p, GRANT_FOLDER, "edit_file", d.folder, false);
		assert_int_equal(decide_change(p, w, rows[i].path).verdict,
		    *d.folder ? VERDICT_ALLOW : VERDICT_ASK);
		assert_true(permission_revoke(p, "folder", d.folder));
	}
	workspace_free(w);
	scratch_free(dir);
}

static void what_is_allowed_on_cards_is_listed(void **state)
{
	json_t *list;

	permission_grant(*state, GRANT_FOLDER, "edit_file", "src", false);
	permission_grant(*state, GRANT_COMMAND, "run_command", "make", true);
	list = permission_grants(*state);
	char *text = json_dumps(list, JSON_COMPACT);
	assert_string_equal(text,
	    "[{\"scope\":\"folder\",\"tool\":\"edit_file\",\"text\":\"src\",\"network\":false},"
	    "{\"scope\":\"command\",\"tool\":\"run_command\",\"text\":\"make\",\"network\":true}]");
	free(text);
	json_decref(list);
}

static void the_destructive_commands_of_a_line_are_named(void **state)
{
	json_t *list = permission_dangers(*state, "make && rm -r 'build' ; echo rm; git clean -fd");
	char *text = json_dumps(list, JSON_COMPACT);

	assert_string_equal(text, "[\"rm -r build\",\"git clean -fd\"]");
	free(text);
	json_decref(list);
}

static void what_destroys_is_marked(void **state)
{
	static const struct {
		const char *command;
		bool destructive;
	} rows[] = {
	    {"rm -r build/", true},
	    {"cd x && rm y", true},
	    {"echo a\nrm b", true},
	    {"git reset --hard HEAD~1", true},
	    {"git -C x clean -fd", true},
	    {"git push origin main --force", true},
	    {"git push --force-with-lease", true},
	    {"git push -f", true},
	    {"dd if=/dev/zero of=/dev/sda", true},
	    {"mkfs.ext4 /dev/sdb", true},
	    {"truncate -s 0 x", true},
	    {"find . -name x -delete", true},
	    {"chmod -R 777 .", true},
	    {"echo > /etc/passwd", true},
	    {"ls -l", false},
	    {"git push origin main", false},
	    {"git reset file", false},
	    {"make 2>/dev/null", false},
	    {"make > /dev/null", false},
	    {"grep -rn barn .", false},
	    {"cat charms.txt", false},
	    {"chmod +x run.sh", false},
	    {"find . -name '*.c'", false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int mode = APPROVE_PLAN; mode <= APPROVE_ALL; mode++) {
			struct decision d =
			    decide(*state, mode, TOOL_RUNS, "run_command", rows[i].command);
			if (d.destructive != rows[i].destructive)
				fail_msg(
				    "'%s' in mode %d: %d", rows[i].command, mode, d.destructive);
		}
	struct decision d = decide(*state, APPROVE_ALL, TOOL_RUNS, "run_command", "rm x");
	assert_int_equal(d.verdict, VERDICT_ALLOW);
	assert_string_equal(d.reason, "");
	assert_string_equal(d.mark, "\\brm\\s");
}

static void a_deny_rule_holds_in_every_mode(void **state)
{
	struct settings *s = settings_with("permissions.rules=[{deny: {pattern: '\\bcurl\\b'}}]");
	struct permissions *p = permissions_new(s);
	permission_grant(p, GRANT_COMMAND, "run_command", "curl x", false);
	for (int mode = APPROVE_PLAN; mode <= APPROVE_ALL; mode++)
		assert_int_equal(
		    decide(p, mode, TOOL_RUNS, "run_command", "curl x").verdict, VERDICT_DENY);
	struct decision d = decide(p, APPROVE_ALL, TOOL_RUNS, "run_command", "curl x");
	assert_string_equal(d.by, "rule");
	assert_string_equal(d.reason, "deny pattern '\\bcurl\\b' (command line)");
	d = decide(p, APPROVE_ALL, TOOL_RUNS, "run_command", "curly x");
	assert_int_equal(d.verdict, VERDICT_ALLOW);
	permissions_free(p);
	settings_free(s);
}

/* The network is allowed by rules that name it, and by "always" to a line that asked for it. */
static void a_rule_gives_the_network_only_when_it_says_so(void **state)
{
	static const struct {
		const char *command;
		bool network;
		enum verdict verdict;
	} rows[] = {
	    {"npm install", false, VERDICT_ALLOW},
	    {"npm install", true, VERDICT_ALLOW},
	    {"npm install && make", true, VERDICT_ASK},
	    {"make", false, VERDICT_ALLOW},
	    {"make", true, VERDICT_ASK},
	    {"git push", false, VERDICT_ALLOW},
	    {"git push", true, VERDICT_DENY},
	    {"wget x", false, VERDICT_ALLOW},
	    {"wget x", true, VERDICT_ALLOW},
	    {"touch y", false, VERDICT_ALLOW},
	    {"touch y", true, VERDICT_ASK},
	};
	struct settings *s = settings_with(
	    "permissions.rules=[{allow: {command: make}}, {allow: {command: git push}},"
	    "{allow: {command: npm install, network: true}}, {deny: {command: git push, network: "
	    "true}}]");
	struct permissions *p = permissions_new(s);

	permission_grant(p, GRANT_COMMAND, "run_command", "wget x", true);
	permission_grant(p, GRANT_COMMAND, "run_command", "touch y", false);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct act act = {.class = TOOL_RUNS,
		    .tool = "run_command",
		    .command = rows[i].command,
		    .network = rows[i].network};
		struct decision d = permission_decide(p, APPROVE_ASK, &act);

		if (d.verdict != rows[i].verdict)
			fail_msg("%s%s: %s", rows[i].command,
			    rows[i].network ? " with network" : "", verdict_name(d.verdict));
	}
	permissions_free(p);
	settings_free(s);
	(void)state;
}

static void a_pattern_given_up_on_counts_as_a_match(void **state)
{
	struct settings *s = settings_with("permissions.rules=[{deny: {pattern: '(a+)+$'}}]");
	struct permissions *p = permissions_new(s);
	char command[100];
	memset(command, 'a', sizeof command - 2);
	command[sizeof command - 2] = '!';
	command[sizeof command - 1] = '\0';
	assert_int_equal(
	    decide(p, APPROVE_ALL, TOOL_RUNS, "run_command", command).verdict, VERDICT_DENY);
	permissions_free(p);
	settings_free(s);
}

#define WITH_DEFAULTS(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

/* What was said "always" to stays; the rules are those of the settings now. */
static void rules_that_change_in_a_session_count_at_once(void **state)
{
	struct settings *s = settings_with(NULL);
	struct permissions *p = permissions_new(s);
	json_t *rules = json_pack("[{s:{s:s}}]", "deny", "command", "git push");

	permission_grant(p, GRANT_COMMAND, "run_command", "make it", false);
	assert_int_equal(
	    decide(p, APPROVE_ALL, TOOL_RUNS, "run_command", "git push").verdict, VERDICT_ALLOW);
	assert_true(setting_change(s, "permissions.rules", rules, NULL));
	permissions_reload(p, s);
	assert_int_equal(
	    decide(p, APPROVE_ALL, TOOL_RUNS, "run_command", "git push").verdict, VERDICT_DENY);
	assert_int_equal(
	    decide(p, APPROVE_ASK, TOOL_RUNS, "run_command", "make it").verdict, VERDICT_ALLOW);
	permissions_free(p);
	settings_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_DEFAULTS(every_mode_answers_for_every_class),
	    WITH_DEFAULTS(a_denial_says_how_to_allow),
	    WITH_DEFAULTS(always_means_the_exact_line_of_that_tool),
	    WITH_DEFAULTS(always_may_mean_what_begins_so),
	    WITH_DEFAULTS(a_link_to_nothing_is_what_it_leads_to),
	    WITH_DEFAULTS(a_folder_means_itself_and_what_is_below),
	    WITH_DEFAULTS(the_folder_a_card_offers_is_the_one_that_is_allowed),
	    WITH_DEFAULTS(what_is_allowed_on_cards_is_listed),
	    WITH_DEFAULTS(the_destructive_commands_of_a_line_are_named),
	    WITH_DEFAULTS(what_destroys_is_marked),
	    cmocka_unit_test(a_deny_rule_holds_in_every_mode),
	    cmocka_unit_test(rules_that_change_in_a_session_count_at_once),
	    cmocka_unit_test(a_rule_gives_the_network_only_when_it_says_so),
	    cmocka_unit_test(a_pattern_given_up_on_counts_as_a_match),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
