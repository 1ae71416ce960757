/* SPDX-License-Identifier: MIT
 * A folder is added to trust.workspaces by one line of text; everything else stays to the byte.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "config/prompt.h"
#include "config/trust.h"

static void the_line_goes_where_the_list_is(void **state)
{
	static const struct {
		const char *before, *after;
	} rows[] = {
	    {"", "trust.workspaces:\n  - \"/w\"\n"},
	    {"# mine\n", "# mine\n\ntrust.workspaces:\n  - \"/w\"\n"},
	    {"approve: ask # careful", "approve: ask # careful\n\ntrust.workspaces:\n  - \"/w\"\n"},
	    {"approve: ask\r\n", "approve: ask\r\n\r\ntrust.workspaces:\r\n  - \"/w\"\r\n"},
	    {"trust:\n  workspaces:\n    - /a # one\n    # end\nui: {}\n",
		"trust:\n  workspaces:\n    - /a # one\n    - \"/w\"\n    # end\nui: {}\n"},
	    {"trust:\n  workspaces:\n  - /a\n  - /b",
		"trust:\n  workspaces:\n  - /a\n  - /b\n  - \"/w\"\n"},
	    {"trust.workspaces:\n- /a\napprove: ask\n",
		"trust.workspaces:\n- /a\n- \"/w\"\napprove: ask\n"},
	    {"trust.workspaces: [/a, /b] # two\n", "trust.workspaces: [\"/w\", /a, /b] # two\n"},
	    {"trust: {workspaces: []}\n", "trust: {workspaces: [\"/w\"]}\n"},
	    {"\xef\xbb\xbf"
	     "trust.workspaces: []\n",
		"\xef\xbb\xbf"
		"trust.workspaces: [\"/w\"]\n"},
	    {"trust:\n  # nobody yet\nui: {}\n",
		"trust:\n  workspaces:\n    - \"/w\"\n  # nobody yet\nui: {}\n"},
	    {"trust:\n", "trust:\n  workspaces:\n    - \"/w\"\n"},
	    {"---\napprove: ask\n", "---\napprove: ask\n\ntrust.workspaces:\n  - \"/w\"\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;
		struct error e = ERROR_INIT;

		if (!trust_insert(rows[i].before, strlen(rows[i].before), "/w", &out, &e))
			fail_msg("%s: %s", rows[i].before, e.message);
		assert_string_equal(buf_str(&out), rows[i].after);
		buf_free(&out);
	}
}

static void odd_folders_are_quoted(void **state)
{
	struct buf out = BUF_INIT;

	(void)state;
	assert_true(trust_insert("", 0, "/a \"b\"\n#c: \xc3\xa9", &out, NULL));
	assert_string_equal(
	    buf_str(&out), "trust.workspaces:\n  - \"/a \\\"b\\\"\\n#c: \xc3\xa9\"\n");
	buf_free(&out);
	assert_false(trust_insert("", 0, "/a\xff", &out, NULL));
	buf_free(&out);
}

/* What cannot be done by one line is refused, never guessed. */
static void what_would_change_the_rest_is_refused(void **state)
{
	static const char *const texts[] = {
	    "{approve: ask}\n",
	    "approve: ask\n...\n",
	    "trust:\n  workspaces: !!seq [\n  ]\n",
	    "workspace.allow: &x [/a]\ntrust.workspaces: *x\n",
	    "approve: nonsense\n",
	    "trust: {}\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct buf out = BUF_INIT;
		struct error e = ERROR_INIT;

		if (trust_insert(texts[i], strlen(texts[i]), "/w", &out, &e))
			fail_msg("accepted: %s gives %s", texts[i], buf_str(&out));
		assert_non_null(e.message);
		error_free(&e);
		buf_free(&out);
	}
	config_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_line_goes_where_the_list_is),
	    cmocka_unit_test(odd_folders_are_quoted),
	    cmocka_unit_test(what_would_change_the_rest_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
