/* SPDX-License-Identifier: MIT
 * The face of JSON lines: lines of events.md, live ones only when asked for. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "tests/support/events.h"
#include "ui/output/jsonl.h"

static char *lines_of(bool live)
{
	char *text;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	struct jsonl *j = jsonl_new(out, live);
	struct feeder f = {.sink = jsonl_sink(j), .at_ms = 5, .turn = 1, .iteration = 2};

	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'a'}");
	feed(&f, EVENT_TOOL_CALL, "read_file a", "{'call':'c'}");
	jsonl_free(j);
	fclose(out);
	return text;
}

static void stored_events_are_lines(void **state)
{
	char *text = lines_of(false);

	assert_string_equal(text,
	    "{\"seq\":1,\"at\":5,\"turn\":1,\"iteration\":2,\"phase\":\"act\",\"type\":\"tool_"
	    "call\",\"summary\":\"read_file a\",\"data\":{\"call\":\"c\"}}\n");
	free(text);
}

static void live_events_come_when_asked_for(void **state)
{
	char *text = lines_of(true);

	assert_memory_equal(text, "{\"seq\":0,", 9);
	free(text);
}

static void a_reader_that_went_is_remembered(void **state)
{
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	FILE *out = fdopen(ends[1], "w");
	struct jsonl *j = jsonl_new(out, true);
	struct feeder f = {.sink = jsonl_sink(j)};
	assert_false(jsonl_closed(j));
	feed(&f, EVENT_TOOL_CALL, "x", "{}");
	assert_true(jsonl_closed(j));
	jsonl_free(j);
	fclose(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(stored_events_are_lines),
	    cmocka_unit_test(live_events_come_when_asked_for),
	    cmocka_unit_test(a_reader_that_went_is_remembered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
