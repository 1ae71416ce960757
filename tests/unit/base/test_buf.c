/* SPDX-License-Identifier: MIT
 * Buffers and the memory below them: growth, limits, and the end of the program when memory is out.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"

static void an_empty_buffer_is_an_empty_string(void **state)
{
	struct buf b = BUF_INIT;
	char *taken;

	assert_string_equal(buf_str(&b), "");
	assert_true(buf_add(&b, NULL, 0));
	assert_string_equal(buf_str(&b), "");
	buf_clear(&b);
	buf_drop(&b, 5);
	buf_free(&b);
	taken = buf_take(&b);
	assert_string_equal(taken, "");
	free(taken);
}

static void appends_of_every_kind_add_up(void **state)
{
	struct buf b = BUF_INIT;
	char *taken;

	assert_true(buf_adds(&b, "ab"));
	assert_true(buf_addc(&b, 'c'));
	assert_true(buf_add(&b, "d\0e", 3));
	assert_true(buf_addf(&b, "%d-%s", 42, "x"));
	assert_int_equal(b.len, 10);
	assert_memory_equal(b.data, "abcd\0e42-x", 11);
	buf_drop(&b, 6);
	assert_string_equal(buf_str(&b), "42-x");
	buf_cut(&b, 99);
	buf_cut(&b, 2);
	assert_string_equal(buf_str(&b), "42");
	taken = buf_take(&b);
	assert_string_equal(taken, "42");
	assert_null(b.data);
	free(taken);
}

static void long_formats_are_not_cut(void **state)
{
	struct buf b = BUF_INIT;

	for (int width = 250; width < 260; width++) {
		buf_clear(&b);
		assert_true(buf_addf(&b, "%*d", width, 7));
		assert_int_equal(b.len, width);
		assert_int_equal(b.data[width - 1], '7');
	}
	buf_free(&b);
}

static void an_append_past_the_ceiling_keeps_what_fits(void **state)
{
	struct buf b = BUF_LIMIT(5);

	assert_true(buf_adds(&b, "abc"));
	assert_false(buf_adds(&b, "defg"));
	assert_string_equal(buf_str(&b), "abcde");
	assert_true(b.truncated);
	assert_false(buf_addc(&b, 'x'));
	assert_false(buf_addf(&b, "%d", 1));
	assert_true(buf_add(&b, "", 0));
	buf_clear(&b);
	assert_false(b.truncated);
	assert_true(buf_adds(&b, "12345"));
	buf_free(&b);
	assert_int_equal(b.max, 5);
	assert_false(buf_adds(&b, "123456"));
	buf_free(&b);
}

static void a_buffer_without_a_ceiling_has_one(void **state)
{
	struct buf b = BUF_INIT;
	char *block = xcalloc(1, 1 << 20);

	for (int i = 0; i < 64; i++)
		assert_true(buf_add(&b, block, 1 << 20));
	assert_false(buf_addc(&b, 'x'));
	assert_int_equal(b.len, BUF_MAX_DEFAULT);
	buf_free(&b);
	free(block);
}

static void strings_are_copied(void **state)
{
	char *s = xstrndup("abc", 2), *t = xstrndup("abc", 9), *f = xasprintf("%s!", "a");

	assert_string_equal(s, "ab");
	assert_string_equal(t, "abc");
	assert_string_equal(f, "a!");
	assert_null(xstrdup(NULL));
	free(s);
	free(t);
	free(f);
}

static void arrays_grow_by_doubling(void **state)
{
	int *list = NULL;
	size_t cap = 0, grown = 0;

	for (size_t i = 0; i < 1000; i++) {
		size_t before = cap;

		array_reserve(&list, &cap, i + 1, sizeof *list);
		grown += cap != before;
		list[i] = (int)i;
	}
	assert_int_equal(list[999], 999);
	assert_in_range(grown, 1, 10);
	free(list);
}

/* Runs act in a child process; returns its exit status, and in out what it wrote to stderr. */
static int in_child(void (*act)(void), char *out, size_t size)
{
	int ends[2], status;
	size_t len = 0;
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		act();
		_exit(0);
	}
	close(ends[1]);
	while (len < size - 1 && (n = read(ends[0], out + len, size - 1 - len)) > 0)
		len += (size_t)n;
	out[len] = '\0';
	close(ends[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool dies_again;

static void restore(void)
{
	if (write(STDERR_FILENO, "restored ", 9) < 0)
		_exit(9);
	if (dies_again)
		die("again"); /* a crash in here does not come back */
}

static void overflow(void)
{
	volatile size_t huge = SIZE_MAX / 2;

	die_hook(restore);
	xreallocarray(NULL, huge, 3);
}

static void overflow_twice(void)
{
	dies_again = true;
	overflow();
}

static void long_message(void)
{
	die("%1000d", 1);
}

static void out_of_memory_restores_the_terminal_and_says_so(void **state)
{
	char out[2000];

	assert_int_equal(in_child(overflow, out, sizeof out), 1);
	assert_string_equal(out, "restored agent: out of memory\n");
	assert_int_equal(in_child(overflow_twice, out, sizeof out), 1);
	assert_string_equal(out, "restored agent: again\n");
	assert_int_equal(in_child(long_message, out, sizeof out), 1);
	assert_int_equal(out[strlen(out) - 1], '\n');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_empty_buffer_is_an_empty_string),
	    cmocka_unit_test(appends_of_every_kind_add_up),
	    cmocka_unit_test(long_formats_are_not_cut),
	    cmocka_unit_test(an_append_past_the_ceiling_keeps_what_fits),
	    cmocka_unit_test(a_buffer_without_a_ceiling_has_one),
	    cmocka_unit_test(strings_are_copied),
	    cmocka_unit_test(arrays_grow_by_doubling),
	    cmocka_unit_test(out_of_memory_restores_the_terminal_and_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
