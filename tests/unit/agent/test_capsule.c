/* SPDX-License-Identifier: MIT
 * The capsule as a fold of one turn's events.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/state/capsule.h"
#include "base/core/alloc.h"
#include "base/json/json.h"

static const struct capsule_limits limits = {
    .line = 40, .answer = 60, .findings = 4, .artifacts = 2, .actions = 2};

static void feed(
    struct capsule *c, enum event_type type, const char *summary, json_t *data /* steals */)
{
	struct event ev = {.seq = 1,
	    .type = type,
	    .phase = event_phase(type),
	    .summary = (char *)summary,
	    .data = data};

	capsule_take(c, &ev);
	json_decref(data);
}

static void act(struct capsule *c, const char *id, const char *line)
{
	feed(c, EVENT_TOOL_CALL, line, json_pack("{s:s}", "call", id));
}

static void result(struct capsule *c, const char *id, const char *summary, json_t *data)
{
	feed(c, EVENT_TOOL_RESULT, summary,
	    json_pack("{s:s, s:b, s:o*}", "call", id, "ok", true, "data", data));
}

static void start(struct capsule *c)
{
	capsule_init(c, &limits);
	feed(c, EVENT_TURN_START, NULL, json_object());
}

static json_t *finish(struct capsule *c, const char *answer)
{
	struct plan none;
	json_t *data;

	none = (struct plan){0};
	data = capsule_data(c, "the goal", answer, &none);
	plan_free(&none);
	return data;
}

static const char *finding(const json_t *data, size_t i)
{
	const char *s = json_string_value(json_array_get(json_list(data, "key_findings"), i));

	return s ? s : "";
}

static void findings_are_the_answer_and_results_not_words_on_the_way(void **state)
{
	struct capsule c;
	json_t *data;

	start(&c);
	feed(&c, EVENT_REFLECTION, "", json_pack("{s:s}", "text", "The parser is first."));
	act(&c, "a", "read_file src/csv.c");
	result(&c, "a", "80 lines", NULL);
	data = finish(&c, "It is in src/csv.c:88.\n\nMore words.");
	assert_string_equal(json_str(data, "goal", ""), "the goal");
	assert_true(json_is_null(json_object_get(data, "plan")));
	assert_string_equal(finding(data, 0), "It is in src/csv.c:88.\nMore words.");
	assert_string_equal(finding(data, 1), "read_file src/csv.c: 80 lines");
	assert_int_equal(json_array_size(json_list(data, "key_findings")), 2);
	json_decref(data);
	capsule_free(&c);
}

static void every_part_is_capped(void **state)
{
	struct capsule c;
	char *longest = xcalloc(1, 5001);
	json_t *data;

	memset(longest, 'x', 5000);
	start(&c);
	for (int i = 0; i < 9; i++) {
		char *path = xasprintf("file%d", i);

		char *line = xasprintf("%s %s", path, longest);

		result(&c, "b", line,
		    json_pack("{s:s, s:i, s:i}", "path", path, "added", 1, "removed", 0));
		free(line);
		free(path);
	}
	data = finish(&c, longest);
	assert_int_equal(json_array_size(json_list(data, "key_findings")), 4);
	assert_int_equal(json_array_size(json_list(data, "artifacts")), 2);
	assert_true(strlen(finding(data, 0)) <= 60 + 3); /* "…" is three bytes */
	assert_true(strlen(finding(data, 1)) <= 40 + 3);
	assert_memory_equal(finding(data, 3), "file8", 5); /* the newest are kept */
	json_decref(data);
	capsule_free(&c);
	free(longest);
}

static void artifacts_are_the_files_written_once_each(void **state)
{
	struct capsule c;
	json_t *data, *file;

	start(&c);
	result(&c, "a", "created",
	    json_pack(
		"{s:s, s:i, s:i, s:b}", "path", "a.c", "added", 3, "removed", 0, "created", 1));
	result(&c, "b", "edited",
	    json_pack("{s:s, s:i, s:i}", "path", "a.c", "added", 2, "removed", 1));
	result(&c, "c", "read", json_pack("{s:s, s:i}", "path", "b.c", "lines", 9));
	feed(&c, EVENT_TOOL_RESULT, "refused",
	    json_pack("{s:s, s:b, s:{s:s, s:i}}", "call", "d", "ok", 0, "data", "path", "c.c",
		"added", 1));
	data = finish(&c, NULL);
	assert_int_equal(json_array_size(json_list(data, "artifacts")), 1);
	file = json_array_get(json_list(data, "artifacts"), 0);
	assert_string_equal(json_str(file, "type", ""), "file");
	assert_string_equal(json_str(file, "ref", ""), "a.c");
	assert_string_equal(json_str(file, "summary", ""), "created, +5 -1");
	json_decref(data);
	capsule_free(&c);
}

static void what_a_delegate_wrote_is_taken_over(void **state)
{
	struct capsule c;
	json_t *data, *file;

	start(&c);
	result(&c, "a", "answered",
	    json_pack("{s:{s:[{s:s, s:s, s:s}]}}", "capsule", "artifacts", "type", "file", "ref",
		"x/y.c", "summary", "+1 -0"));
	data = finish(&c, NULL);
	file = json_array_get(json_list(data, "artifacts"), 0);
	assert_string_equal(json_str(file, "ref", ""), "x/y.c");
	assert_string_equal(json_str(file, "summary", ""), "+1 -0");
	json_decref(data);
	capsule_free(&c);
}

static void planning_is_no_finding_and_open_items_come_next(void **state)
{
	json_t *snapshot =
	    json_loads("{\"id\": \"01J00000000000000000000000\", \"revision\": 1, \"goal\": \"g\", "
		       "\"status\": \"active\", \"items\": ["
		       "{\"id\": \"a\", \"content\": \"done\", \"status\": \"completed\"},"
		       "{\"id\": \"b\", \"content\": \"now\", \"status\": \"in_progress\"},"
		       "{\"id\": \"c\", \"content\": \"later\", \"status\": \"pending\"},"
		       "{\"id\": \"d\", \"content\": \"last\", \"status\": \"pending\"}]}",
		0, NULL);
	struct plan plan;
	struct capsule c;
	json_t *data, *brief, *expected;

	plan = (struct plan){0};
	assert_true(plan_load(&plan, snapshot, NULL));
	start(&c);
	feed(&c, EVENT_TOOL_RESULT, "plan updated",
	    json_pack("{s:s, s:b, s:b}", "call", "p", "ok", 1, "quiet", 1));
	data = capsule_data(&c, "g", "", &plan);
	assert_int_equal(json_array_size(json_list(data, "key_findings")), 0);
	expected = json_pack("[s, s]", "now", "later");
	assert_true(json_equal(json_list(data, "next_actions"), expected));
	json_decref(expected);
	assert_int_equal(json_array_size(json_list(json_map(data, "plan"), "items")), 4);
	brief = capsule_brief(data);
	expected = json_pack("{s:s, s:s}", "content", "done", "status", "completed");
	assert_true(
	    json_equal(json_array_get(json_list(json_map(brief, "plan"), "items"), 0), expected));
	json_decref(expected);
	json_decref(brief);
	json_decref(data);
	json_decref(snapshot);
	capsule_free(&c);
	plan_free(&plan);
}

static void a_turn_begins_with_an_empty_one(void **state)
{
	struct capsule c;
	json_t *data;

	start(&c);
	act(&c, "a", "read_file a");
	result(&c, "a", "1 line", NULL);
	feed(&c, EVENT_TURN_START, NULL, json_object());
	result(&c, "a", "2 lines", NULL);
	data = finish(&c, "");
	assert_int_equal(json_array_size(json_list(data, "key_findings")), 1);
	assert_string_equal(finding(data, 0), "2 lines");
	json_decref(data);
	capsule_free(&c);
}

static void a_strangers_capsule_keeps_what_is_right(void **state)
{
	static const struct {
		const char *sent, *kept;
	} rows[] = {
	    {"{}", "{\"goal\": \"\", \"plan\": null, \"key_findings\": [], \"artifacts\": [], "
		   "\"next_actions\": []}"},
	    {"{\"goal\": 3, \"plan\": \"x\", \"key_findings\": {\"a\": 1}, \"artifacts\": [1, {}, "
	     "{\"type\": \"file\"}], \"next_actions\": [2, \"go\", \"on\", \"more\"], \"evil\": 1}",
		"{\"goal\": \"\", \"plan\": null, \"key_findings\": [], \"artifacts\": [], "
		"\"next_actions\": [\"go\", \"on\"]}"},
	    {"{\"goal\": \"g\", \"key_findings\": [\"a\\nb\", null], \"artifacts\": "
	     "[{\"type\": \"file\", \"ref\": \"r\", \"summary\": \"s\", \"more\": 1}]}",
		"{\"goal\": \"g\", \"plan\": null, \"key_findings\": [\"a\\nb\"], \"artifacts\": "
		"[{\"type\": \"file\", \"ref\": \"r\", \"summary\": \"s\"}], \"next_actions\": "
		"[]}"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *sent = json_loads(rows[i].sent, 0, NULL);
		json_t *kept = json_loads(rows[i].kept, 0, NULL);
		json_t *got = capsule_foreign(sent, &limits);
		char *line = json_line(got), *wanted = json_line(kept);

		assert_string_equal(line, wanted);
		free(line);
		free(wanted);
		json_decref(sent);
		json_decref(kept);
		json_decref(got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(findings_are_the_answer_and_results_not_words_on_the_way),
	    cmocka_unit_test(every_part_is_capped),
	    cmocka_unit_test(artifacts_are_the_files_written_once_each),
	    cmocka_unit_test(what_a_delegate_wrote_is_taken_over),
	    cmocka_unit_test(planning_is_no_finding_and_open_items_come_next),
	    cmocka_unit_test(a_turn_begins_with_an_empty_one),
	    cmocka_unit_test(a_strangers_capsule_keeps_what_is_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
