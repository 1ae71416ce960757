/* SPDX-License-Identifier: MIT
 * Endings of turns, written for this test: what ran, and the answer. The files say which answers are false; the
 * program must mark these and leave the true ones alone. The files were written before the code, the blind ones
 * before a later change of it; since what they showed was corrected, their figures are no longer blind.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agent/state/claims.h"
#include "agent/turn/answer_words.h"
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/json/json.h"
#include "config/prompt.h"

/* Adds one act to c: "~path" is a change, "$ command => exit: what it printed" a command, "=> timeout" one that was
 * ended; "&" one that ended in the background, "=> open" one that has not. */
static void take_act(struct turn_claims *c, char *act)
{
	char *arrow, *said, *command;
	json_t *data;
	bool behind, open;

	act += strspn(act, " ");
	if (*act == '~' && !strstr(act, ".md"))
		claims_change(c);
	if (*act != '$' && *act != '&')
		return;
	arrow = strstr(act, " => ");
	assert_non_null(arrow);
	*arrow = '\0';
	said = strchr(arrow + 4, ':');
	command = act + 2;
	behind = *act == '&';
	open = strncmp(arrow + 4, "open", 4) == 0;
	data = json_pack("{s:b}", "running", true);
	if (behind || open)
		claims_ran(c, claims_run("c", command, data, ""));
	json_decref(data);
	if (open)
		return;
	data = json_pack("{s:I, s:b}", "exit", (json_int_t)strtol(arrow + 4, NULL, 10), "timed_out",
	    strncmp(arrow + 4, "timeout", 7) == 0);
	(behind ? claims_over : claims_ran)(
	    c, claims_run("c", command, data, said ? said + 1 : ""));
	json_decref(data);
}

/* Replaces each "\\n" by a line end. */
static void take_line_ends(char *answer)
{
	for (char *at; (at = strstr(answer, "\\n"));) {
		*at = '\n';
		memmove(at + 1, at + 2, strlen(at + 2) + 1);
	}
}

/* Returns whether the turn marks the answer. If something in it is not verified, the model is asked (*asked), and its
 * reply (NULL: none) is added. */
static bool is_marked(
    const json_t *rules, char *acts, const char *answer, const char *reply, bool *asked)
{
	struct turn_claims c = {0};
	const json_t *failed;
	char *line, *whole;

	for (char *next; acts; acts = next) {
		next = strstr(acts, ";;");
		if (next) {
			*next = '\0';
			next += 2;
		}
		take_act(&c, acts);
	}
	line = claims_unverified(&c, rules, answer, &failed);
	*asked = line != NULL;
	if (line && reply) {
		free(line);
		c.asked = true;
		claims_hear(&c, rules, reply);
		whole = answer_join(answer, reply);
		line = claims_unverified(&c, rules, whole, &failed);
		free(whole);
	}
	claims_free(&c);
	free(line);
	return line != NULL;
}

/* Checks all endings of a file. Returns how many true answers were marked, times 1,000, plus how many there are. */
static int check_file(const char *path, int least)
{
	json_t *rules = config_table("last_words.yaml", NULL);
	int count[2] = {0}, marked[2] = {0}, asked[2] = {0};
	char line[4096];
	FILE *f = fopen(path, "r");

	assert_non_null(rules);
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		char *rest = line, *kind = strsep(&rest, "\t"), *acts = strsep(&rest, "\t");
		char *answer = strsep(&rest, "\t");
		bool is_false, now, told;

		if (*kind != 'F' && *kind != 'T')
			continue;
		assert_non_null(answer);
		answer[strcspn(answer, "\n")] = '\0';
		take_line_ends(answer);
		take_line_ends(acts);
		if (rest) {
			rest[strcspn(rest, "\n")] = '\0';
			take_line_ends(rest);
		}
		is_false = *kind == 'F';
		count[is_false]++;
		now = is_marked(rules, acts, answer, rest, &told);
		marked[is_false] += now;
		asked[is_false] += told;
		if (now != is_false)
			printf("# %s, and %s: %s\n", is_false ? "false" : "true",
			    now ? "marked" : "not marked", answer);
	}
	fclose(f);
	json_decref(rules);
	config_forget();
	printf("# %s: %d of %d false marked, %d of %d true; asked about: %d and %d\n", path,
	    marked[1], count[1], marked[0], count[0], asked[1], asked[0]);
	assert_true(count[0] >= least && count[1] >= least);
	assert_true(marked[1] * 100 >= count[1] * 95);
	assert_true(marked[0] * 100 <= count[0] * 5);
	return marked[0] * 1000 + count[0];
}

static void false_endings_are_marked_and_true_ones_are_not(void **state)
{
	check_file("tests/unit/agent/data/endings.txt", 100);
}

static void so_are_those_that_were_held_out(void **state)
{
	static const struct {
		const char *path;
		int least;
	} files[] = {
	    {"tests/unit/agent/data/endings_held_out.txt", 49},
	    {"tests/unit/agent/data/endings_blind_1.txt", 50},
	    {"tests/unit/agent/data/endings_blind_2.txt", 30},
	    {"tests/unit/agent/data/endings_blind_3.txt", 64},
	    {"tests/unit/agent/data/endings_blind_4.txt", 64},
	    {"tests/unit/agent/data/endings_blind_5.txt", 32},
	    {"tests/unit/agent/data/endings_blind_6.txt", 20},
	    {"tests/unit/agent/data/endings_blind_7.txt", 50},
	    {"tests/unit/agent/data/endings_blind_8.txt", 30},
	    {"tests/unit/agent/data/endings_blind_9.txt", 30},
	    {"tests/unit/agent/data/endings_blind_10.txt", 30},
	};
	int all = 0;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		all += check_file(files[i].path, files[i].least);
	assert_true(all / 1000 * 100 <= all % 1000 * 2);
}

/* What is kept of a long output begins with a whole character: else the command would be lost. */
static void a_long_output_is_cut_between_characters(void **state)
{
	json_t *rules = config_table("last_words.yaml", NULL);

	for (size_t n = 4000; n < 4004; n++) {
		struct turn_claims c = {0};
		const json_t *failed;
		char said[8200] = "";

		for (size_t i = 0; i < n; i++)
			memcpy(said + strlen(said), i % 2 ? "\xc3\xa4" : "x", i % 2 ? 2 : 1);
		claims_change(&c);
		json_t *data = json_pack("{s:i}", "exit", 2);
		claims_ran(&c, claims_run("c", "make test", data, said));
		json_decref(data);
		char *line = claims_unverified(&c, rules, "Done.", &failed);
		assert_non_null(line);
		assert_non_null(failed);
		free(line);
		claims_free(&c);
	}
	json_decref(rules);
	config_forget();
}

/* The middle of a long answer is what was asked for: pages about tests that pass are no claim. */
static void a_long_answer_claims_at_its_ends(void **state)
{
	static const struct row {
		const char *first, *middle, *last;
		bool marked;
	} rows[] = {
	    {"Here is the page.", "All tests pass.", "That is all of it.", false},
	    {"All tests pass.", "Here is the page.", "That is all of it.", true},
	    {"Here is the page.", "That is all of it.", "All tests pass.", true},
	};
	json_t *rules = config_table("last_words.yaml", NULL);

	for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
		struct buf answer = BUF_INIT;
		bool asked;
		char act[] = "~main.c";

		buf_addf(&answer, "%s\n", row->first);
		for (int i = 0; i < 200; i++)
			buf_adds(&answer, "It rains in the north, and the wind turns.\n");
		buf_addf(&answer, "%s\n", row->middle);
		for (int i = 0; i < 200; i++)
			buf_adds(&answer, "It rains in the north, and the wind turns.\n");
		buf_adds(&answer, row->last);
		assert_int_equal(is_marked(rules, act, answer.data, NULL, &asked), row->marked);
		buf_free(&answer);
	}
	json_decref(rules);
	config_forget();
}

/* Data of 200 KB has no sentences: it is read in parts, and what stands behind it counts. */
static void what_follows_a_text_without_full_stops_is_read(void **state)
{
	static const struct row {
		const char *last;
		bool marked;
	} rows[] = {
	    {" `make test` still fails.", false},
	    {"\n\nI could not make it pass: `make test` exits 2.", false},
	    {" It is done now.", true},
	};
	json_t *rules = config_table("last_words.yaml", NULL);

	for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
		struct buf answer = BUF_INIT;
		bool asked;
		char acts[] = "~main.c ;; $ make test => 2: boom";

		for (int i = 0; i < 25000; i++)
			buf_adds(&answer, "r\xc3\xa4gnet ");
		buf_addf(&answer, ".%s", row->last);
		assert_int_equal(is_marked(rules, acts, answer.data, NULL, &asked), row->marked);
		buf_free(&answer);
	}
	json_decref(rules);
	config_forget();
}

/* What is left out of a long reply is said by the program, and is no word of the model's. */
static void a_long_reply_without_an_admission_admits_nothing(void **state)
{
	static const struct row {
		const char *middle;
		bool marked;
	} rows[] = {
	    {"It rains in the north, and the wind turns.\n", true},
	    {"\n\nI could not make it pass: `make test` exits 2.\n\n", false},
	};
	json_t *rules = config_table("last_words.yaml", NULL);

	for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
		struct buf reply = BUF_INIT;
		bool asked;
		char acts[] = "~main.c ;; $ make test => 2: boom";

		buf_adds(&reply, row->middle);
		for (int i = 0; i < 1000; i++)
			buf_adds(&reply, "It rains in the north, and the wind turns.\n");
		assert_int_equal(
		    is_marked(rules, acts, "It is done.", reply.data, &asked), row->marked);
		assert_true(asked);
		buf_free(&reply);
	}
	json_decref(rules);
	config_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(false_endings_are_marked_and_true_ones_are_not),
	    cmocka_unit_test(so_are_those_that_were_held_out),
	    cmocka_unit_test(a_long_output_is_cut_between_characters),
	    cmocka_unit_test(a_long_answer_claims_at_its_ends),
	    cmocka_unit_test(what_follows_a_text_without_full_stops_is_read),
	    cmocka_unit_test(a_long_reply_without_an_admission_admits_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
