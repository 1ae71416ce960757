/* SPDX-License-Identifier: MIT
 * Each type of event that a protocol knows, by the streams of data/events.yaml: however a stream is cut in two, it
 * gives the same message, or the same error.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tests/support/wire_streams.h"
#include "tests/support/yaml_file.h"

static json_t *file_load(void)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *file = yaml_load("tests/wire/data/events.yaml", NULL, &problems);

	assert_non_null(file);
	return file;
}

static enum finish finish_named(const char *name)
{
	return strcmp(name, "calls") == 0    ? FINISH_CALLS
	       : strcmp(name, "length") == 0 ? FINISH_LENGTH
					     : FINISH_STOP;
}

/* Fails the test unless the stream, cut in two at byte `at`, gives the row's message or error. */
static void hear_cut(const json_t *row, const struct wire *wire, const char *stream, size_t at)
{
	const char *fails = json_str(row, "fails", NULL), *name = json_str(row, "name", "");
	struct heard h;
	json_t *message;
	char *parts, *extras;

	hear_cut_at(wire, &h, stream, strlen(stream), at);
	if (fails && (h.ok || !strstr(h.error.message, fails)))
		fail_msg("%s, cut at %zu: %s", name, at, h.ok ? "it is fine" : h.error.message);
	if (!fails) {
		if (!h.ok)
			fail_msg("%s, cut at %zu: %s", name, at, h.error.message);
		assert_int_equal(h.reply.finish, finish_named(json_str(row, "finish", "")));
		assert_true(h.reply.usage.known);
		message = reply_message(&h.reply, wire->name, false);
		parts = json_line(json_list(message, "parts"));
		if (strcmp(parts, json_str(row, "parts", "")) != 0)
			fail_msg("%s, cut at %zu: %s", name, at, parts);
		extras = json_line(json_map(message, "extras"));
		if (strcmp(extras, json_str(row, "extras", extras)) != 0)
			fail_msg("%s, cut at %zu: %s", name, at, extras);
		free(extras);
		free(parts);
		json_decref(message);
	}
	heard_free(&h);
}

static void each_stream_gives_the_same_wherever_it_is_cut(void **state)
{
	json_t *file = file_load(), *row;
	size_t i;

	json_array_foreach (json_list(file, "streams"), i, row) {
		const struct wire *wire = wire_by_protocol(json_str(row, "protocol", ""));
		const char *stream = json_str(row, "stream", NULL);

		assert_non_null(wire);
		assert_non_null(stream);
		for (size_t at = 0; at < strlen(stream); at++)
			hear_cut(row, wire, stream, at);
	}
	json_decref(file);
}

static bool is_heard(const json_t *file, const char *protocol, const char *event)
{
	char *quoted = xasprintf("\"%s\"", event);
	const json_t *row;
	bool found = false;
	size_t i;

	json_array_foreach (json_list(file, "streams"), i, row)
		found = found || (strcmp(json_str(row, "protocol", ""), protocol) == 0 &&
				     strstr(json_str(row, "stream", ""), quoted));
	free(quoted);
	return found;
}

static void each_type_of_event_is_in_a_stream(void **state)
{
	json_t *file = file_load(), *types, *type;
	const char *protocol;
	size_t i;

	json_object_foreach (json_map(file, "events"), protocol, types)
		json_array_foreach (types, i, type)
			if (!is_heard(file, protocol, json_string_value(type)))
				fail_msg("%s: no stream has %s", protocol, json_string_value(type));
	json_decref(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_stream_gives_the_same_wherever_it_is_cut),
	    cmocka_unit_test(each_type_of_event_is_in_a_stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
