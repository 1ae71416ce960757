/* SPDX-License-Identifier: MIT
 * What a project can build and test, read from its own files by the table that is shipped.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "agent/context/project_view.h"
#include "config/prompt.h"
#include "tests/support/scratch.h"
#include "workspace/file/workspace.h"

static void expect(const char *const *files, const char *wanted)
{
	char *dir = scratch_new();
	struct workspace *w;
	struct buf out = BUF_INIT;

	for (; files[0]; files += 2)
		scratch_text(dir, files[0], files[1]);
	w = workspace_open(dir, NULL);
	assert_non_null(w);
	build_targets(w, NULL, 4, &out);
	assert_string_equal(buf_str(&out), wanted);
	buf_free(&out);
	workspace_free(w);
	scratch_free(dir);
	config_forget();
}

static void targets_are_read_from_the_files_of_each_way_to_build(void **state)
{
	static const struct {
		const char *files[7], *wanted;
	} rows[] = {
	    {{NULL}, ""},
	    {{"Makefile",
		 "CC := cc\nall: agent\n\techo x: y\n.PHONY: all\ncheck test-unit: all\n%.o: %.c\n"
		 "check:\n\ttrue\nVAR ::= 1\n"},
		"- make: all, check\n"},
	    {{"Makefile", "a:\nb:\nc:\nd:\ne:\n"}, "- make: a, b, c, d\n"},
	    {{"GNUmakefile", "one:\n", "Makefile", "two:\n"}, "- make: one\n"},
	    {{"package.json",
		 "{\"name\": \"x\", \"scripts\": {\"test\": \"jest\", \"lint\": \"eslint\"}}"},
		"- npm run: test, lint\n"},
	    {{"package.json", "{\"scripts\": [1]"}, ""},
	    {{"Cargo.toml", "[package]\n", "Makefile", "all:\n"},
		"- make: all\n- Cargo.toml is there: cargo build, cargo test\n"},
	    {{"pytest.ini", "", "pyproject.toml", ""},
		"- pytest.ini is there: python3 -m pytest\n"},
	    {{"justfile", "default: build\n@quiet:\nbuild target='x':\nvar := 'a'\n"},
		"- just: default, quiet, build\n"},
	    {{"Taskfile.yml", "version: '3'\ntasks:\n  build:\n    cmds: []\n  test:unit:\n"},
		"- task: build, test:unit\n"},
	    {{"Makefile", "a\x1b[31m:\n\xff\xfe:\nok:\n"}, "- make: ok\n"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect(rows[i].files, rows[i].wanted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(targets_are_read_from_the_files_of_each_way_to_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
