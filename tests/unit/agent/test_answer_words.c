/* SPDX-License-Identifier: MIT
 * Ends of replies: those that announce a step are told apart from those of an answer, also in texts that were not
 * written for this test: the true endings of the other files, and the documents.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agent/turn/answer_words.h"
#include "base/json/json.h"
#include "config/prompt.h"

static json_t *rules;

static int make_rules(void **state)
{
	rules = config_table("last_words.yaml", NULL);
	return rules ? 0 : -1;
}

static int drop_rules(void **state)
{
	json_decref(rules);
	config_forget();
	return 0;
}

static bool announces(const char *text)
{
	return answer_before_announcement(rules, text) < strlen(text);
}

/* Returns of how many lines of this kind the last column announces a step; *count: how many there are. */
static size_t announced_of(const char *path, char kind, bool wanted, size_t *count)
{
	FILE *f = fopen(path, "r");
	char line[4096];
	size_t n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		const char *text = strrchr(line, '\t');
		bool now;

		if (*line != kind || !text)
			continue;
		line[strcspn(line, "\n")] = '\0';
		now = announces(text + 1);
		if (now != wanted)
			printf("# %s: %s\n", now ? "announced" : "not announced", text + 1);
		n += now;
		++*count;
	}
	fclose(f);
	return n;
}

static void an_end_that_announces_a_step_is_told_from_an_answer(void **state)
{
	const char *path = "tests/unit/agent/data/announced.txt";
	size_t all = 0, others = 0;

	assert_int_equal(announced_of(path, 'A', true, &all), 30);
	assert_int_equal(announced_of(path, 'N', false, &others), 0);
	assert_int_equal(all, 30);
	assert_int_equal(others, 30);
}

static void true_endings_announce_nothing(void **state)
{
	static const char *const files[] = {
	    "endings.txt", "endings_held_out.txt", "endings_blind_1.txt", "endings_blind_2.txt"};
	size_t count = 0;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char path[256];

		snprintf(path, sizeof path, "tests/unit/agent/data/%s", files[i]);
		assert_int_equal(announced_of(path, 'T', false, &count), 0);
	}
	assert_true(count > 200);
}

/* Real texts: of the lines of the documents that end a sentence at most one in a hundred may be taken for an
 * announcement. */
static void lines_of_documents_announce_nothing(void **state)
{
	size_t count = 0, wrong = 0;
	glob_t found;

	assert_int_equal(glob("docs/*.md", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *f = fopen(found.gl_pathv[i], "r");
		char line[8192];

		assert_non_null(f);
		while (fgets(line, sizeof line, f)) {
			size_t len = strcspn(line, "\n");

			line[len] = '\0';
			if (len < 20 || line[len - 1] != '.')
				continue;
			count++;
			if (announces(line)) {
				printf("# announced: %s\n", line);
				wrong++;
			}
		}
		fclose(f);
	}
	globfree(&found);
	printf("# %zu of %zu lines announce\n", wrong, count);
	assert_true(count > 300);
	assert_true(wrong * 100 <= count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_end_that_announces_a_step_is_told_from_an_answer),
	    cmocka_unit_test(true_endings_announce_nothing),
	    cmocka_unit_test(lines_of_documents_announce_nothing),
	};

	return cmocka_run_group_tests(tests, make_rules, drop_rules);
}
