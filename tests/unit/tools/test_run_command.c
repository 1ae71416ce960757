/* SPDX-License-Identifier: MIT
 * run_command with a real shell.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/command/jobs.h"
#include "tools/tool_set.h"

static int ground_make(void **state)
{
	*state = tool_ground_new(false);
	return 0;
}

static int ground_free(void **state)
{
	secret_clear();
	tool_ground_free(*state);
	return 0;
}

/* Runs a command line with further arguments (", \"timeout_s\": 1" or ""). */
static void run(struct tool_ground *g, struct call *c, const char *command, const char *more)
{
	json_t *line = json_string(command);
	char *quoted = json_dumps(line, JSON_ENCODE_ANY), *args;

	args = xasprintf("{\"command\": %s%s}", quoted, more);
	tool_ground_run(g, c, &tool_run_command, args);
	json_decref(line);
	free(quoted);
	free(args);
}

static void control(struct tool_ground *g, struct call *c, const char *id, const char *action)
{
	char *args = xasprintf("{\"id\": \"%s\", \"action\": \"%s\"}", id, action);

	tool_ground_run(g, c, &tool_run_command, args);
	free(args);
}

static const char *text_of(const struct call *c)
{
	return buf_str(&c->result.text);
}

/* Waits until nothing of the process group is left; fails the test if that takes too long. */
static void wait_gone(struct tool_ground *g, int group)
{
	int64_t end = clock_mono_ms() + 10000;

	assert_true(group > 1);
	while (!kill(-group, 0) && clock_mono_ms() < end)
		loop_turn(g->host.loop, 10);
	assert_int_equal(kill(-group, 0), -1);
	assert_int_equal(errno, ESRCH);
}

/* Returns what follows the first line of the result's text. */
static const char *output_of(const struct call *c)
{
	const char *nl = strchr(text_of(c), '\n');

	return nl ? nl + 1 : "";
}

static void what_a_command_says_and_how_it_ends(void **state)
{
	static const struct {
		const char *command, *first, *output, *summary;
		bool ok;
	} rows[] = {
	    {"echo hi", "exit 0", "hi\n", "exit 0 · hi", true},
	    {"true", "exit 0", "", "exit 0", true},
	    {"printf 'a\\n\\n  last  \\n\\n'; exit 3", "exit 3", "a\n\n  last  \n\n",
		"exit 3 · last", false},
	    {"echo 1; echo 2 >&2; echo 3; echo 4 >&2", "exit 0", "1\n2\n3\n4\n", "exit 0 · 4",
		true},
	    {"kill -9 $$", "signal 9 (Killed)", "", "signal 9 (Killed)", false},
	    {"cat", "exit 0", "", "exit 0", true},
	    {"cat no-such-file 2>/dev/null", "exit 1", "", "exit 1", false},
	    {"cat folder/file", "exit 0", "in the workspace", "exit 0 · in the workspace", true},
	    {"no-such-program-at-all 2>/dev/null", "exit 127", "", "exit 127", false},
	    {"printf '\\033[31mred\\r\\n'", "exit 0", "␛[31mred\n", "exit 0 · ␛[31mred", true},
	    {"(exec 3</dev/tty) 2>/dev/null || echo none", "exit 0", "none\n", "exit 0 · none",
		true},
	    {"echo '</active-todo-plan>'", "exit 0", "‹/active-todo-plan>\n",
		"exit 0 · </active-todo-plan>", true},
	};
	struct tool_ground *g = *state;

	scratch_text(g->dir, "folder/file", "in the workspace");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct call c;

		run(g, &c, rows[i].command, "");
		if (c.result.ok != rows[i].ok || strcmp(output_of(&c), rows[i].output) ||
		    strncmp(text_of(&c), rows[i].first, strlen(rows[i].first)) ||
		    strcmp(c.result.summary, rows[i].summary))
			fail_msg("%s: %d '%s' '%s'", rows[i].command, c.result.ok, text_of(&c),
			    c.result.summary);
		call_free(&c);
	}
}

static void the_same_outcome_reads_the_same(void **state)
{
	struct tool_ground *g = *state;
	struct call c;
	char *first;

	run(g, &c, "echo a; exit 2", "");
	first = xstrdup(text_of(&c));
	assert_string_equal(first, "exit 2\na\n");
	call_free(&c);
	run(g, &c, "echo a; exit 2", "");
	assert_string_equal(text_of(&c), first);
	call_free(&c);
	free(first);
}

static void data_is_for_programs(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	run(g, &c, "echo four; exit 2", "");
	assert_int_equal(json_int(c.result.data, "exit", -1), 2);
	assert_int_equal(json_int(c.result.data, "bytes", -1), 5);
	assert_true(json_is_false(json_object_get(c.result.data, "running")));
	assert_null(json_object_get(c.result.data, "signal"));
	call_free(&c);
	run(g, &c, "kill -15 $$", "");
	assert_int_equal(json_int(c.result.data, "signal", -1), 15);
	assert_null(json_object_get(c.result.data, "exit"));
	call_free(&c);
}

static void a_command_over_its_time_is_ended_with_its_children(void **state)
{
	struct tool_ground *g = *state;
	int64_t start = clock_mono_ms();
	struct call c;

	run(g, &c, "echo $$; sleep 100 & sleep 100", ", \"timeout_s\": 0.1");
	assert_true(clock_mono_ms() - start < 5000);
	assert_false(c.result.ok);
	assert_memory_equal(text_of(&c), "timed out", 9);
	assert_true(json_is_true(json_object_get(c.result.data, "timed_out")));
	wait_gone(g, (int)strtol(output_of(&c), NULL, 10));
	call_free(&c);
	tool_ground_set(g, "tools.command_timeout_s", json_real(0.05));
	run(g, &c, "sleep 100", "");
	assert_memory_equal(text_of(&c), "timed out", 9);
	call_free(&c);
}

static void what_a_command_leaves_behind_ends_with_it(void **state)
{
	struct tool_ground *g = *state;
	int64_t start = clock_mono_ms();
	struct call c;

	run(g, &c, "sleep 100 & echo $$", "");
	assert_true(c.result.ok);
	assert_true(clock_mono_ms() - start < 5000);
	wait_gone(g, (int)strtol(output_of(&c), NULL, 10));
	call_free(&c);
}

static void secrets_never_reach_a_child(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	setenv("OPENAI_API_KEY", "sk-0123456789", 1);
	setenv("SOME_TOKEN", "tok-0123456789", 1);
	run(g, &c, "env", "");
	assert_null(strstr(text_of(&c), "0123456789"));
	assert_non_null(strstr(text_of(&c), "PATH="));
	assert_null(strstr(text_of(&c), "SOME_PLACE="));
	call_free(&c);
	/* Named in the settings: given, unless it holds a key. */
	secret_add("OPENAI_API_KEY", "sk-0123456789");
	setenv("SOME_PLACE", "/there", 1);
	tool_ground_set(g, "tools.environment",
	    json_pack("[s, s, s]", "OPENAI_API_KEY", "SOME_PLACE", "NOT_SET_AT_ALL"));
	run(g, &c, "env", "");
	assert_non_null(strstr(text_of(&c), "SOME_PLACE=/there\n"));
	assert_null(strstr(text_of(&c), "OPENAI"));
	call_free(&c);
	unsetenv("SOME_PLACE");
	unsetenv("OPENAI_API_KEY");
	unsetenv("SOME_TOKEN");
}

static void output_is_live(void **state)
{
	struct tool_ground *g = *state;
	const json_t *ev = NULL;
	struct call c;

	tool_ground_prepare(g, &c, &tool_run_command, "{\"command\": \"echo first; sleep 100\"}");
	tool_ground_start(g, &c);
	for (int i = 0; i < 1000 && !ev; i++) {
		loop_turn(g->host.loop, 100);
		ev = tool_ground_event(g, "tool_output");
	}
	assert_string_equal(json_str(json_map(ev, "data"), "text", ""), "first\n");
	assert_false(c.finished);
	call_free(&c);
}

static void long_output_keeps_head_and_tail(void **state)
{
	struct tool_ground *g = *state;
	struct buf whole = BUF_INIT;
	struct call c;

	tool_ground_set(g, "tools.result_bytes", json_integer(4096));
	run(g, &c, "seq 1 20000", "");
	assert_true(c.result.text.len <= 4096);
	assert_memory_equal(output_of(&c), "1\n2\n3\n", 6);
	assert_string_equal(text_of(&c) + c.result.text.len - 12, "19999\n20000\n");
	assert_non_null(
	    strstr(text_of(&c), "bytes left out; the whole can be read as the file blob:"));
	assert_true(session_blob_get(g->host.session, c.result.ref, &whole, NULL));
	assert_non_null(strstr(whole.data, "\n10000\n10001\n"));
	assert_int_equal(json_int(c.result.data, "bytes", 0), 108894);
	buf_free(&whole);
	call_free(&c);
}

/* Returns what follows the first line. */
static const char *output_start(const struct buf *whole)
{
	return strchr(whole->data, '\n') + 1;
}

static void more_output_than_is_kept_loses_its_middle(void **state)
{
	struct tool_ground *g = *state;
	struct buf whole = BUF_INIT;
	struct call c;
	size_t lost;

	tool_ground_set(g, "tools.command_output_bytes", json_integer(20000));
	tool_ground_set(g, "tools.result_bytes", json_integer(4096));
	run(g, &c, "seq 1 2000000", "");
	assert_int_equal(json_int(c.result.data, "bytes", 0), 14888896);
	assert_string_equal(text_of(&c) + c.result.text.len - 16, "1999999\n2000000\n");
	assert_true(session_blob_get(g->host.session, c.result.ref, &whole, NULL));
	assert_true(whole.len < 40000);
	assert_non_null(strstr(whole.data, "\n["));
	assert_int_equal(
	    sscanf(strstr(whole.data, "\n[") + 2, "%zu bytes were not kept]", &lost), 1);
	assert_int_equal(
	    lost + strlen(output_start(&whole)) - strlen("[14870000 bytes were not kept]\n"),
	    14888896);
	buf_free(&whole);
	call_free(&c);
}

static void binary_output_is_named_as_such(void **state)
{
	struct tool_ground *g = *state;
	struct buf whole = BUF_INIT;
	struct call c;

	run(g, &c, "printf 'a\\000b\\377'", "");
	assert_memory_equal(output_of(&c), "binary output, 4 bytes, kept as blob:", 36);
	assert_true(session_blob_get(g->host.session, c.result.ref, &whole, NULL));
	assert_int_equal(whole.len, 4);
	assert_memory_equal(whole.data, "a\0b\377", 4);
	assert_null(tool_ground_event(g, "tool_output"));
	assert_string_equal(c.result.summary, "exit 0");
	buf_free(&whole);
	call_free(&c);
}

static void arguments_that_do_not_fit_together_are_refused(void **state)
{
	static const struct {
		const char *args, *why;
	} rows[] = {
	    {"{}", "give either `command`, or `id` with `action`"},
	    {"{\"command\": \"ls\", \"id\": \"job-1\", \"action\": \"read\"}",
		"no command 'job-1' in the background"},
	    {"{\"id\": \"job-1\"}", "`action` is missing"},
	    {"{\"id\": \"job-1\", \"action\": \"read\"}",
		"no command 'job-1' in the background (there are: none)"},
	};
	struct tool_ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct call c;

		tool_ground_run(g, &c, &tool_run_command, rows[i].args);
		assert_false(c.result.ok);
		assert_non_null(strstr(text_of(&c), rows[i].why));
		call_free(&c);
	}
}

static void reading_and_stopping_ask_nobody(void **state)
{
	static const struct {
		const char *args;
		enum tool_class class;
	} rows[] = {
	    {"{\"command\": \"ls\"}", TOOL_RUNS},
	    {"{\"command\": \"ls\", \"id\": \"job-1\", \"action\": \"read\"}", TOOL_RUNS},
	    {"{\"id\": \"job-1\", \"action\": \"read\"}", TOOL_READS},
	    {"{\"id\": \"job-1\", \"action\": \"stop\"}", TOOL_READS},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *args = json_loads(rows[i].args, 0, NULL);

		assert_int_equal(tool_class_of(&tool_run_command, args), rows[i].class);
		json_decref(args);
	}
}

/* Reads a background command's output until it contains `part`. */
static void read_until(struct tool_ground *g, const char *id, const char *part)
{
	struct buf seen = BUF_INIT;
	int64_t end = clock_mono_ms() + 10000;

	while (!strstr(buf_str(&seen), part)) {
		struct call c;

		assert_true(clock_mono_ms() < end);
		loop_turn(g->host.loop, 100);
		control(g, &c, id, "read");
		buf_adds(&seen, text_of(&c));
		call_free(&c);
	}
	buf_free(&seen);
}

static void a_command_in_the_background_is_read_and_stopped(void **state)
{
	struct tool_ground *g = *state;
	char *pid;
	struct call c;

	run(g, &c, "mkfifo pipe", "");
	call_free(&c);
	run(g, &c, "echo $$; read line <pipe; echo got $line; sleep 100", ", \"background\": true");
	assert_memory_equal(text_of(&c), "running", 7);
	assert_string_equal(json_str(c.result.data, "id", ""), "job-1");
	assert_true(json_is_true(json_object_get(c.result.data, "running")));
	pid = xstrdup(output_of(&c));
	assert_true(strtol(pid, NULL, 10) > 1);
	call_free(&c);
	control(g, &c, "job-1", "read");
	assert_true(c.result.ok);
	assert_non_null(strstr(text_of(&c), "no output"));
	call_free(&c);
	run(g, &c, "echo hello >pipe", "");
	call_free(&c);
	read_until(g, "job-1", "got hello\n");
	control(g, &c, "job-1", "stop");
	assert_true(c.result.ok);
	assert_memory_equal(text_of(&c), "stopped", 7);
	assert_true(json_is_false(json_object_get(c.result.data, "running")));
	call_free(&c);
	wait_gone(g, (int)strtol(pid, NULL, 10));
	control(g, &c, "job-1", "read");
	assert_false(c.result.ok);
	assert_non_null(strstr(text_of(&c), "there are: none"));
	call_free(&c);
	free(pid);
}

static void a_background_command_that_ends_at_once_has_no_id(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	run(g, &c, "echo no; exit 4", ", \"background\": true");
	assert_false(c.result.ok);
	assert_memory_equal(text_of(&c), "exit 4", 6);
	assert_string_equal(output_of(&c), "no\n");
	assert_null(json_object_get(c.result.data, "id"));
	call_free(&c);
}

static void a_job_that_ended_tells_how(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	run(g, &c, "mkfifo pipe", "");
	call_free(&c);
	run(g, &c, "read line <pipe; echo bye; exit 5", ", \"background\": true");
	assert_true(c.result.ok);
	call_free(&c);
	run(g, &c, "echo go >pipe", "");
	call_free(&c);
	read_until(g, "job-1", "exit 5");
	control(g, &c, "job-1", "read");
	assert_memory_equal(text_of(&c), "exit 5", 6);
	assert_int_equal(json_int(c.result.data, "exit", -1), 5);
	call_free(&c);
}

static void only_so_many_run_in_the_background(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	tool_ground_set(g, "tools.background_max", json_integer(1));
	run(g, &c, "sleep 100", ", \"background\": true");
	assert_true(c.result.ok);
	call_free(&c);
	run(g, &c, "sleep 100", ", \"background\": true");
	assert_false(c.result.ok);
	assert_non_null(strstr(text_of(&c), "1 command runs in the background already (job-1)"));
	call_free(&c);
	control(g, &c, "job-1", "stop");
	call_free(&c);
	run(g, &c, "sleep 100", ", \"background\": true");
	assert_true(c.result.ok);
	call_free(&c);
	run(g, &c, "sleep 100", ", \"background\": true");
	assert_non_null(
	    strstr(text_of(&c), "already (job-2)")); /* the one that ended takes no room */
	call_free(&c);
}

/* What is left of its time does not end it: the second it was given passes, and it still listens. */
static void a_command_that_runs_is_sent_to_the_background(void **state)
{
	struct tool_ground *g = *state;
	struct error e = ERROR_INIT;
	struct call c, other;

	assert_false(jobs_send_back(g->host.jobs, &e));
	assert_string_equal(e.message, "no command runs that could go to the background");
	error_free(&e);
	run(g, &c, "mkfifo pipe", "");
	call_free(&c);
	tool_ground_prepare(g, &c, &tool_run_command,
	    "{\"command\": \"echo begun; read line <pipe; echo got $line; exit 6\", "
	    "\"timeout_s\": 0.5}");
	c.may_go_back = true;
	tool_ground_start(g, &c);
	while (!tool_ground_event(g, "tool_output"))
		loop_turn(g->host.loop, 100);
	assert_true(jobs_send_back(g->host.jobs, &e));
	tool_ground_wait(g, &c);
	assert_true(c.result.ok);
	assert_memory_equal(text_of(&c), "running", 7);
	assert_non_null(strstr(text_of(&c), "begun\nThe user sent this command"));
	assert_string_equal(
	    json_str(json_object_get(tool_ground_event(g, "job"), "data"), "by", ""), "user");
	call_free(&c);
	run(g, &other, "sleep 1; echo word >pipe", "");
	call_free(&other);
	read_until(g, "job-1", "got word\n");
	read_until(g, "job-1", "exit 6");
	assert_string_equal(
	    json_str(json_object_get(tool_ground_event(g, "job"), "data"), "state", ""), "exit 6");
}

static void what_nobody_may_send_back_stays_in_the_foreground(void **state)
{
	struct tool_ground *g = *state;
	struct error e = ERROR_INIT;
	struct call c;

	tool_ground_prepare(g, &c, &tool_run_command, "{\"command\": \"echo begun; sleep 0.2\"}");
	tool_ground_start(g, &c);
	while (!tool_ground_event(g, "tool_output"))
		loop_turn(g->host.loop, 100);
	assert_false(jobs_send_back(g->host.jobs, &e));
	error_free(&e);
	tool_ground_wait(g, &c);
	assert_memory_equal(text_of(&c), "exit 0", 6);
	call_free(&c);
}

static void jobs_end_with_the_program(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	struct call c;
	int group;

	run(g, &c, "echo $$; sleep 100 & sleep 100", ", \"background\": true");
	group = (int)strtol(output_of(&c), NULL, 10);
	assert_true(group > 1);
	call_free(&c);
	jobs_free(g->host.jobs);
	g->host.jobs = NULL;
	wait_gone(g, group);
	tool_ground_free(g);
}

static void a_stopped_call_ends_its_command(void **state)
{
	struct tool_ground *g = *state;
	const json_t *ev = NULL;
	struct call c;
	int group;

	tool_ground_prepare(
	    g, &c, &tool_run_command, "{\"command\": \"echo $$; sleep 100 & sleep 100\"}");
	tool_ground_start(g, &c);
	for (int i = 0; i < 1000 && !ev; i++) {
		loop_turn(g->host.loop, 100);
		ev = tool_ground_event(g, "tool_output");
	}
	group = (int)strtol(json_str(json_map(ev, "data"), "text", ""), NULL, 10);
	call_stop(&c);
	assert_true(c.finished);
	wait_gone(g, group);
	call_free(&c);
}

static void the_card_shows_exactly_what_runs(void **state)
{
	static const struct {
		const char *args, *line;
	} rows[] = {
	    {"{\"command\": \"make test\"}", "run_command make test"},
	    {"{\"command\": \"a\\nb\\n\"}", "run_command a ⏎ b ⏎ "},
	    {"{\"command\": \"a \\u001b[8m; rm \\u202e x\\r\"}",
		"run_command a ␛[8m; rm \xef\xbf\xbd x␍"},
	    {"{\"command\": \"serve\", \"background\": true}", "run_command serve (background)"},
	    {"{\"id\": \"job-1\", \"action\": \"stop\"}", "run_command stop job-1"},
	};
	struct tool_ground *g = *state;
	struct buf detail = BUF_INIT;
	struct call c;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf line = BUF_INIT;
		json_t *args = json_loads(rows[i].args, 0, NULL);

		tool_run_command.describe(args, &line);
		assert_string_equal(buf_str(&line), rows[i].line);
		json_decref(args);
		buf_free(&line);
	}
	tool_ground_prepare(g, &c, &tool_run_command, "{\"command\": \"ls\"}");
	assert_true(tool_run_command.preview(&c, &detail));
	assert_string_equal(buf_str(&detail), "ends after 2m 00s");
	call_free(&c);
	tool_ground_prepare(g, &c, &tool_run_command, "{\"id\": \"x\"}");
	assert_false(tool_run_command.preview(&c, &detail));
	assert_true(c.finished);
	call_free(&c);
	buf_free(&detail);
}

static void results_reach_a_real_store(void **state)
{
	struct tool_ground *g = tool_ground_new(true);
	struct buf whole = BUF_INIT;
	struct call c;

	assert_non_null(g->store);
	tool_ground_set(g, "tools.result_bytes", json_integer(1024));
	run(g, &c, "seq 1 5000", "");
	struct event_tool_result data = result_event(&c);

	emit(g->host.session, EVENT_TOOL_RESULT, xstrdup(c.result.summary),
	    event_build_tool_result(&data));
	assert_true(store_blob_get(g->store, c.result.ref, &whole, NULL));
	assert_non_null(strstr(buf_str(&whole), "\n2500\n"));
	assert_true(session_saved(g->host.session));
	buf_free(&whole);
	call_free(&c);
	tool_ground_free(g);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, ground_make, ground_free)
	const struct CMUnitTest tests[] = {
	    T(what_a_command_says_and_how_it_ends),
	    T(the_same_outcome_reads_the_same),
	    T(data_is_for_programs),
	    T(a_command_over_its_time_is_ended_with_its_children),
	    T(what_a_command_leaves_behind_ends_with_it),
	    T(secrets_never_reach_a_child),
	    T(output_is_live),
	    T(long_output_keeps_head_and_tail),
	    T(more_output_than_is_kept_loses_its_middle),
	    T(binary_output_is_named_as_such),
	    T(arguments_that_do_not_fit_together_are_refused),
	    cmocka_unit_test(reading_and_stopping_ask_nobody),
	    T(a_command_in_the_background_is_read_and_stopped),
	    T(a_background_command_that_ends_at_once_has_no_id),
	    T(a_job_that_ended_tells_how),
	    T(only_so_many_run_in_the_background),
	    T(a_command_that_runs_is_sent_to_the_background),
	    T(what_nobody_may_send_back_stays_in_the_foreground),
	    cmocka_unit_test(jobs_end_with_the_program),
	    T(a_stopped_call_ends_its_command),
	    T(the_card_shows_exactly_what_runs),
	    cmocka_unit_test(results_reach_a_real_store),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
