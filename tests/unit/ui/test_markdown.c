/* Markdown as rows, one case a row of the table: source, width, rows. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "tests/support/rows.h"
#include "ui/markdown.h"

static const struct {
	const char *source;
	int cells;
	const char *rows;
} cases[] = {
    {"", 40, ""},
    {"one\ntwo", 40, "one two\n"},
    {"one  \ntwo", 40, "one\ntwo\n"},
    {"# Head\ntext", 40, "Head\n\ntext\n"},
    {"a\n\nb", 40, "a\n\nb\n"},
    {"- a\n- b\n  - c", 40, "• a\n• b\n  • c\n"},
    {"- a\n\n- b", 40, "• a\n\n• b\n"},
    {"3. a\n4. b", 40, "3. a\n4. b\n"},
    {"- [x] done\n- [ ] open", 40, "[x] done\n[ ] open\n"},
    {"a\n- b\n\nc", 40, "a\n\n• b\n\nc\n"},
    {"- long words wrap here", 12, "• long words\n  wrap here\n"},
    {"> quoted text that wraps", 14, "│ quoted text\n│ that wraps\n"},
    {"> - a\n> - b", 40, "│ • a\n│ • b\n"},
    {"```c\nint a;\n\n\tb();\n```", 40, "  int a;\n\n      b();\n"},
    {"- x\n  ```\n  y\n  ```", 40, "• x\n\n    y\n"},
    {"```\nstreaming", 40, "  streaming\n"},
    {"see [docs](https://x.y/z)", 40, "see docs (https://x.y/z)\n"},
    {"see https://x.y/z now", 40, "see https://x.y/z now\n"},
    {"![pic](a.png)", 40, "pic (a.png)\n"},
    {"a &amp; b &#65; &lt;", 40, "a & b A <\n"},
    {"`a*b` *c*", 40, "a*b c\n"},
    {"a\n\n---\nb", 6, "a\n\n────────\n\nb\n"},
    {"|a|b|\n|---|--:|\n|1|22|", 40, "a │  b\n──┼───\n1 │ 22\n"},
    {"|a|b|\n|---|---|\n|one two three|x|", 12,
	"a        │ b\n─────────┼──\none two  │ x\nthree    │\n"},
    {"<b>raw</b>", 40, "<b>raw</b>\n"},
    {"**unfinished", 40, "**unfinished\n"},
    {"-\n- b", 40, "•\n• b\n"},
};

static void sources_become_rows(void **state)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct lines out = {0};
		markdown_lines(
		    &out, cases[i].source, strlen(cases[i].source), cases[i].cells, false);
		rows_expect(&out, cases[i].rows);
	}
}

static void spans_have_their_styles(void **state)
{
	const char *text = "a **b** *c* `d` [e](f)";
	struct lines out = {0};

	markdown_lines(&out, text, strlen(text), 40, false);
	assert_int_equal(lines_style(&out, 0, 0), STYLE_TEXT);
	assert_int_equal(lines_style(&out, 0, 2), STYLE_STRONG);
	assert_int_equal(lines_style(&out, 0, 4), STYLE_EMPH);
	assert_int_equal(lines_style(&out, 0, 6), STYLE_CODE);
	assert_int_equal(lines_style(&out, 0, 8), STYLE_LINK);
	assert_int_equal(lines_style(&out, 0, 10), STYLE_DIM);
	lines_free(&out);
}

static void an_entity_cannot_bring_a_control(void **state)
{
	const char *text = "a&#27;[31m&#x202e;&#10;b";
	struct lines out = {0};

	markdown_lines(&out, text, strlen(text), 40, false);
	char *rows = rows_text(&out);
	assert_null(strchr(rows, 27));
	assert_null(strstr(rows, "\u202e"));
	free(rows);
	lines_free(&out);
}

static void ascii_is_ascii(void **state)
{
	const char *text = "- a\n\n> b\n\n|c|d|\n|---|---|\n|1|2|";
	struct lines out = {0};

	markdown_lines(&out, text, strlen(text), 40, true);
	rows_expect(&out, "- a\n\n| b\n\nc | d\n--+--\n1 | 2\n");
}

static void depth_has_an_end(void **state)
{
	struct lines out = {0};
	char deep[600];

	memset(deep, '>', sizeof deep);
	deep[sizeof deep - 1] = 'x';
	markdown_lines(&out, deep, sizeof deep, 20, false);
	for (size_t i = 0; i < out.count; i++) {
		size_t len;
		const char *s = lines_text(&out, i, &len);
		assert_true(text_width(s, len) <= 20);
	}
	lines_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sources_become_rows),
	    cmocka_unit_test(spans_have_their_styles),
	    cmocka_unit_test(an_entity_cannot_bring_a_control),
	    cmocka_unit_test(ascii_is_ascii),
	    cmocka_unit_test(depth_has_an_end),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
