/* SPDX-License-Identifier: MIT
 * Events and their lines: every type written and read back, and lines that are no events.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "session/event/event.h"
#include "session/store/store.h"

static json_t *line_of(const char *text)
{
	json_t *line = json_parse_foreign(text, strlen(text), NULL);

	assert_non_null(line);
	return line;
}

static bool read_event(struct event *ev, const char *text, struct error *e)
{
	json_t *line = line_of(text);
	const bool ok = event_from_json(ev, line, e);

	json_decref(line);
	return ok;
}

static void the_line_is_the_one_of_the_record(void **state)
{
	static const char text[] =
	    "{\"seq\":17,\"at\":1795300000123,\"turn\":2,\"iteration\":3,\"phase\":\"act\","
	    "\"type\":\"tool_call\",\"summary\":\"read_file src/csv.c:80-96\","
	    "\"data\":{\"call\":\"c1\",\"tool\":\"read_file\",\"new_member\":[1,2]}}";
	struct event ev;
	json_t *line;
	char *again;

	assert_true(read_event(&ev, text, NULL));
	assert_int_equal(ev.seq, 17);
	assert_int_equal(ev.turn, 2);
	assert_int_equal(ev.iteration, 3);
	assert_int_equal(ev.phase, PHASE_ACT);
	assert_int_equal(ev.type, EVENT_TOOL_CALL);
	line = event_to_json(&ev);
	again = json_line(line);
	assert_string_equal(again, text);
	free(again);
	json_decref(line);
	event_free(&ev);
}

static void every_type_has_its_name_and_phase(void **state)
{
	static const struct {
		const char *name;
		enum event_type type;
		enum phase phase;
		bool live;
	} rows[] = {
	    {"session_start", EVENT_SESSION_START, PHASE_NONE, false},
	    {"turn_start", EVENT_TURN_START, PHASE_NONE, false},
	    {"strategy", EVENT_STRATEGY, PHASE_PLAN, false},
	    {"plan", EVENT_PLAN, PHASE_PLAN, false},
	    {"message", EVENT_MESSAGE, PHASE_NONE, false},
	    {"steer", EVENT_STEER, PHASE_NONE, false},
	    {"tool_call", EVENT_TOOL_CALL, PHASE_ACT, false},
	    {"question", EVENT_QUESTION, PHASE_NONE, false},
	    {"answer", EVENT_ANSWER, PHASE_NONE, false},
	    {"tool_result", EVENT_TOOL_RESULT, PHASE_OBS, false},
	    {"file_change", EVENT_FILE_CHANGE, PHASE_OBS, false},
	    {"edit_check", EVENT_EDIT_CHECK, PHASE_OBS, false},
	    {"hook_run", EVENT_HOOK_RUN, PHASE_NONE, false},
	    {"job", EVENT_JOB, PHASE_NONE, false},
	    {"reflection", EVENT_REFLECTION, PHASE_REFLECT, false},
	    {"evaluation", EVENT_EVALUATION, PHASE_REFLECT, false},
	    {"stage", EVENT_STAGE, PHASE_PLAN, false},
	    {"artifact", EVENT_ARTIFACT, PHASE_PLAN, false},
	    {"adaptation", EVENT_ADAPTATION, PHASE_PLAN, false},
	    {"usage", EVENT_USAGE, PHASE_NONE, false},
	    {"prefix_break", EVENT_PREFIX_BREAK, PHASE_NONE, false},
	    {"retry", EVENT_RETRY, PHASE_NONE, false},
	    {"setting", EVENT_SETTING, PHASE_NONE, false},
	    {"notice", EVENT_NOTICE, PHASE_NONE, false},
	    {"compaction", EVENT_COMPACTION, PHASE_NONE, false},
	    {"import", EVENT_IMPORT, PHASE_NONE, false},
	    {"capsule", EVENT_CAPSULE, PHASE_REFLECT, false},
	    {"turn_end", EVENT_TURN_END, PHASE_NONE, false},
	    {"delta", EVENT_DELTA, PHASE_NONE, true},
	    {"status", EVENT_STATUS, PHASE_NONE, true},
	    {"tool_output", EVENT_TOOL_OUTPUT, PHASE_NONE, true},
	    {"grants", EVENT_GRANTS, PHASE_NONE, true},
	    {"context", EVENT_CONTEXT, PHASE_NONE, true},
	    {"child", EVENT_CHILD, PHASE_NONE, true},
	    {"blob", EVENT_BLOB, PHASE_NONE, true},
	    {"serving", EVENT_SERVING, PHASE_NONE, true},
	    {"models", EVENT_MODELS, PHASE_NONE, true},
	    {"command", EVENT_COMMAND, PHASE_NONE, true},
	    {"unsaved", EVENT_UNSAVED, PHASE_NONE, true},
	    {"face", EVENT_FACE, PHASE_NONE, false},
	    {"client_request", EVENT_CLIENT_REQUEST, PHASE_NONE, true},
	};

	assert_int_equal(sizeof rows / sizeof *rows, EVENT_TYPES - 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct event ev = {0};
		assert_true(event_set_type(&ev, rows[i].name));
		event_set_phase(&ev, NULL, NULL);
		assert_int_equal(ev.type, rows[i].type);
		assert_int_equal(ev.phase, rows[i].phase);
		assert_string_equal(event_type_name(&ev), rows[i].name);
		assert_int_equal(event_is_live(ev.type), rows[i].live);
		assert_int_equal(ev.summary != NULL, rows[i].phase != PHASE_NONE);
		event_free(&ev);
	}
}

static void each_phase_has_its_tag(void **state)
{
	assert_string_equal(phase_tag(PHASE_PLAN), "[Plan]");
	assert_string_equal(phase_tag(PHASE_ACT), "[Act]");
	assert_string_equal(phase_tag(PHASE_OBS), "[Obs]");
	assert_string_equal(phase_tag(PHASE_REFLECT), "[Reflect]");
	assert_string_equal(phase_tag(PHASE_NONE), "");
	assert_int_equal(phase_find("reflect"), PHASE_REFLECT);
	assert_int_equal(phase_find("dream"), PHASE_NONE);
	assert_int_equal(phase_find(NULL), PHASE_NONE);
}

static void an_unknown_type_keeps_its_name_and_data(void **state)
{
	static const char text[] = "{\"seq\":3,\"at\":5,\"turn\":0,\"iteration\":0,\"phase\":"
				   "\"obs\",\"type\":\"tele.pathy-2\",\"summary\":\"hm\","
				   "\"data\":{\"deep\":{\"er\":[null,1.5]}}}";
	struct event ev;
	json_t *line;
	char *again;

	assert_true(read_event(&ev, text, NULL));
	assert_int_equal(ev.type, EVENT_UNKNOWN);
	line = event_to_json(&ev);
	again = json_line(line);
	assert_string_equal(again, text);
	free(again);
	json_decref(line);
	event_free(&ev);
}

static void what_is_no_event_is_named(void **state)
{
	static const struct {
		const char *line, *member;
	} rows[] = {
	    {"[]", "object"},
	    {"7", "object"},
	    {"{}", "'type'"},
	    {"{\"type\":7}", "'type'"},
	    {"{\"type\":null}", "'type'"},
	    {"{\"type\":\"\"}", "'type'"},
	    {"{\"type\":\"a b\"}", "'type'"},
	    {"{\"type\":\"\\u001b[2J\"}", "'type'"},
	    {"{\"type\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}",
		"'type'"},
	    {"{\"type\":\"plan\",\"seq\":-1}", "'seq'"},
	    {"{\"type\":\"plan\",\"seq\":1.5}", "'seq'"},
	    {"{\"type\":\"plan\",\"seq\":\"1\"}", "'seq'"},
	    {"{\"type\":\"plan\",\"seq\":4294967296}", "'seq'"},
	    {"{\"type\":\"plan\",\"at\":-5}", "'at'"},
	    {"{\"type\":\"plan\",\"turn\":2147483648}", "'turn'"},
	    {"{\"type\":\"plan\",\"iteration\":null}", "'iteration'"},
	    {"{\"type\":\"plan\",\"phase\":3}", "'phase'"},
	    {"{\"type\":\"plan\",\"summary\":{}}", "'summary'"},
	    {"{\"type\":\"plan\",\"data\":[]}", "'data'"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct event ev;
		struct error e = ERROR_INIT;
		assert_false(read_event(&ev, rows[i].line, &e));
		assert_int_equal(e.code, ERR_PARSE);
		assert_non_null(strstr(e.message, rows[i].member));
		error_free(&e);
	}
}

static void foreign_text_is_safe_once_read(void **state)
{
	struct event ev;
	char *data;

	assert_true(read_event(&ev,
	    "{\"type\":\"tool_result\",\"summary\":\"a\\nb \\u001b]0;x\\u0007 c\","
	    "\"data\":{\"call\":\"c\",\"te\\u001bxt\":[\"\\u001b[31mred\\u009b\",\"ok\\n\\tyes\"]}"
	    "}",
	    NULL));
	assert_string_equal(ev.summary, "a b ␛]0;x␇ c");
	data = json_line(ev.data);
	assert_string_equal(
	    data, "{\"call\":\"c\",\"te␛xt\":[\"␛[31mred\uFFFD\",\"ok\\n\\tyes\"]}");
	free(data);
	event_free(&ev);
}

static void clean_data_is_not_copied(void **state)
{
	json_t *data = json_pack("{s:s, s:[i,s]}", "text", "plain ünïcode ✔", "list", 1, "x");

	assert_ptr_equal(event_clean(data), data);
	json_decref(data);
}

static void a_summary_is_one_line_of_160(void **state)
{
	char text[2048], *line;

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	line = event_summary(text);
	assert_true(strlen(line) <= 162); /* 159 x and the three bytes of an ellipsis */
	assert_true(strlen(line) >= 160);
	free(line);
}

/* The references other implementations of BLAKE2b give. */
static void a_reference_names_its_content(void **state)
{
	static const struct {
		char byte;
		size_t len;
		const char *ref;
	} rows[] = {
	    {'a', 0, "blob:4HP08GPDAS5CXP0MBE5P1W9Q1A"},
	    {'a', 128, "blob:2E6KYT0Z39AX0WZWSYP23KA5S3"},
	    {'a', 129, "blob:R9JVWW5K50CYPAP7QZBJZMVAKK"},
	    {'x', 1000, "blob:C3N76CV6WXQQ8BYAYNP4WF0BJ5"},
	};
	char data[1000], ref[40];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		memset(data, rows[i].byte, sizeof data);
		blob_ref(data, rows[i].len, ref);
		assert_string_equal(ref, rows[i].ref);
	}
	blob_ref("abc", 3, ref);
	assert_string_equal(ref, "blob:CP7VBDV7RWVBGARTFYKGA12M6H");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_line_is_the_one_of_the_record),
	    cmocka_unit_test(every_type_has_its_name_and_phase),
	    cmocka_unit_test(each_phase_has_its_tag),
	    cmocka_unit_test(an_unknown_type_keeps_its_name_and_data),
	    cmocka_unit_test(what_is_no_event_is_named),
	    cmocka_unit_test(foreign_text_is_safe_once_read),
	    cmocka_unit_test(clean_data_is_not_copied),
	    cmocka_unit_test(a_summary_is_one_line_of_160),
	    cmocka_unit_test(a_reference_names_its_content),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
