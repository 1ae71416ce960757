/* SPDX-License-Identifier: MIT
 * Tools one after the other, as a model uses them: what one says is what the next one takes.
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
	*state = tool_ground_new(true);
	return 0;
}

static int ground_free(void **state)
{
	tool_ground_free(*state);
	return 0;
}

/* Runs a tool to its end and returns whether it succeeded. */
static bool does(struct tool_ground *g, const struct tool *tool, const char *args)
{
	struct call c;
	bool ok;

	tool_ground_run(g, &c, tool, args);
	ok = c.result.ok;
	call_free(&c);
	return ok;
}

static void what_was_read_is_what_may_be_edited(void **state)
{
	struct tool_ground *g = *state;
	const char *edit = "{\"path\": \"a.c\", \"edits\": [{\"old\": \"two\", \"new\": \"2\"}]}";
	char *got;

	scratch_text(g->dir, "a.c", "one\ntwo\n");
	assert_true(does(g, &tool_read_file, "{\"path\": \"a.c\"}"));
	assert_true(does(g, &tool_run_command, "{\"command\": \"echo three >>a.c\"}"));
	assert_false(does(g, &tool_edit_file, edit));
	assert_true(does(g, &tool_read_file, "{\"path\": \"./a.c\", \"from_line\": 2}"));
	assert_true(does(g, &tool_edit_file, edit));
	assert_true(does(g, &tool_write_file, "{\"path\": \"a.c\", \"content\": \"new\\n\"}"));
	assert_true(does(g, &tool_edit_file,
	    "{\"path\": \"a.c\", \"edits\": [{\"old\": \"new\", \"new\": \"newer\"}]}"));
	got = scratch_read(g->dir, "a.c", NULL);
	assert_string_equal(got, "newer\n");
	free(got);
}

static void a_stamp_in_a_result_is_known_again_after_a_resume(void **state)
{
	struct tool_ground *g = *state;
	struct tool_ground *later = tool_ground_new(false);
	struct stamp stamp;
	struct call c;

	scratch_text(g->dir, "a.c", "one\n");
	tool_ground_run(g, &c, &tool_read_file, "{\"path\": \"a.c\"}");
	assert_true(stamp_from_json(json_map(c.result.data, "read"), &stamp));
	stamps_note(later->host.workspace, "a.c", &stamp);
	call_free(&c);
	scratch_text(later->dir, "a.c", "two\n");
	assert_false(does(later, &tool_edit_file,
	    "{\"path\": \"a.c\", \"edits\": [{\"old\": \"two\", \"new\": \"2\"}]}"));
	scratch_text(later->dir, "a.c", "one\n");
	assert_true(does(later, &tool_edit_file,
	    "{\"path\": \"a.c\", \"edits\": [{\"old\": \"one\", \"new\": \"1\"}]}"));
	tool_ground_free(later);
}

static void what_was_left_out_is_read_by_its_reference(void **state)
{
	struct tool_ground *g = *state;
	struct call c;
	char *args;

	tool_ground_set(g, "tools.result_bytes", json_integer(2048));
	tool_ground_run(g, &c, &tool_run_command, "{\"command\": \"seq 1 5000\"}");
	assert_true(c.result.full_bytes > 20000);
	args =
	    xasprintf("{\"path\": \"%s\", \"from_line\": 2501, \"to_line\": 2502}", c.result.ref);
	call_free(&c);
	tool_ground_run(g, &c, &tool_read_file, args);
	assert_true(c.result.ok);
	/* The first line of the text is the exit status. */
	assert_non_null(strstr(buf_str(&c.result.text), "2500"));
	assert_non_null(strstr(buf_str(&c.result.text), "2501"));
	assert_null(strstr(buf_str(&c.result.text), "2503"));
	call_free(&c);
	free(args);
}

static void binary_output_read_by_its_reference_is_named_as_such(void **state)
{
	struct tool_ground *g = *state;
	struct call c;
	char *args;

	tool_ground_run(g, &c, &tool_run_command, "{\"command\": \"head -c 3000 /dev/zero\"}");
	args = xasprintf("{\"path\": \"%s\"}", c.result.ref);
	call_free(&c);
	tool_ground_run(g, &c, &tool_read_file, args);
	assert_non_null(strstr(buf_str(&c.result.text), "binary"));
	call_free(&c);
	free(args);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, ground_make, ground_free)
	const struct CMUnitTest tests[] = {
	    T(what_was_read_is_what_may_be_edited),
	    T(a_stamp_in_a_result_is_known_again_after_a_resume),
	    T(what_was_left_out_is_read_by_its_reference),
	    T(binary_output_read_by_its_reference_is_named_as_such),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
