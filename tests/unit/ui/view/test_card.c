/* SPDX-License-Identifier: MIT
 * Question cards: which key answers what, and when none does. */
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
#include "ui/model/question_choices.h"
#include "ui/view/card/card.h"

static void card_lines_of(const json_t *question, const struct card_view *v, struct lines *out)
{
	const struct event_question q = event_read_question(question);

	card_lines(&q, v, out);
}

static const char run[] =
    "{'kind':'approval','tool':'run_command','arguments':{'command':'rm -r b'},"
    "'options':['once','always','edit','no'],'where':'/nowhere/ledger'}";
static const char edit[] = "{'kind':'approval','tool':'edit_file','arguments':{'path':'a'},"
			   "'options':['once','edit','no']}";
static const char wide[] =
    "{'kind':'approval','options':['once','prefix','edits','folder','no'],'prefix':'make',"
    "'folder':'src'}";
static const char limit[] = "{'kind':'limit','rounds':10,'options':['more','nolimit','stop']}";
static const char words[] = "{'kind':'ask_user','options':['sqlite','postgres']}";

static const char undo[] = "{'kind':'undo','options':['undo','leave them']}";
static const char plan[] = "{'kind':'plan','options':['go','change','no']}";
static const char yes_no[] = "{'kind':'ask_user','options':['Yes, all of it','Not now','No']}";

static struct block card(const char *data)
{
	return (struct block){.kind = BLOCK_QUESTION, .open = true, .data = quoted_json(data)};
}

static const struct card_moment calm = {.now = 10000,
    .last_key = 9000,
    .drawn = 9500,
    .quiet_ms = 700,
    .destructive_quiet_ms = 300,
    .input_empty = true,
    .seen = true};

static const struct {
	const char *card;
	unsigned key;
	enum card_result result;
	const char *choice;
} keys[] = {
    {run, 'y', CARD_ANSWER, "once"},
    {run, 'a', CARD_ANSWER, "always"},
    {run, 'p', CARD_NOT_OFFERED, NULL},
    {run, '1', CARD_ANSWER, "once"},
    {run, '2', CARD_ANSWER, "always"},
    {run, '4', CARD_ANSWER, "no"},
    {run, '6', CARD_NOT_OFFERED, NULL},
    {run, '/', CARD_NOT_TAKEN, NULL},
    {wide, 'p', CARD_ANSWER, "prefix"},
    {wide, INPUT_SHIFT | INPUT_TAB, CARD_ANSWER, "edits"},
    {wide, 'f', CARD_ANSWER, "folder"},
    {run, 'e', CARD_EDIT, "edit"},
    {run, 'n', CARD_ANSWER, "no"},
    {run, 'N', CARD_WHY, "no"},
    {run, 'x', CARD_NOT_OFFERED, NULL},
    {run, 'Y', CARD_NOT_OFFERED, NULL},
    {run, INPUT_ENTER, CARD_NOT_TAKEN, NULL},
    {run, INPUT_ESC, CARD_NOT_TAKEN, NULL},
    {edit, 'y', CARD_ANSWER, "once"},
    {edit, 'a', CARD_NOT_OFFERED, NULL},
    {limit, INPUT_ENTER, CARD_ANSWER, "more"},
    {limit, 'a', CARD_ANSWER, "nolimit"},
    {limit, INPUT_ESC, CARD_ANSWER, "stop"},
    {limit, 'y', CARD_ANSWER, "more"},
    {limit, 'n', CARD_ANSWER, "stop"},
    {limit, '2', CARD_ANSWER, "nolimit"},
    {undo, 'y', CARD_ANSWER, "undo"},
    {undo, 'n', CARD_ANSWER, "leave them"},
    {undo, '1', CARD_ANSWER, "undo"},
    {plan, 'y', CARD_ANSWER, "go"},
    {yes_no, 'y', CARD_ANSWER, "Yes, all of it"},
    {yes_no, 'n', CARD_ANSWER, "No"},
    {yes_no, 'm', CARD_TYPE, NULL},
    {words, '2', CARD_ANSWER, "postgres"},
    {words, '3', CARD_TYPE, NULL},
    {words, 'm', CARD_TYPE, NULL},
    {words, INPUT_ENTER, CARD_NOT_TAKEN, NULL},
};

static void keys_answer(void **state)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct block b = card(keys[i].card);
		const char *choice = NULL;
		assert_int_equal(card_key(&b, &calm, keys[i].key, &choice), keys[i].result);
		if (keys[i].choice)
			assert_string_equal(choice, keys[i].choice);
		else
			assert_null(choice);
		json_decref(b.data);
	}
}

static const struct {
	const char *what;
	int64_t last_key, drawn;
	bool empty, focused, destructive, takes;
} moments[] = {
    {"calm", 9000, 9500, true, false, false, true},
    {"a key came just before", 9400, 9000, true, false, false, false},
    {"exactly the quiet time", 9300, 9000, true, false, false, true},
    {"there is input", 0, 9000, false, false, false, false},
    {"Alt-A, with input", 9999, 9000, false, true, false, true},
    {"it is not on the screen", 0, 0, true, false, false, false},
    {"not on the screen, Alt-A", 0, 0, true, true, false, false},
    {"destructive, just drawn", 0, 9800, true, false, true, false},
    {"destructive, just drawn, Alt-A", 0, 9800, true, true, true, false},
    {"destructive, drawn long enough", 0, 9700, true, false, true, true},
};

/* A "y" typed as part of a sentence while a card appears approves nothing. */
static void no_letter_of_a_sentence_answers(void **state)
{
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
		struct block b = card(run);
		struct card_moment at = calm;
		const char *choice = NULL;
		b.destructive = moments[i].destructive;
		at.last_key = moments[i].last_key;
		at.drawn = moments[i].drawn;
		at.input_empty = moments[i].empty;
		at.focused = moments[i].focused;
		if ((card_key(&b, &at, 'y', &choice) == CARD_ANSWER) != moments[i].takes)
			fail_msg("%s", moments[i].what);
		json_decref(b.data);
	}
}

/* Before the end of it was shown, only what does nothing counts. */
static void a_card_that_was_not_read_takes_no_yes(void **state)
{
	static const struct {
		const char *card;
		const char *yes, *no;
	} unread[] = {{run, "ya1e", "nN"}, {wide, "ypf", "n"}, {limit, "ya", "n"},
	    {undo, "y1", "n2"}, {plan, "yg1", "ne"}, {words, "12", "m"}, {yes_no, "y1", "n3"}};

	for (size_t i = 0; i < sizeof unread / sizeof *unread; i++) {
		struct block b = card(unread[i].card);
		struct card_moment at = calm;
		const char *choice;

		at.seen = false;
		for (const char *key = unread[i].yes; *key; key++)
			assert_int_equal(card_key(&b, &at, (unsigned)*key, &choice), CARD_UNREAD);
		for (const char *key = unread[i].no; *key; key++)
			assert_int_not_equal(
			    card_key(&b, &at, (unsigned)*key, &choice), CARD_UNREAD);
		json_decref(b.data);
	}
}

/* Beside a question that nothing waits for, letters are a prompt. */
static void beside_an_offer_letters_are_typed(void **state)
{
	struct block b = card("{'kind':'open_plan','options':['go','leave','abandon']}");
	struct card_moment at = calm;
	const char *choice;

	at.beside = true;
	for (const char *key = "yn1xw"; *key; key++)
		assert_int_equal(card_key(&b, &at, (unsigned)*key, &choice), CARD_NOT_TAKEN);
	at.focused = true;
	assert_int_equal(card_key(&b, &at, 'y', &choice), CARD_ANSWER);
	assert_string_equal(choice, "go");
	assert_int_equal(card_key(&b, &at, 'n', &choice), CARD_ANSWER);
	assert_string_equal(choice, "leave");
	assert_int_equal(card_key(&b, &at, '3', &choice), CARD_ANSWER);
	assert_string_equal(choice, "abandon");
	assert_int_equal(card_key(&b, &at, 'w', &choice), CARD_NOT_OFFERED);
	json_decref(b.data);
}

static void an_answered_card_takes_nothing(void **state)
{
	struct block b = card(run);
	const char *choice;

	b.open = false;
	assert_int_equal(card_key(&b, &calm, 'y', &choice), CARD_NOT_TAKEN);
	json_decref(b.data);
}

static void a_card_says_which_rule_asks(void **state)
{
	struct block b =
	    card("{'kind':'approval','tool':'run_command','arguments':{'command':'npm i'},"
		 "'options':['once','no'],'where':'/nowhere',"
		 "'reason':'ask command npm (agent.yaml:3)\\u001b[2J'}");
	struct lines out = {0};
	struct card_view v = {
	    .margin = "    ", .cells = 90, .listens = true, .shown = "run_command npm i"};

	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    in /nowhere · not sandboxed\n"
			  "    ask command npm (agent.yaml:3)␛[2J\n"
			  "    y once   n no   N no, and say why\n");
	json_decref(b.data);
	lines_free(&out);
}

static void a_card_says_its_keys(void **state)
{
	struct block b = card(run);
	struct lines out = {0};
	struct card_view v = {
	    .margin = "    ", .cells = 90, .listens = true, .shown = "run_command rm -r b"};

	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    in /nowhere/ledger · not sandboxed\n"
			  "    y once   a always this   e edit   n no   N no, and "
			  "say why\n");
	json_decref(b.data);
	b = card(limit);
	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    Enter 10 more · a no limit for this turn · Esc stop\n");
	json_decref(b.data);
	b = card(words);
	v.listens = false;
	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    1 sqlite\n    2 postgres\n"
			  "    or type an answer and press Enter   Alt-A to answer\n");
	json_decref(b.data);
}

static const struct {
	const char *card, *rows;
} on_lines[] = {
    {run, "  in /nowhere/ledger · not sandboxed\n"
	  "  y once  a always this exact command  n no (add why after a space)\n"},
    {limit, "  m 10 more  a no limit for this turn  s stop\n"},
    {words, "  1 sqlite\n  2 postgres\n  type a number or an answer\n"},
    {"{'kind':'undo','options':['undo','leave them']}", "  y take them back  n leave them\n"},
    {"{'kind':'ask_user'}", "  type an answer\n"},
    {"{'kind':'gate','options':['go','no']}", "  y start it  n no (add why after a space)\n"},
};

static void lines_offer_letters(void **state)
{
	const struct card_view v = {
	    .cells = 1000, .margin = "  ", .answer = CARD_BY_LINE, .shown = "run_command rm -r b"};

	for (size_t i = 0; i < sizeof on_lines / sizeof *on_lines; i++) {
		json_t *question = quoted_json(on_lines[i].card);
		struct lines out = {0};

		card_lines_of(question, &v, &out);
		rows_expect(&out, on_lines[i].rows);
		json_decref(question);
	}
}

/* No key and no letter means two things in one question. */
static void a_key_has_one_meaning(void **state)
{
	for (const struct question_choice *a = question_choices; a->kind; a++) {
		for (const struct question_choice *b = a + 1; b->kind; b++) {
			if (strcmp(a->kind, b->kind) != 0)
				continue;
			if (a->key == b->key || (a->letter && a->letter == b->letter))
				fail_msg("%s: %s and %s", a->kind, a->choice, b->choice);
		}
	}
}

static void what_is_shown_is_what_runs(void **state)
{
	struct block b =
	    card("{'kind':'approval','tool':'run_command','arguments':"
		 "{'command':'echo a\\n  rm -rf \\u001b[2K x'},'options':['once','no']}");
	struct lines out = {0};
	struct card_view v = {
	    .margin = "    ", .cells = 60, .listens = true, .shown = "run_command echo a rm"};

	card_lines_of(b.data, &v, &out);
	rows_expect(
	    &out, "    echo a\n      rm -rf ␛[2K x\n    y once   n no   N no, and say why\n");
	const struct event_question q = event_read_question(b.data);
	char *text = card_call_text(&q);
	json_t *arguments = card_arguments(&q, "ls", NULL);
	assert_string_equal(text, "echo a\n  rm -rf ␛[2K x");
	assert_string_equal(json_string_value(json_object_get(arguments, "command")), "ls");
	json_decref(arguments);
	free(text);
	json_decref(b.data);
}

/* A row that goes on is no line of its own, and no space is lost where it breaks. */
static void every_character_of_a_command_is_shown(void **state)
{
	struct block b = card("{'kind':'approval','tool':'run_command','arguments':{'command':"
			      "'echo one  two three\\nrm -rf aaaaaaaaaaaaaaaaaaaaaaaa/b'},"
			      "'options':['once']}");
	struct card_view v = {.margin = "    ", .cells = 20, .listens = true};
	struct lines out = {0};

	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    echo one  two\n"
			  "  \u21aa three\n"
			  "    rm -rf aaaaaaaaa\n"
			  "  \u21aa aaaaaaaaaaaaaaa/\n"
			  "  \u21aa b\n"
			  "    y once   n no\n"
			  "    N no, and say\n"
			  "    why\n");
	json_decref(b.data);
}

static void what_does_not_show_is_spelled(void **state)
{
	struct block b = card("{'kind':'approval','tool':'run_command','arguments':{'command':"
			      "'echo x'},'exact':'echo <U+202E>x','spelled':'1 U+202E','options':["
			      "'once']}");
	struct card_view v = {
	    .margin = "    ", .cells = 60, .listens = true, .shown = "run_command echo x"};
	struct lines out = {0};

	card_lines_of(b.data, &v, &out);
	rows_expect(&out, "    echo <U+202E>x\n"
			  "    spelled, as it would not show: 1 U+202E\n"
			  "    y once   n no   N no, and say why\n");
	json_decref(b.data);
}

static void other_arguments_are_edited_as_json(void **state)
{
	struct block b = card(edit);
	struct error e = ERROR_INIT;
	const struct event_question q = event_read_question(b.data);
	char *text = card_call_text(&q);

	assert_string_equal(text, "{\n  \"path\": \"a\"\n}");
	assert_null(card_arguments(&q, "{", &e));
	assert_non_null(e.message);
	assert_null(card_arguments(&q, "[]", &e));
	json_t *arguments = card_arguments(&q, "{\"path\": \"b\"}", NULL);
	assert_string_equal(json_string_value(json_object_get(arguments, "path")), "b");
	json_decref(arguments);
	error_free(&e);
	free(text);
	json_decref(b.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keys_answer),
	    cmocka_unit_test(no_letter_of_a_sentence_answers),
	    cmocka_unit_test(a_card_that_was_not_read_takes_no_yes),
	    cmocka_unit_test(beside_an_offer_letters_are_typed),
	    cmocka_unit_test(an_answered_card_takes_nothing),
	    cmocka_unit_test(a_card_says_which_rule_asks),
	    cmocka_unit_test(a_card_says_its_keys),
	    cmocka_unit_test(lines_offer_letters),
	    cmocka_unit_test(a_key_has_one_meaning),
	    cmocka_unit_test(what_is_shown_is_what_runs),
	    cmocka_unit_test(every_character_of_a_command_is_shown),
	    cmocka_unit_test(what_does_not_show_is_spelled),
	    cmocka_unit_test(other_arguments_are_edited_as_json),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
