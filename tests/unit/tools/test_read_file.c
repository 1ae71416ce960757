/* SPDX-License-Identifier: MIT
 * read_file, through the runner on real files.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/json/json.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int setup(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	tool_ground_set(g, "tools.line_bytes", json_integer(80));
	tool_ground_set(g, "tools.result_bytes", json_integer(1024));
	tool_ground_set(g, "tools.read_bytes", json_integer(100000));
	scratch_text(g->dir, "src/csv.c", "one\ntwo\n\tthree\nfour\n");
	*state = g;
	return 0;
}

static const struct result *run(void **state, const char *args)
{
	return tool_ground_result(*state, &tool_read_file, args);
}

static void expect(void **state, const char *args, bool ok, const char *text)
{
	const struct result *r = run(state, args);
	assert_string_equal(buf_str(&r->text), text);
	assert_int_equal(r->ok, ok);
}

static void lines_come_with_their_numbers(void **state)
{
	expect(state, "{\"path\": \"src/csv.c\"}", true, "1\tone\n2\ttwo\n3\t\tthree\n4\tfour\n");
	const struct result *r = &((struct tool_ground *)*state)->call.result;
	assert_string_equal(r->summary, "src/csv.c, 4 lines");
	assert_int_equal(json_int(r->data, "from", 0), 1);
	assert_int_equal(json_int(r->data, "to", 0), 4);
	assert_int_equal(json_int(r->data, "lines", 0), 4);
	assert_int_equal(json_int(r->data, "bytes", 0), 20);
	assert_null(json_object_get(r->data, "binary"));
}

static void a_range_is_what_was_asked_for(void **state)
{
	expect(state, "{\"path\": \"./src/csv.c\", \"from_line\": 2, \"to_line\": 3}", true,
	    "2\ttwo\n3\t\tthree\n[lines 2-3 of 4]\n");
	assert_string_equal(
	    ((struct tool_ground *)*state)->call.result.summary, "src/csv.c:2-3 of 4 lines");
	expect(state, "{\"path\": \"src/csv.c\", \"from_line\": 4, \"to_line\": 99}", true,
	    "4\tfour\n[lines 4-4 of 4]\n");
	expect(state, "{\"path\": \"src/csv.c\", \"from_line\": 5}", false,
	    "offset 5 is past the end: 'src/csv.c' has 4 lines");
	expect(state, "{\"path\": \"src/csv.c\", \"offset\": 3, \"limit\": 1}", true,
	    "3\t\tthree\n[lines 3-3 of 4]\n");
}

static void what_cannot_be_read_says_what_to_do(void **state)
{
	struct tool_ground *g = *state;
	char *fifo = scratch_path(g->dir, "fifo");
	assert_int_equal(mkfifo(fifo, 0600), 0);
	expect(
	    state, "{\"path\": \"src\"}", false, "'src' is a folder; list it to see what is in it");
	expect(state, "{\"path\": \"src/cvs.c\"}", false,
	    "'src/cvs.c' does not exist (did you mean 'src/csv.c'?)");
	expect(state, "{\"path\": \"lib/csv.c\"}", false,
	    "'lib/csv.c' does not exist (did you mean 'src/csv.c'?)");
	expect(state, "{\"path\": \"quux\"}", false,
	    "'quux' does not exist; list the folder, or find it by name");
	expect(state, "{\"path\": \"../x\"}", false,
	    "'../x' leads outside the workspace; only what is beneath it can be reached");
	expect(state, "{\"path\": \"fifo\"}", false, "'fifo' is neither a file nor a folder");
	free(fifo);
}

static void odd_texts_are_said_to_be_odd(void **state)
{
	struct tool_ground *g = *state;
	scratch_text(g->dir, "empty", "");
	scratch_text(g->dir, "open", "a\nb");
	scratch_text(g->dir, "crlf",
	    "\xef\xbb\xbf"
	    "a\r\nb\r\n");
	scratch_text(g->dir, "latin", "caf\xe9\n");
	scratch_text(g->dir, "blank", "\n");
	expect(state, "{\"path\": \"empty\"}", true, "[empty file]\n");
	expect(state, "{\"path\": \"open\"}", true, "1\ta\n2\tb\n[no line break at the end]\n");
	expect(state, "{\"path\": \"crlf\"}", true, "1\ta\n2\tb\n[line ends are CRLF]\n");
	expect(state, "{\"path\": \"latin\"}", true, "1\tcaf\xef\xbf\xbd\n");
	expect(state, "{\"path\": \"blank\"}", true, "1\t\n");
}

static void a_binary_file_is_named_as_such(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *kind;
	} rows[] = {
	    {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, "PNG image"},
	    {"\x7f"
	     "ELF\2\1\1\0\0",
		9, "ELF program or object"},
	    {"PK\3\4\0\0\0", 7, "ZIP archive (or a document or package made of one)"},
	    {"\0\1\2\3", 4, "data"},
	};
	struct tool_ground *g = *state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char want[200];
		scratch_write(g->dir, "b", rows[i].bytes, rows[i].len);
		snprintf(
		    want, sizeof want, "[binary file, %zu bytes: %s]\n", rows[i].len, rows[i].kind);
		expect(state, "{\"path\": \"b\"}", true, want);
		assert_true(json_flag(g->call.result.data, "binary", false));
	}
}

static void a_long_line_is_cut_with_a_mark(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 0; i < 100000; i++)
		buf_adds(&text, "\303\244");
	buf_adds(&text, "\nshort\n");
	scratch_text(g->dir, "long", buf_str(&text));
	const struct result *r = run(state, "{\"path\": \"long\", \"to_line\": 2}");
	assert_non_null(
	    strstr(buf_str(&r->text), "\303\244\xe2\x80\xa6 [199920 more bytes]\n2\tshort\n"));
	assert_true(r->text.len < 200);
	buf_free(&text);
}

static void what_does_not_fit_is_said_and_can_be_read_on(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	int64_t next = 1;
	for (int i = 1; i <= 200; i++)
		buf_addf(&text, "this is line %d\n", i);
	scratch_text(g->dir, "many", buf_str(&text));
	for (int rounds = 0; next <= 200 && rounds < 20; rounds++) {
		char args[64], line[32];
		snprintf(args, sizeof args, "{\"path\": \"many\", \"from_line\": %d}", (int)next);
		const struct result *r = run(state, args);
		assert_true(r->text.len <= 1024);
		assert_int_equal(r->full_bytes, 0);
		assert_int_equal(json_int(r->data, "from", 0), next);
		assert_int_equal(json_int(r->data, "lines", 0), 200);
		next = json_int(r->data, "to", 0) + 1;
		snprintf(line, sizeof line, "go on with offset %d]\n", (int)next);
		assert_int_equal(strstr(buf_str(&r->text), line) != NULL, next <= 200);
	}
	assert_int_equal(next, 201);
	buf_free(&text);
}

static void a_large_file_is_read_by_range_only(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 1; i <= 50000; i++)
		buf_addf(&text, "line %d\n", i);
	scratch_text(g->dir, "large", buf_str(&text));
	const struct result *r = run(state, "{\"path\": \"large\"}");
	assert_false(r->ok);
	assert_non_null(strstr(buf_str(&r->text), "too many to read whole; give offset and limit"));
	r = run(state, "{\"path\": \"large\", \"from_line\": 40000, \"to_line\": 40001}");
	assert_string_equal(
	    buf_str(&r->text), "40000\tline 40000\n40001\tline 40001\n[lines 40000-40001]\n");
	assert_string_equal(json_str(json_map(r->data, "read"), "hash", "?"), "");
	assert_null(json_object_get(r->data, "lines"));
	buf_free(&text);
}

static void the_stamp_knows_the_whole_content(void **state)
{
	struct tool_ground *g = *state;
	struct stamp now, told;
	struct buf text = BUF_INIT;
	const struct result *r = run(state, "{\"path\": \"src/csv.c\", \"to_line\": 1}");
	assert_true(stamp_from_json(json_map(r->data, "read"), &told));
	assert_true(workspace_read(g->host.workspace, "src/csv.c", 100, &text, &now, NULL));
	assert_true(stamp_equal(&told, &now) && told.hash == now.hash);
	assert_int_equal(told.mtime_ns, now.mtime_ns);
	assert_true(stamp_equal(stamps_find(g->host.workspace, "src/csv.c"), &now));
	buf_free(&text);
}

static void a_reference_is_read_like_a_file(void **state)
{
	struct tool_ground *g = *state;
	char ref[40], args[100];
	session_blob_put(g->host.session, "a\nb\nc\n", 6, ref);
	snprintf(args, sizeof args, "{\"path\": \"%s\", \"from_line\": 2}", ref);
	expect(state, args, true, "2\tb\n3\tc\n[lines 2-3 of 3]\n");
	assert_null(json_object_get(g->call.result.data, "read"));
	const struct result *r = run(state, "{\"path\": \"blob:00000000000000000000000000\"}");
	assert_false(r->ok);
}

static void it_is_described_by_file_and_lines(void **state)
{
	static const struct {
		const char *args, *line;
	} rows[] = {
	    {"{\"path\": \"src/csv.c\"}", "read_file src/csv.c"},
	    {"{\"path\": \"src/csv.c\", \"offset\": 80, \"limit\": 17}",
		"read_file src/csv.c:80-96"},
	    {"{\"path\": \"src/csv.c\", \"offset\": 80}", "read_file src/csv.c:80-"},
	    {"{\"path\": \"src/csv.c\", \"limit\": 9}", "read_file src/csv.c:1-9"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf line = BUF_INIT;
		json_t *args = json_loads(rows[i].args, 0, NULL);
		tool_read_file.describe(args, &line);
		assert_string_equal(buf_str(&line), rows[i].line);
		json_decref(args);
		buf_free(&line);
	}
}

#define WITH_GROUND(f) cmocka_unit_test_setup_teardown(f, setup, tool_ground_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_GROUND(lines_come_with_their_numbers),
	    WITH_GROUND(a_range_is_what_was_asked_for),
	    WITH_GROUND(what_cannot_be_read_says_what_to_do),
	    WITH_GROUND(odd_texts_are_said_to_be_odd),
	    WITH_GROUND(a_binary_file_is_named_as_such),
	    WITH_GROUND(a_long_line_is_cut_with_a_mark),
	    WITH_GROUND(what_does_not_fit_is_said_and_can_be_read_on),
	    WITH_GROUND(a_large_file_is_read_by_range_only),
	    WITH_GROUND(the_stamp_knows_the_whole_content),
	    WITH_GROUND(a_reference_is_read_like_a_file),
	    cmocka_unit_test(it_is_described_by_file_and_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
