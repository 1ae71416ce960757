/* SPDX-License-Identifier: MIT
 * vi's keys in the composer, as rows: what is typed, and the text that it leads to. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "base/text/utf8.h"
#include "ui/input/composer_vim.h"

/* Fails the test unless typing leads to this text, whose cursor is at "|" in insert mode, on the character behind "_"
 * in normal mode. */
static void expect(const char *typed, const char *wanted)
{
	struct composer c;
	struct composer_vim v = {0};
	struct error e = ERROR_INIT;
	char got[256];

	composer_init(&c, NULL);
	assert_true(keymap_load(&v.keys, "vim", &e));
	for (const char *s = typed; *s;) {
		uint32_t cp;
		char bytes[4];

		s += utf8_decode(s, strlen(s), &cp, NULL);
		const unsigned key = cp == '\033'   ? INPUT_ESC
				     : cp == '\022' ? INPUT_CTRL | 'r'
						    : (unsigned)cp;
		if (!composer_vim_key(&v, &c, key) && !v.normal && key != INPUT_ESC)
			composer_insert(&c, bytes, (size_t)utf8_encode(cp, bytes));
	}
	snprintf(got, sizeof got, "%.*s%s%s", (int)c.at, composer_text(&c), v.normal ? "_" : "|",
	    composer_text(&c) + c.at);
	assert_string_equal(got, wanted);
	composer_vim_free(&v);
	composer_free(&c);
}

static void words_are_gone_through(void **state)
{
	expect("one two-x\0330ww", "one two_-x");
	expect("one two-x\0330W", "one _two-x");
	expect("one two-x\033bb", "one _two-x");
	expect("one two-x\033B", "one _two-x");
	expect("one two\0332b", "_one two");
	expect("größe ändern\033b", "größe _ändern");
	expect("one two\0330ee", "one tw_o");
	expect("one\ntwo\033gg", "_one\ntwo");
	expect("one\ntwo\033ggG", "one\n_two");
	expect("one\ntwo\033gg$l", "on_e\ntwo");
}

static void an_operator_takes_what_a_motion_passes(void **state)
{
	expect("one two three\0330dw", "_two three");
	expect("one two three\03302dw", "_three");
	expect("one two three\0330d2w", "_three");
	expect("one two three\0330cwX", "X| two three");
	expect("one two\033dw", "one t_w");
	expect("one two\033db", "one _o");
	expect("one two\0330de", "_ two");
	expect("one two\0330d$", "_");
	expect("one two\033d0", "_o");
	expect("a(b)c\0330df)", "_c");
	expect("a(b)c\0330dt)", "_)c");
	expect("a(b)c\033dF(", "a_c");
	expect("one\ntwo\033ggdw", "_\ntwo");
	expect("one two\0330ywP", "one_ one two");
}

static void lines_are_taken_whole(void **state)
{
	expect("a\nb\nc\033ggdd", "_b\nc");
	expect("a\nb\nc\033dd", "a\n_b");
	expect("a\nb\nc\033gg2dd", "_c");
	expect("a\nb\nc\033ggddp", "b\n_a\nc");
	expect("a\nb\nc\033ddggP", "_c\na\nb");
	expect("a\nb\033yyp", "a\nb\n_b");
	expect("a\nb\033ccX", "a\nX|");
	expect("a\nb\033ggdG", "_");
	expect("a\nb\033dgg", "_");
	expect("a\n  b\033ggJ", "a_ b");
	expect("a\nb\nc\nd\033gg2J", "a_ b\nc\nd");
	expect("a\nb\nc\nd\033gg3J", "a b_ c\nd");
	expect("a\nb\033gg9J", "a_ b");
	expect("a\033oX", "a\nX|");
	expect("a\033OX", "X|\na");
}

static void words_and_quotes_are_objects(void **state)
{
	expect("one two three\033bbdiw", "one _ three");
	expect("one two three\033bbdaw", "one _three");
	expect("say \"a b\" now\0330f\"ldi\"", "say \"_\" now");
	expect("say \"a b\" now\0330f\"lca\"X", "say X| now");
	expect("no quote\033di\"", "no quot_e");
}

static void changes_are_taken_back(void **state)
{
	expect("one\0330xu", "_one");
	expect("one\0330xu\022", "_ne");
	expect("abc\0330~~", "AB_c");
	expect("abc\0330rX", "_Xbc");
	expect("abc\03303x", "_");
}

static void esc_leaves_insert_mode_then_what_was_begun(void **state)
{
	expect("abc\033", "ab_c");
	expect("\033abc", "abc|"); /* nothing was typed: Esc is not vi's */
	expect("abc\0330d\033w", "ab_c");
	expect("abc\03302\033x", "_bc");
	expect("abc\0330qzx", "_bc"); /* letters that are no commands type nothing */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words_are_gone_through),
	    cmocka_unit_test(an_operator_takes_what_a_motion_passes),
	    cmocka_unit_test(lines_are_taken_whole),
	    cmocka_unit_test(words_and_quotes_are_objects),
	    cmocka_unit_test(changes_are_taken_back),
	    cmocka_unit_test(esc_leaves_insert_mode_then_what_was_begun),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
