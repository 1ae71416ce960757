/* SPDX-License-Identifier: MIT
 * Globs of tools, and the wildcards below them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/core/clock.h"
#include "workspace/file/glob.h"
#include "workspace/walk.h"

struct row {
	const char *pattern, *text;
	bool match;
};

static void a_glob_matches_paths(void **state)
{
	static const struct row rows[] = {
	    {"*.c", "main.c", true},
	    {"*.c", "src/base/core/buf.c", true},
	    {"*.c", "src/base/core/buf.h", false},
	    {"buf.c", "src/base/core/buf.c", true},
	    {"src/*.c", "src/main.c", true},
	    {"src/*.c", "src/base/core/buf.c", false},
	    {"./src/*.c", "src/main.c", true},
	    {"/src/*.c", "src/main.c", true},
	    {"/etc/*", "/etc/passwd", true},
	    {"/etc/*", "/src/etc/passwd", false},
	    {"etc/*", "/etc/passwd", false},
	    {"src/**/*.c", "src/main.c", true},
	    {"src/**/*.c", "src/a/b/main.c", true},
	    {"src/**", "src/a/b", true},
	    {"src/**", "src", false},
	    {"**/test_*.c", "test_a.c", true},
	    {"**/test_*.c", "a/b/test_a.c", true},
	    {"**", "a/b", true},
	    {"a/**/b/**/c", "a/b/c", true},
	    {"a/**/b/**/c", "a/x/b/y/z/c", true},
	    {"a/**/b/**/c", "a/x/c/y/z/b", false},
	    {"**/a/*/c", "a/a/b/c", true},
	    {"**/a/*b/**/d", "x/a/cb/a/bb/d", true},
	    {"*.{c,h}", "x.h", true},
	    {"*.{c,h}", "x.o", false},
	    {"{src,ui}/**/*.{c,h}", "ui/tui/draw.c", true},
	    {"{src,ui}/**/*.{c,h}", "tests/draw.c", false},
	    {"a{b,{c,d}e}f", "adef", true},
	    {"a{b,{c,d}e}f", "adf", false},
	    {"a{,b}", "a", true},
	    {"a{b}", "a{b}", true},
	    {"{a,b", "{a,b", true},
	    {"\\{a,b}", "{a,b}", true},
	    {"?.c", "a.c", true},
	    {"?.c", "ab.c", false},
	    {"a/?/c", "a///c", false},
	    {"[a-c]x", "bx", true},
	    {"[!a-c]x", "bx", false},
	    {"[^a-c]x", "dx", true},
	    {"[]]x", "]x", true},
	    {"[a-]x", "-x", true},
	    {"[[:digit:]]*", "7up", true},
	    {"[[:digit:]]*", "up", false},
	    {"[[:nope:]]", "n", false},
	    {"[", "[", false},
	    {"\\[", "[", true},
	    {"[a\\]b]", "]", true},
	    {"x\\", "x\\", false},
	    {"", "", true},
	    {"", "a", false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (glob_match(rows[i].pattern, rows[i].text) != rows[i].match)
			fail_msg(
			    "'%s' and '%s': not %d", rows[i].pattern, rows[i].text, rows[i].match);
}

static void stars_stop_at_slashes_only_between_components(void **state)
{
	assert_true(glob_wild("a*c", "ab/c", false));
	assert_false(glob_wild("a*c", "ab/c", true));
	assert_false(glob_wild("a**c", "ab/c", true));
	assert_false(glob_wild("a[/]c", "a/c", true));
}

static void a_hostile_pattern_takes_no_time(void **state)
{
	char text[3001], pattern[601], braces[700] = "";
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (size_t i = 0; i + 1 < sizeof pattern; i += 2)
		memcpy(pattern + i, "*a", 2);
	pattern[sizeof pattern - 1] = '\0';
	pattern[sizeof pattern - 2] = 'b';
	for (int i = 0; i < 60; i++)
		memcpy(braces + strlen(braces), "{a,b,c,d}", 10);
	int64_t start = clock_cpu_us();
	assert_false(glob_match(pattern, text));
	assert_false(glob_match(braces, text));
	assert_true(clock_cpu_us() - start < 1000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_glob_matches_paths),
	    cmocka_unit_test(stars_stop_at_slashes_only_between_components),
	    cmocka_unit_test(a_hostile_pattern_takes_no_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
