/* SPDX-License-Identifier: MIT
 * The composer, the chat's input: actions, and the text and the cursor that they lead to. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/secret.h"
#include "base/text/text.h"
#include "ui/input/composer.h"

/* "|" is the cursor. Actions are separated by spaces; 'x is a character to type. */
static const struct {
	const char *before, *actions, *after;
} edits[] = {
    {"|", "'a 'b left 'c", "ac|b"},
    {"one two|", "word-left", "one |two"},
    {"one two|", "word-left word-left word-left", "|one two"},
    {"|one two", "word-right", "one| two"},
    {"a\nb|c\nd", "line-start", "a\n|bc\nd"},
    {"a\nb|c\nd", "line-end", "a\nbc|\nd"},
    {"a\nb|c\nd", "kill-to-end", "a\nb|\nd"},
    {"a\nb|\nd", "kill-to-end", "a\nb|d"},
    {"a\nbc|\nd", "kill-to-start", "a\n|\nd"},
    {"one two|", "kill-word yank yank", "one twotwo|"},
    {"one two|", "kill-word kill-word yank", "one two|"},
    {"|one two", "kill-word-right kill-word-right yank", "one two|"},
    {"a b-c|", "kill-word", "a |"},
    {"a b-c|", "kill-word-left", "a b-|"},
    {"ab|", "backspace", "a|"},
    {"|ab", "backspace", "|ab"},
    {"|ab", "delete", "|b"},
    {"ab|", "delete", "ab|"},
    {"a|b", "newline", "a\n|b"},
    {"e\u0301x|", "left backspace", "|x"},
    {"e\u0301x|", "left left", "|e\u0301x"},
    {"你好|", "left", "你|好"},
    {"你好|", "backspace", "你|"},
    {"abc\nd|", "up", "a|bc\nd"},
    {"abc\nd|", "up down", "abc\nd|"},
    {"abc|\nd\nefg", "down down", "abc\nd\nefg|"},
    {"a|bc\nd", "up", "a|bc\nd"},
    {"👨‍👩‍👧x|", "left backspace", "|x"},
    {"🇩🇪🇫🇷|", "backspace", "🇩🇪|"},
    {"👍🏽|", "left", "|👍🏽"},
    {"שלום|", "left left", "של|ום"},
    {"你好\nabcd|", "up", "你好|\nabcd"},
    {"你好\nabc|", "up", "你|好\nabc"},
    /* the column is kept over a shorter row */
    {"abcdef|\nx\nabcdef", "down down", "abcdef\nx\nabcdef|"},
    /* cuts, the newest first */
    {"one two|", "kill-word 'x kill-word yank yank-older", "one two|"},
    {"one two|", "kill-word 'x kill-word yank yank-older yank-older", "one x|"},
    {"a|", "yank-older", "a|"},
    /* what is typed is taken back word by word */
    {"|", "'o 'n 'e '_ undo", "|"},
    {"|", "type:one_two undo", "one |"},
    {"|", "type:one_two undo undo", "|"},
    {"|", "type:one_two undo undo redo redo", "one two|"},
    {"|", "type:one_two undo 'x redo", "one x|"},
    {"|", "type:ab left 'c undo", "a|b"},
    {"|", "type:ab left 'c undo undo", "|"},
    {"one two|", "backspace backspace backspace undo", "one two|"},
    {"one two|", "backspace backspace backspace backspace backspace undo", "one|"},
    {"one two|", "kill-start-of undo", "one two|"},
    {"one| two", "kill-to-end kill-to-start undo", "one|"},
    {"one| two", "kill-to-end kill-to-start undo undo", "one| two"},
    {"|", "undo redo", "|"},
};

static void load(struct composer *c, const char *marked)
{
	const char *bar = strchr(marked, '|');
	char *plain = malloc(strlen(marked) + 1);

	memcpy(plain, marked, (size_t)(bar - marked));
	memcpy(plain + (bar - marked), bar + 1, strlen(bar));
	composer_set(c, plain);
	c->at = (size_t)(bar - marked);
	c->cells = 80;
	free(plain);
}

static void run(struct composer *c, const char *actions)
{
	char *copy = strdup(actions), *rest = copy, *word;

	while ((word = strsep(&rest, " "))) {
		if (*word == '\'')
			composer_insert(c, word + 1, 1);
		else if (strncmp(word, "type:", 5) == 0)
			for (char *key = word + 5; *key; key++)
				composer_insert(c, *key == '_' ? " " : key, 1);
		else if (strcmp(word, "kill-start-of") == 0)
			composer_replace_all(c, "", 0);
		else
			composer_do(c, composer_find(word));
	}
	free(copy);
}

static void expect(const struct composer *c, const char *marked)
{
	char *got = NULL;

	assert_true(
	    asprintf(&got, "%.*s|%s", (int)c->at, composer_text(c), composer_text(c) + c->at) > 0);
	assert_string_equal(got, marked);
	free(got);
}

static void keys_edit(void **state)
{
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		struct composer c;
		composer_init(&c, NULL);
		load(&c, edits[i].before);
		run(&c, edits[i].actions);
		expect(&c, edits[i].after);
		composer_free(&c);
	}
}

/* Text with a cursor, width, the rows joined by "/", the row and column of the cursor. */
static const struct {
	const char *text;
	int cells;
	const char *rows;
	size_t row;
	int column;
} wraps[] = {
    {"|", 10, "", 0, 0},
    {"abc|", 10, "abc", 0, 3},
    {"one two three|", 8, "one two /three", 1, 5},
    {"one two |three", 8, "one two /three", 1, 0},
    {"abcdefghij|", 5, "abcde/fghij/", 2, 0},
    {"abcdefghij|k", 5, "abcde/fghij/k", 2, 0},
    {"a\n|b", 5, "a/b", 1, 0},
    {"a\n|", 5, "a/", 1, 0},
    {"|\n", 5, "/", 0, 0},
    {"你好你|", 5, "你好/你", 1, 2},
    {"e\u0301|x", 5, "e\u0301x", 0, 1},
    {"你好|你好你", 5, "你好/你好/你", 1, 0},
    {"🇩🇪|x", 8, "🇩🇪x", 0, 2},
    {"שלום|", 8, "שלום", 0, 4},
    {"a\tb|", 8, "a\tb", 0, 6},
    {"abc\t|d", 5, "abc/\td", 1, 4},
};

static void rows_wrap_and_the_cursor_is_on_them(void **state)
{
	for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
		struct composer c;
		struct composer_rows rows = {0};
		char joined[200] = "";

		composer_init(&c, NULL);
		load(&c, wraps[i].text);
		composer_layout(&c, wraps[i].cells, &rows);
		for (size_t k = 0; k < rows.count; k++) {
			size_t n = strlen(joined);
			snprintf(joined + n, sizeof joined - n, "%s%.*s", k ? "/" : "",
			    (int)(rows.row[k].to - rows.row[k].from),
			    composer_text(&c) + rows.row[k].from);
		}
		assert_string_equal(joined, wraps[i].rows);
		assert_int_equal(rows.cursor_row, wraps[i].row);
		assert_int_equal(rows.cursor_column, wraps[i].column);
		composer_rows_free(&rows);
		composer_free(&c);
	}
}

static void up_on_the_first_row_recalls(void **state)
{
	struct prompt_history *h = history_open(NULL);
	struct composer c;

	history_add(h, "first");
	history_add(h, "second\nline");
	composer_init(&c, h);
	load(&c, "draft|");
	run(&c, "up");
	expect(&c, "second\nline|");
	run(&c, "up up");
	expect(&c, "first|");
	run(&c, "up");
	expect(&c, "first|");
	run(&c, "down down");
	expect(&c, "draft|");
	run(&c, "down");
	expect(&c, "draft|");
	composer_free(&c);
	history_free(h);
}

static const struct paste_limits three_lines = {3, 0};

static char *lines_of(size_t count)
{
	char *text = malloc(count * 2 + 1);

	for (size_t i = 0; i < count; i++)
		memcpy(text + 2 * i, "x\n", 2);
	text[2 * count] = '\0';
	return text;
}

static void a_large_paste_is_one_mark_and_is_sent_whole(void **state)
{
	struct composer c;
	char *text = lines_of(214), *whole;

	composer_init(&c, NULL);
	load(&c, "see | there");
	assert_true(composer_paste(&c, text, strlen(text), &three_lines));
	assert_int_equal(c.text.len, strlen("see  there") + 2);
	const struct composer_paste *mark = composer_mark(&c, 4);
	assert_non_null(mark);
	assert_string_equal(mark->label, "[pasted 214 lines]");
	whole = composer_whole(&c, NULL);
	assert_memory_equal(whole, "see x\nx\n", 8);
	assert_string_equal(whole + 4 + strlen(text), " there");
	assert_int_equal(composer_size(&c), strlen(whole));
	free(whole);
	run(&c, "left");
	assert_int_equal(c.at, 4);
	run(&c, "right backspace");
	expect(&c, "see | there");
	run(&c, "undo");
	assert_non_null(composer_mark(&c, 4));
	run(&c, "undo");
	expect(&c, "see | there");
	run(&c, "redo");
	assert_non_null(composer_mark(&c, 4));
	assert_true(composer_unfold(&c));
	assert_int_equal(c.text.len, strlen("see  there") + 428);
	run(&c, "undo");
	assert_non_null(composer_mark(&c, 4));
	run(&c, "kill-word-left kill-word-left yank");
	whole = composer_whole(&c, NULL);
	assert_int_equal(strlen(whole), strlen("see  there") + 428);
	free(whole);
	composer_free(&c);
	free(text);
}

static void a_paste_is_a_word_of_its_own(void **state)
{
	struct composer c;

	composer_init(&c, NULL);
	load(&c, "see|there");
	assert_true(composer_paste(&c, "1\n2\n3", 5, &three_lines));
	run(&c, "kill-word");
	expect(&c, "see|there");
	run(&c, "undo left word-right");
	assert_int_equal(c.at, 5);
	run(&c, "word-right");
	assert_int_equal(c.at, c.text.len);
	run(&c, "word-left");
	assert_int_equal(c.at, 5);
	run(&c, "word-left");
	assert_int_equal(c.at, 3);
	run(&c, "word-left word-right");
	assert_int_equal(c.at, 3);
	composer_free(&c);
}

static void a_small_paste_is_text_and_a_joiner_does_not_join_a_mark(void **state)
{
	struct composer c;

	composer_init(&c, NULL);
	assert_true(composer_paste(&c, "a\nb", 3, &three_lines));
	expect(&c, "a\nb|");
	load(&c, "👨\u200d|");
	assert_true(composer_paste(&c, "1\n2\n3", 5, &three_lines));
	run(&c, "backspace");
	expect(&c, "👨\u200d|");
	composer_free(&c);
}

static void more_pastes_than_marks_lose_nothing(void **state)
{
	struct composer c;
	char one[32], *whole;

	composer_init(&c, NULL);
	for (int i = 0; i < 2 * COMPOSER_PASTES; i++) {
		int n = snprintf(one, sizeof one, "%d\n%d\n%d\n", i, i, i);
		assert_true(composer_paste(&c, one, (size_t)n, &three_lines));
	}
	whole = composer_whole(&c, NULL);
	assert_non_null(strstr(whole, "0\n0\n0\n1\n1\n"));
	assert_non_null(strstr(whole, "\n63\n63\n63\n"));
	free(whole);
	composer_clear(&c);
	assert_null(c.pastes[0].text);
	composer_free(&c);
}

static void a_mark_wraps_as_a_whole(void **state)
{
	struct composer c;
	struct composer_rows rows = {0};

	composer_init(&c, NULL);
	load(&c, "ab|cd");
	assert_true(composer_paste(&c, "1\n2\n3", 5, &three_lines));
	composer_layout(&c, 30, &rows);
	assert_int_equal(rows.count, 1);
	assert_int_equal(rows.cursor_column, 2 + 16);
	composer_layout(&c, 17, &rows);
	assert_int_equal(rows.count, 3);
	assert_int_equal(rows.cursor_row, 1);
	assert_int_equal(rows.cursor_column, 16);
	composer_layout(&c, 5, &rows); /* it takes a row that is too short for it */
	assert_int_equal(rows.count, 3);
	assert_int_equal(rows.cursor_row, 2);
	composer_rows_free(&rows);
	composer_free(&c);
}

static void up_goes_through_what_begins_like_the_draft(void **state)
{
	struct prompt_history *h = history_open(NULL);
	struct composer c;

	history_add(h, "fix one");
	history_add(h, "make two");
	history_add(h, "fix three");
	history_add(h, "last");
	composer_init(&c, h);
	load(&c, "fi|");
	run(&c, "up");
	expect(&c, "fix three|");
	run(&c, "up");
	expect(&c, "fix one|");
	run(&c, "up");
	expect(&c, "fix one|");
	run(&c, "down down");
	expect(&c, "fi|");
	run(&c, "up undo");
	expect(&c, "fi|");
	assert_int_equal(history_search(h, 1, "TWO"), 3);
	assert_int_equal(history_search(h, 4, "two"), 0);
	composer_free(&c);
	history_free(h);
}

static void remove_history(const char *path)
{
	char lock[128];

	snprintf(lock, sizeof lock, "%s.lock", path);
	unlink(path);
	unlink(lock);
}

static void a_secret_is_recalled_but_not_kept_in_the_file(void **state)
{
	char path[] = "/tmp/history.XXXXXX";
	struct prompt_history *h;

	close(mkstemp(path));
	secret_add("MY_KEY", "sk-sesame-0123");
	h = history_open(path);
	history_add(h, "use sk-sesame-0123 for it");
	assert_string_equal(history_at(h, 1), "use sk-sesame-0123 for it");
	history_free(h);
	h = history_open(path);
	assert_string_equal(history_at(h, 1), "use $MY_KEY for it");
	history_free(h);
	secret_clear();
	remove_history(path);
}

static void the_ceiling_holds(void **state)
{
	struct composer c;
	char *big = malloc(COMPOSER_MAX);

	memset(big, 'x', COMPOSER_MAX);
	composer_init(&c, NULL);
	assert_true(composer_insert(&c, big, COMPOSER_MAX));
	assert_false(composer_insert(&c, "y", 1));
	assert_int_equal(c.text.len, COMPOSER_MAX);
	composer_clear(&c);
	assert_true(composer_paste(&c, big, COMPOSER_MAX - 1, &(struct paste_limits){0, 10}));
	assert_true(composer_insert(&c, "y", 1));
	assert_false(composer_insert(&c, "y", 1));
	assert_false(composer_paste(&c, "y", 1, &(struct paste_limits){0, 10}));
	assert_int_equal(composer_size(&c), COMPOSER_MAX);
	composer_free(&c);
	free(big);
}

static void a_wiped_text_is_nowhere(void **state)
{
	struct composer c;

	composer_init(&c, NULL);
	run(&c, "type:sesame");
	composer_wipe(&c);
	assert_int_equal(c.undo.count, 0);
	assert_string_equal(composer_text(&c), "");
	for (size_t i = 0; i < c.text.cap; i++)
		assert_int_equal(c.text.data[i], 0);
	composer_free(&c);
}

static void history_is_kept_privately_and_bounded(void **state)
{
	char dir[] = "/tmp/historyXXXXXX", path[64], entry[32];
	struct stat st;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/agent/history", dir);
	struct prompt_history *h = history_open(path);
	history_add(h, "one\ntwo \"x\"");
	history_add(h, "one\ntwo \"x\"");
	history_add(h, "  \n");
	for (int i = 0; i < 2100; i++) {
		snprintf(entry, sizeof entry, "entry %d", i);
		history_add(h, entry);
	}
	history_free(h);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	h = history_open(path);
	assert_string_equal(history_at(h, 1), "entry 2099");
	assert_string_equal(history_at(h, 1000), "entry 1100");
	assert_null(history_at(h, 1001));
	history_free(h);
	FILE *f = fopen(path, "r");
	int lines = 0;
	for (int ch; (ch = fgetc(f)) != EOF;)
		lines += ch == '\n';
	fclose(f);
	assert_int_equal(lines, 1000);
	remove_history(path);
	snprintf(path, sizeof path, "%s/agent", dir);
	rmdir(path);
	rmdir(dir);
}

static void a_large_history_is_shortened_and_keeps_its_newest(void **state)
{
	char path[] = "/tmp/historyXXXXXX", *line = malloc(HISTORY_ENTRY_BYTES);
	FILE *f = fdopen(mkstemp(path), "w");
	struct stat st;

	memset(line, 'x', HISTORY_ENTRY_BYTES);
	for (int i = 0; i < 300; i++)
		fprintf(f, "\"%d %.*s\"\n", i, (int)HISTORY_ENTRY_BYTES - 8, line);
	fclose(f);
	struct prompt_history *h = history_open(path);
	assert_memory_equal(history_at(h, 1), "299 x", 5);
	assert_memory_equal(history_at(h, 200), "100 x", 5);
	history_free(h);
	assert_int_equal(stat(path, &st), 0);
	assert_in_range(st.st_size, 1 << 20, HISTORY_BYTES);
	h = history_open(path);
	assert_memory_equal(history_at(h, 1), "299 x", 5);
	history_free(h);
	remove_history(path);
	free(line);
}

/* Several sessions find the file too long at the same time; each adds an entry. */
static void what_others_append_while_history_is_shortened_is_kept(void **state)
{
	char path[] = "/tmp/historyXXXXXX", entry[] = "child 0";

	close(mkstemp(path));
	for (int round = 0; round < 3; round++) {
		FILE *f = fopen(path, "w");

		for (int i = 0; i < 2000; i++)
			fprintf(f, "\"%d\"\n", i);
		fclose(f);
		for (int i = 0; i < 4; i++)
			if (fork() == 0) {
				struct prompt_history *h = history_open(path);
				entry[6] = (char)('0' + i);
				history_add(h, entry);
				_exit(0);
			}
		while (wait(NULL) > 0)
			;
		struct prompt_history *h = history_open(path);
		for (int i = 0; i < 4; i++) {
			entry[6] = (char)('0' + i);
			assert_in_range(history_search(h, 1, entry), 1, 4);
		}
		history_free(h);
	}
	remove_history(path);
}

static void a_bad_line_of_history_is_left_out(void **state)
{
	char path[] = "/tmp/historyXXXXXX";
	int fd = mkstemp(path);

	assert_true(write(fd, "\"a\"\nnot json\n17\n\"b\\u001b\"\n", 27) > 0);
	close(fd);
	struct prompt_history *h = history_open(path);
	assert_string_equal(history_at(h, 1), "b\xe2\x90\x9b");
	assert_string_equal(history_at(h, 2), "a");
	assert_null(history_at(h, 3));
	history_free(h);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keys_edit),
	    cmocka_unit_test(rows_wrap_and_the_cursor_is_on_them),
	    cmocka_unit_test(up_on_the_first_row_recalls),
	    cmocka_unit_test(a_large_paste_is_one_mark_and_is_sent_whole),
	    cmocka_unit_test(a_paste_is_a_word_of_its_own),
	    cmocka_unit_test(a_small_paste_is_text_and_a_joiner_does_not_join_a_mark),
	    cmocka_unit_test(more_pastes_than_marks_lose_nothing),
	    cmocka_unit_test(a_mark_wraps_as_a_whole),
	    cmocka_unit_test(up_goes_through_what_begins_like_the_draft),
	    cmocka_unit_test(a_secret_is_recalled_but_not_kept_in_the_file),
	    cmocka_unit_test(the_ceiling_holds),
	    cmocka_unit_test(a_wiped_text_is_nowhere),
	    cmocka_unit_test(history_is_kept_privately_and_bounded),
	    cmocka_unit_test(a_large_history_is_shortened_and_keeps_its_newest),
	    cmocka_unit_test(what_others_append_while_history_is_shortened_is_kept),
	    cmocka_unit_test(a_bad_line_of_history_is_left_out),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
