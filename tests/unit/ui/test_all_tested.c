/*
 * Nothing the user can type or press goes untried: each command of the table has a screen test of
 * its name, each action of config/keys.yaml a row in tests/screen/data/keys.txt whose key is bound
 * to it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "ui/command.h"
#include "ui/keys.h"

static char *read_text(const char *path)
{
	struct buf text = BUF_INIT;
	struct error e = ERROR_INIT;

	if (!file_read(path, 1 << 20, &text, &e))
		fail_msg("%s", e.message);
	return buf_take(&text);
}

static void every_command_has_a_screen_test(void **state)
{
	char *script = read_text("tests/screen/commands.sh");

	for (size_t i = 0; slashes[i]; i++) {
		char *name = xasprintf("\ntest_command_%s() {", slashes[i]->name);
		char *typed = xasprintf("says '/%s", slashes[i]->name);
		char *alone = xasprintf("says /%s\n", slashes[i]->name);
		if (!strstr(script, name) || (!strstr(script, typed) && !strstr(script, alone)))
			fail_msg(
			    "no test_command_%s types /%s", slashes[i]->name, slashes[i]->name);
		free(alone);
		free(typed);
		free(name);
	}
	free(script);
}

/* The third field behind the action of a row. Owned; NULL: there is no such row. */
static char *key_of_row(const char *table, const char *mode, const char *action)
{
	char *start = xasprintf("\n%s %s ", mode, action);
	const char *row = strstr(table, start);
	char *key = NULL;

	for (int i = 0; row && i < 3; i++)
		if ((row = strchr(row, '|')))
			row++;
	if (row) {
		row += strspn(row, " ");
		key = xstrndup(row, strcspn(row, " |"));
	}
	free(start);
	return key;
}

static void every_action_has_a_row_with_its_key(void **state)
{
	static const char *const modes[] = {"chat", "plan", "replay"};
	char *table = read_text("tests/screen/data/keys.txt");

	for (size_t m = 0; m < 3; m++) {
		struct keymap map = {0};
		struct error e = ERROR_INIT;
		assert_true(keymap_load(&map, modes[m], &e));
		for (size_t i = 0; i < map.count; i++) {
			const char *action = map.list[i].action;
			char *name = key_of_row(table, modes[m], action);
			unsigned key = 0;
			if (!name)
				fail_msg("no row '%s %s'", modes[m], action);
			assert_true(input_parse(name, &key));
			if (strcmp(keymap_find(&map, key) ? keymap_find(&map, key) : "", action))
				fail_msg("'%s %s': %s is not its key", modes[m], action, name);
			free(name);
		}
		keymap_free(&map);
	}
	free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_command_has_a_screen_test),
	    cmocka_unit_test(every_action_has_a_row_with_its_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
