/* SPDX-License-Identifier: MIT
 * The progress of a command, read from the output of common tools. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/scratch.h"
#include "ui/model/progress.h"

static void the_last_line_that_tells_counts(void **state)
{
	static const struct {
		const char *text;
		int told;
	} rows[] = {
	    {"[ 42%] Building C object csv.o\n", 42},
	    {"downloading 42 %", 42},
	    {"(17/41) Installing bash", 41},
	    {"[17/41] CC main.o\n", 41},
	    {"17 of 41 tests", 41},
	    {"[  7%] one\n[ 8%] two\n\n", 8},
	    {"[ 99%] one\ncsv.c:1: warning: unused\n", 99},
	    {"Receiving objects:  10% (1/10)␍Receiving objects:  20% (2/10), 3 KiB", 20},
	    {"10%␍20%␍", 20},
	    {"  5.75% done", 5},
	    /* as they print it */
	    {"  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
	     "                                 Dload  Upload   Total   Spent    Left  Speed\n"
	     "␍  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
	     "␍ 42 10.0M   42 4300k    0     0  1024k      0  0:00:10  0:00:04  0:00:06 1024k",
		42},
	    {"tests/test_csv.py ......s..                        [ 57%]", 57},
	    {"(Reading database ... 45%␍(Reading database ... 50%", 50},
	    {"get:1 http://deb.example.org stable/main 3% [1 Packages 12 kB/88 kB 14%]", 14},
	    {"agent.tar.gz   31%[=====>        ]  12.10M  3.30MB/s    eta 8s", 31},
	    {"    32,768,000  64%   31.25MB/s    0:00:01", 64},
	    {" 71%|███████▏  | 71/100 [00:07<00:02, 10.01it/s]", 71},
	    {"    Building [=====>              ] 12/48: serde, libc", 25},
	    {"     ━━━━━━━━ 2.5/10.0 MB 3.1 MB/s eta 0:00:03", 25},
	    {" 3/40 Test  #3: csv_iso_date .....   Passed    0.01 sec", 7},
	    {"t/csv.t .. 10/41 ", 24},
	    {"Step 3/12 : RUN make", 25},
	    {"[17/41] Linking agent", 41},
	    {"100%\n", 100},
	    {"cc -c csv.c\n", -1},
	    {"ok 41\n", -1},
	    {"(9/4) is a date", -1},
	    {"120% of it", -1},
	    {"12 ms, +3% against before", -1},
	    {"src/1/2 and 3/4 of a cup", -1},
	    {"0 of 0", -1},
	    {"on 2026/11 at 12:30", -1},
	    {"version 1.2 of 3.4.5", -1},
	    {"9999999999999999999 of 9999999999999999999", -1},
	    {"[ 42%]\n1\n2\n3\n4\n5\n", -1}, /* too far up: no longer shown */
	    {"", -1},
	    {"\n\n", -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (progress_percent(rows[i].text, strlen(rows[i].text), 5) != rows[i].told)
			fail_msg("%s: %d, not %d", rows[i].text,
			    progress_percent(rows[i].text, strlen(rows[i].text), 5), rows[i].told);
	progress_forget();
}

static void only_the_end_of_a_long_line_is_looked_at(void **state)
{
	struct buf line = BUF_INIT;

	buf_adds(&line, "10% ");
	for (int i = 0; i < 100000; i++)
		buf_adds(&line, "é");
	assert_int_equal(progress_percent(buf_str(&line), line.len, 5), -1);
	buf_adds(&line, " 11%");
	assert_int_equal(progress_percent(buf_str(&line), line.len, 5), 11);
	buf_free(&line);
	progress_forget();
}

static void what_a_line_was_before_is_not_seen(void **state)
{
	static const struct {
		const char *line, *seen;
	} rows[] = {{"one␍two", "two"}, {"one␍two␍", "two"}, {"␍one", "one"}, {"one", "one"},
	    {"␍␍", ""}, {"", ""}, {"ab", "ab"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t from = 0, to = strlen(rows[i].line);

		progress_visible_part(rows[i].line, &from, &to);
		assert_int_equal(to - from, strlen(rows[i].seen));
		assert_memory_equal(rows[i].line + from, rows[i].seen, to - from);
	}
}

static void bars_have_ascii(void **state)
{
	static const struct {
		int percent, cells;
		bool ascii;
		const char *bar;
	} rows[] = {
	    {42, 10, false, "████░░░░░░  42%"},
	    {42, 10, true, "####------  42%"},
	    {0, 4, true, "----   0%"},
	    {100, 4, true, "#### 100%"},
	    {9, 0, true, "  9%"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;

		progress_bar(&out, rows[i].percent, rows[i].cells, rows[i].ascii);
		assert_string_equal(buf_str(&out), rows[i].bar);
		buf_free(&out);
	}
}

static void the_users_table_takes_its_place(void **state)
{
	char *home = scratch_new();

	setenv("XDG_CONFIG_HOME", home, 1);
	scratch_text(home, "agent/config/progress.yaml",
	    "count: ['step (\\d+), (\\d+)', '(', '(a+)+$(b)']\n");
	assert_int_equal(progress_percent("step 1, 4", 9, 5), 25);
	static const char slow[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
	assert_int_equal(progress_percent(slow, sizeof slow - 1, 5), -1);
	assert_int_equal(progress_percent("step 2, 4", 9, 5), 50);
	assert_int_equal(progress_percent("42%", 3, 5), -1);
	progress_forget();
	scratch_text(home, "agent/config/progress.yaml", "- [\n");
	assert_int_equal(progress_percent("42%", 3, 5), 42);
	progress_forget();
	unsetenv("XDG_CONFIG_HOME");
	scratch_free(home);
}

/* Command lines people test with, and some that only look like it. */
static void what_tests_is_known(void **state)
{
	static const struct {
		const char *command;
		bool tests;
	} rows[] = {
	    {"make test", true},
	    {"make -j4 check", true},
	    {"cd x && cargo nextest run", true},
	    {"go test ./...", true},
	    {"npm run test:unit -- --watch=false", true},
	    {"npm t", false},
	    {"python3 -m pytest -k iso", true},
	    {"python -m unittest", true},
	    {"ctest --test-dir build", true},
	    {"./gradlew test", true},
	    {"tests/run.sh build/dev feed", false},
	    {"sh tests/run_tests.sh", true},
	    {"make", false},
	    {"make contest", false},
	    {"cat tests/notes.md", false},
	    {"echo 'the latest'", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (progress_is_test(rows[i].command, strlen(rows[i].command)) != rows[i].tests)
			fail_msg("'%s': wanted %d", rows[i].command, rows[i].tests);
	progress_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_last_line_that_tells_counts),
	    cmocka_unit_test(what_tests_is_known),
	    cmocka_unit_test(only_the_end_of_a_long_line_is_looked_at),
	    cmocka_unit_test(what_a_line_was_before_is_not_seen),
	    cmocka_unit_test(bars_have_ascii),
	    cmocka_unit_test(the_users_table_takes_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
