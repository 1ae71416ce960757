/* SPDX-License-Identifier: MIT
 * What commands change is recorded, however they end, and only where it can be.
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
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int ground_make(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	char *home = scratch_path(g->dir, ".git/state");

	setenv("XDG_STATE_HOME", home, 1);
	g->host.permissions = permissions_new(g->host.settings);
	free(home);
	*state = g;
	return 0;
}

static int ground_free(void **state)
{
	struct tool_ground *g = *state;

	permissions_free(g->host.permissions);
	tool_ground_free(g);
	return 0;
}

static void run(struct tool_ground *g, const char *command, const char *more)
{
	char *args = xasprintf("{\"command\": \"%s\"%s}", command, more);
	struct call c;

	tool_ground_run(g, &c, &tool_run_command, args);
	call_free(&c);
	free(args);
}

/* Returns the newest file_change as "path before>after", with the contents, or "-" for none. */
static char *newest(struct tool_ground *g)
{
	const json_t *data = json_map(tool_ground_event(g, "file_change"), "data");
	const char *sides[] = {"before", "after"};
	struct buf out = BUF_INIT;

	buf_adds(&out, json_str(data, "path", "none"));
	for (size_t i = 0; i < 2; i++) {
		const char *ref = json_str(data, sides[i], NULL);

		buf_adds(&out, i ? ">" : " ");
		if (!ref || !session_blob_get(g->host.session, ref, &out, NULL))
			buf_adds(&out, "-");
	}
	return buf_take(&out);
}

static void expect_newest(struct tool_ground *g, const char *wanted)
{
	char *got = newest(g);

	assert_string_equal(got, wanted);
	free(got);
}

static void a_change_comes_before_its_result(void **state)
{
	struct tool_ground *g = *state;
	const json_t *data;
	struct call c;

	scratch_text(g->dir, "a", "one");
	tool_ground_run(g, &c, &tool_run_command, "{\"command\": \"printf two > a; exit 3\"}");
	assert_int_equal(json_int(c.result.data, "exit", -1), 3);
	assert_int_equal(json_int(c.result.data, "changed", -1), 1);
	expect_newest(g, "a one>two");
	data = json_map(tool_ground_event(g, "file_change"), "data");
	assert_string_equal(json_str(data, "call", ""), "call-1");
	assert_int_equal(json_int(data, "mode", 0), 0644 & ~022);
	call_free(&c);
}

static void a_command_that_only_reads_is_not_watched(void **state)
{
	struct tool_ground *g = *state;

	scratch_text(g->dir, "a", "one");
	run(g, "cat a | head -1", "");
	assert_null(tool_ground_event(g, "file_change"));
	run(g, "rm a", "");
	expect_newest(g, "a one>-");
}

static void a_command_in_the_background_is_watched_for_its_first_moment(void **state)
{
	struct tool_ground *g = *state;

	scratch_text(g->dir, "a", "one");
	run(g, "printf two > a; exec sleep 100", ", \"background\": true");
	expect_newest(g, "a one>two");
}

static void what_a_stopped_command_did_is_recorded(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "a", "one");
	tool_ground_prepare(g, &c, &tool_run_command,
	    "{\"command\": \"printf two > a; echo done; exec sleep 100\"}");
	tool_ground_start(g, &c);
	for (int i = 0; i < 1000 && !tool_ground_event(g, "tool_output"); i++)
		loop_turn(g->host.loop, 100);
	call_stop(&c);
	expect_newest(g, "a one>two");
	call_free(&c);
}

static void a_call_stopped_before_its_command_began_changes_nothing(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	tool_ground_prepare(g, &c, &tool_run_command, "{\"command\": \"touch b\"}");
	tool_ground_start(g, &c);
	call_stop(&c);
	call_free(&c);
	assert_null(tool_ground_event(g, "file_change"));
	assert_null(scratch_read(g->dir, "b", NULL));
	run(g, "touch c", "");
	expect_newest(g, "c ->");
}

static void more_changes_than_are_kept_are_told(void **state)
{
	struct tool_ground *g = *state;

	tool_ground_set(g, "undo.max_changes", json_integer(2));
	run(g, "touch a b c d", "");
	assert_non_null(
	    strstr(json_str(json_map(tool_ground_event(g, "notice"), "data"), "text", ""),
		"changed 4 files; only 2 of them can be undone"));
}

static void it_can_be_switched_off(void **state)
{
	struct tool_ground *g = *state;

	tool_ground_set(g, "undo.max_files", json_integer(0));
	run(g, "touch a", "");
	assert_null(tool_ground_event(g, "file_change"));
}

#define ON_GROUND(f) cmocka_unit_test_setup_teardown(f, ground_make, ground_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    ON_GROUND(a_change_comes_before_its_result),
	    ON_GROUND(a_command_that_only_reads_is_not_watched),
	    ON_GROUND(a_command_in_the_background_is_watched_for_its_first_moment),
	    ON_GROUND(what_a_stopped_command_did_is_recorded),
	    ON_GROUND(a_call_stopped_before_its_command_began_changes_nothing),
	    ON_GROUND(more_changes_than_are_kept_are_told),
	    ON_GROUND(it_can_be_switched_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
