/* SPDX-License-Identifier: MIT
 * A question as a card: what of it is always shown, what scrolls, and that random keys approve nothing. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/keys/keys.h"
#include "ui/view/card/card_frame.h"

static struct block card(const char *data, const char *text)
{
	struct block b = {.kind = BLOCK_QUESTION, .open = true, .data = quoted_json(data)};

	buf_adds(&b.text, text);
	return b;
}

static void card_free(struct block *b)
{
	json_decref(b->data);
	buf_free(&b->text);
}

/* Returns the card of an edit with a diff of so many rows. */
static struct block edit_card(int rows)
{
	struct block b = card("{'kind':'approval','tool':'edit_file','arguments':{'path':'a.c'},"
			      "'reason':'ask path a.c (agent.yaml:3)','options':['once','no']}",
	    "edit_file a.c");
	struct buf diff = BUF_INIT;

	buf_addf(&diff, "@@ -1,0 +1,%d @@\n", rows);
	for (int i = 0; i < rows; i++)
		buf_addf(&diff, "+line %d\n", i + 1);
	json_object_set_new(b.data, "detail", json_string(buf_str(&diff)));
	buf_free(&diff);
	return b;
}

static const struct card_view wide = {.cells = 60, .margin = "    ", .listens = true};

static void expect(const struct block *b, int rows, struct card_place *place, const char *want)
{
	struct card_parts parts = {0};
	struct lines out = {0};

	card_parts_make(&parts, b, &wide);
	card_frame(&parts, rows, place, &out);
	rows_expect(&out, want);
	card_parts_free(&parts);
}

/* Where it would run and why it is asked is said first; the end of the text is the end of the list. */
static void all_of_it_scrolls_above_the_keys(void **state)
{
	struct block b = edit_card(40);
	struct card_place place = {0};

	expect(&b, 8, &place,
	    "▌[Act]     edit_file a.c  +40 -0 · 1 hunk\n"
	    "▌   ask path a.c (agent.yaml:3)\n"
	    "▌        1 + line 1\n"
	    "▌        2 + line 2\n"
	    "▌        3 + line 3\n"
	    "▌        4 + line 4\n"
	    "▌   rows 1-6 of 42   Space shows more\n"
	    "▌   y once   n no   N no, and say why\n");
	assert_true(card_place_move(&place, 3));
	expect(&b, 8, &place,
	    "▌        2 + line 2\n"
	    "▌        3 + line 3\n"
	    "▌        4 + line 4\n"
	    "▌        5 + line 5\n"
	    "▌        6 + line 6\n"
	    "▌        7 + line 7\n"
	    "▌   rows 4-9 of 42   Space shows more\n"
	    "▌   y once   n no   N no, and say why\n");
	assert_false(place.ended);
	assert_true(card_place_move(&place, 1000));
	assert_int_equal(place.top, 36);
	assert_false(card_place_move(&place, 1));
	expect(&b, 6, &place,
	    "▌       35 + line 35\n"
	    "▌       36 + line 36\n"
	    "▌       37 + line 37\n"
	    "▌       38 + line 38\n"
	    "▌   rows 37-40 of 42   Space shows more\n"
	    "▌   y once   n no   N no, and say why\n");
	assert_true(card_place_move(&place, 2));
	expect(&b, 6, &place,
	    "▌       37 + line 37\n"
	    "▌       38 + line 38\n"
	    "▌       39 + line 39\n"
	    "▌       40 + line 40\n"
	    "▌   rows 39-42 of 42   PageUp goes back\n"
	    "▌   y once   n no   N no, and say why\n");
	assert_true(place.ended);
	card_free(&b);
}

/* However small: a row of what is asked, the mark, and the keys where there is a third row. */
static void at_every_height_the_mark_is_there(void **state)
{
	struct block b = edit_card(40);
	struct card_parts parts = {0};

	card_parts_make(&parts, &b, &wide);
	for (int rows = 2; rows <= 60; rows++) {
		struct card_place place = {.top = (size_t)rows};
		struct lines out = {0};
		char *text;

		card_frame(&parts, rows, &place, &out);
		text = rows_text(&out);
		assert_true((int)out.count <= rows);
		assert_true(place.shown > 0);
		assert_true((strstr(text, " of 42 ") != NULL) == (place.shown < place.total));
		assert_true((strstr(text, "▌   y once   n no   N no, and say why\n") ||
				strstr(text, "▌y once  n no  N\n")) == (rows > 2));
		assert_true(place.top + place.shown <= place.total);
		free(text);
		lines_free(&out);
	}
	card_parts_free(&parts);
	card_free(&b);
}

/* What a tool says above its diff has the counts: they stand once. */
static void counts_stand_once(void **state)
{
	struct block b = edit_card(1);
	struct card_place place = {0};

	json_object_set_new(
	    b.data, "detail", json_string("a.c:1  +1 -0\n@@ -1,0 +1,1 @@\n+line 1\n"));
	expect(&b, 20, &place,
	    "▌[Act]     edit_file a.c\n"
	    "▌   a.c:1  +1 -0\n"
	    "▌        1 + line 1\n"
	    "▌   ask path a.c (agent.yaml:3)\n"
	    "▌   y once   n no   N no, and say why\n");
	card_free(&b);
}

static void what_is_destructive_is_named(void **state)
{
	struct block b =
	    card("{'kind':'approval','tool':'run_command','destructive':true,"
		 "'dangers':['rm -r build'],'arguments':{'command':'make; rm -r build'},"
		 "'options':['once','no']}",
		"run_command make; rm -r build");
	struct card_place place = {0};

	b.destructive = true;
	expect(&b, 20, &place,
	    "▌[Act]     run_command make; rm -r build\n"
	    "▌          destructive: rm -r build\n"
	    "▌   y once   n no   N no, and say why\n");
	card_free(&b);
}

/* The danger stands above whatever part of a long command is shown. */
static void what_is_destructive_is_named_at_every_height(void **state)
{
	struct block b =
	    card("{'kind':'approval','tool':'run_command','destructive':true,"
		 "'dangers':['rm -r build'],'arguments':{'command':'a\\nb\\nc\\nd\\nrm -r build'},"
		 "'options':['once','no']}",
		"run_command a b c d rm -r build");
	struct card_place place = {0};

	b.destructive = true;
	expect(&b, 4, &place,
	    "▌destructive: rm -r build\n"
	    "▌[Act]     run_command a b c d rm -r build\n"
	    "▌   rows 1-1 of 6   Space shows more, a yes counts at the end\n"
	    "▌y once  n no  N\n");
	assert_true(card_place_move(&place, 5));
	expect(&b, 4, &place,
	    "▌destructive: rm -r build\n"
	    "▌   rm -r build\n"
	    "▌   rows 6-6 of 6   PageUp goes back\n"
	    "▌y once  n no  N\n");
	assert_true(place.ended);
	card_free(&b);
}

static void a_long_question_scrolls(void **state)
{
	struct block b =
	    card("{'kind':'ask_user','options':['a','b']}", "one\ntwo\nthree\nfour\nfive\nsix");
	struct card_place place = {0};

	expect(&b, 7, &place,
	    "▌question  one\n"
	    "▌          two\n"
	    "▌          three\n"
	    "▌          four\n"
	    "▌          five\n"
	    "▌   rows 1-5 of 8   Space shows more, a yes counts at the end\n"
	    "▌   or type an answer and press Enter\n");
	card_free(&b);
}

static void what_it_waits_for_is_one_line(void **state)
{
	struct block b = card("{'kind':'approval','arguments':{'command':'make\\n test'}}", "x");
	char *line = card_waits_for(&b);

	assert_string_equal(line, "make test");
	free(line);
	card_free(&b);
}

/* 500 keys in the hands of a child: of those that answer, each is one that says so, at rest. */
static void keys_at_random_approve_nothing(void **state)
{
	static const unsigned keys[] = {'y', 'Y', 'a', 'p', 'f', 'e', 'n', 'x', ' ', '1', 'j', 'k',
	    INPUT_ENTER, INPUT_TAB, INPUT_PAGE_UP, INPUT_PAGE_DOWN, INPUT_UP, INPUT_DOWN,
	    INPUT_WHEEL_UP, INPUT_CTRL | 'y', INPUT_ALT | 'y', INPUT_SHIFT | INPUT_TAB};
	struct block b = edit_card(40);
	unsigned seed = 4711;
	int answers = 0;

	struct card_moment at = {.now = 100000,
	    .last_key = 90000,
	    .drawn = 90000,
	    .quiet_ms = 700,
	    .destructive_quiet_ms = 300,
	    .input_empty = true,
	    .seen = true};
	for (int i = 0; i < 500; i++) {
		const char *choice = NULL;
		seed = seed * 1103515245 + 12345;
		const unsigned key = keys[(seed >> 16) % (sizeof keys / sizeof *keys)];
		const int64_t waited = (seed >> 8) % 1000;
		at.now += waited;
		const bool rest = at.input_empty && at.now - at.last_key >= at.quiet_ms;
		const enum card_result result = card_key(&b, &at, key, &choice);
		if (result == CARD_ANSWER && strcmp(choice, "no") != 0) {
			assert_true(rest);
			assert_true(key == 'y' || key == '1');
			answers++;
		}
		if (!input_moves(key))
			at.last_key = at.now;
		at.input_empty = (seed >> 4) % 3 != 0; /* what was typed may be taken back */
	}
	assert_in_range(answers, 1, 20);
	card_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_of_it_scrolls_above_the_keys),
	    cmocka_unit_test(at_every_height_the_mark_is_there),
	    cmocka_unit_test(counts_stand_once),
	    cmocka_unit_test(what_is_destructive_is_named),
	    cmocka_unit_test(what_is_destructive_is_named_at_every_height),
	    cmocka_unit_test(a_long_question_scrolls),
	    cmocka_unit_test(what_it_waits_for_is_one_line),
	    cmocka_unit_test(keys_at_random_approve_nothing),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
