/* SPDX-License-Identifier: MIT
 * The patch format: what is read of it, where hunks find their place, what is refused and why.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tools/edit/patch_text.h"

#define BEGIN "*** Begin Patch\n"
#define END "*** End Patch\n"
#define UPDATE BEGIN "*** Update File: a\n"

/* Returns the text with the patch's first section applied, or the error's message. Owned. */
static char *patched(const char *patch, const char *text)
{
	struct patch p;
	struct error e = ERROR_INIT;
	struct buf out = BUF_INIT;
	char *said;

	if (patch_parse(&p, patch, strlen(patch), &e) &&
	    patch_apply(&p.files[0], text, strlen(text), &out, &e)) {
		said = strdup(buf_str(&out));
	} else {
		said = strdup(e.message);
	}
	buf_free(&out);
	error_free(&e);
	patch_free(&p);
	return said;
}

static void hunks_find_their_place(void **state)
{
	static const struct {
		const char *patch, *text, *want;
	} rows[] = {
	    {UPDATE "@@\n one\n-two\n+2\n" END, "one\ntwo\nthree\n", "one\n2\nthree\n"},
	    {UPDATE " one\n-two\n+2\n" END, "one\ntwo\nthree\n", "one\n2\nthree\n"},
	    {UPDATE "@@\n-two\n" END, "one\ntwo\nthree\n", "one\nthree\n"},
	    {UPDATE "@@\n-one\n+1\n@@\n-three\n+3\n" END, "one\ntwo\nthree\n", "1\ntwo\n3\n"},
	    /* the next search begins where the last hunk ended, whatever it took out */
	    {UPDATE "@@\n-one\n-two\n-three\n@@\n-x\n+y\n" END, "one\ntwo\nthree\nx\na\nb\nx\n",
		"y\na\nb\nx\n"},
	    {UPDATE "@@\n-one\n-two\n@@ here\n+y\n" END, "one\ntwo\nhere\nx\n", "here\ny\nx\n"},
	    /* the lines of a head tell which of several */
	    {UPDATE "@@ two:\n-x\n+y\n" END, "one:\nx\ntwo:\nx\n", "one:\nx\ntwo:\ny\n"},
	    {UPDATE "@@ class B\n@@ def f\n-x\n+y\n" END, "class A\ndef f\nx\nclass B\ndef f\nx\n",
		"class A\ndef f\nx\nclass B\ndef f\ny\n"},
	    {UPDATE "@@ f(\n-x\n+y\n" END, "int g(void)\nx\nint f(void)\nx\n",
		"int g(void)\nx\nint f(void)\ny\n"},
	    {UPDATE "@@ -1,2 +1,2 @@\n one\n-two\n+2\n" END, "one\ntwo\n", "one\n2\n"},
	    /* nothing taken out: behind the head, or at the end */
	    {UPDATE "@@ one\n+one and a half\n" END, "one\ntwo\n", "one\none and a half\ntwo\n"},
	    {UPDATE "@@\n+three\n" END, "one\ntwo\n", "one\ntwo\nthree\n"},
	    {UPDATE "@@\n+three\n" END, "one\ntwo", "one\ntwo\nthree\n"},
	    {UPDATE "@@\n-x\n+y\n*** End of File\n" END, "x\nx\n", "x\ny\n"},
	    /* blanks that differ; the file's own lines stay as they are */
	    {UPDATE "@@\n one\n-two\n+2\n" END, "\tone\ntwo  \n", "\tone\n2\n"},
	    {UPDATE "@@\n one\n\n-two\n+2\n" END, "one\n\ntwo\n", "one\n\n2\n"},
	    {UPDATE "@@\n-b\n+c\n" END, "a\r\nb\r\n", "a\r\nc\r\n"},
	    {UPDATE "@@\n-a\n+c\n" END,
		"\xef\xbb\xbf"
		"a\nb\n",
		"\xef\xbb\xbf"
		"c\nb\n"},
	    {UPDATE "@@\n-b\n+c\n" END, "a\nb", "a\nc\n"},
	    {UPDATE "@@\n-a\n+c\n" END, "a\nb", "c\nb"},
	    /* out of order, and one section more for the same file */
	    {UPDATE "@@\n-three\n+3\n@@\n-one\n+1\n" END, "one\ntwo\nthree\n", "1\ntwo\n3\n"},
	    {UPDATE "@@\n-two\n+2\n*** Update File: a\n@@\n-one\n+1\n" END, "one\ntwo\n", "1\n2\n"},
	    /* what stands around it */
	    {"apply_patch <<'EOF'\n" UPDATE "@@\n-one\n+1\n" END "EOF\n", "one\n", "1\n"},
	    {"```\n" UPDATE "@@\n-one\n+1\n\n" END "```", "one\n", "1\n"},
	    {BEGIN "*** Add File: a\n+one\n+\n+two\n" END, "", "one\n\ntwo\n"},
	    {BEGIN "*** Add File: a\n" END, "", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *is = patched(rows[i].patch, rows[i].text);

		if (strcmp(is, rows[i].want))
			fail_msg("row %zu: '%s', not '%s'", i + 1, is, rows[i].want);
		free(is);
	}
}

static void what_is_no_patch_says_why(void **state)
{
	static const struct {
		const char *patch, *why;
	} rows[] = {
	    {"", "the patch has no line '*** Begin Patch'"},
	    {"--- a\n+++ b\n", "the patch has no line '*** Begin Patch'"},
	    {UPDATE "@@\n-one\n+1\n", "the patch has no line '*** End Patch'"},
	    {BEGIN END, "the patch names no file: *** Add File: PATH, *** Update File: PATH or "
			"*** Delete File: PATH"},
	    {BEGIN "one\n" END, "the line 'one' of the patch stands before the first file"},
	    {BEGIN "*** Add File: a\none\n" END,
		"the line 'one' of the patch is to begin with '+', as all of a new file do"},
	    {BEGIN "*** Delete File: a\n-one\n" END,
		"the line '-one' of the patch stands below a file that is deleted"},
	    {UPDATE END, "the patch changes nothing in a"},
	    {BEGIN "*** Update File: \n@@\n-a\n" END, "a section of the patch names no file"},
	    {UPDATE "one\n" END,
		"the line 'one' of the patch begins with none of ' ', '+', '-' and '@@'"},
	    {UPDATE "@@\n-one\n+1\n@@\n-four\n+4\n" END,
		"hunk 2 of a has no place: its lines from 'four' on are not in the file as they "
		"stand there; read it again and copy them"},
	    {UPDATE "@@ nowhere\n+1\n" END,
		"hunk 1 of a has no place: its lines from 'nowhere' on are not in the file as "
		"they stand there; read it again and copy them"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *why = patched(rows[i].patch, "one\ntwo\n");

		assert_string_equal(why, rows[i].why);
		free(why);
	}
}

static void sections_are_told_apart(void **state)
{
	static const char text[] =
	    BEGIN "*** Add File: ./new\n+x\n*** Delete File: old\n\n*** Update File: a b\n*** Move "
		  "to: c\n@@\n-1\n+2\n" END;
	struct patch p;
	struct error e = ERROR_INIT;

	assert_true(patch_parse(&p, text, strlen(text), &e));
	assert_int_equal(p.count, 3);
	assert_int_equal(p.files[0].kind, PATCH_ADD);
	assert_string_equal(p.files[0].path, "new");
	assert_int_equal(p.files[1].kind, PATCH_DELETE);
	assert_string_equal(p.files[1].path, "old");
	assert_int_equal(p.files[2].kind, PATCH_UPDATE);
	assert_string_equal(p.files[2].path, "a b");
	assert_string_equal(p.files[2].move_to, "c");
	patch_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(hunks_find_their_place),
	    cmocka_unit_test(what_is_no_patch_says_why),
	    cmocka_unit_test(sections_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
