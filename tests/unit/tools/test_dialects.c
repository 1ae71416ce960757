/* SPDX-License-Identifier: MIT
 * Calls as models trained on other agents make them: each row of data/dialects.yaml is run by the tool that is
 * meant, in a workspace of its own, and its outcome is checked.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "agent/delegate/delegate.h"
#include "base/embed.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/written/written_calls.h"
#include "llm/written/written_shapes.h"
#include "memory/memory.h"
#include "plan/planner.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tests/support/yaml_file.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect.h"
#include "tools/dialect/dialect_calls.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool_set.h"

#define ROWS "tests/unit/tools/data/dialects.yaml"
#define WRITTEN "tests/unit/tools/data/written_calls.yaml"

static struct tool_set *all_tools(void)
{
	struct tool_set *set = tool_set_new();

	tool_set_add(set, workspace_tools);
	tool_set_add_unlisted(set, patch_tools);
	tool_set_add(set, plan_tools);
	tool_set_add(set, delegate_tools);
	tool_set_add(set, memory_tools);
	return set;
}

static struct tool_ground *ground_new(struct plan *plan)
{
	struct tool_ground *g = tool_ground_new(false);

	g->host.plan = plan;
	scratch_text(g->dir, "a.txt", "one\ntwo\nthree\nfour\nfive\n");
	scratch_text(g->dir, "src/main.c", "int main(void)\n{\n\treturn 0;\n}\n");
	scratch_text(g->dir, "src/util.c", "int util;\n");
	scratch_text(g->dir, "docs/notes.md", "# Notes\n");
	scratch_folder(g->dir, "empty");
	return g;
}

/* Returns the text with {{workspace}} replaced by the folder. Owned. */
static char *placed(const char *text, const char *dir)
{
	static const char mark[] = "{{workspace}}";
	struct buf out = BUF_INIT;

	for (const char *at; (at = strstr(text, mark)); text = at + strlen(mark)) {
		buf_add(&out, text, (size_t)(at - text));
		buf_adds(&out, dir);
	}
	buf_adds(&out, text);
	return buf_take(&out);
}

static char *arguments_of(const json_t *row, const char *dir)
{
	const char *text = json_str(row, "text", NULL);
	char *line = text ? strdup(text) : json_line(json_object_get(row, "with"));
	char *out = placed(line, dir);

	free(line);
	return out;
}

static void check_args(const char *name, const json_t *row, const json_t *args)
{
	const json_t *want = json_object_get(row, "args");
	char *is, *must;

	if (!want || json_equal(args, want))
		return;
	is = json_line(args);
	must = json_line(want);
	fail_msg("%s: %s, not %s", name, is, must);
}

static void check_said(const char *name, const json_t *row, const char *said)
{
	const char *says = json_str(row, "says", NULL), *not = json_str(row, "not", NULL);

	if (says && !strstr(said, says))
		fail_msg("%s: no '%s' in: %s", name, says, said);
	if (not &&strstr(said, not ))
		fail_msg("%s: '%s' in: %s", name, not, said);
}

static void check_files(const char *name, const json_t *row, const char *dir)
{
	const char *file;
	json_t *content;

	json_object_foreach (json_map(row, "files"), file, content) {
		char *is = scratch_read(dir, file, NULL);
		const char *want = json_string_value(content);

		if ((is != NULL) != (want != NULL) || (is && strcmp(is, want)))
			fail_msg("%s: %s is '%s', not '%s'", name, file, is ? is : "not there",
			    want ? want : "not there");
		free(is);
	}
}

static void check_plan(const char *name, const json_t *row, const struct plan *plan)
{
	const json_t *items = json_list(row, "plan"), *item;
	size_t i;

	if (items && plan->count != json_array_size(items))
		fail_msg("%s: %zu items in the plan", name, plan->count);
	json_array_foreach (items, i, item) {
		const struct todo *t = &plan->items[i];
		char line[200];

		snprintf(line, sizeof line, "%s %s", todo_status_name(t->status), t->content);
		if (strcmp(line, json_string_value(item)))
			fail_msg("%s: '%s', not '%s'", name, line, json_string_value(item));
	}
}

/* Whether the row's call can run here: some need more than a workspace. */
static bool runs_here(const struct tool *tool, const json_t *row)
{
	return tool->class != TOOL_DELEGATES && tool->class != TOOL_REMEMBERS &&
	       tool->class != TOOL_ASKS &&
	       (json_object_get(row, "says") || json_object_get(row, "files") ||
		   json_object_get(row, "plan"));
}

static void run_row(size_t number, const json_t *row)
{
	struct plan plan = {0};
	struct tool_ground *g = ground_new(&plan);
	struct tool_set *set = all_tools();
	char *text = arguments_of(row, g->dir), name[100];
	const char *call = json_str(row, "call", "");
	struct translation t;

	snprintf(
	    name, sizeof name, "row %zu, %s of %s", number + 1, call, json_str(row, "agent", ""));
	call_translate(&t, set, g->host.settings, g->host.workspace, call, text, strlen(text));
	if (!t.tool || !t.args)
		fail_msg("%s: refused: %s", name, buf_str(&t.why));
	if (strcmp(t.tool->name, json_str(row, "runs", "")))
		fail_msg("%s: runs %s", name, t.tool->name);
	check_args(name, row, t.args);
	if (runs_here(t.tool, row)) {
		struct call c;

		call_init(&c, t.tool, &g->host, "call-1", json_incref(t.args));
		tool_ground_start(g, &c);
		tool_ground_wait(g, &c);
		check_said(name, row, buf_str(&c.result.text));
		call_free(&c);
	}
	check_files(name, row, g->dir);
	check_plan(name, row, &plan);
	translation_free(&t);
	free(text);
	tool_set_free(set);
	tool_ground_free(g);
	plan_free(&plan);
}

/* holds: calls-other-agents */
static void calls_of_other_agents_do_what_they_mean(void **state)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *rows = yaml_load(ROWS, NULL, &problems), *row;
	size_t i;

	if (!rows)
		fail_msg("%s", problem_line(&problems.list[0]));
	assert_true(json_array_size(rows) >= 200);
	json_array_foreach (rows, i, row)
		run_row(i, row);
	json_decref(rows);
}

/* Each name stands for one tool, and for none that has another of ours. */
static void a_name_means_one_tool(void **state)
{
	const json_t *tools = json_map(dialect_table(), "tools");
	json_t *seen = json_array(), *row, *name;
	struct tool_set *set = all_tools();
	const char *ours;
	size_t i;

	json_object_foreach ((json_t *)tools, ours, row)
		json_array_foreach (json_list(row, "names"), i, name) {
			if (argument_name_listed(seen, json_string_value(name)))
				fail_msg("%s is %s and another", json_string_value(name), ours);
			json_array_append(seen, name);
		}
	json_object_foreach ((json_t *)tools, ours, row)
		if (!tool_find(set, ours))
			fail_msg("no tool %s", ours);
	json_decref(seen);
	tool_set_free(set);
}

/* Held to its schema as if it were the user's. */
static void the_built_in_table_fits_its_schema(void **state)
{
	struct violations wrong = VIOLATIONS_INIT;

	if (!schema_check(config_schema("dialects"), dialect_table(), &wrong))
		fail_msg("%s: %s", wrong.list[0].path, wrong.list[0].message);
}

/* What does not fit is told in our words; what is right already is left alone. */
static void what_is_mended_is_noted(void **state)
{
	static const struct {
		const char *call, *args, *mended, *why;
	} rows[] = {
	    {"read_file", "{\"path\":\"a.txt\"}", "[]", ""},
	    {"Read", "{\"file_path\":\"a.txt\",\"limit\":\"3\"}",
		"[\"Read is read_file\",\"file_path is path\",\"limit: \\\"3\\\" as 3\"]", ""},
	    {"run_command", "{\"command\":\"ls\",\"description\":\"lists\"}",
		"[\"description left out\"]", ""},
	    {"read_file", "{\"path\":\"a.txt\",\"limit\":null}", "[\"limit: null left out\"]", ""},
	    {"fly", "{}", "[]", "no tool 'fly'; tools: list_files, "},
	    {"Edit", "{\"file_name\":\"a.txt\",\"new_string\":\"x\",\"speed\":1}",
		"[\"Edit is edit_file\",\"file_name is path\",\"speed left out\"]", ""},
	    {"Edit", "{\"file_name\":\"a.txt\",\"new_string\":\"x\",\"dry_run\":true}",
		"[\"Edit is edit_file\",\"file_name is path\"]",
		"edit_file takes no `dry_run`; it takes `path`, `old_string`, `new_string`"},
	    {"Edit", "{\"dir\":\"a.txt\"}", "[\"Edit is edit_file\"]",
		"edit_file needs `path`; you sent `dir`\n  path (string): File to edit"},
	    {"str_replace_based_edit_tool", "{\"command\":\"fly\"}", "[]", "no tool 'str_replace"},
	    {"run_command", "ls", "[\"plain text as command\"]", ""},
	    {"run_command", "{\"command\": \"ls", "[]",
		"the arguments of run_command are not JSON"},
	    {"run_command", "\"ls", "[]", "the arguments of run_command are not JSON"},
	    {"Edit", "{\"file_name\":\"a.txt\",\"new_string\":\"x\",\"dry_run\":false}",
		"[\"Edit is edit_file\",\"file_name is path\",\"dry_run left out\"]", ""},
	    /* A folder whose bytes fit in no command line: the command must not run elsewhere. */
	    {"run_command", "{\"command\":\"ls\",\"cwd\":\"\\\"caf\\\\351\\\"\"}", "[]",
		"run_command takes no `cwd`"},
	};
	struct tool_ground *g = tool_ground_new(false);
	struct tool_set *set = all_tools();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct translation t;
		char *mended;

		call_translate(&t, set, g->host.settings, g->host.workspace, rows[i].call,
		    rows[i].args, strlen(rows[i].args));
		mended = json_line(t.mended);
		assert_string_equal(mended, rows[i].mended);
		if (!!t.args == !!*rows[i].why || !strstr(buf_str(&t.why), rows[i].why))
			fail_msg("%s: '%s'", rows[i].args, buf_str(&t.why));
		free(mended);
		translation_free(&t);
	}
	tool_set_free(set);
	tool_ground_free(g);
}

/* A second way through changes nothing: what was mended is checked again when it runs. */
static void what_was_translated_stays(void **state)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *rows = yaml_load(ROWS, NULL, &problems), *row;
	struct tool_ground *g = tool_ground_new(false);
	struct tool_set *set = all_tools();
	size_t i;

	json_array_foreach (rows, i, row) {
		char *text = arguments_of(row, g->dir), *line;
		struct translation once, twice;

		call_translate(&once, set, g->host.settings, g->host.workspace,
		    json_str(row, "call", ""), text, strlen(text));
		line = json_line(once.args);
		call_translate(&twice, set, g->host.settings, g->host.workspace, once.tool->name,
		    line, strlen(line));
		assert_ptr_equal(once.tool, twice.tool);
		if (!json_equal(once.args, twice.args) || json_array_size(twice.mended))
			fail_msg("row %zu: %s", i + 1, line);
		free(line);
		free(text);
		translation_free(&once);
		translation_free(&twice);
	}
	json_decref(rows);
	tool_set_free(set);
	tool_ground_free(g);
}

static const json_t *tool_named(const json_t *list, const char *name)
{
	const json_t *one;
	size_t i;

	json_array_foreach (list, i, one)
		if (!strcmp(json_str(one, "name", ""), name))
			return one;
	return NULL;
}

/* Checks a call of the history in the words of a dialect: it has no argument that was not offered, and
 * translated back it is the same call. */
static void check_offered(const json_t *dialect, const struct tool_ground *g,
    const struct tool_set *set, const struct translation *t)
{
	struct buf name = BUF_INIT, text = BUF_INIT;
	json_t *list = dialect_describe(dialect, set, NULL);
	char *line = json_line(t->args);
	struct translation again;
	const json_t *offered;

	dialect_render(dialect, t->tool->name, line, &name, &text);
	call_translate(&again, set, g->host.settings, g->host.workspace, buf_str(&name),
	    buf_str(&text), text.len);
	if (again.tool != t->tool ||
	    (t->tool->class != TOOL_PLANS && !json_equal(again.args, t->args)))
		fail_msg("%s %s: %s", line, buf_str(&name), buf_str(&text));
	offered = json_map(json_map(tool_named(list, buf_str(&name)), "parameters"), "properties");
	if (offered && !json_object_get(t->args, "insert_line") &&
	    !json_object_get(t->args, "edits") && !json_object_get(t->args, "output_mode")) {
		json_t *args = json_parse(buf_str(&text), text.len, NULL), *value;
		const char *key;

		json_object_foreach (args, key, value)
			if (!json_object_get(offered, key))
				fail_msg("%s: %s is not offered", buf_str(&name), key);
		json_decref(args);
	}
	translation_free(&again);
	json_decref(list);
	buf_free(&name);
	buf_free(&text);
	free(line);
}

static void what_is_offered_comes_back(void **state)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *rows = yaml_load(ROWS, NULL, &problems), *row, *dialect;
	struct tool_ground *g = tool_ground_new(false);
	struct tool_set *set = all_tools();
	const char *name;
	size_t i;

	json_array_foreach (rows, i, row) {
		char *text = arguments_of(row, g->dir);
		struct translation t;

		call_translate(&t, set, g->host.settings, g->host.workspace,
		    json_str(row, "call", ""), text, strlen(text));
		json_object_foreach (json_map(dialect_table(), "offers"), name, dialect)
			check_offered(dialect, g, set, &t);
		translation_free(&t);
		free(text);
	}
	json_decref(rows);
	tool_set_free(set);
	tool_ground_free(g);
}

static void a_model_has_its_dialect(void **state)
{
	static const struct {
		const char *model, *wanted, *bash;
	} rows[] = {
	    {"claude-sonnet-4", NULL, "Bash"},
	    {"anthropic/claude-sonnet-4", "auto", "Bash"},
	    {"claude-sonnet-4", "ours", "run_command"},
	    {"claude-sonnet-4", "gemini", "run_shell_command"},
	    {"gpt-5-codex", NULL, "shell_command"},
	    {"gpt-4o", NULL, "run_command"},
	    {"gemini-2.5-pro", NULL, "run_shell_command"},
	    {"qwen3-coder-30b", NULL, "run_shell_command"},
	    {"llama-3.1-8b", NULL, "run_command"},
	    {NULL, NULL, "run_command"},
	};
	struct tool_set *set = all_tools();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *list =
		    dialect_describe(dialect_offered(rows[i].model, rows[i].wanted), set, NULL);

		if (!tool_named(list, rows[i].bash))
			fail_msg("%s: no %s", rows[i].model, rows[i].bash);
		json_decref(list);
	}
	tool_set_free(set);
}

static void words_have_the_names_that_are_offered(void **state)
{
	const json_t *claude = dialect_offered("claude", NULL);
	static const struct {
		const char *tool, *text, *want;
	} rows[] = {
	    {NULL, "Use edit_file, not write_file: `path`.", "Use Edit, not Write: `path`."},
	    {"edit_file", "edit_file needs `path`; a path", "Edit needs `file_path`; a path"},
	    {NULL, "my_edit_file edit_files", "my_edit_file edit_files"},
	    {NULL, "", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *words = dialect_words(claude, rows[i].tool, rows[i].text);

		assert_string_equal(words, rows[i].want);
		free(words);
	}
}

/* A call that stands for several, and one that is the answer, beside what they come to. */
/* holds: calls-other-agents */
static void a_call_may_stand_for_several_or_be_the_answer(void **state)
{
	static const struct {
		const char *tool, *args, *parts; /* "": it stays as it is */
	} rows[] = {
	    {"multi_tool_use.parallel",
		"{\"tool_uses\": [{\"recipient_name\": \"functions.read_file\", \"parameters\": "
		"{\"path\": \"a\"}}, "
		"{\"recipient_name\": \"functions.list_files\", \"parameters\": {}}]}",
		"c functions.read_file {\"path\":\"a\"}; c_2 functions.list_files {}; "},
	    {"batch",
		"{\"tool_calls\": [{\"tool\": \"read\", \"parameters\": {\"filePath\": \"a\"}}]}",
		"c read {\"filePath\":\"a\"}; "},
	    {"read_many_files", "{\"paths\": [\"a\", \"b\"]}",
		"c read_file {\"path\":\"a\"}; c_2 read_file {\"path\":\"b\"}; "},
	    {"read_file", "{\"files\": [{\"path\": \"a\"}, {\"path\": \"b\", \"limit\": 1}]}",
		"c read_file {\"path\":\"a\"}; c_2 read_file {\"path\":\"b\",\"limit\":1}; "},
	    {"Read", "{\"files\": [\"a\"]}", "c read_file {\"path\":\"a\"}; "},
	    {"fs_read", "{\"operations\": [{\"mode\": \"Line\", \"path\": \"a\"}]}",
		"c read_file {\"mode\":\"Line\",\"path\":\"a\"}; "},
	    {"remove-files", "{\"file_paths\": [\"a\", \"b\"]}",
		"c delete_file {\"path\":\"a\"}; c_2 delete_file {\"path\":\"b\"}; "},
	    {"bash", "{\"commands\": [\"ls\", \"pwd\"]}",
		"c run_command {\"command\":\"ls\"}; c_2 run_command {\"command\":\"pwd\"}; "},
	    {"attempt_completion", "{\"result\": \"All done.\", \"command\": \"open x\"}",
		"All done.; "},
	    {"finish", "{\"message\": \"All done.\"}", "All done.; "},
	    {"submit", "{}", "; "},
	    {"read_file", "{\"path\": \"a\"}", ""},
	    {"bash", "{\"commands\": []}", ""},
	    {"multi_tool_use.parallel", "{\"tool_uses\": [7]}", ""},
	    {"make_coffee", "{\"result\": \"x\"}", ""},
	    {"finish", "no JSON", ""},
	};
	struct tool_set *set = all_tools();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *part = json_pack("{s:s, s:s, s:s, s:s}", "type", "call", "call", "c",
			   "tool", rows[i].tool, "arguments", rows[i].args),
		       *parts = dialect_parts(set, part), *one;
		struct buf line = BUF_INIT;
		size_t k;

		json_array_foreach (parts, k, one)
			if (json_str(one, "text", NULL))
				buf_addf(&line, "%s; ", json_str(one, "text", ""));
			else
				buf_addf(&line, "%s %s %s; ", json_str(one, "call", ""),
				    json_str(one, "tool", ""), json_str(one, "arguments", ""));
		assert_string_equal(buf_str(&line), rows[i].parts);
		assert_int_equal(parts == NULL, !*rows[i].parts);
		buf_free(&line);
		json_decref(parts);
		json_decref(part);
	}
	tool_set_free(set);
}

/* ---- Calls that stand in the words of a reply ---- */

/* Makes *r of a reply's words, with the calls in them taken out. given (NULL: nothing): a result that came before. */
static void reply_of(
    struct reply *r, const struct tool_set *set, const char *text, const char *given)
{
	json_t *tools = dialect_describe(NULL, set, NULL), *items = json_array();

	if (given)
		json_array_append_new(
		    items, json_pack("{s:s, s:s}", "type", "tool_result", "text", given));
	reply_init(r);
	r->finished = true;
	reply_add_text(r, text, strlen(text));
	if (!reply_end(r, NULL))
		fail_msg("%s", text);
	written_calls_take(r, tools, items);
	json_decref(items);
	json_decref(tools);
}

static void check_written(const struct tool_ground *g, const struct tool_set *set,
    const struct reply_call *c, const json_t *wanted, const char *text)
{
	struct translation t;
	char *is, *must;

	call_translate(&t, set, g->host.settings, g->host.workspace, c->name,
	    buf_str(&c->arguments), c->arguments.len);
	if (!t.args)
		fail_msg("%s: refused: %s", text, buf_str(&t.why));
	is = json_line(t.args);
	must = json_line(json_array_get(wanted, 1));
	if (strcmp(t.tool->name, json_string_value(json_array_get(wanted, 0))) ||
	    !json_equal(t.args, json_array_get(wanted, 1)))
		fail_msg("%s: %s %s, not %s", text, t.tool->name, is, must);
	free(is);
	free(must);
	translation_free(&t);
}

static json_t *written_rows(const char *name, size_t least)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = yaml_load(WRITTEN, NULL, &problems), *rows;

	if (!table)
		fail_msg("%s", problem_line(&problems.list[0]));
	rows = json_incref(json_list(table, name));
	assert_true(json_array_size(rows) >= least);
	json_decref(table);
	return rows;
}

/* holds: call-stands-words */
static void calls_that_models_write_are_those_they_mean(void **state)
{
	json_t *rows = written_rows("rows", 90), *row;
	struct tool_ground *g = tool_ground_new(false);
	struct tool_set *set = all_tools();
	size_t i;

	json_array_foreach (rows, i, row) {
		const json_t *calls = json_list(row, "calls");
		const char *text = json_str(row, "text", ""), *left = json_str(row, "left", NULL);
		struct reply r;

		assert_non_null(json_str(row, "from", NULL));
		assert_true(json_array_size(calls) || json_str(row, "reason", NULL));
		reply_of(&r, set, text, NULL);
		if (r.call_count != json_array_size(calls))
			fail_msg(
			    "%s: %zu calls in: %s", json_str(row, "model", ""), r.call_count, text);
		for (size_t k = 0; k < r.call_count; k++)
			check_written(g, set, &r.calls[k], json_array_get(calls, k), text);
		if (left && strcmp(left, buf_str(&r.text)))
			fail_msg("%s: left is '%s'", text, buf_str(&r.text));
		reply_free(&r);
	}
	json_decref(rows);
	tool_set_free(set);
	tool_ground_free(g);
}

/* holds: call-stands-words */
static void what_only_looks_like_a_call_is_text(void **state)
{
	json_t *rows = written_rows("traps", 12), *row;
	struct tool_set *set = all_tools();
	struct reply r;
	size_t i;

	json_array_foreach (rows, i, row) {
		reply_of(&r, set, json_str(row, "text", ""), NULL);
		if (r.call_count)
			fail_msg("a call %s", json_str(row, "what", ""));
		reply_free(&r);
	}
	json_decref(rows);
	rows = written_rows("copies", 5);
	json_array_foreach (rows, i, row) {
		reply_of(&r, set, json_str(row, "text", ""), json_str(row, "given", ""));
		if (r.call_count != 1 || !r.calls[0].quoted)
			fail_msg("%s is not asked about", json_str(row, "what", ""));
		reply_free(&r);
		reply_of(&r, set, json_str(row, "text", ""), "nothing of the kind");
		assert_false(r.calls[0].quoted);
		reply_free(&r);
	}
	json_decref(rows);
	tool_set_free(set);
}

static void the_table_of_written_calls_fits_its_schema(void **state)
{
	struct violations wrong = VIOLATIONS_INIT;

	if (!schema_check(config_schema("written_calls"), written_table(), &wrong))
		fail_msg("%s: %s", wrong.list[0].path, wrong.list[0].message);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_call_may_stand_for_several_or_be_the_answer),
	    cmocka_unit_test(calls_that_models_write_are_those_they_mean),
	    cmocka_unit_test(what_only_looks_like_a_call_is_text),
	    cmocka_unit_test(the_table_of_written_calls_fits_its_schema),
	    cmocka_unit_test(calls_of_other_agents_do_what_they_mean),
	    cmocka_unit_test(a_name_means_one_tool),
	    cmocka_unit_test(the_built_in_table_fits_its_schema),
	    cmocka_unit_test(what_is_mended_is_noted),
	    cmocka_unit_test(what_was_translated_stays),
	    cmocka_unit_test(what_is_offered_comes_back),
	    cmocka_unit_test(a_model_has_its_dialect),
	    cmocka_unit_test(words_have_the_names_that_are_offered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
