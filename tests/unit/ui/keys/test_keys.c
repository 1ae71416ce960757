/* SPDX-License-Identifier: MIT
 * Bytes of a terminal as keys, and keys by name. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "ui/input/composer.h"
#include "ui/keys/keys.h"

static struct buf heard;

static void on_key(void *ctx, unsigned key)
{
	buf_adds(&heard, heard.len ? " " : "");
	input_name(key, &heard);
}

static void on_paste(void *ctx, const char *text, size_t len, bool cut)
{
	buf_addf(&heard, "%s<%.*s>%s", heard.len ? " " : "", (int)len, text, cut ? "!" : "");
}

static struct decoder decoder(void)
{
	buf_free(&heard);
	heard = (struct buf)BUF_INIT;
	return (struct decoder){.key = on_key, .pasted = on_paste};
}

static const struct {
	const char *bytes, *keys;
} sequences[] = {
    {"a", "a"},
    {"aé你", "a é 你"},
    {"\r", "Enter"},
    {"\n", "Ctrl-J"},
    {"\t", "Tab"},
    {"\x7f", "Backspace"},
    {"\x08", "Ctrl-H"},
    {"\x01", "Ctrl-A"},
    {"\x1a", "Ctrl-Z"},
    {"\033[A", "Up"},
    {"\033OB", "Down"},
    {"\033[1;2A", "Shift-Up"},
    {"\033[1;5D", "Ctrl-Left"},
    {"\033[1;3C", "Alt-Right"},
    {"\033[H\033[F\033OH\033OF", "Home End Home End"},
    {"\033[1~\033[4~\033[7~\033[8~", "Home End Home End"},
    {"\033[5~\033[6~\033[3~", "PageUp PageDown Delete"},
    {"\033[Z", "Shift-Tab"},
    {"\033\r", "Alt-Enter"},
    {"\033a", "Alt-A"},
    {"\033\x7f", "Alt-Backspace"},
    {"\033é", "Alt-é"},
    {"\033\033[A", "Alt-Up"},
    {"\033OP\033[15~\033[24~", "F1 F5 F12"},
    {"\033[Ia\033[O", "FocusIn a FocusOut"},
    {"\033[97;5u", "Ctrl-A"},
    {"\033[13;3u", "Alt-Enter"},
    {"\033[27u", "Esc"},
    {"\033[13;2u\033[9;2u\033[127;5u", "Shift-Enter Shift-Tab Ctrl-Backspace"},
    {"\033[45:95;6u\033[47;5u\033[107:75;4u", "Ctrl-_ Ctrl-/ Alt-K"},
    {"\033[91;5u\033[105;5u\033[109;5u", "Esc Tab Enter"},
    {"\033[32;2u\033[127;2u\033[27;2u", "Space Backspace Esc"},
    {"\033[57414u\033[57419;5u\033[57428u\033[57358u", "Enter Ctrl-Up"},
    {"\033[97;9u\033[99;133u", "Ctrl-C"}, /* Super is the desktop's, Num Lock nobody's */
    {"\033[97:65:97;2:1;65u", "A"},
    {"x\033[?1;2cy", "x y"},
    {"x\033[<0;10;10My", "x y"},
    {"\033[<64;10;10M\033[<65;1;1M\033[<0;1;1m", "WheelUp WheelDown"},
    {"x\033[M !!y\033[M`+,\033[Ma+,", "x y WheelUp WheelDown"},
    {"x\033[99~y", "x y"},
    {"\xff\xfe"
     "a",
	"a"},
    {"\xc2\x9b"
     "1mx",
	"1 m x"},
    {"a\u202e\u2028\ufeff\033[8238u\033[155ub", "a b"}, /* nothing that controls is typed */
    {"\033[200~a\rb\033[31m\033[201~c", "<a\nb\xe2\x90\x9b[31m> c"},
    {"\033[200~\033[201~", "<>"},
    {"x\033[?2026;2$yz", "x z"},
    {"x\033]11;rgb:0000/ffff/0000\033\\y", "x y"},
    {"x\033]11;rgb:00/ff/00\ay", "x y"},
};

static void sequences_are_keys(void **state)
{
	for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
		struct decoder d = decoder();
		decoder_feed(&d, sequences[i].bytes, strlen(sequences[i].bytes));
		assert_string_equal(buf_str(&heard), sequences[i].keys);
		assert_false(decoder_waits(&d));
		decoder_free(&d);
	}
}

static void chunks_make_no_difference(void **state)
{
	for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
		struct decoder d = decoder();
		for (const char *c = sequences[i].bytes; *c; c++)
			decoder_feed(&d, c, 1);
		assert_string_equal(buf_str(&heard), sequences[i].keys);
		decoder_free(&d);
	}
}

static void a_lone_escape_waits_for_its_rest(void **state)
{
	struct decoder d = decoder();

	decoder_feed(&d, "\033", 1);
	assert_true(decoder_waits(&d));
	assert_string_equal(buf_str(&heard), "");
	decoder_flush(&d);
	assert_string_equal(buf_str(&heard), "Esc");
	decoder_feed(&d, "\033", 1);
	decoder_feed(&d, "[A", 2);
	assert_string_equal(buf_str(&heard), "Esc Up");
	decoder_feed(&d, "\033[", 2);
	decoder_flush(&d);
	assert_string_equal(buf_str(&heard), "Esc Up Alt-[");
	decoder_feed(&d, "\033\xc3", 2); /* half a character */
	decoder_flush(&d);
	assert_string_equal(buf_str(&heard), "Esc Up Alt-[ Esc");
	decoder_free(&d);
}

/* An Esc that was taken for the key, and then what it began. */
static void the_rest_of_a_sequence_may_come_late(void **state)
{
	struct decoder d = decoder();

	decoder_feed(&d, "\033", 1);
	decoder_flush(&d);
	decoder_feed(&d, "[A", 2);
	assert_string_equal(buf_str(&heard), "Esc Up");
	decoder_feed(&d, "[A", 2);
	assert_string_equal(buf_str(&heard), "Esc Up [ A");
	decoder_feed(&d, "\033", 1);
	decoder_flush(&d);
	decoder_feed(&d, "[", 1);
	decoder_feed(&d, "B", 1);
	assert_string_equal(buf_str(&heard), "Esc Up [ A Esc [ B");
	decoder_free(&d);
}

static char told[64];

static void on_report(void *ctx, const char *answer, size_t len)
{
	memcpy(told, answer, len);
	told[len] = '\0';
}

static void what_the_terminal_answers_is_told(void **state)
{
	struct decoder d = decoder();

	d.report = on_report;
	decoder_feed(&d, "\033[?2026;", 8);
	decoder_feed(&d, "2$y", 3);
	assert_string_equal(told, "?2026;2$y");
	decoder_feed(&d, "\033]11;rgb:0/f/0\033", 15);
	assert_string_equal(told, "?2026;2$y");
	decoder_feed(&d, "\\", 1);
	assert_string_equal(told, "]11;rgb:0/f/0");
	assert_string_equal(buf_str(&heard), "");
	decoder_feed(&d, "\033]", 2);
	decoder_flush(&d);
	assert_string_equal(buf_str(&heard), "Alt-]");
	decoder_free(&d);
}

static void a_long_unknown_sequence_is_dropped(void **state)
{
	struct decoder d = decoder();
	char bytes[300];

	memset(bytes, '1', sizeof bytes);
	bytes[0] = '\033';
	bytes[1] = '[';
	bytes[299] = 'm';
	decoder_feed(&d, bytes, sizeof bytes);
	decoder_feed(&d, "x", 1);
	assert_non_null(strchr(buf_str(&heard), 'x'));
	decoder_free(&d);
}

static void a_paste_has_a_ceiling(void **state)
{
	struct decoder d = decoder();
	static char chunk[65536];

	memset(chunk, 'x', sizeof chunk);
	decoder_feed(&d, "\033[200~", 6);
	for (int i = 0; i < 80; i++)
		decoder_feed(&d, chunk, sizeof chunk);
	decoder_feed(&d, "\033[201~", 6);
	assert_int_equal(heard.len, DECODER_PASTE_MAX + 3);
	assert_int_equal(heard.data[heard.len - 1], '!');
	decoder_free(&d);
}

static void a_paste_without_end_ends_with_ctrl_c(void **state)
{
	struct decoder d = decoder();

	decoder_feed(&d, "\033[200~abc", 9);
	decoder_feed(&d, "\003", 1);
	decoder_feed(&d, "x", 1);
	assert_string_equal(buf_str(&heard), "<abc> x");
	decoder_free(&d);
}

static void names_are_read_and_written(void **state)
{
	static const char *const names[] = {
	    "Ctrl-A", "Alt-Enter", "Shift-Up", "F12", "?", "Space", "Alt-B", "é", "-", "Ctrl--"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct buf out = BUF_INIT;
		unsigned key = 0;
		assert_true(input_parse(names[i], &key));
		input_name(key, &out);
		assert_string_equal(buf_str(&out), names[i]);
		buf_free(&out);
	}
	unsigned key;
	assert_false(input_parse("Nope", &key));
	assert_false(input_parse("", &key));
	assert_false(input_parse("Ctrl-", &key));
}

static void the_tables_are_whole(void **state)
{
	static const char *const modes[] = {"chat", "replay"};

	for (size_t i = 0; i < 2; i++) {
		struct keymap k;
		assert_true(keymap_load(&k, modes[i], NULL));
		assert_true(k.count > 10);
		for (size_t a = 0; a < k.count; a++)
			for (size_t b = a + 1; b < k.count; b++)
				assert_int_not_equal(k.list[a].key, k.list[b].key);
		keymap_free(&k);
	}
}

/* Alt with a letter is the same key whichever way it is written. */
static void alt_letters_are_bound(void **state)
{
	struct keymap k;
	struct decoder d = decoder();

	assert_true(keymap_load(&k, "chat", NULL));
	assert_string_equal(keymap_find(&k, INPUT_ALT | 'a'), "answer");
	assert_string_equal(keymap_find(&k, INPUT_ALT | 'b'), "word-left");
	assert_string_equal(keymap_find(&k, INPUT_CTRL | 'w'), "kill-word");
	assert_null(keymap_find(&k, 'x'));
	keymap_free(&k);
	decoder_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sequences_are_keys),
	    cmocka_unit_test(chunks_make_no_difference),
	    cmocka_unit_test(a_lone_escape_waits_for_its_rest),
	    cmocka_unit_test(the_rest_of_a_sequence_may_come_late),
	    cmocka_unit_test(what_the_terminal_answers_is_told),
	    cmocka_unit_test(a_long_unknown_sequence_is_dropped),
	    cmocka_unit_test(a_paste_has_a_ceiling),
	    cmocka_unit_test(a_paste_without_end_ends_with_ctrl_c),
	    cmocka_unit_test(names_are_read_and_written),
	    cmocka_unit_test(the_tables_are_whole),
	    cmocka_unit_test(alt_letters_are_bound),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	buf_free(&heard);
	return failed;
}
