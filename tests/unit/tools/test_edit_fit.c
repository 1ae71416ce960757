/* SPDX-License-Identifier: MIT
 * Edits whose old text is not in the file as it was sent: what one place alone fits is changed there, in the form
 * of that place; everything else is left to the model.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "tools/edit/edit_fit.h"

static enum edit_result fit(
    const char *text, const char *old, const char *new, struct buf *out, struct buf *how)
{
	struct text_edit edit = {old, new, strlen(old), strlen(new), false};
	struct edit_found found = {0};

	buf_clear(out);
	buf_clear(how);
	return edit_fit(text, strlen(text), &edit, out, &found, how);
}

static void what_one_place_fits_is_changed_in_its_form(void **state)
{
	static const struct {
		const char *name, *text, *old, *new, *after, *how;
	} rows[] = {
	    {"blanks at the ends of lines", "a = 1;  \nb = 2;\nc\n", "a = 1;\nb = 2;\n",
		"a = 1;\nb = 3;\n", "a = 1;  \nb = 3;\nc\n", "white space at the ends of lines"},
	    {"blanks the file does not have", "a = 1;\nb = 2;\n", "a = 1; \nb = 2;", "b = 3;",
		"b = 3;\n", "white space at the ends of lines"},
	    {"no indentation at all", "def f():\n    if x:\n        return 1\n    return 2\n",
		"if x:\n    return 1\n", "if x:\n    y()\n    return 1\n",
		"def f():\n    if x:\n        y()\n        return 1\n    return 2\n",
		"indentation"},
	    {"blanks for tabs", "\tif (x)\n\t\ty();\n", "    if (x)\n        y();\n",
		"    if (x) {\n        y();\n        z();\n    }\n",
		"\tif (x) {\n\t\ty();\n\t\tz();\n\t}\n", "indentation"},
	    {"tabs for blanks", "  if (x)\n    y();\n", "\tif (x)\n\t\ty();\n",
		"\tif (x)\n\t\tz();\n", "  if (x)\n    z();\n", "indentation"},
	    {"numbers of read_file", "one\ntwo\nthree\n", "2\ttwo\n3\tthree\n", "2\ttwo\n3\tdrei\n",
		"one\ntwo\ndrei\n", "line numbers in front of its lines"},
	    {"numbers, and none before what is new", "one\ntwo\n", "     1\tone\n     2\ttwo",
		"one\nand a half\ntwo", "one\nand a half\ntwo\n",
		"line numbers in front of its lines"},
	    {"numbers with an arrow", "one\ntwo\n", "     2→two\n", "zwei\n", "one\nzwei\n",
		"line numbers in front of its lines"},
	    {"numbers, and indentation", "\tone();\n\ttwo();\n", "1\tone();\n2\ttwo();\n",
		"1\tone();\n2\tdrei();\n", "\tone();\n\tdrei();\n",
		"line numbers in front of its lines, indentation"},
	    {"letters for line breaks", "a\nb\nc\n", "a\\nb", "a\\nB", "a\nB\nc\n",
		"line breaks written as letters"},
	    {"letters, a string of the program's", "printf(\"x\\n\");\nreturn;\n",
		"printf(\\\"x\\\\n\\\");\\nreturn;", "printf(\\\"y\\\\n\\\");\\nreturn;",
		"printf(\"y\\n\");\nreturn;\n", "line breaks written as letters"},
	    {"characters as in HTML", "if (a < b && c)\n", "if (a &lt; b &amp;&amp; c)",
		"if (a &gt; b &amp;&amp; c)", "if (a > b && c)\n", "characters written as in HTML"},
	    {"curly quotes of the model", "say(\"hi\", 'x');\n", "say(“hi”, ‘x’)", "say(“ho”, ‘x’)",
		"say(\"ho\", 'x');\n", "curly quotes"},
	    {"curly quotes of the file", "It’s “so”.\nAnd more.\n", "It's \"so\".\nAnd more.\n",
		"It's \"so\".\nAnd less.\n", "It’s “so”.\nAnd less.\n",
		"the form of quotes, dashes and blanks"},
	    {"line ends stay", "a \r\nb\r\nc\r\n", "a\nb\n", "a\nx\ny\n", "a \r\nx\r\ny\r\nc\r\n",
		"white space at the ends of lines"},
	    {"the last line without an end", "a\n  b", "b\n", "c\n", "a\n  c", "indentation"},
	};
	struct buf out = BUF_INIT, how = BUF_INIT;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum edit_result r = fit(rows[i].text, rows[i].old, rows[i].new, &out, &how);

		if (r != EDIT_DONE || strcmp(buf_str(&out), rows[i].after) ||
		    strcmp(buf_str(&how), rows[i].how))
			fail_msg(
			    "%s: %d, '%s' (%s)", rows[i].name, r, buf_str(&out), buf_str(&how));
	}
	buf_free(&out);
	buf_free(&how);
}

static void what_has_no_single_reading_is_left_alone(void **state)
{
	static const struct {
		const char *name, *text, *old, *new;
		enum edit_result result;
	} rows[] = {
	    {"two places", "\ta();\n}\n\t\ta();\n}\n", "    a();\n}\n", "    b();\n}\n",
		EDIT_AMBIGUOUS},
	    {"other words", "a = 1;\n", "a = 2;", "a = 3;", EDIT_MISSING},
	    {"a part of a line", "  x = f(a,  b);\n", "f(a, b)", "f(b)", EDIT_MISSING},
	    {"nothing but blanks", "a\n\n\nb\n", " \n\t\n", "x\n", EDIT_MISSING},
	    {"numbers that do not follow each other", "one\nthree\n", "1\tone\n3\tthree\n", "x\n",
		EDIT_MISSING},
	    {"a depth that the file has no mark for", "\tif (x)\n\t\ty();\n",
		"    if (x)\n        y();\n", "    if (x)\n      z();\n", EDIT_MISSING},
	    {"one depth that is two in the file", "\ta();\n\t\tb();\n", "  a();\n  b();\n",
		"  a();\n  c();\n", EDIT_MISSING},
	};
	struct buf out = BUF_INIT, how = BUF_INIT;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum edit_result r = fit(rows[i].text, rows[i].old, rows[i].new, &out, &how);

		if (r != rows[i].result || out.len)
			fail_msg("%s: %d, '%s'", rows[i].name, r, buf_str(&out));
	}
	buf_free(&out);
	buf_free(&how);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_one_place_fits_is_changed_in_its_form),
	    cmocka_unit_test(what_has_no_single_reading_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
