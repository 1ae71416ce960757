/* SPDX-License-Identifier: MIT
 * What each look for planted files sets aside, of what happened since the look before: also where the kernel reported
 * that little or nothing changed, so that the look is short.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

#include "base/core/buf.h"
#include "base/json/json.h"
#include "sandbox/planted.h"
#include "tests/support/sandbox_ground.h"
#include "tests/support/scratch.h"

#define STEP_US 1000000

/* From the second look on: what was done before it, and what it sets aside. */
static const struct row {
	const char *line, *aside;
	bool accept;
} rows[] = {
    {"true", ""},
    {"mkdir -p a/b && mkdir .vscode a/.idea", "", true},
    {"echo 1 >a/file; echo 2 >>.vscode/tasks.json", ""},
    {"touch a/b/.envrc", "a/b/.envrc"},
    {"mkdir -p new/deep; echo 1 >new/deep/file", ""},
    {"touch new/deep/.envrc", "new/deep/.envrc"}, /* in what came after the first look */
    {"mkdir c && mv new/deep/.envrc.set-aside c/.envrc", "c/.envrc"},
    {"rm -r .vscode", ""},
    {"mkdir .vscode", ".vscode"}, /* it had gone */
    {"mv a z", "z/.idea"},
    {"mkdir -p z/c/.husky/d", "z/c/.husky"},
    {"mkdir .mcp.json.d && mv .mcp.json.d z/.mcp.json", "z/.mcp.json"},
    {"ln -s /dev/null z/.devcontainer", "z/.devcontainer"},
    {"git init -q lib", ""},
    {"git -C lib config core.pager ./evil", "lib/.git"}, /* only what is in a file changed */
    {"git init -q lib && echo evil >lib/.git/hooks/pre-push && chmod +x lib/.git/hooks/pre-push",
	"lib/.git"},
    {"seq 5000 | while read n; do >z/f$n; >z/g$n; rm z/f$n z/g$n; done; mkdir z/b/.idea",
	"z/b/.idea"}, /* more than the kernel keeps */
    {"mkdir -p node_modules/x/.vscode", ""},
    {"true", ""},
};

static char *look(struct planted *p, bool accept)
{
	struct buf made = BUF_INIT;

	planted_begin(p, accept);
	while (planted_step(p, STEP_US))
		continue;
	json_each (path, planted_made(p))
		buf_addf(&made, "%s%s", made.len ? " " : "", json_string_value(path));
	return buf_take(&made);
}

/* What is kept is what was set aside last, and then what was before. */
/* holds: planted-set-aside */
static void each_that_was_set_aside_is_put_back(void **state)
{
	struct sandbox_ground *g = *state;
	struct planted *p = planted_new(g->workspace);
	char *kept, *text;
	struct error e = ERROR_INIT;

	free(look(p, false));
	for (const char *const *t = (const char *const[]){"one", "two", "three", NULL}; *t; t++) {
		scratch_text(g->dir, "sub/.envrc", *t);
		free(look(p, false));
	}
	for (size_t i = 0; i < 3; i++) {
		static const char *const put[] = {"sub/.envrc", "sub/.envrc.2", "sub/.envrc.1"},
					 *const texts[] = {"three", "two", "one"};

		kept = planted_keep(p, NULL, &e);
		assert_string_equal(kept, put[i]);
		text = scratch_read(g->dir, kept, NULL);
		assert_string_equal(text, texts[i]);
		free(text);
		free(kept);
	}
	assert_null(planted_keep(p, NULL, &e));
	error_free(&e);
	planted_free(p);
}

/* holds: planted-set-aside */
static void each_look_finds_what_came_since_the_one_before(void **state)
{
	struct sandbox_ground *g = *state;
	struct planted *p = planted_new(g->workspace);

	free(look(p, false));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (sandbox_ground_run(g, CHILD_USER_COMMAND, rows[i].line, NULL) != 0)
			fail_msg("'%s' failed", rows[i].line);
		char *made = look(p, rows[i].accept);

		assert_string_equal(made, rows[i].aside);
		free(made);
	}
	planted_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		each_that_was_set_aside_is_put_back, sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test_setup_teardown(each_look_finds_what_came_since_the_one_before,
		sandbox_ground_setup, sandbox_ground_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
