/* SPDX-License-Identifier: MIT
 * Which files were changed up to an event, and what they were then.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "ui/model/file_versions.h"

static void take(struct file_log *log, int64_t seq, enum event_type type, const char *text)
{
	struct event ev = {.seq = seq, .type = type};

	ev.data = json_loads(text, 0, NULL);
	assert_non_null(ev.data);
	files_take(log, &ev);
	json_decref(ev.data);
}

static struct file_log log_of_four(void)
{
	struct file_log log = {0};

	take(&log, 3, EVENT_FILE_CHANGE,
	    "{\"path\":\"b\",\"before\":\"blob:1\",\"after\":\"blob:2\",\"mode\":420}");
	take(&log, 4, EVENT_NOTICE, "{\"path\":\"b\"}");
	take(&log, 5, EVENT_FILE_CHANGE,
	    "{\"path\":\"a\",\"before\":null,\"after\":\"blob:3\",\"created\":true}");
	take(&log, 7, EVENT_FILE_CHANGE,
	    "{\"path\":\"b\",\"before\":\"blob:2\",\"after\":\"blob:4\",\"mode\":420,\"mode_"
	    "after\":493}");
	take(&log, 9, EVENT_FILE_CHANGE,
	    "{\"path\":\"a\",\"before\":\"blob:3\",\"after\":null,\"removed\":true}");
	return log;
}

static void files_are_as_they_were_at_the_event(void **state)
{
	struct file_log log = log_of_four();
	struct files_then then = files_at(&log, 2, false);

	assert_int_equal(then.count, 0);
	files_then_free(&then);
	then = files_at(&log, 7, false);
	assert_int_equal(then.count, 2);
	assert_string_equal(then.list[0].path, "a");
	assert_string_equal(then.list[0].after, "blob:3");
	assert_false(then.list[0].existed);
	assert_true(then.list[0].exists);
	assert_string_equal(then.list[1].before, "blob:1");
	assert_string_equal(then.list[1].after, "blob:4");
	assert_int_equal(then.list[1].changes, 2);
	assert_int_equal(then.list[1].seq, 7);
	assert_int_equal(then.list[1].mode, 0755);
	files_then_free(&then);
	then = files_at(&log, 100, false);
	assert_false(then.list[0].exists);
	assert_null(then.list[0].after);
	files_then_free(&then);
	files_free(&log);
}

static void files_changed_later_are_as_before_that(void **state)
{
	struct file_log log = log_of_four();
	struct files_then then = files_at(&log, 1, true);

	assert_int_equal(then.count, 2);
	assert_false(then.list[0].exists);
	assert_string_equal(then.list[1].after, "blob:1");
	assert_true(then.list[1].exists);
	assert_int_equal(then.list[1].changes, 0);
	assert_int_equal(then.list[1].mode, 0644);
	files_then_free(&then);
	assert_int_equal(files_after(&log, 3), 5);
	assert_int_equal(files_after(&log, 9), 0);
	files_free(&log);
}

static void results_of_older_sessions_tell_of_changes_once(void **state)
{
	struct file_log log = {0};
	struct files_then then;

	take(&log, 3, EVENT_FILE_CHANGE, "{\"path\":\"b\",\"after\":\"blob:2\",\"created\":true}");
	take(&log, 4, EVENT_TOOL_RESULT,
	    "{\"ok\":true,\"data\":{\"path\":\"b\",\"added\":1,\"removed\":0}}");
	take(&log, 5, EVENT_TOOL_RESULT,
	    "{\"ok\":true,\"data\":{\"path\":\"c\",\"added\":1,\"removed\":0}}");
	take(&log, 6, EVENT_TOOL_RESULT,
	    "{\"ok\":false,\"data\":{\"path\":\"d\",\"added\":1,\"removed\":0}}");
	then = files_at(&log, 9, false);
	assert_int_equal(then.count, 2);
	assert_true(then.list[0].kept);
	assert_string_equal(then.list[1].path, "c");
	assert_false(then.list[1].kept);
	assert_true(then.list[1].exists);
	files_then_free(&then);
	files_free(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(files_are_as_they_were_at_the_event),
	    cmocka_unit_test(files_changed_later_are_as_before_that),
	    cmocka_unit_test(results_of_older_sessions_tell_of_changes_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
