/* SPDX-License-Identifier: MIT
 * TOML of other programs as JSON.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/json/toml.h"

static void a_file_is_an_object(void **state)
{
	static const struct {
		const char *text, *want; /* NULL: it is none */
	} rows[] = {
	    {"", "{}"},
	    {"# only\n\n", "{}"},
	    {"a = 1\nb=true # c\n\"c d\" = 'x\\y'", "{\"a\":1,\"b\":true,\"c d\":\"x\\\\y\"}"},
	    {"a = \"x\\n\\u00e9\\\"\"", "{\"a\":\"x\\né\\\"\"}"},
	    {"a = \"\"\"\none\ntwo \\\n  three\"\"\"", "{\"a\":\"one\\ntwo three\"}"},
	    {"a = '''\n'x' \\n'''", "{\"a\":\"'x' \\\\n\"}"},
	    {"a = 1_000\nb = 1.5\nc = -2\nd = 0x1f\ne = 1e2",
		"{\"a\":1000,\"b\":1.5,\"c\":-2,\"d\":31,\"e\":100}"},
	    {"a = [1, 'x', [true],\n # c\n]", "{\"a\":[1,\"x\",[true]]}"},
	    {"a = { b = 1, c.d = 'x' }", "{\"a\":{\"b\":1,\"c\":{\"d\":\"x\"}}}"},
	    {"[a.b]\nx = 1\n[a]\ny = 2", "{\"a\":{\"b\":{\"x\":1},\"y\":2}}"},
	    {"[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 3",
		"{\"a\":[{\"x\":1},{\"x\":2,\"b\":{\"y\":3}}]}"},
	    {"[mcp_servers.fs]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\nenv = { \"A\" = \"b\" }",
		"{\"mcp_servers\":{\"fs\":{\"command\":\"npx\",\"args\":[\"-y\",\"x\"],\"env\":{"
		"\"A\":\"b\"}}}}"},
	    {"d = 2026-11-23", "{\"d\":\"2026-11-23\"}"},
	    {"a = 0o17\nb = 0b101\nc = 0xDEAD_beef\nd = 0\ne = +7\nf = 0e0\ng = -0.5",
		"{\"a\":15,\"b\":5,\"c\":3735928559,\"d\":0,\"e\":7,\"f\":0,\"g\":-0.5}"},
	    {"a = 9223372036854775807\nb = -9223372036854775808",
		"{\"a\":9223372036854775807,\"b\":-9223372036854775808}"},
	    {"t = 07:32:00", "{\"t\":\"07:32:00\"}"},
	    {"a = 9223372036854775808", NULL},
	    {"a = -9223372036854775809", NULL},
	    {"a = 0xffffffffffffffff", NULL},
	    {"a = 0755", NULL},
	    {"a = .5", NULL},
	    {"a = 0X1F", NULL},
	    {"a = -07", NULL},
	    {"a = 01.5", NULL},
	    {"a = 0o8", NULL},
	    {"a = 0b2", NULL},
	    {"a = 0b", NULL},
	    {"a = 0x", NULL},
	    {"a = 0x-1", NULL},
	    {"a = 0x0x1", NULL},
	    {"a = -0x1f", NULL},
	    {"a = 0x1p3", NULL},
	    {"a", NULL},
	    {"a = ", NULL},
	    {"a = 'x", NULL},
	    {"a = [1", NULL},
	    {"a = [1 2]", NULL},
	    {"a = { b = 1", NULL},
	    {"a = 1 b = 2", NULL},
	    {"[a", NULL},
	    {"[[a]\n", NULL},
	    {"a = \"\\u12\"", NULL},
	    {"a = nothing", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		json_t *value = toml_parse(rows[i].text, strlen(rows[i].text), &e);
		char *line = value ? json_line(value) : NULL;

		if (!line != !rows[i].want || (line && strcmp(line, rows[i].want) != 0))
			fail_msg("row %zu: %s", i, line ? line : e.message);
		assert_int_equal(e.code, line ? ERR_NONE : ERR_CONFIG);
		error_free(&e);
		free(line);
		json_decref(value);
	}
}

static void a_mistake_is_told_with_its_line(void **state)
{
	struct error e = ERROR_INIT;

	assert_null(toml_parse("a = 1\n\nb = x", 12, &e));
	assert_string_equal(e.message, "line 3: a value that is none");
	error_free(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_file_is_an_object),
	    cmocka_unit_test(a_mistake_is_told_with_its_line),
	};

	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
