/* SPDX-License-Identifier: MIT
 * What a session did to files: the fold of file_change events that /diff shows. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/view/diff/file_diffs.h"

/* Gives the content of a reference, which is "blob:" and the content itself here. */
static bool content(void *ctx, const char *ref, struct buf *out)
{
	buf_adds(out, ref + strlen("blob:"));
	return strcmp(ref, "blob:gone") != 0;
}

static void change(struct changes *c, int turn, const char *data)
{
	static int64_t seq;
	struct error e = ERROR_INIT;
	struct event ev = {.type = EVENT_FILE_CHANGE,
	    .seq = ++seq,
	    .turn = turn,
	    .data = json_parse(data, strlen(data), &e)};

	assert_non_null(ev.data);
	changes_take(c, &ev);
	json_decref(ev.data);
}

static char *text_of(const struct changes *c, enum changes_scope scope)
{
	struct lines out = {0};
	struct buf text = BUF_INIT;
	struct files_then files = changes_files(c, scope);

	for (size_t i = 0; i < files.count; i++) {
		struct file_diff d;

		if (!file_diff_make(&files.list[i], content, NULL, &d))
			continue;
		file_diff_lines(&d, 80, true, &out);
		file_diff_free(&d);
	}
	files_then_free(&files);
	for (size_t i = 0; i < out.count; i++) {
		size_t len;
		const char *s = lines_text(&out, i, &len);
		buf_add(&text, s, len);
		buf_addc(&text, '\n');
	}
	lines_free(&out);
	return buf_take(&text);
}

static void expect(const struct changes *c, enum changes_scope scope, const char *wanted)
{
	char *got = text_of(c, scope);

	assert_string_equal(got, wanted);
	free(got);
}

static void a_file_goes_from_before_its_first_change_to_after_its_last(void **state)
{
	struct changes *c = changes_new();

	change(c, 1, "{\"path\":\"a\",\"before\":\"blob:one\\n\",\"after\":\"blob:two\\n\"}");
	change(c, 2, "{\"path\":\"a\",\"before\":\"blob:two\\n\",\"after\":\"blob:three\\n\"}");
	expect(c, CHANGES_SESSION, " a  +1 -1\n    1      - one\n         1 + three\n");
	expect(c, CHANGES_TURN, " a  +1 -1\n    1      - two\n         1 + three\n");
	changes_free(c);
}

static void what_was_taken_back_is_no_change(void **state)
{
	struct changes *c = changes_new();

	change(c, 1, "{\"path\":\"a\",\"before\":\"blob:one\\n\",\"after\":\"blob:two\\n\"}");
	change(c, 1, "{\"path\":\"b\",\"before\":null,\"after\":\"blob:new\\n\",\"created\":true}");
	change(c, 1,
	    "{\"path\":\"a\",\"before\":\"blob:two\\n\",\"after\":\"blob:one\\n\",\"undoes\":[1]}");
	change(c, 1,
	    "{\"path\":\"b\",\"before\":\"blob:new\\n\",\"after\":null,\"removed\":true,\"undoes\":"
	    "[2]}");
	expect(c, CHANGES_SESSION, "");
	changes_free(c);
}

static void new_removed_and_lost_files_say_so(void **state)
{
	struct changes *c = changes_new();

	change(c, 1, "{\"path\":\"n\",\"before\":null,\"after\":\"blob:x\\n\",\"created\":true}");
	change(c, 2, "{\"path\":\"r\",\"before\":\"blob:x\\n\",\"after\":null,\"removed\":true}");
	change(c, 2, "{\"path\":\"g\",\"before\":\"blob:gone\",\"after\":\"blob:x\\n\"}");
	change(c, 2, "{\"path\":\"k\",\"before\":null,\"after\":null,\"kept\":false}");
	expect(c, CHANGES_TURN,
	    " r  +0 -1  removed\n    1      - x\n\n"
	    " g  its content is binary or was not kept\n\n"
	    " k  its content is binary or was not kept\n");
	changes_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_file_goes_from_before_its_first_change_to_after_its_last),
	    cmocka_unit_test(what_was_taken_back_is_no_change),
	    cmocka_unit_test(new_removed_and_lost_files_say_so),
	};

	json_setup();
	setlocale(LC_ALL, "C.UTF-8");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
