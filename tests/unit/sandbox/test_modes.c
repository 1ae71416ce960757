/* SPDX-License-Identifier: MIT
 * What each approval mode allows, asks about and denies: the table in docs/cli.md is made of the decisions, and a
 * mode's explanation is the same everywhere. WRITE=1 writes the table.
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
#include "tests/support/document.h"
#include "tests/support/sandbox_ground.h"
#include "workspace/permission/permission.h"

static const struct row {
	const char *what;
	enum tool_class class;
	const char *tool, *path, *command, *url;
	bool network, unconfined;
} rows[] = {
    {"reading a file of the workspace", TOOL_READS, "read_file", .path = "a.c"},
    {"a command that only reads there (`grep -n x a.c`)", TOOL_RUNS, "run_command",
	.command = "grep -n x a.c"},
    {"a command of which it is not known (`python3 x.py`)", TOOL_RUNS, "run_command",
	.command = "python3 x.py"},
    {"a command that writes by its words (`mkdir x`)", TOOL_RUNS, "run_command",
	.command = "mkdir x"},
    {"a command that is marked destructive (`rm a.c`)", TOOL_RUNS, "run_command",
	.command = "rm a.c"},
    {"a command that asks for the network", TOOL_RUNS, "run_command", .command = "npm install",
	.network = true},
    {"a command that changes a repository's configuration", TOOL_RUNS, "run_command",
	.command = "git config a.b c"},
    {"any other command without a sandbox", TOOL_RUNS, "run_command", .command = "python3 x.py",
	.unconfined = true},
    {"writing a file of the workspace", TOOL_WRITES, "edit_file", .path = "a.c"},
    {"writing a file outside, or what is protected", TOOL_WRITES, "edit_file",
	.path = ".git/config"},
    {"a page of the web", TOOL_NETWORK, "fetch_url", .url = "https://docs.python.org/"},
    {"a sub-agent, under the same mode", TOOL_DELEGATES, "delegate"},
    {"what later sessions are told", TOOL_REMEMBERS, "remember"},
};

static struct decision decide_row(struct sandbox_ground *g, const struct permissions *p,
    const struct row *r, enum approve_mode mode)
{
	const struct act act = {.class = r->class,
	    .tool = r->tool,
	    .path = r->path,
	    .command = r->command,
	    .url = r->url,
	    .network = r->network,
	    .workspace = g->workspace};
	struct decision d = permission_decide(p, mode, &act);

	if (r->command)
		sandbox_decide(g->sandbox, mode, r->command, r->network ? "" : NULL, &d);
	return d;
}

static const char *cell(struct sandbox_ground *g, const struct permissions *p, const struct row *r,
    enum approve_mode mode)
{
	const enum verdict verdict = decide_row(g, p, r, mode).verdict;
	const bool tried =
	    verdict != VERDICT_ALLOW && decide_row(g, p, r, APPROVE_ASK).may_be_tried;

	if (verdict == VERDICT_ALLOW)
		return "yes";
	if (verdict == VERDICT_ASK)
		return tried ? "tried, then asks" : "asks";
	return tried ? "tried, then denied" : "denied";
}

static void add_table(struct sandbox_ground *g, struct buf *out)
{
	struct permissions *p = permissions_new(g->settings);

	buf_adds(out, "\n| |");
	for (int mode = 0; mode < APPROVE_MODES; mode++)
		buf_addf(out, " %s |", approve_mode_name((enum approve_mode)mode));
	buf_adds(out, "\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		buf_addf(out, "| %s |", rows[i].what);
		assert_true(setting_change(g->settings, "sandbox.mode",
		    json_string(rows[i].unconfined ? "off" : "namespaces"), NULL));
		for (int mode = 0; mode < APPROVE_MODES; mode++)
			buf_addf(out, " %s |", cell(g, p, &rows[i], (enum approve_mode)mode));
		buf_adds(out, "\n");
	}
	buf_adds(out, "\n");
	permissions_free(p);
}

#define DOC "docs/cli.md"
#define FROM "<!-- table of modes, made by tests/unit/sandbox/test_modes.c -->\n"
#define TO "<!-- end of table -->\n"

static void the_table_of_modes_is_what_is_decided(void **state)
{
	struct sandbox_ground *g = *state;
	struct buf table = BUF_INIT, whole = BUF_INIT;
	char *doc = document_read(DOC), *from = strstr(doc, FROM), *to = strstr(doc, TO);

	assert_true(from && to && from < to);
	from += strlen(FROM);
	assert_true(setting_change(g->settings, "sandbox.mode", json_string("namespaces"), NULL));
	if (sandbox_tier(g->sandbox) != SANDBOX_NAMESPACES) {
		free(doc);
		skip();
	}
	add_table(g, &table);
	if (getenv("WRITE")) {
		buf_add(&whole, doc, (size_t)(from - doc));
		buf_add(&whole, buf_str(&table), table.len);
		buf_adds(&whole, to);
		assert_true(file_write(DOC, 0644, buf_str(&whole), whole.len, NULL));
	} else {
		*to = '\0';
		assert_string_equal(from, buf_str(&table));
	}
	buf_free(&whole);
	buf_free(&table);
	free(doc);
}

/* Replaces each line end, and the hash of a comment behind it, by blanks. */
static char *flat(char *text)
{
	char *out = text;

	for (const char *in = text; *in; in++) {
		const bool blank =
		    strchr(" \n", *in) || (*in == '#' && (in == text || in[-1] == '\n'));

		if (!blank)
			*out++ = *in;
		else if (out > text && out[-1] != ' ')
			*out++ = ' ';
	}
	*out = '\0';
	return text;
}

static void each_text_about_modes_says_the_same(void **state)
{
	static const struct {
		const char *path, *before, *behind; /* a mode's name */
	} texts[] = {
	    {"docs/cli.md", "- *", "*"},
	    {"config/default.yaml", "", ""},
	    {"agent.yaml.example", "", ""},
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = flat(document_read(texts[i].path));

		for (int mode = 0; mode < APPROVE_MODES; mode++) {
			char *wanted = xasprintf("%s%s%s: %s", texts[i].before,
			    approve_mode_name((enum approve_mode)mode), texts[i].behind,
			    approve_mode_words((enum approve_mode)mode));

			if (!strstr(text, wanted))
				fail_msg("%s does not say \"%s\"", texts[i].path, wanted);
			free(wanted);
		}
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(the_table_of_modes_is_what_is_decided,
		sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test(each_text_about_modes_says_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
