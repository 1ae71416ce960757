/* SPDX-License-Identifier: MIT
 * Text measured and cut: widths, steps from character to character, wrapping, one line, one
 * sentence, binary or not, the nearest word of a list.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"

#define NI "\xe4\xbd\xa0"
#define HAO "\xe5\xa5\xbd"
#define ACUTE "\xcc\x81"
#define WOMAN "\xf0\x9f\x91\xa9"
#define GIRL "\xf0\x9f\x91\xa7"
#define ZWJ "\xe2\x80\x8d"
#define FLAG_D "\xf0\x9f\x87\xa9"
#define FLAG_E "\xf0\x9f\x87\xaa"
#define THUMB "\xf0\x9f\x91\x8d"
#define SKIN "\xf0\x9f\x8f\xbd"

static void widths_are_those_of_wcwidth_in_any_locale(void **state)
{
	static const struct {
		const char *s;
		int cells;
	} rows[] = {{"", 0}, {"abc", 3}, {"a\tb", 3}, {"\xc3\xa9", 1}, {"e" ACUTE, 1}, {NI HAO, 4},
	    {"\xef\xbf\xbd", 1}, {WOMAN, 2}, {"\xe2\x94\x82", 1}, {"\xea\xb0\x80", 2}};

	for (int utf8 = 0; utf8 < 2; utf8++) {
		assert_non_null(setlocale(LC_CTYPE, utf8 ? "C.UTF-8" : "C"));
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			if (text_width(rows[i].s, strlen(rows[i].s)) != rows[i].cells)
				fail_msg("'%s'", rows[i].s);
	}
	assert_int_equal(text_width_cp('a'), 1);
	assert_int_equal(text_width_cp(0x301), 0);
	assert_int_equal(text_width_cp(0x4f60), 2);
	assert_int_equal(text_width_cp(0x110000), 1);
}

static void setup_tells_whether_the_terminal_is_utf8(void **state)
{
	setenv("LC_ALL", "C", 1);
	assert_false(text_setup());
	setenv("LC_ALL", "C.UTF-8", 1);
	assert_true(text_setup());
}

static void characters_are_stepped_over_whole(void **state)
{
	/* each string is one character of those that follow each other */
	static const char *const characters[] = {"a", "e" ACUTE ACUTE, NI, "\n", "\t",
	    WOMAN ZWJ GIRL, FLAG_D FLAG_E, FLAG_E FLAG_D, THUMB SKIN, "x", ACUTE, " ",
	    "\xe2\x9c\x94\xef\xb8\x8f"};
	struct buf text = BUF_INIT;
	size_t at = 0, ends[16], count = 0;

	for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
		if (i == 10)
			buf_adds(&text, "\n"); /* a mark after a line end stands alone */
		buf_adds(&text, characters[i]);
		if (i == 10) {
			ends[count++] = text.len - strlen(ACUTE);
		}
		ends[count++] = text.len;
	}
	for (size_t i = 0; i < count; i++) {
		at = text_next(text.data, text.len, at);
		assert_int_equal(at, ends[i]);
	}
	assert_int_equal(text_next(text.data, text.len, at), text.len);
	for (size_t i = count; i-- > 0;) {
		at = text_prev(text.data, at);
		assert_int_equal(at, i ? ends[i - 1] : 0);
	}
	assert_int_equal(text_prev(text.data, 0), 0);
	buf_free(&text);
}

static void what_fits_ends_with_a_whole_character(void **state)
{
	static const struct {
		const char *s;
		int cells;
		size_t fits;
	} rows[] = {{"abc", 2, 2}, {"abc", 9, 3}, {"abc", 0, 0}, {NI HAO, 3, 3}, {NI HAO, 1, 0},
	    {"ae" ACUTE "b", 2, 4}, {"e" ACUTE, 1, 3}, {WOMAN ZWJ GIRL "a", 4, 11},
	    {WOMAN ZWJ GIRL "a", 3, 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (text_fit(rows[i].s, strlen(rows[i].s), rows[i].cells) != rows[i].fits)
			fail_msg("'%s' in %d cells", rows[i].s, rows[i].cells);
}

static void paragraphs_wrap_at_spaces(void **state)
{
	static const struct {
		const char *s, *lines; /* joined by | */
		int cells;
	} rows[] = {
	    {"", "", 5},
	    {"hello wide world", "hello|wide|world", 7},
	    {"hello wide world", "hello wide|world", 10},
	    {"hello wide world", "hello wide world", 16},
	    {"exact fits here", "exact|fits|here", 5},
	    {"two  spaces   end  ", "two|spaces|end", 6},
	    {"  indented text", "  indented|text", 11},
	    {"a longestword b", "a|longe|stwor|d b", 5},
	    {"  longestword", "  lon|gestw|ord", 5},
	    {NI HAO NI HAO, NI HAO "|" NI HAO, 5},
	    {NI HAO " a", NI "|" HAO "|a", 2},
	    {"          ", "", 4},
	    {"e" ACUTE "e" ACUTE "e" ACUTE, "e" ACUTE "e" ACUTE "|e" ACUTE, 2},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf lines = BUF_INIT;
		size_t len = strlen(rows[i].s), at = 0, next = 0;

		while (at < len) {
			size_t n = text_wrap(rows[i].s + at, len - at, rows[i].cells, &next);

			assert_true(next > 0 && n <= next);
			assert_true(text_width(rows[i].s + at, n) <= rows[i].cells);
			if (at)
				buf_addc(&lines, '|');
			buf_add(&lines, rows[i].s + at, n);
			at += next;
		}
		if (strcmp(buf_str(&lines), rows[i].lines) != 0)
			fail_msg("'%s', not '%s'", buf_str(&lines), rows[i].lines);
		buf_free(&lines);
	}
}

static void a_character_wider_than_the_line_still_goes_somewhere(void **state)
{
	size_t next;

	assert_int_equal(text_wrap(NI HAO, 6, 1, &next), 3);
	assert_int_equal(next, 3);
}

static void one_line_is_made_of_many(void **state)
{
	static const struct {
		const char *s, *line;
		size_t max;
	} rows[] = {{"", "", 5}, {"  a \n\t b\r\n", "a b", 10}, {"abcdef", "abcdef", 6},
	    {"abcdef", "abcd\xe2\x80\xa6", 5}, {"abc", "\xe2\x80\xa6", 1}, {"abc", "", 0},
	    {NI HAO NI, NI "\xe2\x80\xa6", 2}, {"abc   ", "abc", 3}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *line = text_line(rows[i].s, rows[i].max);

		assert_string_equal(line, rows[i].line);
		free(line);
	}
}

static void the_first_sentence_is_found(void **state)
{
	static const struct {
		const char *s, *sentence;
	} rows[] = {{"", ""}, {"Read it. Then go.", "Read it."}, {"No end", "No end"},
	    {"Really?! Yes.", "Really?!"}, {"see src/a.c:3 now. ok", "see src/a.c:3 now."},
	    {"v1.2 is out! x", "v1.2 is out!"}, {"first line\nsecond.", "first line"},
	    {"\n\n  Late start. x", "Late start."},
	    {"1. Read the file. 2. Go", "1. Read the file."}, {"Wait... what", "Wait..."},
	    {NI HAO "\xe3\x80\x82" NI, NI HAO "\xe3\x80\x82"},
	    {NI "\xef\xbc\x9f" HAO, NI "\xef\xbc\x9f"}, {"...", "..."},
	    {"\n## What was done\n\nAll of it.", "What was done"},
	    {"#include is missing.", "#include is missing."}, {"#", "#"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *sentence = text_sentence(rows[i].s, 100);

		assert_string_equal(sentence, rows[i].sentence);
		free(sentence);
	}
}

static void what_is_thought_is_not_said(void **state)
{
	static const struct {
		const char *s, *said;
	} rows[] = {{"", ""}, {"Said.", "Said."}, {"<think>a. b</think>\n\nSaid.", "Said."},
	    {" \n<think>\na\n</think>Said.", "Said."}, {"<think>never closed", ""},
	    {"by the template\n</think>\n\nSaid.", "Said."}, {"</think>\nSaid.", "Said."},
	    {"<think></think>", ""},
	    {"It ends with </think> there.", "It ends with </think> there."},
	    {"Said. <think>a</think>", "Said. <think>a</think>"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(text_spoken(rows[i].s), rows[i].said);
}

static void binary_is_told_from_text(void **state)
{
	static const char noise[] = "\x01\x02\x03\x04\x05\x06\x80\x81\x82\x83zz";
	char *late = xcalloc(9000, 1);

	assert_false(text_is_binary("", 0));
	assert_false(text_is_binary("int main(void)\n", 15));
	assert_false(text_is_binary("gr\xfc\xdf"
				    "e aus M\xfcnchen",
	    17)); /* Latin-1 */
	assert_false(text_is_binary(NI HAO, 6));
	assert_false(text_is_binary("\x1b[31mred\x1b[0m", 12));
	assert_true(text_is_binary("a\0b", 3));
	assert_true(text_is_binary(noise, sizeof noise - 1));
	memset(late, 'a', 8000);
	assert_false(text_is_binary(late, 9000)); /* the NUL is past the first 8,000 */
	free(late);
}

static void the_word_that_was_meant_is_found(void **state)
{
	static const char *const words[] = {"mode", "model", "backend", "limits", "ask", NULL};
	static const struct {
		const char *word, *meant;
	} rows[] = {{"modle", "model"}, {"modl", "mode"}, {"bakcend", "backend"},
	    {"limit", "limits"}, {"aks", "ask"}, {"x", NULL}, {"", NULL}, {"something", NULL},
	    {"model", "model"}};
	char *long_word = xcalloc(1000, 1);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *meant = text_nearest(rows[i].word, words);

		if (!rows[i].meant)
			assert_null(meant);
		else if (!meant || strcmp(meant, rows[i].meant) != 0)
			fail_msg("%s: %s", rows[i].word, meant ? meant : "nothing");
	}
	memset(long_word, 'a', 999);
	assert_null(text_nearest(long_word, words));
	free(long_word);
}

static void a_line_of_foreign_bytes_is_safe(void **state)
{
	char *line = text_clean_line("a\x1b[31m\r\n b\0c", 11, 8);

	assert_string_equal(line, "a\u241b[31m …");
	free(line);
}

static void a_text_without_words_is_blank(void **state)
{
	assert_true(text_is_blank(NULL));
	assert_true(text_is_blank(""));
	assert_true(text_is_blank(" \t\r\n"));
	assert_false(text_is_blank(" \n."));
	assert_false(text_is_blank("\xc2\xa0"));
}

static void a_text_is_filled_where_its_mark_stands(void **state)
{
	static const struct {
		const char *text, *mark, *value, *want;
		bool any;
	} rows[] = {
	    {"cp {file} {file}.old", "{file}", "a b", "cp a b a b.old", true},
	    {"{file}{file}", "{file}", "{file}", "{file}{file}", true},
	    {"no mark here", "{file}", "x", "no mark here", false},
	    {"no place has it", "", "x", "no place has it", false},
	    {"", "{file}", "x", "", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		auto_buf out = BUF_INIT;

		assert_int_equal(
		    text_fill(&out, rows[i].text, rows[i].mark, rows[i].value), rows[i].any);
		assert_string_equal(buf_str(&out), rows[i].want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(widths_are_those_of_wcwidth_in_any_locale),
	    cmocka_unit_test(setup_tells_whether_the_terminal_is_utf8),
	    cmocka_unit_test(characters_are_stepped_over_whole),
	    cmocka_unit_test(what_fits_ends_with_a_whole_character),
	    cmocka_unit_test(paragraphs_wrap_at_spaces),
	    cmocka_unit_test(a_character_wider_than_the_line_still_goes_somewhere),
	    cmocka_unit_test(one_line_is_made_of_many),
	    cmocka_unit_test(the_first_sentence_is_found),
	    cmocka_unit_test(what_is_thought_is_not_said),
	    cmocka_unit_test(binary_is_told_from_text),
	    cmocka_unit_test(the_word_that_was_meant_is_found),
	    cmocka_unit_test(a_line_of_foreign_bytes_is_safe),
	    cmocka_unit_test(a_text_without_words_is_blank),
	    cmocka_unit_test(a_text_is_filled_where_its_mark_stands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
