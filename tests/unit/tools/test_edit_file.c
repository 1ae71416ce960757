/* SPDX-License-Identifier: MIT
 * edit_file and write_file on real files.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int ground_make(void **state)
{
	*state = tool_ground_new(false);
	return 0;
}

static int ground_free(void **state)
{
	tool_ground_free(*state);
	return 0;
}

static void expect_file(struct tool_ground *g, const char *name, const char *want)
{
	char *got = scratch_read(g->dir, name, NULL);

	assert_non_null(got);
	assert_string_equal(got, want);
	free(got);
}

static const char *text_of(const struct call *c)
{
	return buf_str(&c->result.text);
}

static void expect_says(const struct call *c, const char *part)
{
	if (!strstr(text_of(c), part))
		fail_msg("'%s' is not in '%s'", part, text_of(c));
}

/* Runs edit_file and expects it to fail with these words and to leave the file as it was. */
static void expect_refused(struct tool_ground *g, const char *args, const char *part,
    const char *file, const char *content)
{
	struct call c;

	tool_ground_run(g, &c, &tool_edit_file, args);
	assert_false(c.result.ok);
	expect_says(&c, part);
	assert_non_null(c.result.summary);
	assert_null(tool_ground_event(g, "file_change"));
	if (file)
		expect_file(g, file, content);
	call_free(&c);
}

static void several_edits_go_in_order(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "src/a.c", "one\ntwo\nthree\nfour\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"./src/a.c\", \"edits\": [{\"old\": \"two\", \"new\": \"2\\n2b\"},"
	    "{\"old\": \"2b\\nthree\", \"new\": \"3\"}]}");
	assert_true(c.result.ok);
	expect_file(g, "src/a.c", "one\n2\n3\nfour\n");
	assert_string_equal(c.result.summary, "edit_file src/a.c:2-3  +2 -2");
	assert_string_equal(text_of(&c), "src/a.c:2-3  +2 -2\n@@ -1,4 +1,4 @@\n one\n-two\n-three\n"
					 "+2\n+3\n four\n");
	assert_string_equal(json_str(c.result.data, "path", ""), "src/a.c");
	assert_int_equal(json_int(c.result.data, "added", 0), 2);
	assert_int_equal(json_int(c.result.data, "removed", 0), 2);
	assert_int_equal(json_int(c.result.data, "first", 0), 2);
	assert_int_equal(json_int(c.result.data, "last", 0), 3);
	call_free(&c);
}

static void all_or_nothing(void **state)
{
	expect_refused(
	    (scratch_text(((struct tool_ground *)*state)->dir, "a", "one two\n"), *state),
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"one\", \"new\": \"1\"},"
	    "{\"old\": \"three\", \"new\": \"3\"}]}",
	    "edit 2 of 2: the old text is not in a, nothing was written", "a", "one two\n");
}

static void what_cannot_be_edited_is_refused(void **state)
{
	struct tool_ground *g = *state;

	scratch_text(g->dir, "a", "x y x\nx\n");
	scratch_write(g->dir, "latin1", "caf\xe9 ole\n", 9);
	expect_refused(g, "{\"path\": \"a\", \"edits\": [{\"old\": \"x\", \"new\": \"z\"}]}",
	    "the old text is in a 3 times, at lines 1, 1, 2", "a", "x y x\nx\n");
	expect_refused(g, "{\"path\": \"a\", \"edits\": [{\"old\": \"y\", \"new\": \"y\"}]}",
	    "old_string and new_string are the same", "a", "x y x\nx\n");
	expect_refused(g,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"y\", \"new\": \"w\"},"
	    "{\"old\": \"w\", \"new\": \"y\"}]}",
	    "the edits leave a as it was", "a", "x y x\nx\n");
	expect_refused(g, "{\"path\": \"b\", \"edits\": [{\"old\": \"y\", \"new\": \"w\"}]}",
	    "no such file 'b': to create it, write it whole", NULL, NULL);
	expect_refused(g, "{\"path\": \"../b\", \"edits\": [{\"old\": \"y\", \"new\": \"w\"}]}",
	    "'../b' ", NULL, NULL);
	expect_refused(g, "{\"path\": \".\", \"edits\": [{\"old\": \"y\", \"new\": \"w\"}]}",
	    "'.' ", NULL, NULL);
	expect_refused(g,
	    "{\"path\": \"latin1\", \"edits\": [{\"old\": \"cafe\", \"new\": \"w\"}]}", "not UTF-8",
	    "latin1", "caf\xe9 ole\n");
}

static void a_near_miss_says_where_and_how(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "a.c", "int f(void)\n{\n\treturn  1;\n}\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a.c\", \"edits\": [{\"old\": \"    return 2;\\n}\", \"new\": \"x\"}]}");
	assert_false(c.result.ok);
	assert_string_equal(text_of(&c), "the old text is not in a.c, nothing was written\n"
					 "most similar: lines 3-4, differs (old text -, file +):\n"
					 "@@ line 3 @@\n-    return 2;\n+\treturn  1;\n }\n");
	assert_string_equal(c.result.summary, "old text not found, most like a.c:3-4");
	call_free(&c);
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a.c\", \"edits\": [{\"old\": \"    return 1;\\n}\", \"new\": "
	    "\"    return 2;\\n}\"}]}");
	assert_true(c.result.ok);
	assert_non_null(
	    strstr(text_of(&c), "it differed in the form of quotes, dashes and blanks"));
	expect_file(g, "a.c", "int f(void)\n{\n\treturn 2;\n}\n");
	call_free(&c);
}

static void encoding_line_ends_and_mode_stay(void **state)
{
	struct tool_ground *g = *state;
	char *path = scratch_path(g->dir, "run.sh");
	struct stat st;
	struct call c;

	scratch_text(g->dir, "run.sh",
	    "\xef\xbb\xbf"
	    "echo a\r\necho b\r\n");
	assert_int_equal(chmod(path, 0751), 0);
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"run.sh\", \"edits\": [{\"old\": \"echo a\\necho b\\n\","
	    "\"new\": \"echo a\\necho c\\necho d\\n\"}]}");
	assert_true(c.result.ok);
	expect_file(g, "run.sh",
	    "\xef\xbb\xbf"
	    "echo a\r\necho c\r\necho d\r\n");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0751);
	call_free(&c);
	free(path);
}

static void a_file_that_is_no_text_is_edited_as_bytes(void **state)
{
	struct tool_ground *g = *state;
	struct call c;
	char *got;
	size_t len;

	scratch_write(g->dir, "b", "\xff\0key=1\0\xfe", 9);
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"b\", \"edits\": [{\"old\": \"key=1\", \"new\": \"key=23\"}]}");
	assert_true(c.result.ok);
	got = scratch_read(g->dir, "b", &len);
	assert_int_equal(len, 10);
	assert_memory_equal(got, "\xff\0key=23\0\xfe", 10);
	free(got);
	call_free(&c);
}

static void note_read(struct tool_ground *g, const char *name)
{
	struct stamp stamp;
	struct buf text = BUF_INIT;

	assert_true(workspace_read(g->host.workspace, name, 1 << 20, &text, &stamp, NULL));
	stamps_note(g->host.workspace, name, &stamp);
	buf_free(&text);
}

static void a_file_that_changed_since_it_was_read_is_refused(void **state)
{
	struct tool_ground *g = *state;
	const char *edit = "{\"path\": \"a\", \"edits\": [{\"old\": \"two\", \"new\": \"2\"}]}";
	struct call c;

	scratch_text(g->dir, "a", "one two\n");
	note_read(g, "a");
	scratch_text(g->dir, "a", "ONE two\n");
	expect_refused(g, edit, "a changed since it was read", "a", "ONE two\n");
	tool_ground_run(g, &c, &tool_write_file, "{\"path\": \"a\", \"content\": \"x\"}");
	assert_false(c.result.ok);
	expect_says(&c, "read it again");
	expect_file(g, "a", "ONE two\n");
	call_free(&c);
	note_read(g, "a");
	tool_ground_run(g, &c, &tool_edit_file, edit);
	assert_true(c.result.ok);
	call_free(&c);
	/* Its own write is known: the next edit needs no reading. */
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"2\", \"new\": \"3\"}]}");
	assert_true(c.result.ok);
	expect_file(g, "a", "ONE 3\n");
	call_free(&c);
}

static void a_file_touched_with_the_same_content_is_not_changed(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "a", "one\n");
	note_read(g, "a");
	scratch_text(g->dir, "a", "one\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"one\", \"new\": \"two\"}]}");
	assert_true(c.result.ok);
	call_free(&c);
}

static void what_was_shown_is_what_is_written(void **state)
{
	struct tool_ground *g = *state;
	struct buf detail = BUF_INIT;
	struct call c;

	scratch_text(g->dir, "a", "one\ntwo\n");
	tool_ground_prepare(g, &c, &tool_edit_file,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"two\", \"new\": \"2\"}]}");
	assert_true(c.tool->preview(&c, &detail));
	assert_string_equal(buf_str(&detail), "a:2  +1 -1\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
	expect_file(g, "a", "one\ntwo\n");
	tool_ground_start(g, &c);
	assert_true(c.result.ok);
	expect_file(g, "a", "one\n2\n");
	call_free(&c);
	buf_free(&detail);
}

static void a_file_that_changed_while_the_question_was_open_is_refused(void **state)
{
	static const struct {
		const struct tool *tool;
		const char *args;
	} rows[] = {
	    {&tool_edit_file, "{\"path\": \"a\", \"edits\": [{\"old\": \"two\", \"new\": \"2\"}]}"},
	    {&tool_write_file, "{\"path\": \"a\", \"content\": \"new\\n\"}"},
	};
	struct tool_ground *g = *state;

	for (size_t i = 0; i < 2; i++) {
		struct buf detail = BUF_INIT;
		struct call c;

		scratch_text(g->dir, "a", "one\ntwo\n");
		note_read(g, "a");
		tool_ground_prepare(g, &c, rows[i].tool, rows[i].args);
		assert_true(c.tool->preview(&c, &detail));
		scratch_text(g->dir, "a", "ONE\ntwo\n");
		tool_ground_start(g, &c);
		assert_false(c.result.ok);
		expect_says(&c, "changed after this change was shown");
		expect_file(g, "a", "ONE\ntwo\n");
		call_free(&c);
		buf_free(&detail);
	}
}

static void arguments_the_user_edited_count(void **state)
{
	struct tool_ground *g = *state;
	struct buf detail = BUF_INIT;
	struct call c;

	tool_ground_prepare(
	    g, &c, &tool_write_file, "{\"path\": \"a\", \"content\": \"model\\n\"}");
	assert_true(c.tool->preview(&c, &detail));
	assert_string_equal(buf_str(&detail), "creates a  +1 -0\n@@ -0,0 +1,1 @@\n+model\n");
	json_decref(c.args);
	c.args = json_pack("{s:s, s:s}", "path", "b", "content", "user\n");
	tool_ground_start(g, &c);
	assert_true(c.result.ok);
	expect_file(g, "b", "user\n");
	assert_null(scratch_read(g->dir, "a", NULL));
	call_free(&c);
	buf_free(&detail);
}

static void the_card_of_a_long_change_is_cut(void **state)
{
	struct tool_ground *g = *state;
	struct buf content = BUF_INIT, args = BUF_INIT, detail = BUF_INIT;
	struct call c;
	char *got;

	tool_ground_set(g, "tools.result_bytes", json_integer(1024));
	for (int i = 0; i < 1000; i++)
		buf_addf(&content, "line %d\\n", i);
	buf_addf(&args, "{\"path\": \"a\", \"content\": \"%s\"}", content.data);
	tool_ground_prepare(g, &c, &tool_write_file, args.data);
	assert_true(c.tool->preview(&c, &detail));
	assert_true(detail.len < 1200);
	assert_non_null(strstr(detail.data, "\n[the diff is longer]\n"));
	tool_ground_start(g, &c);
	assert_true(c.result.ok);
	got = scratch_read(g->dir, "a", NULL);
	assert_int_equal(strlen(got), 8890);
	free(got);
	call_free(&c);
	buf_free(&content);
	buf_free(&args);
	buf_free(&detail);
}

static void a_denied_change_leaves_nothing(void **state)
{
	struct tool_ground *g = *state;
	struct buf detail = BUF_INIT;
	struct call c;

	tool_ground_prepare(g, &c, &tool_write_file, "{\"path\": \"x/a\", \"content\": \"1\"}");
	assert_true(c.tool->preview(&c, &detail));
	call_free(&c);
	assert_null(scratch_read(g->dir, "x/a", NULL));
	buf_free(&detail);
}

static void a_change_is_an_event_with_both_contents(void **state)
{
	struct tool_ground *g = *state;
	const json_t *ev;
	struct buf content = BUF_INIT;
	struct call c;

	scratch_text(g->dir, "a", "one\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"one\", \"new\": \"two\"}]}");
	ev = tool_ground_event(g, "file_change");
	assert_non_null(ev);
	assert_string_equal(json_str(ev, "summary", ""), "a +1 -1");
	ev = json_map(ev, "data");
	assert_string_equal(json_str(ev, "call", ""), "call-1");
	assert_true(session_blob_get(g->host.session, json_str(ev, "before", ""), &content, NULL));
	assert_string_equal(buf_str(&content), "one\n");
	buf_clear(&content);
	assert_true(session_blob_get(g->host.session, json_str(ev, "after", ""), &content, NULL));
	assert_string_equal(buf_str(&content), "two\n");
	buf_free(&content);
	call_free(&c);
	tool_ground_run(g, &c, &tool_write_file, "{\"path\": \"new\", \"content\": \"\"}");
	ev = json_map(tool_ground_event(g, "file_change"), "data");
	assert_true(json_is_null(json_object_get(ev, "before")));
	assert_true(json_is_string(json_object_get(ev, "after")));
	call_free(&c);
}

static void tags_shown_neutralised_are_still_found(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "a", "x <active-todo-plan> y\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a\", \"edits\": [{\"old\": \"x ‹active-todo-plan>\","
	    "\"new\": \"z ‹active-todo-plan>\"}]}");
	assert_true(c.result.ok);
	expect_file(g, "a", "z <active-todo-plan> y\n");
	assert_null(strstr(text_of(&c), "<active-"));
	call_free(&c);
}

static void files_are_created_and_replaced_as_given(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	tool_ground_run(
	    g, &c, &tool_write_file, "{\"path\": \"d/e/f.txt\", \"content\": \"a\\r\\nb\"}");
	assert_true(c.result.ok);
	expect_file(g, "d/e/f.txt", "a\r\nb");
	assert_string_equal(text_of(&c), "created d/e/f.txt (2 lines)");
	assert_true(json_is_true(json_object_get(c.result.data, "created")));
	assert_int_equal(json_int(c.result.data, "added", 0), 2);
	assert_string_equal(json_str(json_map(c.result.data, "read"), "path", ""), "d/e/f.txt");
	call_free(&c);
	tool_ground_run(
	    g, &c, &tool_write_file, "{\"path\": \"d/e/f.txt\", \"content\": \"a\\r\\nc\\n\"}");
	assert_true(c.result.ok);
	assert_string_equal(text_of(&c), "replaced d/e/f.txt  +1 -1 (2 lines)");
	assert_true(json_is_false(json_object_get(c.result.data, "created")));
	call_free(&c);
	json_array_clear(g->events);
	tool_ground_run(
	    g, &c, &tool_write_file, "{\"path\": \"d/e/f.txt\", \"content\": \"a\\r\\nc\\n\"}");
	assert_true(c.result.ok);
	assert_string_equal(text_of(&c), "unchanged d/e/f.txt (2 lines)");
	assert_null(tool_ground_event(g, "file_change"));
	call_free(&c);
	tool_ground_run(g, &c, &tool_write_file, "{\"path\": \"d\", \"content\": \"\"}");
	assert_false(c.result.ok);
	call_free(&c);
}

/* What one place alone fits is changed there, and the model is told. */
static void an_edit_that_fits_one_place_is_made_and_said_so(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "b.c", "\ta(1);\n}\n\ta(1);\n}\n");
	expect_refused(g,
	    "{\"path\": \"b.c\", \"old_string\": \"  a(1);\\n}\", \"new_string\": \"x\"}",
	    "the old text is not in b.c as sent; but for indentation it fits 2 places, at lines 1, "
	    "3; nothing was written: copy it exactly",
	    "b.c", "\ta(1);\n}\n\ta(1);\n}\n");
	scratch_text(g->dir, "a.c", "int f(void)\n{\n\treturn 1;\n}\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a.c\", \"old_string\": \"    return 1;\", \"new_string\": "
	    "\"    return 2;\"}");
	assert_true(c.result.ok);
	assert_string_equal(text_of(&c),
	    "a.c:3  +1 -1\n[the old text was not there as sent, it differed in indentation; the "
	    "one place that it fits was changed, in the form of that place]\n"
	    "@@ -1,4 +1,4 @@\n int f(void)\n {\n-\treturn 1;\n+\treturn 2;\n }\n");
	call_free(&c);
}

/* Models send the first edit again in the list. */
static void an_edit_that_was_applied_already_is_left_out(void **state)
{
	struct tool_ground *g = *state;
	struct call c;

	scratch_text(g->dir, "a.c", "return 1\nx\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"a.c\", \"old_string\": \"return 1\", \"new_string\": \"return 11\", "
	    "\"edits\": [{\"old_string\": \"return 1\", \"new_string\": \"return 11\"},"
	    "{\"old_string\": \"x\", \"new_string\": \"y\"}]}");
	assert_true(c.result.ok);
	expect_says(&c, "[edit 2: left out, an edit before it is the same]");
	expect_file(g, "a.c", "return 11\ny\n");
	call_free(&c);
	/* For all places it is another edit than for one. */
	scratch_text(g->dir, "b.c", "a\nc\n");
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"b.c\", \"edits\": [{\"old_string\": \"a\", \"new_string\": \"b\"},"
	    "{\"old_string\": \"c\", \"new_string\": \"a a\"},"
	    "{\"old_string\": \"a\", \"new_string\": \"b\", \"replace_all\": true}]}");
	assert_true(c.result.ok);
	expect_file(g, "b.c", "b\nb b\n");
	call_free(&c);
}

/* A file in another encoding stays in it, or as it is. */
static void no_change_mixes_encodings(void **state)
{
	static const char utf16[] = "\xff\xfe"
				    "a\0b\0\n\0";
	static const struct {
		const struct tool *tool;
		const char *args, *file, *after; /* after NULL: refused */
	} rows[] = {
	    {&tool_edit_file, "{\"path\": \"f\", \"old_string\": \"ole\", \"new_string\": \"ola\"}",
		"caf\xe9 ole\n", "caf\xe9 ola\n"},
	    {&tool_edit_file, "{\"path\": \"f\", \"old_string\": \"ole\", \"new_string\": \"olé\"}",
		"caf\xe9 ole\n", NULL},
	    {&tool_edit_file, "{\"path\": \"f\", \"insert_line\": 0, \"new_string\": \"Ä\"}",
		"caf\xe9 ole\n", NULL},
	    {&tool_write_file, "{\"path\": \"f\", \"content\": \"cafe\"}", "caf\xe9 ole\n", NULL},
	    {&tool_edit_file, "{\"path\": \"f\", \"insert_line\": 1, \"new_string\": \"x\"}", NULL,
		NULL},
	    {&tool_write_file, "{\"path\": \"f\", \"content\": \"x\"}", NULL, NULL},
	    /* Shift_JIS: the second byte of a character is an 'A'. */
	    {&tool_edit_file, "{\"path\": \"f\", \"old_string\": \"A\", \"new_string\": \"B\"}",
		"\x83\x41\x83\x40\n", NULL},
	    {&tool_edit_file, "{\"path\": \"f\", \"old_string\": \"b\", \"new_string\": \"ü\"}",
		"\xef\xbb\xbf"
		"a b é\n",
		"\xef\xbb\xbf"
		"a ü é\n"},
	};
	struct tool_ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *was = rows[i].file ? rows[i].file : utf16, *want;
		size_t len = rows[i].file ? strlen(was) : sizeof utf16 - 1, got_len;
		struct call c;
		char *got;

		scratch_write(g->dir, "f", was, len);
		note_read(g, "f");
		tool_ground_run(g, &c, rows[i].tool, rows[i].args);
		want = rows[i].after ? rows[i].after : was;
		if (c.result.ok != !!rows[i].after ||
		    (!c.result.ok && !strstr(text_of(&c), "not UTF-8")))
			fail_msg("%s: %s", rows[i].args, text_of(&c));
		got = scratch_read(g->dir, "f", &got_len);
		assert_memory_equal(got, want, rows[i].after ? strlen(want) : len);
		free(got);
		call_free(&c);
	}
}

static void a_file_is_replaced_only_where_it_is_known(void **state)
{
	struct tool_ground *g = *state;
	static const char args[] = "{\"path\": \"a\", \"content\": \"new\\n\"}";
	struct call c;

	scratch_text(g->dir, "a", "old\n");
	tool_ground_run(g, &c, &tool_write_file, args);
	assert_false(c.result.ok);
	expect_says(&c, "a is there already and was not read; nothing was written: read it first");
	expect_file(g, "a", "old\n");
	call_free(&c);
	scratch_text(g->dir, "a", "new\n"); /* nothing would change */
	tool_ground_run(g, &c, &tool_write_file, args);
	assert_true(c.result.ok);
	call_free(&c);
	scratch_text(g->dir, "b", "");
	tool_ground_run(g, &c, &tool_write_file, "{\"path\": \"b\", \"content\": \"1\"}");
	assert_true(c.result.ok);
	call_free(&c);
	tool_ground_run(g, &c, &tool_write_file, "{\"path\": \"b\", \"content\": \"2\"}");
	assert_true(c.result.ok); /* it is its own */
	call_free(&c);
}

/* Several random edits of a random file, compared with the same edits of a string. */
static void random_edits_of_files_equal_string_replacement(void **state)
{
	struct tool_ground *g = *state;
	int done = 0;

	srandom(4);
	for (int round = 0; round < 400; round++) {
		struct buf text = BUF_INIT;
		json_t *edits = json_array(), *args;
		bool possible = true;
		struct call c;
		char *line, *got;

		for (long n = random() % 60; n >= 0; n--)
			buf_addf(
			    &text, "%c%s", "abcdefgh\n\n"[random() % 10], random() % 4 ? "" : "é");
		scratch_write(g->dir, "f", text.data, text.len);
		note_read(g, "f");
		for (long n = random() % 4; n >= 0; n--) {
			size_t from = (size_t)random() % (text.len + 1),
			       len = 1 + (size_t)random() % 6;
			char *old = xstrndup(text.data + (from < text.len ? from : 0), len), *new,
			     *at;

			if (!utf8_valid(old, strlen(old))) /* cut inside a character */
				memset(old, 'z', strlen(old));
			new = xasprintf("%c%ld", 'a' + (char)(random() % 8), random() % 10);
			json_array_append_new(
			    edits, json_pack("{s:s, s:s}", "old", old, "new", new));
			at = strstr(text.data, old);
			possible = possible && at && !strstr(at + 1, old) && strcmp(old, new);
			if (possible) {
				struct buf out = BUF_INIT;

				buf_add(&out, text.data, (size_t)(at - text.data));
				buf_adds(&out, new);
				buf_adds(&out, at + strlen(old));
				buf_free(&text);
				text = out;
			}
			free(old);
			free(new);
		}
		got = scratch_read(g->dir, "f", NULL);
		args = json_pack("{s:s, s:o}", "path", "f", "edits", edits);
		line = json_line(args);
		tool_ground_run(g, &c, &tool_edit_file, line);
		if (c.result.ok != (possible && strcmp(got, text.data)))
			fail_msg("%s of '%s': %s", line, got, text_of(&c));
		if (c.result.ok)
			expect_file(g, "f", text.data);
		else
			expect_file(g, "f", got);
		done += c.result.ok;
		call_free(&c);
		json_decref(args);
		free(line);
		free(got);
		buf_free(&text);
	}
	assert_in_range(done, 50, 350);
}

static void lines_name_their_objects(void **state)
{
	static const struct {
		const struct tool *tool;
		const char *args, *line;
	} rows[] = {
	    {&tool_edit_file,
		"{\"path\": \"a b\\nc\", \"old_string\": \"x\", \"new_string\": \"y\"}",
		"edit_file a b c"},
	    {&tool_edit_file,
		"{\"path\": \"a\", \"old_string\": \"x\", \"new_string\": \"y\", \"edits\": "
		"[{\"old_string\": \"x\", \"new_string\": \"z\"}]}",
		"edit_file a (2 edits)"},
	    {&tool_write_file, "{\"path\": \"a\", \"content\": \"x\\ny\"}",
		"write_file a (2 lines)"},
	    {&tool_write_file, "{\"path\": \"a\", \"content\": \"\"}", "write_file a (0 lines)"},
	    {&tool_write_file, "{\"path\": \"a\\u001b[2J\", \"content\": \"\"}",
		"write_file a␛[2J (0 lines)"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf line = BUF_INIT;
		json_t *args = json_loads(rows[i].args, 0, NULL);

		rows[i].tool->describe(args, &line);
		assert_string_equal(buf_str(&line), rows[i].line);
		json_decref(args);
		buf_free(&line);
	}
}

/* The bytes of such a name can stand in no JSON: what is told of it has the name in the quoted form. */
static void a_file_whose_name_is_no_utf8_is_written_and_edited(void **state)
{
	static const char shown[] = "\"caf\\351.txt\"";
	struct tool_ground *g = *state;
	struct stamp stamp;
	struct call c;

	tool_ground_run(g, &c, &tool_write_file,
	    "{\"path\": \"\\\"caf\\\\351.txt\\\"\", \"content\": \"one\\n\"}");
	assert_true(c.result.ok);
	expect_file(g, "caf\xe9.txt", "one\n");
	assert_string_equal(json_str(c.result.data, "path", ""), shown);
	assert_true(stamp_from_json(json_map(c.result.data, "read"), &stamp));
	expect_says(&c, shown);
	assert_true(utf8_valid(c.result.summary, strlen(c.result.summary)));
	call_free(&c);
	tool_ground_run(g, &c, &tool_edit_file,
	    "{\"path\": \"\\\"caf\\\\351.txt\\\"\", \"old_string\": \"one\", \"new_string\": "
	    "\"two\"}");
	assert_true(c.result.ok);
	expect_file(g, "caf\xe9.txt", "two\n");
	assert_string_equal(json_str(c.result.data, "path", ""), shown);
	assert_true(utf8_valid(c.result.summary, strlen(c.result.summary)));
	call_free(&c);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, ground_make, ground_free)
	const struct CMUnitTest tests[] = {
	    T(several_edits_go_in_order),
	    T(all_or_nothing),
	    T(what_cannot_be_edited_is_refused),
	    T(a_near_miss_says_where_and_how),
	    T(encoding_line_ends_and_mode_stay),
	    T(a_file_that_is_no_text_is_edited_as_bytes),
	    T(a_file_that_changed_since_it_was_read_is_refused),
	    T(a_file_touched_with_the_same_content_is_not_changed),
	    T(what_was_shown_is_what_is_written),
	    T(a_file_that_changed_while_the_question_was_open_is_refused),
	    T(arguments_the_user_edited_count),
	    T(the_card_of_a_long_change_is_cut),
	    T(a_denied_change_leaves_nothing),
	    T(a_change_is_an_event_with_both_contents),
	    T(tags_shown_neutralised_are_still_found),
	    T(files_are_created_and_replaced_as_given),
	    T(a_file_whose_name_is_no_utf8_is_written_and_edited),
	    T(an_edit_that_fits_one_place_is_made_and_said_so),
	    T(an_edit_that_was_applied_already_is_left_out),
	    T(no_change_mixes_encodings),
	    T(a_file_is_replaced_only_where_it_is_known),
	    T(random_edits_of_files_equal_string_replacement),
	    cmocka_unit_test(lines_name_their_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
