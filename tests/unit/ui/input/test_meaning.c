/* SPDX-License-Identifier: MIT
 * Searching commands by meaning: typed words find what they mean, and nothing that merely has their letters. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "ui/command/slash.h"
#include "ui/input/meaning.h"

/* Returns the chat's command that fits best; NULL: none fits. */
static const char *best_command(const char *typed)
{
	const char *best = NULL;
	int most = 0;

	for (size_t i = 0; slashes[i]; i++) {
		char *name = xasprintf("/%s", slashes[i]->name);
		const int score = meaning_score(typed, slashes[i]->help, name);

		if (score > most) {
			most = score;
			best = slashes[i]->name;
		}
		free(name);
	}
	return best;
}

static void words_of_other_programs_find_the_command(void **state)
{
	static const struct {
		const char *typed, *command;
	} rows[] = {{"colour", "theme"}, {"color", "theme"}, {"dark", "theme"},
	    {"login", "connect"}, {"api", "connect"}, {"rewind", "undo"}, {"cost", "budget"},
	    {"allow", "permissions"}, {"trust", "permissions"}, {"todo", "plan"},
	    {"settings", "config"}, {"exit", "quit"}, {"summar", "compact"}, {"share", "export"},
	    {"theme", "theme"}, {"jobs", "jobs"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *found = best_command(rows[i].typed);
		char *name;

		if (!found)
			fail_msg("'%s' finds nothing", rows[i].typed);
		name = xasprintf("/%s", rows[i].command);
		for (size_t k = 0; slashes[k]; k++)
			if (strcmp(slashes[k]->name, rows[i].command) == 0 &&
			    meaning_score(rows[i].typed, slashes[k]->help, name) == 0)
				fail_msg("'%s' does not find /%s, but /%s", rows[i].typed,
				    rows[i].command, found);
		free(name);
	}
}

static void scattered_letters_find_nothing(void **state)
{
	assert_int_equal(meaning_score("tme", "how it looks: the theme", "/theme"), 0);
	assert_int_equal(meaning_score("zzzz", "how it looks", "/theme"), 0);
	assert_int_equal(meaning_score("theme zzzz", "how it looks", "/theme"), 0);
	assert_int_equal(meaning_score("", "how it looks", NULL), 1);
}

static void its_own_name_goes_before_what_is_meant(void **state)
{
	const int name = meaning_score("theme", "Theme: how it looks", "/theme"),
		  word = meaning_score("looks", "Theme: how it looks", "/theme"),
		  within = meaning_score("ook", "Theme: how it looks", "/theme"),
		  meant = meaning_score("colour", "Theme: how it looks", "/theme");

	assert_true(name > word && word > within && within > meant && meant > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words_of_other_programs_find_the_command),
	    cmocka_unit_test(scattered_letters_find_nothing),
	    cmocka_unit_test(its_own_name_goes_before_what_is_meant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
