/* SPDX-License-Identifier: MIT
 * Settings from files, environment and command line: who wins, what is refused and in which words.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/embed.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "config/settings.h"
#include "config/settings_layer.h"
#include "config/trust.h"
#include "tests/support/scratch.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

static char *home, *workspace; /* new folders for each test */
static struct problems problems;

static int setup(void **state)
{
	char *config;

	(void)state;
	home = scratch_new();
	workspace = scratch_new();
	config = scratch_path(home, ".config");
	setenv("HOME", home, 1);
	setenv("XDG_CONFIG_HOME", config, 1);
	free(config);
	for (size_t i = 0; i < settings_count; i++)
		if (settings_table[i].environment)
			unsetenv(settings_table[i].environment);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	problems_free(&problems);
	config_forget();
	scratch_free(home);
	scratch_free(workspace);
	return 0;
}

static void user_file(const char *text)
{
	scratch_text(home, ".config/agent/agent.yaml", text);
}

static void workspace_file(const char *text)
{
	scratch_text(workspace, "agent.yaml", text);
}

static struct settings *load_with(const char *const *assignments)
{
	struct settings_request request = {.workspace = workspace, .assignments = assignments};

	problems_free(&problems);
	return settings_load(&request, &problems);
}

static struct settings *load(void)
{
	struct settings *s = load_with(NULL);

	if (!s) {
		settings_complain(&problems, stderr);
		fail_msg("not loaded");
	}
	return s;
}

/* Returns all problems, one a line. */
static char *complaints(void)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < problems.count; i++) {
		char *line = problem_line(&problems.list[i]);
		buf_addf(&out, "%s%s", i ? "\n" : "", line);
		free(line);
	}
	return buf_take(&out);
}

static void expect_refused(const char *const *assignments, const char *wanted, int code)
{
	struct settings *s = load_with(assignments);
	char *got = complaints();
	FILE *null = fopen("/dev/null", "w");

	assert_null(s);
	assert_string_equal(got, wanted);
	assert_int_equal(settings_complain(&problems, null), code);
	fclose(null);
	free(got);
}

static void without_files_the_defaults_hold(void **state)
{
	struct settings *s = load();

	(void)state;
	assert_string_equal(setting_string(s, "backend.provider"), "auto");
	assert_null(setting_string(s, "backend.model"));
	assert_int_equal(setting_int(s, "limits.iterations"), 100);
	assert_true(isnan(setting_number(s, "limits.wall_s")));
	assert_true(setting_bool(s, "sessions.save"));
	assert_null(setting_string(s, "approve"));
	assert_int_equal(setting_int(s, "backend.max_tokens"), 0);
	assert_string_equal(setting_source(s, "backend.model"), "default");
	assert_int_equal(settings_trust(s), TRUST_NONE);
	assert_int_equal(json_array_size(settings_ignored(s)), 0);
	settings_free(s);
}

static void later_layers_win_and_are_named(void **state)
{
	static const char *const assignments[] = {
	    "limits.iterations=7", "limits.iterations=8", NULL};
	struct settings *s;

	(void)state;
	user_file("backend:\n  model: user\n  temperature: 0.5\nstats.rows: "
		  "2\nlimits.iterations: 3\n");
	workspace_file("backend.model: ws\nstats:\n  rows: 3\nlimits: {iterations: 4}\n");
	setenv("AGENT_MODEL", "env", 1);
	s = load_with(assignments);
	assert_non_null(s);
	assert_string_equal(setting_string(s, "backend.model"), "env");
	assert_string_equal(setting_source(s, "backend.model"), "environment AGENT_MODEL");
	assert_int_equal(setting_int(s, "stats.rows"), 3);
	assert_string_equal(setting_source(s, "stats.rows"), "agent.yaml:3");
	assert_true(setting_number(s, "backend.temperature") == 0.5);
	assert_string_equal(
	    setting_source(s, "backend.temperature"), "~/.config/agent/agent.yaml:3");
	assert_int_equal(setting_int(s, "limits.iterations"), 8);
	assert_string_equal(setting_source(s, "limits.iterations"), "command line");
	settings_free(s);
}

static void an_empty_variable_is_not_set(void **state)
{
	struct settings *s;

	(void)state;
	setenv("AGENT_MODEL", "", 1);
	s = load();
	assert_null(setting_string(s, "backend.model"));
	settings_free(s);
}

static void one_file_replaces_users_and_workspaces(void **state)
{
	char *path = scratch_path(home, "other.yaml"), *source;
	struct settings_request request = {.workspace = workspace, .only_file = path};
	struct settings *s;

	(void)state;
	user_file("backend.model: user\n");
	workspace_file("no such key: 1\n");
	scratch_text(home, "other.yaml", "approve: all\n");
	s = settings_load(&request, &problems);
	assert_non_null(s);
	assert_null(setting_string(s, "backend.model"));
	assert_string_equal(setting_string(s, "approve"), "all");
	source = xasprintf("%s:1", path);
	assert_string_equal(setting_source(s, "approve"), source);
	settings_free(s);
	unlink(path);
	assert_null(settings_load(&request, &problems)); /* named, so it must be there */
	assert_int_equal(problems.count, 1);
	free(source);
	free(path);
}

/* Each kind of bad configuration with its literal message. */
static void bad_files_are_told_with_place_and_way_out(void **state)
{
	static const struct {
		const char *text, *said;
	} rows[] = {
	    {"backend:\n  modle: x\n",
		"agent.yaml:2:3: unknown key 'modle' (did you mean 'model'?)"},
	    {"modle: x\n", "agent.yaml:1:1: unknown key 'modle' (did you mean 'backend.model'?)"},
	    {"bakend:\n  model: x\n",
		"agent.yaml:1:1: unknown key 'bakend' (did you mean 'backend'?)"},
	    {"backend.modle: x\n",
		"agent.yaml:1:1: unknown key 'backend.modle' (did you mean 'backend.model'?)"},
	    {"backend.api_key: secretsecret\n", "agent.yaml:1:1: unknown key 'backend.api_key' "
						"(did you mean 'backend.api_key_env'?)"},
	    {"zzzzzzz: 1\n", "agent.yaml:1:1: unknown key 'zzzzzzz'"},
	    {"limits:\n  iterations: many\n",
		"agent.yaml:2:15: 'limits.iterations' must be a whole number, not the text 'many'"},
	    {"limits.iterations: 1.5\n",
		"agent.yaml:1:20: 'limits.iterations' must be a whole number, not 1.5"},
	    {"limits.iterations: null\n",
		"agent.yaml:1:20: 'limits.iterations' must be a whole number, not null"},
	    {"backend.model: 4\n",
		"agent.yaml:1:16: 'backend.model' must be a text or null, not 4; quote it"},
	    {"backend.model: ''\n",
		"agent.yaml:1:16: 'backend.model' must be 1 to 500 characters long, not 0"},
	    {"ui.mouse: yes\n",
		"agent.yaml:1:11: 'ui.mouse' must be true or false or null, not the text 'yes'"},
	    {"backend.temperature: [1]\n",
		"agent.yaml:1:22: 'backend.temperature' must be a number or null, not a list"},
	    {"backend.model: {a: 1}\n",
		"agent.yaml:1:16: 'backend.model' must be a text or null, not a mapping"},
	    {"limits.iterations: 0\n",
		"agent.yaml:1:20: 'limits.iterations' must be from 1 to 10000, not 0"},
	    {"backend.temperature: 2.5\n",
		"agent.yaml:1:22: 'backend.temperature' must be from 0 to 2, not 2.5"},
	    {"approve: edit\n", "agent.yaml:1:10: 'approve' must be one of plan, read-only, ask, "
				"edits, all, not 'edit' "
				"(did you mean 'edits'?)"},
	    {"evaluation.when: sometimes\n",
		"agent.yaml:1:18: 'evaluation.when' must be one of every_step, on_error, at_end, "
		"never, not 'sometimes'"},
	    {"backend.base_url: ftp://x\n", "agent.yaml:1:19: 'backend.base_url' must be a URL "
					    "that begins with http:// or https://"},
	    {"backend.base_url: https://me:pw@host/v1\n",
		"agent.yaml:1:19: 'backend.base_url' must not hold a user name or password"},
	    {"backend.api_key_env: sk-123456789\n", "agent.yaml:1:22: 'backend.api_key_env' must "
						    "be the name of an environment variable (a key "
						    "itself does not belong into a file)"},
	    {"workspace.allow: [tmp]\n", "agent.yaml:1:19: 'workspace.allow': 'tmp' must be an "
					 "absolute path or begin with ~/"},
	    {"workspace.allow: /tmp\n",
		"agent.yaml:1:18: 'workspace.allow' must be a list of texts, not the text '/tmp'"},
	    {"workspace.allow:\n  - /tmp\n  - 7\n",
		"agent.yaml:3:5: 'workspace.allow' must be a list of texts, item 2 is 7"},
	    {"backend.headers: {\"a b\": x}\n",
		"agent.yaml:1:26: 'backend.headers[\"a b\"]' is not an allowed name"},
	    {"backend.headers:\n  X-Org: 7\n",
		"agent.yaml:2:10: 'backend.headers.X-Org' is an integer, must be a string"},
	    {"backend: x\n", "agent.yaml:1:10: 'backend' is a section: its keys go below it"},
	    {"- a\n", "agent.yaml:1:1: settings must be a mapping, `key: value`"},
	    {"just text\n", "agent.yaml:1:1: settings must be a mapping, `key: value`"},
	    {"approve: ask\napprove: all\n", "agent.yaml:2:1: duplicate key 'approve'"},
	    {"backend:\n  model: a\nbackend.model: b\n",
		"agent.yaml:3:1: duplicate key 'backend.model' (first set in line 2)"},
	    {"backend.model: b\nbackend:\n  model: a\n",
		"agent.yaml:3:3: duplicate key 'backend.model' (first set in line 1)"},
	    {"backend.headers.A: x\nbackend:\n  headers: {A: y}\n",
		"agent.yaml:3:13: duplicate key 'backend.headers.A' (first set in line 1)"},
	    {"approve: \xff\n", "agent.yaml:1:10: bytes that are not UTF-8"},
	    {"approve:\n\task\n", "agent.yaml:2:1: tab used as indentation; use spaces"},
	    {"approve: ask\n---\n",
		"agent.yaml:2:1: a second document begins here; one is allowed"},
	    {"approve: [ask\n", "agent.yaml:2:1: did not find expected ',' or ']' while parsing a "
				"flow sequence that begins "
				"in line 1"},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		workspace_file(rows[i].text);
		expect_refused(NULL, rows[i].said, 78);
	}
}

static void a_bad_pattern_says_where_it_breaks(void **state)
{
	workspace_file("permissions:\n  destructive:\n    - 'rm'\n    - '(rm'\n");
	(void)state;
	assert_null(load_with(NULL));
	assert_int_equal(problems.count, 1);
	assert_int_equal(problems.list[0].line, 4);
	assert_int_equal(problems.list[0].column, 7);
	assert_non_null(strstr(
	    problems.list[0].text, "'permissions.destructive': '(rm' is no regular expression"));
}

static void all_problems_of_all_files_come_in_one_go(void **state)
{
	static const char *const assignments[] = {"no.such=1", NULL};

	(void)state;
	user_file("approve: maybe\nui:\n  colour: never\n");
	workspace_file("backend:\n  retries: 99\n  retries: 1\n");
	setenv("AGENT_DEPTH", "deep", 1);
	expect_refused(assignments,
	    "~/.config/agent/agent.yaml:1:10: 'approve' must be one of plan, read-only, ask, "
	    "edits, all, "
	    "not 'maybe'\n"
	    "~/.config/agent/agent.yaml:3:3: unknown key 'colour' (did you mean 'color'?)\n"
	    "agent.yaml:3:3: duplicate key 'retries'\n"
	    "environment: 'AGENT_DEPTH' must be one of auto, direct, react, strategic, not 'deep'\n"
	    "command line: unknown key 'no.such'",
	    78);
}

static void mistakes_on_the_command_line_are_bad_usage(void **state)
{
	static const char *const assignments[] = {"limits.iterations=x", "backend.modle=a",
	    "nothing", "agent.depth=deep", "approve=", NULL};

	(void)state;
	expect_refused(assignments,
	    "command line: 'limits.iterations' must be a whole number, not the text 'x'\n"
	    "command line: unknown key 'backend.modle' (did you mean 'backend.model'?)\n"
	    "command line: 'nothing' is not KEY=VALUE\n"
	    "command line: 'agent.depth' must be one of auto, direct, react, strategic, not 'deep'",
	    2);
}

static void files_that_cannot_be_read_are_told(void **state)
{
	char *path = scratch_path(workspace, "agent.yaml"), *said;

	(void)state;
	scratch_folder(workspace, "agent.yaml");
	said = xasprintf("agent.yaml: '%s' is a folder, not a file", path);
	expect_refused(NULL, said, 78);
	free(said);
	rmdir(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	said = xasprintf("agent.yaml: '%s' is not a regular file", path);
	expect_refused(NULL, said, 78);
	free(said);
	unlink(path);
	if (geteuid() != 0) { /* root reads what it likes */
		workspace_file("approve: ask\n");
		chmod(path, 0);
		said = xasprintf("agent.yaml: cannot open '%s': Permission denied", path);
		expect_refused(NULL, said, 78);
		free(said);
	}
	free(path);
}

static void nul_and_size_are_told(void **state)
{
	char *large = xmalloc((1 << 20) + 2), *path = scratch_path(workspace, "agent.yaml"), *said;

	(void)state;
	scratch_write(workspace, "agent.yaml", "approve: \0\n", 11);
	expect_refused(NULL, "agent.yaml:1:10: NUL byte", 78);
	memset(large, '#', (1 << 20) + 2);
	scratch_write(workspace, "agent.yaml", large, (1 << 20) + 2);
	said =
	    xasprintf("agent.yaml: file '%s' is too large, at most 1048576 bytes are read", path);
	expect_refused(NULL, said, 78);
	free(said);
	free(path);
	free(large);
}

static void an_alias_bomb_and_deep_nesting_are_told(void **state)
{
	struct buf text = BUF_INIT;

	(void)state;
	buf_adds(&text, "a: &a [x,x,x,x,x,x,x,x,x,x]\n");
	for (char c = 'b'; c <= 'h'; c++)
		buf_addf(&text, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c - 1,
		    c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
	workspace_file(buf_str(&text));
	expect_refused(
	    NULL, "agent.yaml:5:29: more than 100000 nodes, counting what aliases repeat", 78);
	buf_clear(&text);
	for (int i = 0; i < 5000; i++)
		buf_addc(&text, '{');
	workspace_file(buf_str(&text));
	assert_null(load_with(NULL));
	buf_clear(&text);
	buf_adds(&text, "approve: ");
	for (int i = 0; i < 5000; i++)
		buf_addc(&text, '[');
	workspace_file(buf_str(&text));
	expect_refused(NULL, "agent.yaml:1:73: nested deeper than 64 levels", 78);
	buf_free(&text);
}

/* Thousands of mistakes cost no more than the hundred that are told. */
static void problems_beyond_a_hundred_are_not_looked_for(void **state)
{
	struct buf text = BUF_INIT;

	(void)state;
	for (int i = 0; i < 40000; i++)
		buf_addf(&text, "k%d: 1\n", i);
	workspace_file(buf_str(&text));
	assert_null(load_with(NULL));
	assert_int_equal(problems.count, 100);
	buf_clear(&text);
	for (int i = 0; i < 40000; i++)
		buf_adds(&text, "approve: ask\n");
	workspace_file(buf_str(&text));
	assert_null(load_with(NULL));
	assert_int_equal(problems.count, 100);
	buf_free(&text);
}

static void long_lists_and_tables_are_refused(void **state)
{
	struct buf text = BUF_INIT;

	(void)state;
	buf_adds(&text, "workspace.allow:\n");
	for (int i = 0; i < 1001; i++)
		buf_adds(&text, "  - /a\n");
	workspace_file(buf_str(&text));
	expect_refused(
	    NULL, "agent.yaml:2:3: 'workspace.allow' must hold at most 1000 items, not 1001", 78);
	buf_clear(&text);
	for (int i = 0; i < 33; i++)
		buf_addf(&text, "backend.headers.h%d: x\n", i);
	workspace_file(buf_str(&text));
	expect_refused(
	    NULL, "agent.yaml:1: 'backend.headers' has 33 members, at most 32 are allowed", 78);
	buf_free(&text);
}

static void harmless_files_load(void **state)
{
	static const char *const texts[] = {"", "# nothing\n",
	    ("\xef\xbb\xbf"
	     "approve: null\n"),
	    "ui:\r\n  theme: dark\r\n", "backend:\n  # model: x\n", "limits: {}\n",
	    "---\n{}\n...\n"};

	(void)state;
	for (size_t i = 0; i < ROWS(texts); i++) {
		user_file(texts[i]);
		settings_free(load());
	}
}

static void the_second_place_of_a_workspace_file(void **state)
{
	struct settings *s;

	(void)state;
	scratch_text(workspace, ".agent/agent.yaml", "ui.theme: hidden\n");
	s = load();
	assert_string_equal(setting_source(s, "ui.theme"), ".agent/agent.yaml:1");
	settings_free(s);
	workspace_file("ui.theme: open\n");
	expect_refused(NULL, "agent.yaml: '.agent/agent.yaml' is there too; keep one of them", 78);
}

static void an_untrusted_workspace_cannot_set_what_widens(void **state)
{
	struct settings *s;
	char *ignored;

	(void)state;
	workspace_file("backend:\n  base_url: http://evil.example/v1\n  model: m\napprove: all\n"
		       "trust.workspaces: [/]\n");
	s = load();
	assert_int_equal(settings_trust(s), TRUST_NONE);
	assert_null(setting_string(s, "backend.base_url"));
	assert_null(setting_string(s, "approve"));
	assert_int_equal(json_array_size(setting_json(s, "trust.workspaces")), 0);
	assert_null(setting_string(s, "backend.model"));
	ignored = json_line(settings_ignored(s));
	assert_string_equal(ignored,
	    "[{\"file\":\"agent.yaml\",\"line\":4,\"key\":\"approve\"},"
	    "{\"file\":\"agent.yaml\",\"line\":2,\"key\":\"backend.base_url\"},"
	    "{\"file\":\"agent.yaml\",\"line\":3,\"key\":\"backend.model\"},"
	    "{\"file\":\"agent.yaml\",\"line\":5,\"key\":\"trust.workspaces\"}]");
	free(ignored);
	settings_free(s);
}

static void a_trusted_workspace_can_but_never_says_whom_to_trust(void **state)
{
	static const char file[] = "approve: all\ntrust.workspaces: [/]\n";
	char *text = xasprintf("trust:\n  workspaces:\n    - %s/.\n", workspace), *ignored;
	struct settings *s;

	(void)state;
	user_file(text);
	workspace_file(file);
	s = load();
	assert_int_equal(settings_trust(s), TRUST_CHANGED); /* by its path alone */
	assert_null(setting_string(s, "approve"));
	settings_free(s);
	assert_true(trust_keep(workspace, file, sizeof file - 1, NULL));
	s = load();
	assert_int_equal(settings_trust(s), TRUST_HOLDS);
	assert_string_equal(setting_string(s, "approve"), "all");
	assert_string_equal(setting_source(s, "trust.workspaces"), "~/.config/agent/agent.yaml:2");
	ignored = json_line(settings_ignored(s));
	assert_string_equal(
	    ignored, "[{\"file\":\"agent.yaml\",\"line\":2,\"key\":\"trust.workspaces\"}]");
	free(ignored);
	settings_free(s);
	free(text);
}

static void trust_is_not_taken_from_anywhere_else(void **state)
{
	char *assignment = xasprintf("trust.workspaces=%s", workspace);
	const char *assignments[] = {assignment, NULL};
	struct settings *s;

	(void)state;
	workspace_file("approve: all\n");
	user_file("trust.workspaces: [/, '~', ~/nowhere]\n");
	s = load_with(assignments);
	assert_non_null(s);
	assert_int_equal(settings_trust(s), TRUST_NONE);
	assert_null(setting_string(s, "approve"));
	settings_free(s);
	free(assignment);
}

static void the_users_file_is_not_a_strangers_where_it_lives(void **state)
{
	char *config = scratch_path(home, ".config/agent");
	struct settings_request request = {.workspace = config};
	struct settings *s;

	(void)state;
	user_file("approve: all\n");
	s = settings_load(&request, &problems);
	assert_non_null(s);
	assert_string_equal(setting_string(s, "approve"), "all");
	assert_int_equal(json_array_size(settings_ignored(s)), 0);
	settings_free(s);
	free(config);
}

static void headers_nested_and_dotted_come_together(void **state)
{
	static const char *const assignments[] = {
	    "backend.headers.C=3", "backend.headers.D=4", NULL};
	struct settings *s;
	char *line;

	(void)state;
	user_file("backend:\n  headers:\n    A: '1'\nbackend.headers.B: '2'\n");
	s = load_with(assignments);
	assert_non_null(s);
	line = json_line(setting_json(s, "backend.headers"));
	assert_string_equal(line, "{\"A\":\"1\",\"B\":\"2\",\"C\":\"3\",\"D\":\"4\"}");
	free(line);
	settings_free(s);
}

static void text_values_become_typed(void **state)
{
	static const char *const assignments[] = {"ui.mouse=on", "sessions.save=false",
	    "backend.temperature=.5", "backend.max_tokens=null", "workspace.allow=/a,~/b",
	    "permissions.destructive=['a,b', c]", "backend.headers={X: y}", "limits.wall_s=", NULL};
	struct settings *s = load_with(assignments);
	char *line;

	(void)state;
	assert_non_null(s);
	assert_true(setting_bool(s, "ui.mouse"));
	assert_false(setting_bool(s, "sessions.save"));
	assert_true(setting_number(s, "backend.temperature") == 0.5);
	assert_true(json_is_null(setting_json(s, "backend.max_tokens")));
	line = json_line(setting_json(s, "workspace.allow"));
	assert_string_equal(line, "[\"/a\",\"~/b\"]");
	free(line);
	line = json_line(setting_json(s, "permissions.destructive"));
	assert_string_equal(line, "[\"a,b\",\"c\"]");
	free(line);
	line = json_line(setting_json(s, "backend.headers"));
	assert_string_equal(line, "{\"X\":\"y\"}");
	free(line);
	settings_free(s);
}

static void a_change_in_the_session_is_checked_like_any_other(void **state)
{
	struct settings *s = load();
	struct error e = ERROR_INIT;

	(void)state;
	assert_true(setting_change(s, "backend.model", json_string("new"), &e));
	assert_string_equal(setting_string(s, "backend.model"), "new");
	assert_string_equal(setting_source(s, "backend.model"), "session");
	assert_false(setting_change(s, "limits.iterations", json_integer(0), &e));
	assert_string_equal(e.message, "'limits.iterations' must be from 1 to 10000, not 0");
	assert_int_equal(setting_int(s, "limits.iterations"), 100);
	assert_false(setting_change(s, "no.such", json_true(), &e));
	error_free(&e);
	settings_free(s);
}

static void the_example_loads(void **state)
{
	struct settings_request request = {
	    .only_file = "agent.yaml.example"}; /* tests run on top */
	struct settings *s = settings_load(&request, &problems);

	(void)state;
	if (!s) {
		settings_complain(&problems, stderr);
		fail_msg("agent.yaml.example has problems");
	}
	assert_string_equal(setting_string(s, "approve"), "ask");
	settings_free(s);
}

static bool is_known(const char *word, size_t len)
{
	for (size_t i = 0; i < settings_count; i++) {
		const char *name = settings_table[i].name, *dot = strchr(name, '.');
		const char *last = dot ? dot + 1 : name;
		if ((strlen(last) == len && !strncmp(last, word, len)) ||
		    (dot && (size_t)(dot - name) == len && !strncmp(name, word, len)))
			return true;
	}
	return false;
}

/* "  # model: x" */
static void keys_in_the_examples_comments_exist(void **state)
{
	char line[400];
	FILE *in = fopen("agent.yaml.example", "r");
	int found = 0;

	(void)state;
	assert_non_null(in);
	while (fgets(line, sizeof line, in)) {
		const char *p = line + strspn(line, " #");
		size_t len = strspn(p, "abcdefghijklmnopqrstuvwxyz_");
		if (!strchr(line, '#') || p == line || p[len] != ':' || !len)
			continue;
		if (p[len + 1] == '\n' || (p[len + 1] == ' ' && p[-2] == '#')) {
			found++;
			if (!is_known(p, len))
				fail_msg("unknown key in a comment: %s", line);
		}
	}
	fclose(in);
	assert_true(found >= 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(without_files_the_defaults_hold),
	    TEST(later_layers_win_and_are_named),
	    TEST(an_empty_variable_is_not_set),
	    TEST(one_file_replaces_users_and_workspaces),
	    TEST(bad_files_are_told_with_place_and_way_out),
	    TEST(a_bad_pattern_says_where_it_breaks),
	    TEST(all_problems_of_all_files_come_in_one_go),
	    TEST(mistakes_on_the_command_line_are_bad_usage),
	    TEST(files_that_cannot_be_read_are_told),
	    TEST(nul_and_size_are_told),
	    TEST(an_alias_bomb_and_deep_nesting_are_told),
	    TEST(problems_beyond_a_hundred_are_not_looked_for),
	    TEST(long_lists_and_tables_are_refused),
	    TEST(harmless_files_load),
	    TEST(the_second_place_of_a_workspace_file),
	    TEST(an_untrusted_workspace_cannot_set_what_widens),
	    TEST(a_trusted_workspace_can_but_never_says_whom_to_trust),
	    TEST(trust_is_not_taken_from_anywhere_else),
	    TEST(the_users_file_is_not_a_strangers_where_it_lives),
	    TEST(headers_nested_and_dotted_come_together),
	    TEST(text_values_become_typed),
	    TEST(a_change_in_the_session_is_checked_like_any_other),
	    TEST(the_example_loads),
	    TEST(keys_in_the_examples_comments_exist),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
