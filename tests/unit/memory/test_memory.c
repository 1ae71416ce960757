/* SPDX-License-Identifier: MIT
 * What is remembered: files, recent sessions, instructions of a project; bounded, and safe to put
 * into a head.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "memory/memory.h"
#include "session/event/event_data.h"
#include "session/session.h"
#include "tests/support/scratch.h"

struct ground {
	char *dir;
	struct settings *settings;
	struct store *store;
	struct buf notices;
	json_t *files; /* (owned) of the instructions read last */
};

static void ground_open(struct ground *g, const char *const *assignments)
{
	struct problems problems = PROBLEMS_INIT;
	char *db;

	*g = (struct ground){.dir = scratch_new()};
	setenv("XDG_CONFIG_HOME", g->dir, 1);
	setenv("TZ", "UTC", 1);
	db = scratch_path(g->dir, "agent.db");
	g->settings = settings_load(
	    &(struct settings_request){.workspace = g->dir, .assignments = assignments}, &problems);
	assert_non_null(g->settings);
	g->store = store_open(db, NULL, NULL);
	free(db);
}

static void ground_close(struct ground *g)
{
	store_close(g->store);
	settings_free(g->settings);
	buf_free(&g->notices);
	json_decref(g->files);
	scratch_free(g->dir);
}

static char *told(struct ground *g, const char *prompt)
{
	return memory_text(
	    &(struct memory_ask){
		.settings = g->settings,
		.store = g->store,
		.cwd = "/w",
		.prompt = prompt,
		.now_ms = clock_now_ms(),
	    },
	    &g->notices);
}

static void past(struct ground *g, const char *cwd, const char *prompt, const char *answer)
{
	struct session *s = session_new(NULL, g->store);

	emit(s, EVENT_SESSION_START, NULL,
	    json_pack("{s:s, s:s, s:s}", "title", prompt, "cwd", cwd, "model", "m"));
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", prompt));
	emit(s, EVENT_TURN_END, NULL,
	    json_pack("{s:s, s:s}", "outcome", "answered", "answer", answer));
	session_free(s);
}

static void nothing_remembered_is_nothing_told(void **state)
{
	struct ground g;
	char *text;

	ground_open(&g, NULL);
	text = told(&g, "hello");
	assert_string_equal(text, "");
	assert_int_equal(g.notices.len, 0);
	free(text);
	ground_close(&g);
}

static void a_line_is_added_once_and_told_from_then_on(void **state)
{
	struct ground g;
	char *text, *path = NULL;
	struct stat st;

	ground_open(&g, NULL);
	assert_int_equal(memory_add(MEMORY_USER, "Likes tabs.", 4096, NULL), MEMORY_ADDED);
	assert_int_equal(memory_add(MEMORY_USER, "Likes tabs.", 4096, NULL), MEMORY_KNOWN);
	assert_int_equal(memory_add(MEMORY_USER, "Likes tabs", 4096, NULL), MEMORY_ADDED);
	assert_int_equal(memory_add(MEMORY_SELF, "Be brief.", 4096, NULL), MEMORY_ADDED);
	text = scratch_read(g.dir, "agent/memory/user.md", NULL);
	assert_string_equal(text, "- Likes tabs.\n- Likes tabs\n");
	free(text);
	path = memory_path(MEMORY_USER);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	free(path);
	text = told(&g, "hello");
	assert_non_null(
	    strstr(text, "user.md, which the user can edit:\n- Likes tabs.\n- Likes tabs\n"));
	assert_non_null(strstr(text, "- Be brief."));
	assert_null(strstr(text, "system.md"));
	free(text);
	ground_close(&g);
}

/* What the user wrote by hand stays as it is. */
static void a_full_file_takes_no_more(void **state)
{
	struct ground g;
	struct error e = ERROR_INIT;
	char *text;

	ground_open(&g, NULL);
	scratch_text(g.dir, "agent/memory/self.md", "# Mine\n\nno newline at the end");
	assert_int_equal(memory_add(MEMORY_SELF, "0123456789", 30, &e), MEMORY_FAILED);
	assert_non_null(strstr(e.message, "is full"));
	error_free(&e);
	assert_int_equal(memory_add(MEMORY_SELF, "0123456789", 100, &e), MEMORY_ADDED);
	text = scratch_read(g.dir, "agent/memory/self.md", NULL);
	assert_string_equal(text, "# Mine\n\nno newline at the end\n- 0123456789\n");
	free(text);
	ground_close(&g);
}

static void a_file_is_bounded_and_its_tags_are_none(void **state)
{
	static const char *const small[] = {"memory.file_bytes=60", NULL};
	struct ground g;
	char *text;

	ground_open(&g, small);
	scratch_text(g.dir, "agent/memory/system.md",
	    "- <active-todo-plan> \033[31mred\n- the second line is here\n- the third is cut\n");
	text = told(&g, "hello");
	assert_null(strstr(text, "<active-todo-plan>"));
	assert_null(strchr(text, '\033'));
	assert_non_null(strstr(text, "active-todo-plan"));
	assert_null(strstr(text, "third"));
	assert_non_null(strstr(buf_str(&g.notices), "system.md' is longer"));
	free(text);
	ground_close(&g);
}

static void a_memory_that_is_off_is_not_read(void **state)
{
	static const char *const off[] = {"memory.enabled=false", NULL};
	struct ground g;
	char *text;

	ground_open(&g, off);
	scratch_text(g.dir, "agent/memory/user.md", "- x\n");
	past(&g, "/w", "an earlier question", "yes");
	text = told(&g, "hello");
	assert_string_equal(text, "");
	free(text);
	ground_close(&g);
}

static void what_cannot_be_read_is_told(void **state)
{
	struct ground g;
	char *text;

	ground_open(&g, NULL);
	scratch_folder(g.dir, "agent/memory/user.md");
	text = told(&g, "hello");
	assert_string_equal(text, "");
	assert_non_null(strstr(buf_str(&g.notices), "user.md' cannot be read"));
	free(text);
	ground_close(&g);
}

static void recent_sessions_of_this_folder_are_named(void **state)
{
	struct ground g;
	char *text;

	ground_open(&g, NULL);
	past(&g, "/w", "first question", "It is 42. There is more to say.");
	past(&g, "/elsewhere", "not from here", "no");
	past(&g, "/w", "second\n<active-x> question", "");
	text = told(&g, "hello");
	assert_null(strstr(text, "not from here"));
	assert_null(strstr(text, "<active-x>"));
	assert_null(strstr(text, "There is more"));
	assert_non_null(strstr(text, " first question → It is 42."));
	assert_true(strstr(text, " second ") < strstr(text, " first "));
	free(text);
	ground_close(&g);
}

static void what_is_near_to_the_question_goes_before_what_is_new(void **state)
{
	static const char *const two[] = {"memory.recent=2", NULL};
	struct ground g;
	char *text;

	ground_open(&g, two);
	past(&g, "/w", "why does the CSV importer refuse ISO dates?", "The format is fixed.");
	for (int i = 0; i < 10; i++)
		past(&g, "/w", "something else entirely", "done");
	text = told(&g, "teach the CSV importer about ISO dates");
	assert_non_null(strstr(text, "CSV importer refuse"));
	assert_non_null(strstr(text, "something else"));
	free(text);
	text = told(&g, "hello");
	assert_null(strstr(text, "CSV importer refuse"));
	free(text);
	ground_close(&g);
}

static void recent_sessions_are_bounded_by_count_and_age(void **state)
{
	static const char *const old[] = {"memory.recent_days=0", NULL};
	static const char *const none[] = {"memory.recent=0", NULL};
	const char *const *const rows[] = {old, none};

	for (size_t i = 0; i < 2; i++) {
		struct ground g;
		char *text;

		ground_open(&g, rows[i]);
		past(&g, "/w", "a question", "yes");
		text = memory_text(
		    &(struct memory_ask){
			.settings = g.settings,
			.store = g.store,
			.cwd = "/w",
			.prompt = "a question",
			.now_ms = clock_now_ms() + 1000,
		    },
		    &g.notices);
		assert_string_equal(text, "");
		free(text);
		ground_close(&g);
	}
}

static void likeness_needs_no_blanks_between_words(void **state)
{
	assert_true(memory_likeness("the importer", "THE IMPORTER, again") > 0.9);
	assert_true(memory_likeness("日付の形式", "日付の形式を直す") > 0.9);
	assert_true(memory_likeness("日付の形式", "天気予報") < 0.1);
	assert_true(memory_likeness("fix dates", "weather today") < 0.1);
	assert_true(memory_likeness("", "x") == 0);
	assert_true(memory_likeness("x", "") == 0);
}

static char *instructions(struct ground *g, const char *folder)
{
	char *path = scratch_path(g->dir, folder), *text;
	struct workspace *w = workspace_open(path, NULL);

	json_decref(g->files);
	g->files = json_array();
	text = instructions_text(&(struct instructions_ask){
	    .settings = g->settings, .workspace = w, .files = g->files, .notices = &g->notices});
	workspace_free(w);
	free(path);
	return text;
}

static void instructions_come_from_the_top_down(void **state)
{
	struct ground g;
	char *text;

	ground_open(&g, NULL);
	scratch_text(g.dir, "AGENTS.md", "outside the repository");
	scratch_folder(g.dir, "repo/.git");
	scratch_text(g.dir, "repo/AGENTS.md", "at the top");
	scratch_text(g.dir, "repo/a/b/AGENTS.md", "<active-todo-plan> here");
	text = instructions(&g, "repo/a/b");
	assert_null(strstr(text, "outside"));
	assert_null(strstr(text, "<active-todo-plan>"));
	assert_non_null(strstr(text, "(../../AGENTS.md)"));
	assert_non_null(strstr(text, "(AGENTS.md)"));
	assert_true(strstr(text, "at the top") < strstr(text, " here"));
	free(text);
	text = instructions(&g, "repo");
	assert_non_null(strstr(text, "(AGENTS.md)"));
	assert_null(strstr(text, " here"));
	free(text);
	assert_int_equal(g.notices.len, 0);
	ground_close(&g);
}

static void without_a_repository_only_the_folder_itself_counts(void **state)
{
	struct ground g;
	char *text;

	ground_open(&g, NULL);
	scratch_text(g.dir, "AGENTS.md", "upstairs");
	scratch_text(g.dir, "a/AGENTS.md", "inside");
	text = instructions(&g, "a");
	assert_null(strstr(text, "upstairs"));
	assert_non_null(strstr(text, "inside"));
	free(text);
	ground_close(&g);
}

static void the_nearest_instructions_get_their_room_first(void **state)
{
	static const char *const small[] = {"agent.instructions_bytes=20", NULL};
	struct ground g;
	char *text;

	ground_open(&g, small);
	scratch_folder(g.dir, "repo/.git");
	scratch_text(g.dir, "repo/AGENTS.md", "too much of it at the top");
	scratch_text(g.dir, "repo/a/AGENTS.md", "it fits");
	text = instructions(&g, "repo/a");
	assert_null(strstr(text, "too much"));
	assert_non_null(strstr(text, "it fits"));
	assert_non_null(strstr(buf_str(&g.notices), "'../AGENTS.md' is not used"));
	free(text);
	ground_close(&g);
}

/* A link in the repository shows no file from outside. */
static void instructions_lead_nowhere_else(void **state)
{
	struct ground g;
	char *text, *link, *target;

	ground_open(&g, NULL);
	scratch_text(g.dir, "secret.txt", "the secret");
	scratch_folder(g.dir, "repo/.git");
	scratch_folder(g.dir, "repo/a");
	link = scratch_path(g.dir, "repo/AGENTS.md");
	target = scratch_path(g.dir, "secret.txt");
	assert_int_equal(symlink(target, link), 0);
	text = instructions(&g, "repo/a");
	assert_string_equal(text, "");
	free(text);
	free(link);
	free(target);
	ground_close(&g);
}

/* The first name of agent.instructions_names that says anything counts; the user's own stand first. */
static void one_file_of_a_folder_counts_and_the_users_own_come_first(void **state)
{
	static const struct {
		const char *file, *text;
		bool told;
	} rows[] = {
	    {"agent/AGENTS.md", "of the user", true},
	    {"repo/AGENTS.override.md", "  \n", false},
	    {"repo/AGENTS.md", "agents at the top", true},
	    {"repo/CLAUDE.md", "claude at the top", false},
	    {"repo/a/.github/copilot-instructions.md", "copilot in a", false},
	    {"repo/a/GEMINI.md", "gemini in a", true},
	};
	struct ground g;
	size_t at = 0, told = 0;
	char *text;

	ground_open(&g, NULL);
	scratch_folder(g.dir, "repo/.git");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		scratch_text(g.dir, rows[i].file, rows[i].text);
	text = instructions(&g, "repo/a");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *found = strstr(text, rows[i].text);

		assert_int_equal(found != NULL, rows[i].told);
		if (!rows[i].told)
			continue;
		assert_true((size_t)(found - text) > at);
		at = (size_t)(found - text);
		told++;
	}
	assert_int_equal(json_array_size(g.files), told);
	free(text);
	ground_close(&g);
}

static void a_marked_path_is_imported_and_code_is_none(void **state)
{
	static const struct {
		const char *words, *file;
		bool told;
	} rows[] = {
	    {"see @docs/x.md.", "repo/a/docs/x.md", true},
	    {"(@docs/x.md)", "repo/a/docs/x.md", true},
	    {"@../up.md", "repo/up.md", true},
	    {"@../up.txt", "repo/up.txt",
		false}, /* above the workspace only what is written to be read */
	    {"@notes.txt", "repo/a/notes.txt", true},
	    {"@../../out.md", "out.md", false},
	    {"@/etc/hostname", "repo/a/etc/hostname", false},
	    {"mail me@docs/x.md", "repo/a/docs/x.md", false},
	    {"`@docs/x.md`", "repo/a/docs/x.md", false},
	    {"``a ` @docs/x.md``", "repo/a/docs/x.md", false},
	    {"```\n@docs/x.md\n```", "repo/a/docs/x.md", false},
	    {"~~~~\n```\n@docs/x.md\n~~~~", "repo/a/docs/x.md", false},
	    {"```\nx\n```\n@docs/x.md", "repo/a/docs/x.md", true},
	    {"@AGENTS.md @docs/x.md @docs/x.md", "repo/a/docs/x.md", true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct ground g;
		char *text;

		ground_open(&g, NULL);
		scratch_folder(g.dir, "repo/.git");
		scratch_text(g.dir, "repo/a/AGENTS.md", rows[i].words);
		scratch_text(g.dir, rows[i].file, "imported words");
		text = instructions(&g, "repo/a");
		if ((strstr(text, "imported words") != NULL) != rows[i].told)
			fail_msg("row %zu: %s", i, text);
		assert_int_equal(json_array_size(g.files), 1 + rows[i].told);
		free(text);
		ground_close(&g);
	}
}

static void imports_end_at_their_depth(void **state)
{
	struct ground g;
	char *text, name[32], words[64];

	ground_open(&g, NULL);
	scratch_text(g.dir, "a/AGENTS.md", "@1.md");
	for (int i = 1; i < 8; i++) {
		snprintf(name, sizeof name, "a/%d.md", i);
		snprintf(words, sizeof words, "file number %d\n@%d.md", i, i + 1);
		scratch_text(g.dir, name, words);
	}
	text = instructions(&g, "a");
	assert_non_null(strstr(text, "file number 5"));
	assert_null(strstr(text, "file number 6"));
	free(text);
	ground_close(&g);
}

static void what_has_no_room_is_cut_at_a_line_and_listed(void **state)
{
	static const char *const small[] = {"agent.instructions_bytes=12", NULL};
	struct event_context_file file;
	struct ground g;
	char *text;

	ground_open(&g, small);
	scratch_text(g.dir, "a/AGENTS.md", "line one\nline two\n");
	text = instructions(&g, "a");
	assert_non_null(strstr(text, "line one"));
	assert_null(strstr(text, "line two"));
	assert_string_equal(buf_str(&g.notices), "'AGENTS.md' is cut (agent.instructions_bytes)");
	file = event_read_context_file(json_array_get(g.files, 0));
	assert_string_equal(file.path, "AGENTS.md");
	assert_int_equal(file.bytes, 18);
	assert_int_equal(file.used, 9);
	free(text);
	ground_close(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(nothing_remembered_is_nothing_told),
	    cmocka_unit_test(a_line_is_added_once_and_told_from_then_on),
	    cmocka_unit_test(a_full_file_takes_no_more),
	    cmocka_unit_test(a_file_is_bounded_and_its_tags_are_none),
	    cmocka_unit_test(a_memory_that_is_off_is_not_read),
	    cmocka_unit_test(what_cannot_be_read_is_told),
	    cmocka_unit_test(recent_sessions_of_this_folder_are_named),
	    cmocka_unit_test(what_is_near_to_the_question_goes_before_what_is_new),
	    cmocka_unit_test(recent_sessions_are_bounded_by_count_and_age),
	    cmocka_unit_test(likeness_needs_no_blanks_between_words),
	    cmocka_unit_test(instructions_come_from_the_top_down),
	    cmocka_unit_test(without_a_repository_only_the_folder_itself_counts),
	    cmocka_unit_test(the_nearest_instructions_get_their_room_first),
	    cmocka_unit_test(instructions_lead_nowhere_else),
	    cmocka_unit_test(one_file_of_a_folder_counts_and_the_users_own_come_first),
	    cmocka_unit_test(a_marked_path_is_imported_and_code_is_none),
	    cmocka_unit_test(imports_end_at_their_depth),
	    cmocka_unit_test(what_has_no_room_is_cut_at_a_line_and_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
