/* SPDX-License-Identifier: MIT
 * Everything the user can type or press is tested: each command of the table has a screen test of its
 * name, each key of config/keys.yaml a row in tests/screen/data/keys.txt.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "ui/command/slash.h"
#include "ui/keys/keys.h"

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

/* Whether a row's keys, the third field behind its action, include this one. */
static bool row_presses(const char *row, unsigned key)
{
	unsigned pressed = 0;

	for (int i = 0; row && i < 3; i++)
		if ((row = strchr(row, '|')))
			row++;
	if (!row)
		return false;
	row += strspn(row, " ");
	char *name = xstrndup(row, strcspn(row, " |"));
	bool same = input_parse(name, &pressed) && pressed == key;
	free(name);
	return same;
}

static bool has_row(const char *table, const char *mode, const char *action, unsigned key)
{
	char *start = xasprintf("\n%s %s ", mode, action);
	bool found = false;

	for (const char *row = table; !found && (row = strstr(row, start)); row++)
		found = row_presses(row, key);
	free(start);
	return found;
}

static void every_key_has_a_row(void **state)
{
	static const char *const modes[] = {
	    "chat", "vim", "plan", "plans", "roadmap", "sessions", "replay"};
	char *table = read_text("tests/screen/data/keys.txt");

	for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
		struct keymap map = {0};
		struct error e = ERROR_INIT;
		assert_true(keymap_load(&map, modes[m], &e));
		assert_true(map.count > 0);
		for (size_t i = 0; i < map.count; i++) {
			struct buf name = BUF_INIT;
			input_name(map.list[i].key, &name);
			if (!has_row(table, modes[m], map.list[i].action, map.list[i].key))
				fail_msg("no row '%s %s' presses %s", modes[m], map.list[i].action,
				    buf_str(&name));
			assert_string_equal(keymap_find(&map, map.list[i].key), map.list[i].action);
			buf_free(&name);
		}
		keymap_free(&map);
	}
	free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_command_has_a_screen_test),
	    cmocka_unit_test(every_key_has_a_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
