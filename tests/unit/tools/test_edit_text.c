/* SPDX-License-Identifier: MIT
 * Edits of a text: exact replacement, insertion of lines, line ends, and a naive implementation to compare with.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tools/edit/edit_text.h"

struct row {
	const char *what, *text, *old, *new;
	bool all;
	enum edit_result result;
	const char *out;
};

static const struct row rows[] = {
    {"one place", "a b c", "b", "x", false, EDIT_DONE, "a x c"},
    {"deleted", "a b c", " b", "", false, EDIT_DONE, "a c"},
    {"not there", "a b c", "d", "x", false, EDIT_MISSING, ""},
    {"two places", "b b", "b", "x", false, EDIT_AMBIGUOUS, ""},
    {"places that overlap", "aaa", "aa", "x", false, EDIT_AMBIGUOUS, ""},
    {"all places", "b b", "b", "x", true, EDIT_DONE, "x x"},
    {"all places, none overlapping", "aaaaa", "aa", "x", true, EDIT_DONE, "xxa"},
    {"none of all", "a", "b", "x", true, EDIT_MISSING, ""},
    {"the whole", "abc", "abc", "", false, EDIT_DONE, ""},
    {"empty text", "", "a", "b", false, EDIT_MISSING, ""},
    {"CRLF found by LF", "a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\n", false, EDIT_DONE,
	"x\r\ny\r\nc\r\n"},
    {"one line becomes two in a CRLF text", "a\r\nb\r\n", "b", "b\nc", false, EDIT_DONE,
	"a\r\nb\r\nc\r\n"},
    {"last line without end in a CRLF text", "a\r\nb", "b", "b\nc", false, EDIT_DONE,
	"a\r\nb\r\nc"},
    {"LF found by CRLF", "a\nb\n", "a\r\nb", "x\r\ny", false, EDIT_DONE, "x\ny\n"},
    {"CRLF byte for byte", "a\r\nb\r\n", "a\r\nb", "a\nb", false, EDIT_DONE, "a\nb\r\n"},
    {"a mixed text: each place its own end", "a\nb\nc\r\nb\r\n", "b\n", "x\ny\n", true, EDIT_DONE,
	"a\nx\ny\nc\r\nx\r\ny\r\n"},
    {"a line end before CRLF", "a\r\nb", "\nb", "\n\nb", false, EDIT_DONE, "a\r\n\r\nb"},
    {"a lone CR is text", "a\rb\r\n", "a\rb", "c", false, EDIT_DONE, "c\r\n"},
    {"CR of a CRLF alone", "a\r\n", "a\r", "b\r", false, EDIT_DONE, "b\r\n"},
    {"new with CRLF in a CRLF text", "a\r\nb\r\n", "b", "x\r\ny\nz", false, EDIT_DONE,
	"a\r\nx\r\ny\r\nz\r\n"},
};

static void texts_are_edited_exactly(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct text_edit e = {r->old, r->new, strlen(r->old), strlen(r->new), r->all};
		struct edit_found found = {0};
		struct buf out = BUF_INIT;
		enum edit_result result = edit_text(r->text, strlen(r->text), &e, &out, &found);

		if (result != r->result || strcmp(buf_str(&out), r->out))
			fail_msg("%s: %d '%s'", r->what, result, buf_str(&out));
		buf_free(&out);
	}
}

static void lines_are_inserted_with_the_line_ends_that_stand_there(void **state)
{
	static const struct {
		const char *text;
		int64_t line;
		const char *new, *out;
		int64_t lines;
	} inserts[] = {
	    {"a\nb\n", 1, "x", "a\nx\nb\n", 1},
	    {"a\nb\n", 0, "x\ny\n", "x\ny\na\nb\n", 0},
	    {"a\nb", 2, "x", "a\nb\nx", 2},
	    {"", 0, "x", "x\n", 0},
	    {"a\n", 3, "x", "", 1},
	    {"a\r\nb\r\n", 1, "x\ny", "a\r\nx\r\ny\r\nb\r\n", 1},
	    {"a\r\nb\r\n", 0, "x\n", "x\r\na\r\nb\r\n", 0},
	    {"a\r\nb", 2, "x", "a\r\nb\r\nx", 2},
	    {"a\r\nb\r\n", 2, "x\r\ny\n", "a\r\nb\r\nx\r\ny\r\n", 2},
	    {"a\r\nb\nc\n", 2, "x", "a\r\nb\nx\nc\n", 2},
	};

	for (size_t i = 0; i < sizeof inserts / sizeof *inserts; i++) {
		struct buf out = BUF_INIT;
		int64_t n = edit_insert(inserts[i].text, strlen(inserts[i].text), inserts[i].line,
		    inserts[i].new, strlen(inserts[i].new), &out);

		if (n != inserts[i].lines || strcmp(buf_str(&out), inserts[i].out))
			fail_msg("row %zu: %lld lines, '%s'", i, (long long)n, buf_str(&out));
		buf_free(&out);
	}
}

static void an_ambiguous_text_names_its_lines(void **state)
{
	const char *text = "x\nab\n\nab ab\n";
	struct text_edit e = {"ab", "", 2, 0, false};
	struct edit_found found = {0};
	struct buf out = BUF_INIT;

	assert_int_equal(edit_text(text, strlen(text), &e, &out, &found), EDIT_AMBIGUOUS);
	assert_int_equal(found.count, 3);
	assert_int_equal(found.lines[0], 2);
	assert_int_equal(found.lines[1], 4);
	assert_int_equal(found.lines[2], 4);
	buf_free(&out);
}

static void bytes_that_are_no_text_are_edited_too(void **state)
{
	static const char text[] = "\xff\x00\xfe needle \x00\xff";
	struct text_edit e = {"needle", "thread", 6, 6, false};
	struct edit_found found = {0};
	struct buf out = BUF_INIT;

	assert_int_equal(edit_text(text, sizeof text - 1, &e, &out, &found), EDIT_DONE);
	assert_int_equal(out.len, sizeof text - 1);
	assert_memory_equal(out.data, "\xff\x00\xfe thread \x00\xff", out.len);
	buf_free(&out);
}

/* A text for the naive implementation: units are single bytes, or CRLF where the text has any. */
struct units {
	char at[256][3];
	size_t count;
};

static void units_of(struct units *u, const char *s, size_t len)
{
	u->count = 0;
	for (size_t i = 0; i < len; i++) {
		bool crlf = s[i] == '\r' && i + 1 < len && s[i + 1] == '\n';

		memset(u->at[u->count], 0, 3);
		memcpy(u->at[u->count++], s + i, crlf ? 2 : 1);
		i += crlf;
	}
}

static bool unit_same(const char *a, const char *b)
{
	bool nl_a = !strcmp(a, "\n") || !strcmp(a, "\r\n");
	bool nl_b = !strcmp(b, "\n") || !strcmp(b, "\r\n");

	return nl_a || nl_b ? nl_a && nl_b : !strcmp(a, b);
}

static bool units_match(const struct units *t, size_t at, const struct units *o)
{
	for (size_t i = 0; i < o->count; i++)
		if (at + i >= t->count || !unit_same(t->at[at + i], o->at[i]))
			return false;
	return true;
}

/* Returns the line end of the line that unit `at` is on, "\n" or "\r\n". */
static const char *unit_end(const struct units *t, size_t at)
{
	for (size_t i = at; i < t->count; i++)
		if (unit_same(t->at[i], "\n"))
			return t->at[i];
	for (size_t i = at; i-- > 0;)
		if (unit_same(t->at[i], "\n"))
			return t->at[i];
	return "\n";
}

static enum edit_result naive(
    const struct units *t, const struct units *o, const struct units *n, bool all, struct buf *out)
{
	size_t places = 0;

	for (size_t i = 0; i < t->count; i += all && units_match(t, i, o) ? o->count : 1)
		places += units_match(t, i, o);
	if (!places || (!all && places > 1))
		return places ? EDIT_AMBIGUOUS : EDIT_MISSING;
	for (size_t i = 0; i < t->count;) {
		if (!units_match(t, i, o)) {
			buf_adds(out, t->at[i++]);
			continue;
		}
		for (size_t k = 0; k < n->count; k++)
			buf_adds(out, unit_same(n->at[k], "\n") ? unit_end(t, i) : n->at[k]);
		i += o->count;
	}
	return EDIT_DONE;
}

static size_t random_text(char *s, size_t max, const char *const *alphabet, size_t letters)
{
	size_t len = 0, want = (size_t)random() % max;

	while (len < want) {
		const char *letter = alphabet[(size_t)random() % letters];

		memcpy(s + len, letter, strlen(letter));
		len += strlen(letter);
	}
	s[len] = '\0';
	return len;
}

/* `old` is LF only, as models send it; texts are LF, CRLF or mixed. */
static void random_edits_equal_a_naive_implementation(void **state)
{
	static const char *const lf[] = {"a", "b", "\n"}, *const mixed[] = {"a", "b", "\n", "\r\n"};
	size_t done = 0;

	srandom(20);
	for (int round = 0; round < 200000; round++) {
		char text[64], old[16], new[16];
		struct units t, o, n;
		struct buf want = BUF_INIT, got = BUF_INIT;
		struct edit_found found = {0};
		bool all = random() % 2;
		size_t len = random_text(text, 40, mixed, round % 3 ? 4 : 3);
		size_t old_len = random_text(old, 6, lf, 3), new_len = random_text(new, 6, lf, 3);
		struct text_edit e = {old, new, old_len, new_len, all};
		enum edit_result expected, result;

		if (!old_len)
			continue;
		units_of(&t, text, len);
		units_of(&o, old, old_len);
		units_of(&n, new, new_len);
		expected = naive(&t, &o, &n, all, &want);
		result = edit_text(text, len, &e, &got, &found);
		if (result != expected || strcmp(buf_str(&want), buf_str(&got)))
			fail_msg("round %d: %d, expected %d", round, result, expected);
		done += result == EDIT_DONE;
		buf_free(&want);
		buf_free(&got);
	}
	assert_true(done > 20000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(texts_are_edited_exactly),
	    cmocka_unit_test(lines_are_inserted_with_the_line_ends_that_stand_there),
	    cmocka_unit_test(an_ambiguous_text_names_its_lines),
	    cmocka_unit_test(bytes_that_are_no_text_are_edited_too),
	    cmocka_unit_test(random_edits_equal_a_naive_implementation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
