/* SPDX-License-Identifier: MIT
 * A setting written into the user's agent.yaml: only its value changes, or nothing does. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "config/settings.h"
#include "config/settings_append.h"
#include "tests/support/scratch.h"

static const struct {
	const char *before, *key, *value, *after; /* after NULL: refused */
} rows[] = {
    {"", "ui.theme", "mono", "ui.theme: \"mono\"\n"},
    {"# mine", "ui.theme", "mono", "# mine\nui.theme: \"mono\"\n"},
    {"ui.theme: dark\napprove: ask\n", "ui.theme", "mono", "ui.theme: \"mono\"\napprove: ask\n"},
    {"ui:\n  title: true # t\n  theme:   dark   # d\n", "ui.theme", "mono",
	"ui:\n  title: true # t\n  theme:   \"mono\"   # d\n"},
    {"ui.theme: 'a # b' # c\n", "ui.theme", "mono", "ui.theme: \"mono\" # c\n"},
    {"ui.theme: dark\t# mine\n", "ui.theme", "mono", "ui.theme: \"mono\"\t# mine\n"},
    {"ui.theme: dark \t \n", "ui.theme", "mono", "ui.theme: \"mono\" \t \n"},
    {"ui.theme: dark\r\napprove: ask\r\n", "ui.theme", "mono",
	"ui.theme: \"mono\"\r\napprove: ask\r\n"},
    {"ui: {theme: dark, title: true}\n", "ui.theme", "mono", NULL},
    {"ui.theme: >\n  dark\n", "ui.theme", "mono", NULL},
    {"ui.theme: [\n", "ui.theme", "mono", NULL},
    {"ui.theme:\n  dark\n", "ui.theme", "mono", NULL},
};

static void only_the_value_changes(void **state)
{
	char *dir = scratch_new();

	setenv("XDG_CONFIG_HOME", dir, 1);
	scratch_folder(dir, "agent");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		struct buf text = BUF_INIT;
		json_t *value = json_string(rows[i].value);
		char *path = settings_user_file();

		scratch_text(dir, "agent/agent.yaml", rows[i].before);
		const bool ok = settings_keep(rows[i].key, value, &e);
		assert_true(file_read(path, 1 << 20, &text, NULL));
		assert_string_equal(buf_str(&text), rows[i].after ? rows[i].after : rows[i].before);
		if (ok != (rows[i].after != NULL))
			fail_msg("row %zu: %s", i, e.message ? e.message : "kept");
		error_free(&e);
		buf_free(&text);
		json_decref(value);
		free(path);
	}
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(only_the_value_changes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
