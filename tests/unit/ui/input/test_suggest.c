/* SPDX-License-Identifier: MIT
 * The list of completions above the input: which word it is for, what it shows, how it is stepped through. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/input/suggest.h"

/* "|" is the cursor. */
static const struct {
	const char *text;
	enum word_kind kind;
	const char *word;
} words[] = {
    {"|", WORD_NONE, ""},
    {"/|", WORD_COMMAND, "/"},
    {"/mo|", WORD_COMMAND, "/mo"},
    {"/model gp|", WORD_COMMAND, "gp"},
    {"/plan see @sr|", WORD_FILE, "sr"},
    {"/usr/li|", WORD_PATH, "/usr/li"},
    {"look at @|", WORD_FILE, ""},
    {"look at @src/m| more", WORD_FILE, "src/m"},
    {"(@a|)", WORD_FILE, "a"},
    {"me@example|", WORD_PATH, "me@example"},
    {"see src/ma|", WORD_PATH, "src/ma"},
    {"see \"src|", WORD_PATH, "src"},
    {"!make te|", WORD_PATH, "te"},
    {"!ma|", WORD_PATH, "ma"},
    {"a |", WORD_NONE, ""},
    {"你好 @世|", WORD_FILE, "世"},
    {"a\n@b|", WORD_FILE, "b"},
};

static void the_word_at_the_cursor_is_known(void **state)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *bar = strchr(words[i].text, '|');
		size_t at = (size_t)(bar - words[i].text), from = 99;
		char plain[64] = "";

		memcpy(plain, words[i].text, at);
		memcpy(plain + at, bar + 1, strlen(bar));
		assert_int_equal(suggest_word(plain, at, &from), words[i].kind);
		plain[at] = '\0';
		assert_string_equal(plain + from, words[i].word);
	}
}

static void a_path_with_blanks_is_quoted(void **state)
{
	char *plain = suggest_path("src/a.c", true), *quoted = suggest_path("a b.c", true);
	char *bare = suggest_path("a b.c", false);

	assert_string_equal(plain, "@src/a.c");
	assert_string_equal(quoted, "@\"a b.c\"");
	assert_string_equal(bare, "\"a b.c\"");
	free(plain);
	free(quoted);
	free(bare);
}

static void expect_line(const struct lines *l, size_t i, const char *wanted)
{
	size_t len;
	const char *text = lines_text(l, i, &len);

	assert_int_equal(len, strlen(wanted));
	assert_memory_equal(text, wanted, len);
}

static void it_is_stepped_through_round_and_round_within_its_rows(void **state)
{
	struct suggest s = {.open = true};
	struct candidates list = {0};
	struct lines out = {0};

	candidates_add(&list, "/alpha", "the first");
	candidates_add(&list, "/beta", "the second, which says 你好");
	candidates_add(&list, "/gamma", NULL);
	suggest_fill(&s, &list, "a", false);
	assert_int_equal(suggest_rows(&s), 3);
	suggest_lines(&s, 30, 2, false, &out);
	assert_int_equal(out.count, 2);
	expect_line(&out, 0, " › /alpha  the first");
	expect_line(&out, 1, "   /beta   the second, which…");
	assert_int_equal(lines_style(&out, 0, strlen(" › /")), STYLE_FOUND | STYLE_ON_SELECTED);
	suggest_step(&s, -1);
	assert_string_equal(suggest_selected(&s)->text, "/gamma");
	lines_clear(&out);
	suggest_lines(&s, 30, 2, true, &out);
	expect_line(&out, 1, " > /gamma");
	candidates_add(&list, "/delta", NULL);
	candidates_add(&list, "/gamma", NULL);
	suggest_fill(&s, &list, "a", true); /* the selection stays on its text */
	assert_int_equal(s.selected, 1);
	suggest_step(&s, 1);
	assert_int_equal(s.selected, 0);
	suggest_fill(&s, &list, "zzz", true);
	assert_null(suggest_selected(&s));
	assert_int_equal(suggest_rows(&s), 0);
	s.note = "no file fits";
	assert_int_equal(suggest_rows(&s), 1);
	lines_clear(&out);
	suggest_lines(&s, 30, 1, true, &out);
	expect_line(&out, 0, "   no file fits");
	lines_free(&out);
	suggest_close(&s);
	assert_false(s.open);
}

static void what_does_not_fit_is_shown_around_its_match(void **state)
{
	struct suggest s = {.open = true, .words = true};
	struct candidates list = {0};
	struct lines out = {0};

	candidates_add(&list, "a long prompt about nothing that ends in a Needle here", "7");
	suggest_fill(&s, &list, "needle", false);
	suggest_lines(&s, 24, 1, true, &out);
	assert_non_null(strstr(buf_str(&out.text), "Needle"));
	assert_null(strstr(buf_str(&out.text), "7"));
	lines_free(&out);
	suggest_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_word_at_the_cursor_is_known),
	    cmocka_unit_test(a_path_with_blanks_is_quoted),
	    cmocka_unit_test(it_is_stepped_through_round_and_round_within_its_rows),
	    cmocka_unit_test(what_does_not_fit_is_shown_around_its_match),
	};
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
