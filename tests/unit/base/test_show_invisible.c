/* SPDX-License-Identifier: MIT
 * Invisible characters are shown in texts that a person decides by. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <string.h>
#include "base/text/show_invisible.h"
#include "base/text/text.h"

static const struct {
	const char *text, *shown, *names;
	bool plain; /* without spaces */
} rows[] = {
    {"rm -r build/", "rm -r build/", ""},
    {"echo 'schön 你好'", "echo 'schön 你好'", ""},
    {"a\nb", "a\nb", ""},
    {"a\tb", "a<TAB>b", "1 TAB"},
    {"a\tb", "a\tb", "", true},
    {"a  \nb ", "a<SPACE x2>\nb<SPACE>", "3 SPACE"},
    {"a  ", "a  ", "", true},
    {"x\u202ey\u2066z", "x<U+202E>y<U+2066>z", "1 U+202E, 1 U+2066"},
    {"a\u200bb\u200dc\ufe0fd", "a<U+200B>b<U+200D>c<U+FE0F>d", "1 U+200B, 1 U+200D, 1 U+FE0F"},
    {"a\u00a0b\u2003c", "a<U+00A0>b<U+2003>c", "1 U+00A0, 1 U+2003"},
    {"\033[31m\r\x7f", "<U+001B>[31m<U+000D><U+007F>", "1 U+001B, 1 U+000D, 1 U+007F"},
    {"\xc2\x9b"
     "8m",
	"<U+009B>8m", "1 U+009B"},
    {"\u241b \ufffd.", "<U+241B> <U+FFFD>.", "1 U+241B, 1 U+FFFD"},
    {"\xff\xc0\xaf.", "<0xFF><0xC0><0xAF>.", "1 0xFF, 1 0xC0, 1 0xAF"},
    {"e\u0301", "e\u0301", ""},
    {"e\u0301\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\u0301<U+0301><U+0301>",
	"2 U+0301"},
};

static void what_does_not_show_is_spelled(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT, names = BUF_INIT, safe = BUF_INIT;
		const char *s = rows[i].text;
		bool changed = text_show_invisible(&out, s, strlen(s), !rows[i].plain, &names);

		assert_string_equal(buf_str(&out), rows[i].shown);
		assert_string_equal(buf_str(&names), rows[i].names);
		assert_int_equal(changed, *rows[i].names != '\0');
		assert_false(text_sanitise(&safe, buf_str(&out), out.len));
		buf_free(&safe);
		buf_free(&names);
		buf_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_does_not_show_is_spelled)};

	setlocale(LC_ALL, "C.UTF-8");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
