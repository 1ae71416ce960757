/* SPDX-License-Identifier: MIT
 * The data of events as structs: built and read back, missing members, what cannot be built, and the
 * tables of docs/events.md, which are those of event_types.def. WRITE=1 writes them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/json/json.h"
#include "session/event/event_data.h"

#define DOC "docs/events.md"
#define FROM "<!-- tables of event_types.def -->\n"
#define TO "<!-- end of tables -->\n"

static void what_is_built_is_read_again(void **state)
{
	json_t *list = json_pack("[i, i]", 3, 4);
	json_t *data = event_build_compaction(&(struct event_compaction){.through_seq = 9,
	    .summary = "it was so",
	    .kept = list,
	    .trimmed = json_array(),
	    .tokens_after = 77});
	struct event_compaction c = event_read_compaction(data);

	assert_int_equal(c.through_seq, 9);
	assert_string_equal(c.summary, "it was so");
	assert_ptr_equal(c.summary, json_string_value(json_object_get(data, "summary")));
	assert_ptr_equal(c.kept, list);
	assert_int_equal(c.tokens_after, 77);
	assert_null(c.head);
	json_decref(data);
}

static void what_says_nothing_is_left_out_or_null(void **state)
{
	json_t *data =
	    event_build_usage(&(struct event_usage){.role = "turn", .input = 7, .cost_usd = NAN});
	char *line = json_line(data);

	assert_string_equal(line,
	    "{\"role\":\"turn\",\"model\":null,\"input\":7,\"output\":0,\"cached\":0,"
	    "\"reasoning\":0,\"cost_usd\":null,\"estimated\":false}");
	assert_true(isnan(event_read_usage(data).cost_usd));
	free(line);
	json_decref(data);
	data = event_build_file_change(&(struct event_file_change){.path = "a", .kept = true});
	line = json_line(data);
	assert_string_equal(line, "{\"path\":\"a\",\"before\":null,\"after\":null}");
	assert_true(event_read_file_change(data).kept);
	free(line);
	json_decref(data);
}

static void what_is_missing_or_wrong_is_its_fallback(void **state)
{
	static const char *const lines[] = {"{}",
	    "{\"call\": 1, \"ok\": \"no\", \"duration_ms\": 1.5, \"data\": [], \"text\": {}}"};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		json_t *data = json_parse(lines[i], strlen(lines[i]), NULL);
		struct event_tool_result r = event_read_tool_result(data);

		assert_string_equal(r.call, "");
		assert_true(r.ok);
		assert_int_equal(r.duration_ms, -1);
		assert_null(r.data);
		assert_null(r.text);
		json_decref(data);
	}
	assert_string_equal(event_read_steer(NULL).text, "");
}

static void a_field_may_have_the_name_of_a_word_of_c(void **state)
{
	json_t *data = event_build_evaluation(&(struct event_evaluation){.goes_on = true});

	assert_true(json_flag(data, "continue", false));
	assert_true(event_read_evaluation(data).goes_on);
	json_decref(data);
}

#ifdef DEBUG
/* Whether build, called in a child process, aborts. */
static bool aborts(void (*build)(void))
{
	const pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		signal(SIGABRT, SIG_DFL);
		build();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void build_without_text(void)
{
	event_build_steer(&(struct event_steer){0});
}

static void build_of_bytes(void)
{
	event_build_steer(&(struct event_steer){.text = "a\xff"});
}

static void build_well(void)
{
	event_build_steer(&(struct event_steer){.text = "a"});
}

static void what_cannot_be_built_ends_a_debug_build(void **state)
{
	assert_true(aborts(build_without_text));
	assert_true(aborts(build_of_bytes));
	assert_false(aborts(build_well));
}
#else
static void what_cannot_be_built_is_an_error(void **state)
{
	json_t *data = event_build_steer(&(struct event_steer){.text = "a\xff"});

	assert_null(event_build_steer(&(struct event_steer){0}));
	assert_string_equal(event_read_steer(data).text, "a\uFFFD");
	json_decref(data);
}
#endif

/* ---- docs/events.md -------------------------------------------------------------------------- */

static void add_tables(struct buf *out)
{
	static const char *const phases[] = {
	    [PHASE_NONE] = "",
	    [PHASE_PLAN] = ", phase plan",
	    [PHASE_ACT] = ", phase act",
	    [PHASE_OBS] = ", phase obs",
	    [PHASE_REFLECT] = ", phase reflect",
	};
	static const char *const kept[] = {"stored", "live", "line"};
	static const char *const kinds[] = {
	    [FIELD_TEXT] = "string",
	    [FIELD_NUMBER] = "integer",
	    [FIELD_REAL] = "number",
	    [FIELD_FLAG] = "boolean",
	    [FIELD_LIST] = "array",
	    [FIELD_MAP] = "object",
	    [FIELD_ANY] = "any",
	};
	static const char *const needs[] = {
	    [FIELD_REQUIRED] = "required",
	    [FIELD_ALWAYS] = "always",
	    [FIELD_OPTIONAL] = "",
	};
	enum { IS_STORED, IS_LIVE, IS_FILE };

#define HEAD "\n\n| field | JSON | | meaning |\n|---|---|---|---|\n"
#define EVENT(TYPE, name, PHASE, KEPT, meaning) \
	buf_addf(out, "**`%s`** (%s%s): %s" HEAD, #name, kept[IS_##KEPT], phases[PHASE_##PHASE], \
	    meaning);
#define OBJECT(name, meaning) buf_addf(out, "**%s**: %s" HEAD, #name, meaning);
#define FIELD(of, member, name, KIND, NEED, fallback, meaning) \
	buf_addf(out, "| `%s` | %s | %s | %s |\n", name, kinds[FIELD_##KIND], needs[FIELD_##NEED], \
	    meaning);
#define END buf_addc(out, '\n');
#include "session/event_types.def"
}

static void docs_say_what_the_table_says(void **state)
{
	struct buf doc = BUF_INIT, tables = BUF_INIT, whole = BUF_INIT;
	const char *from, *to;

	assert_true(file_read(DOC, BUF_MAX_DEFAULT, &doc, NULL));
	from = strstr(buf_str(&doc), FROM);
	to = strstr(buf_str(&doc), TO);
	assert_true(from && to && from < to);
	from += strlen(FROM);
	add_tables(&tables);
	if (getenv("WRITE")) {
		buf_add(&whole, buf_str(&doc), (size_t)(from - buf_str(&doc)));
		buf_add(&whole, buf_str(&tables), tables.len);
		buf_adds(&whole, to);
		assert_true(file_write(DOC, 0644, buf_str(&whole), whole.len, NULL));
	} else {
		assert_int_equal(to - from, tables.len);
		assert_memory_equal(from, buf_str(&tables), tables.len);
	}
	buf_free(&whole);
	buf_free(&tables);
	buf_free(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_built_is_read_again),
	    cmocka_unit_test(what_says_nothing_is_left_out_or_null),
	    cmocka_unit_test(what_is_missing_or_wrong_is_its_fallback),
	    cmocka_unit_test(a_field_may_have_the_name_of_a_word_of_c),
#ifdef DEBUG
	    cmocka_unit_test(what_cannot_be_built_ends_a_debug_build),
#else
	    cmocka_unit_test(what_cannot_be_built_is_an_error),
#endif
	    cmocka_unit_test(docs_say_what_the_table_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
