/* SPDX-License-Identifier: MIT
 * Fuzzy matching: what matches, where, and what comes first. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/input/fuzzy.h"

static void words_match_by_their_characters_in_order(void **state)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} rows[] = {
	    {"", "anything", true},
	    {"  ", "anything", true},
	    {"abc", "a-b-c", true},
	    {"acb", "a-b-c", false},
	    {"abc", "ab", false},
	    {"csv", "src/CSV.c", true},
	    {"CSV", "src/csv.c", false},
	    {"CSV", "src/CSV.c", true},
	    {"test csv", "csv/test.c", true},
	    {"test qif", "csv/test.c", false},
	    {"übung", "die Übung", true},
	    {"日語", "日本語", true},
	    {"a", "", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if ((fuzzy_score(rows[i].pattern, rows[i].text) > 0) != rows[i].matches)
			fail_msg("'%s' in '%s'", rows[i].pattern, rows[i].text);
}

static const char *text_at(const void *ctx, size_t i)
{
	return ((const char *const *)ctx)[i];
}

static void the_best_comes_first(void **state)
{
	static const struct {
		const char *pattern;
		const char *texts[4];
		const char *best;
	} rows[] = {
	    {"com", {"/recompute", "/compact", "/config"}, "/compact"},
	    {"fb", {"src/fabric.c", "foo_bar.c", "afxb"}, "foo_bar.c"},
	    {"fb", {"fab", "fooBar", "ffb"}, "fooBar"},
	    {"mod", {"src/agent/memory_old.c", "ui/model.c"}, "ui/model.c"},
	    {"model", {"ui/model_extra.c", "ui/model.c"}, "ui/model.c"},
	    {"same", {"same", "same"}, "same"},
	    {"ab", {"xaxxab", "xaxb"}, "xaxxab"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct fuzzy_hit hits[4];
		size_t count = 0;
		while (count < 4 && rows[i].texts[count])
			count++;
		size_t n = fuzzy_rank(rows[i].pattern, text_at, rows[i].texts, count, hits);
		assert_true(n > 0);
		assert_string_equal(rows[i].texts[hits[0].index], rows[i].best);
		for (size_t k = 1; k < n; k++)
			assert_true(hits[k].score <= hits[k - 1].score);
	}
}

static void equals_keep_their_order(void **state)
{
	static const char *const texts[] = {"b x", "a x", "c x"};
	struct fuzzy_hit hits[3];

	assert_int_equal(fuzzy_rank("x", text_at, texts, 3, hits), 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(hits[i].index, i);
	assert_int_equal(fuzzy_rank("", text_at, texts, 3, hits), 3);
	assert_int_equal(hits[2].index, 2);
}

static char *marked(const char *pattern, const char *text)
{
	struct fuzzy_mark marks[16];
	size_t n = fuzzy_marks(pattern, text, marks, 16), at = 0;
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		buf_add(&out, text + at, marks[i].at - at);
		buf_addc(&out, '[');
		buf_add(&out, text + marks[i].at, marks[i].len);
		buf_addc(&out, ']');
		at = marks[i].at + marks[i].len;
	}
	buf_adds(&out, text + at);
	return buf_take(&out);
}

static void marks_stand_where_it_matches(void **state)
{
	static const struct {
		const char *pattern, *text, *wanted;
	} rows[] = {
	    {"csv", "src/csv.c", "src/[csv].c"},
	    {"test csv", "csv/test.c", "[csv]/[test].c"},
	    {"fb", "foo_bar", "[f]oo_[b]ar"},
	    {"übung", "die Übung", "die [Übung]"},
	    {"", "abc", "abc"},
	    {"zz", "abc", "abc"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *got = marked(rows[i].pattern, rows[i].text);
		assert_string_equal(got, rows[i].wanted);
		free(got);
	}
}

static void whatever_is_long_still_matches(void **state)
{
	char *text = malloc(20001), pattern[200];

	memset(text, 'x', 20000);
	text[20000] = '\0';
	text[3] = 'a';
	text[1500] = 'b';
	assert_true(fuzzy_score("ab", text) > 0);
	memset(pattern, 'x', sizeof pattern - 1);
	pattern[sizeof pattern - 1] = '\0';
	assert_true(fuzzy_score(pattern, text) > 0);
	assert_true(fuzzy_score("b a", text) > 0);
	assert_int_equal(fuzzy_score("ba", text), 0);
	assert_int_equal(fuzzy_score("\xff\xfe", "\xc3"), 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words_match_by_their_characters_in_order),
	    cmocka_unit_test(the_best_comes_first),
	    cmocka_unit_test(equals_keep_their_order),
	    cmocka_unit_test(marks_stand_where_it_matches),
	    cmocka_unit_test(whatever_is_long_still_matches),
	};

	setlocale(LC_ALL, "C.UTF-8");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
