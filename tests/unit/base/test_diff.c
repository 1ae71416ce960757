/* SPDX-License-Identifier: MIT
 * The diff: literal hunks for small texts; for many random ones the laws that make it a diff - it
 * applies, and no shorter one exists.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/diff.h"

static const struct {
	const char *name, *a, *b, *hunks;
	int context;
	struct diff_stat stat;
} rows[] = {
    {"equal", "a\nb\n", "a\nb\n", "", 3, {0, 0, 0, 0}},
    {"both empty", "", "", "", 3, {0, 0, 0, 0}},
    {"new file", "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n", 3, {2, 0, 1, 2}},
    {"emptied", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n", 3, {0, 2, 1, 1}},
    {"one changed", "a\nb\nc\n", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", 3, {1, 1, 2, 2}},
    {"no context", "a\nb\nc\n", "a\nB\nc\n", "@@ -2,1 +2,1 @@\n-b\n+B\n", 0, {1, 1, 2, 2}},
    {"final newline lost", "a\nb\n", "a\nb",
	"@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n", 3, {1, 1, 2, 2}},
    {"final newline gained", "a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n",
	3, {1, 1, 1, 1}},
    {"no final newline in both", "x\na", "y\na",
	"@@ -1,2 +1,2 @@\n-x\n+y\n a\n\\ No newline at end of file\n", 3, {1, 1, 1, 1}},
    {"line removed", "a\nb\nc\n", "a\nc\n", "@@ -1,3 +1,2 @@\n a\n-b\n c\n", 3, {0, 1, 2, 2}},
    {"last line removed", "a\nb\n", "a\n", "@@ -1,2 +1,1 @@\n a\n-b\n", 3, {0, 1, 1, 1}},
    {"insertion without context", "a\nc\n", "a\nb\nc\n", "@@ -1,0 +2,1 @@\n+b\n", 0, {1, 0, 2, 2}},
    {"two far apart are two hunks", "1\na\nb\nc\nd\n2\n", "x\na\nb\nc\nd\ny\n",
	"@@ -1,2 +1,2 @@\n-1\n+x\n a\n@@ -5,2 +5,2 @@\n d\n-2\n+y\n", 1, {2, 2, 1, 6}},
    {"two close by are one hunk", "1\na\nb\n2\n", "x\na\nb\ny\n",
	"@@ -1,4 +1,4 @@\n-1\n+x\n a\n b\n-2\n+y\n", 1, {2, 2, 1, 4}},
    {"an added function ends with its own brace", "f() {\n}\n\ng() {\n}\n",
	"f() {\n}\n\nh() {\n}\n\ng() {\n}\n", "@@ -3,2 +3,5 @@\n \n+h() {\n+}\n+\n g() {\n", 1,
	{3, 0, 4, 6}},
    {"carriage returns are text", "a\r\n", "a\n", "@@ -1,1 +1,1 @@\n-a\r\n+a\n", 3, {1, 1, 1, 1}},
};

static void small_texts_give_these_hunks(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;
		struct diff_stat s = diff_unified(rows[i].a, strlen(rows[i].a), rows[i].b,
		    strlen(rows[i].b), rows[i].context, &out);

		if (strcmp(buf_str(&out), rows[i].hunks) != 0)
			fail_msg(
			    "%s:\n%s\nshould be\n%s", rows[i].name, buf_str(&out), rows[i].hunks);
		if (memcmp(&s, &rows[i].stat, sizeof s) != 0)
			fail_msg(
			    "%s: +%d -%d %d-%d", rows[i].name, s.added, s.removed, s.first, s.last);
		buf_free(&out);
	}
}

/* Applies the diff's hunks to a, line by line; *out becomes the outcome. */
static void apply(const char *a, const char *diff, struct buf *out)
{
	int line = 1;

	while (*diff) {
		int from, count;

		assert_int_equal(sscanf(diff, "@@ -%d,%d ", &from, &count), 2);
		for (from += count == 0; line < from; line++) {
			size_t n = strcspn(a, "\n") + 1;

			buf_add(out, a, n);
			a += n;
		}
		for (diff = strchr(diff, '\n') + 1; *diff && *diff != '@';) {
			size_t n = strcspn(diff, "\n") + 1;
			bool no_newline = diff[n] == '\\';

			if (*diff != '+') {
				assert_memory_equal(a, diff + 1, n - 1 - no_newline);
				a += n - 1 - no_newline;
				line++;
			}
			if (*diff != '-')
				buf_add(out, diff + 1, n - 1 - no_newline);
			diff += n;
			if (no_newline)
				diff += strcspn(diff, "\n") + 1;
		}
	}
	buf_adds(out, a);
}

static size_t random_text(unsigned *seed, char *out)
{
	int lines = rand_r(seed) % 14;
	size_t len = 0;

	for (int i = 0; i < lines; i++) {
		out[len++] = (char)('a' + rand_r(seed) % 4);
		out[len++] = '\n';
	}
	if (len && rand_r(seed) % 4 == 0)
		len--;
	out[len] = '\0';
	return len;
}

/* Returns the fewest lines to add and remove, by the longest common subsequence. Lines are two bytes. */
static int fewest(const char *a, size_t a_len, const char *b, size_t b_len)
{
	int n = (int)(a_len + 1) / 2, m = (int)(b_len + 1) / 2, lcs[16][16] = {0};

	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			bool same = a[2 * i] == b[2 * j] && a[2 * i + 1] == b[2 * j + 1];
			int most = lcs[i][j + 1] > lcs[i + 1][j] ? lcs[i][j + 1] : lcs[i + 1][j];

			lcs[i + 1][j + 1] = same ? lcs[i][j] + 1 : most;
		}
	return n + m - 2 * lcs[n][m];
}

static void random_texts_apply_and_are_shortest(void **state)
{
	unsigned seed = 7;

	for (int round = 0; round < 20000; round++) {
		char a[32] = {0}, b[32] = {0};
		size_t a_len = random_text(&seed, a), b_len = random_text(&seed, b);
		struct buf diff = BUF_INIT, made = BUF_INIT;
		struct diff_stat s = diff_unified(a, a_len, b, b_len, round % 4, &diff);

		apply(a, buf_str(&diff), &made);
		assert_string_equal(buf_str(&made), b);
		assert_int_equal(s.added + s.removed, fewest(a, a_len, b, b_len));
		buf_free(&diff);
		buf_free(&made);
	}
}

static void too_many_edits_replace_the_middle(void **state)
{
	struct buf a = BUF_INIT, b = BUF_INIT, out = BUF_INIT, made = BUF_INIT;
	struct diff_stat s;

	buf_adds(&a, "first\n");
	buf_adds(&b, "first\n");
	for (int i = 0; i < 3000; i++) {
		buf_addf(&a, "a%d\nboth\n", i);
		buf_addf(&b, "b%d\nboth\n", i);
	}
	s = diff_unified(a.data, a.len, b.data, b.len, 3, &out);
	assert_int_equal(s.added, 5999);
	assert_int_equal(s.removed, 5999);
	assert_int_equal(s.first, 2);
	apply(a.data, out.data, &made);
	assert_string_equal(made.data, b.data);
	buf_free(&a);
	buf_free(&b);
	buf_free(&out);
	buf_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(small_texts_give_these_hunks),
	    cmocka_unit_test(random_texts_apply_and_are_shortest),
	    cmocka_unit_test(too_many_edits_replace_the_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
