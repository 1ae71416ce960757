/* SPDX-License-Identifier: MIT
 * Permission rules: what they name besides commands, where they come from, and how they are reported.
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
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "tests/support/permission_ground.h"
#include "tests/support/scratch.h"

#define ASK APPROVE_ASK
#define EDITS APPROVE_EDITS
#define ALL APPROVE_ALL

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
		struct act act = {
		    rows[i].class, rows[i].tool, .path = rows[i].path, .workspace = w};
		struct decision d = permission_decide(p, rows[i].mode, &act);

		if (verdict_letter(d.verdict) != rows[i].verdict)
			fail_msg("%s %s in %s: %c, %s", rows[i].tool, rows[i].path,
			    approve_mode_name(rows[i].mode), verdict_letter(d.verdict), d.reason);
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
		struct act act = {TOOL_RUNS, "run_command", rows[i].command, .workspace = w};
		struct decision d = permission_decide(p, ASK, &act);

		assert_int_equal(verdict_letter(d.verdict), rows[i].before);
		assert_int_equal(d.always, rows[i].offered);
		permission_grant(p, GRANT_COMMAND, "run_command", rows[i].command, false);
		assert_int_equal(
		    verdict_letter(permission_decide(p, ASK, &act).verdict), rows[i].after);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(rules_name_class_tool_and_path),
	    cmocka_unit_test(every_class_can_be_named),
	    cmocka_unit_test(what_a_rule_said_is_told_with_its_place),
	    cmocka_unit_test(a_file_of_settings_adds_rules_that_know_their_lines),
	    cmocka_unit_test(a_wrong_rule_is_named),
	    cmocka_unit_test(always_answers_rules_that_ask_and_nothing_firmer),
	    cmocka_unit_test(a_line_is_explained_part_by_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
