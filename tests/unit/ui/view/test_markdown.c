/* SPDX-License-Identifier: MIT
 * Markdown as rows, one case a row of the table: source, width, rows. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "tests/support/rows.h"
#include "ui/view/markdown/markdown.h"

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
    {"```c\nint a;\n\n\tb();\n```", 40, "  int a;                               c\n\n      b();\n"},
    {"- x\n  ```\n  y\n  ```", 40, "• x\n\n    y\n"},
    {"```\nstreaming", 40, "  streaming\n"},
    {"```\nfirst_name(second_one)\n```", 20, "  first_name(\n  ↪ second_one)\n"},
    {"```\nword_without_an_end\n```", 14, "  word_without\n  ↪ _an_end\n"},
    {"```\nlonger than the row\nis\n```", 14, "  longer than\n  ↪ the row\n  is\n"},
    {"see [docs](https://x.y/z)", 40, "see docs (https://x.y/z)\n"},
    {"[x.y/z](https://x.y/z) [x.y](https://e.org/?x.y)", 60, "x.y/z x.y (https://e.org/?x.y)\n"},
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
	char deep[601];

	memset(deep, '>', sizeof deep);
	deep[sizeof deep - 1] = 0;
	deep[sizeof deep - 2] = 'x';
	markdown_lines(&out, deep, sizeof deep - 1, 20, false);
	for (size_t i = 0; i < out.count; i++) {
		size_t len;
		const char *s = lines_text(&out, i, &len);
		assert_true(text_width(s, len) <= 20);
	}
	lines_free(&out);
}

static void same_rows(const struct lines *a, const struct lines *b, const char *text)
{
	char *one = rows_text(a), *other = rows_text(b);

	if (strcmp(one, other) != 0)
		fail_msg("of '%s'\ncame '%s'\nnot '%s'", text, one, other);
	for (size_t i = 0; i < a->count; i++)
		for (size_t k = 0; k < a->line[i].len; k++)
			assert_int_equal(lines_style(a, i, k), lines_style(b, i, k));
	free(one);
	free(other);
}

/* Feeds a text in pieces of `step` bytes; with `compare`, the rows after each must be those of the text so far. Returns
 * the most bytes that were read again for one piece. */
static size_t grows(const struct buf *text, size_t step, int cells, bool compare)
{
	struct markdown_place place = {0};
	struct lines grown = {0};
	struct buf now = BUF_INIT;
	size_t kept = 0, most = 0;

	for (size_t at = 0; at < text->len; at += step) {
		struct lines whole = {0};

		buf_add(&now, text->data + at, text->len - at < step ? text->len - at : step);
		most = now.len - place.at > most ? now.len - place.at : most;
		lines_keep(&grown, kept);
		markdown_more(&grown, now.data, now.len, cells, false, &place);
		kept += place.rows;
		if (compare) {
			markdown_lines(&whole, now.data, now.len, cells, false);
			same_rows(&grown, &whole, now.data);
		}
		lines_free(&whole);
	}
	lines_free(&grown);
	buf_free(&now);
	return most;
}

static void a_text_that_grows_has_the_rows_of_the_whole(void **state)
{
	static const char *const parts[] = {"A paragraph with **strong** words\nthat goes on.\n\n",
	    "# Head\n", "## Another\n\n", "Title\n===\n\n", "- a\n- b\n  - c\n\n", "* x\n\n* y\n\n",
	    "1. one\n2. two\n\n", "7) seven\n\n   more\n\n",
	    "```c\nint a; /* open\n\n  still */ int b;\n\n\tc();\n```\n",
	    "~~~\n\n\n``` no end\n~~~\n\n", "```python\ns = \"\"\"long\n# text\n\"\"\"\n```\n\n",
	    "- in\n  ```sh\n  echo $a\n\n  ls\n  ```\n\n", "> q\n> - r\n\n", "> s\nlazy\n\n",
	    "|a|b|\n|---|--:|\n|1|22|\n\n", "---\n\n", "<!-- a\n\nb -->\n\n",
	    "![](a.png)\nsee [b](c) and https://x.y\n\n", "- [x] done\n- [ ] open\n\n", "1\n\n",
	    "-\n\n", "`code\nacross` lines\n\n"};
	unsigned random = 1;

	for (int round = 0; round < 150; round++) {
		struct buf text = BUF_INIT;

		for (int i = 0; i < 8; i++) {
			random = random * 1103515245 + 12345;
			buf_adds(&text, parts[(random >> 16) % (sizeof parts / sizeof *parts)]);
		}
		grows(&text, 1 + (random >> 20) % 19, 24 + round % 50, true);
		buf_free(&text);
	}
}

/* What is read again for each piece does not grow with the text. */
static void a_long_text_is_not_read_from_its_beginning(void **state)
{
	static const struct {
		const char *head, *part;
		size_t most;
	} rows[] = {
	    {"",
		"## Part\n\nSome words of **it** that\ngo on.\n\n- a\n- b\n\n```c\nint a;\n```\n\n",
		300},
	    {"```c\n", "int a; /* one\n * of many */\n", 300},
	    {"Files:\n\n", "- one of many, with words enough\n", 18000},
	    {"Steps:\n\n", "1. one of many\n\n   and more of it\n\n", 18000},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf text = BUF_INIT;

		buf_adds(&text, rows[i].head);
		while (text.len < 200000)
			buf_adds(&text, rows[i].part);
		const size_t most = grows(&text, 61, 60, false);
		if (most > rows[i].most)
			fail_msg("%s: %zu bytes were read again", rows[i].part, most);
		buf_free(&text);
	}
}

/* Long lists are gone on with in the middle: what is alike all over stays as it is in the whole. */
static void a_long_list_goes_on(void **state)
{
	static const char *const parts[] = {"- one of many, with words enough to be wrapped\n",
	    "1. one of many\n   - and below\n", "1. one of many\n\n   and more of it\n\n"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct buf text = BUF_INIT;

		while (text.len < 40000)
			buf_adds(&text, parts[i]);
		grows(&text, 1009, 40, true);
		buf_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sources_become_rows),
	    cmocka_unit_test(spans_have_their_styles),
	    cmocka_unit_test(an_entity_cannot_bring_a_control),
	    cmocka_unit_test(ascii_is_ascii),
	    cmocka_unit_test(depth_has_an_end),
	    cmocka_unit_test(a_text_that_grows_has_the_rows_of_the_whole),
	    cmocka_unit_test(a_long_text_is_not_read_from_its_beginning),
	    cmocka_unit_test(a_long_list_goes_on),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
