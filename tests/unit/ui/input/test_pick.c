/* SPDX-License-Identifier: MIT
 * A list to choose from: filter, selection, paging, how it looks; and a text to be read. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "ui/input/pick.h"
#include "ui/keys/keys.h"
#include "ui/view/page.h"

struct rows {
	const char *const *text; /* text, detail, ...; NULL */
	int fills;
	unsigned key;
	bool closed;
};

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	struct rows *r = ctx;

	r->fills++;
	for (size_t i = 0; r->text[i]; i += 2)
		pick_rows_add(out, r->text[i], r->text[i + 1], NULL);
}

static bool key(void *ctx, unsigned k, const struct pick_row *row)
{
	struct rows *r = ctx;

	r->key = k;
	return k == INPUT_DELETE;
}

static void closed(void *ctx)
{
	((struct rows *)ctx)->closed = true;
}

static const char *const models[] = {
    "haiku", "200k", "opus", "200k · $5", "sonnet", "1M · $3", NULL};

static struct pick *open_models(struct rows *r)
{
	*r = (struct rows){.text = models};
	return pick_new(&(struct pick_source){.title = "Models",
	    .fill = fill,
	    .key = key,
	    .closed = closed,
	    .current = "opus",
	    .ctx = r});
}

static void expect_lines(const struct lines *l, const char *wanted)
{
	struct buf got = BUF_INIT;

	for (size_t i = 0; i < l->count; i++) {
		size_t len;
		const char *s = lines_text(l, i, &len);
		while (len && s[len - 1] == ' ')
			len--;
		buf_add(&got, s, len);
		buf_addc(&got, '\n');
	}
	assert_string_equal(buf_str(&got), wanted);
	buf_free(&got);
}

static void a_filter_narrows_and_the_best_is_selected(void **state)
{
	struct rows r;
	struct pick *p = open_models(&r);

	assert_string_equal(pick_selected(p)->value, "opus");
	pick_type(p, "so", 2);
	assert_string_equal(pick_selected(p)->value, "sonnet");
	assert_int_equal(pick_key(p, 'x', 10), PICK_OPEN);
	assert_null(pick_selected(p));
	assert_int_equal(pick_key(p, INPUT_ENTER, 10), PICK_OPEN);
	pick_key(p, INPUT_BACKSPACE, 10);
	assert_int_equal(pick_key(p, INPUT_ENTER, 10), PICK_CHOSEN);
	assert_string_equal(pick_selected(p)->value, "sonnet");
	pick_key(p, INPUT_CTRL | 'u', 10);
	assert_string_equal(pick_selected(p)->value, "haiku"); /* all rows again */
	assert_int_equal(r.fills, 1);			       /* it does not search by itself */
	assert_int_equal(pick_key(p, INPUT_ESC, 10), PICK_CLOSED);
	pick_free(p);
	assert_true(r.closed);
}

static void keys_move_within_the_rows(void **state)
{
	static const struct {
		unsigned key;
		const char *selected;
	} rows[] = {
	    {INPUT_DOWN, "sonnet"},
	    {INPUT_DOWN, "sonnet"},
	    {INPUT_UP, "opus"},
	    {INPUT_HOME, "haiku"},
	    {INPUT_UP, "haiku"},
	    {INPUT_END, "sonnet"},
	    {INPUT_PAGE_UP, "haiku"},
	    {INPUT_PAGE_DOWN, "sonnet"},
	    {INPUT_CTRL | 'p', "opus"},
	    {INPUT_CTRL | 'n', "sonnet"},
	};
	struct rows r;
	struct pick *p = open_models(&r);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		pick_key(p, rows[i].key, 10);
		assert_string_equal(pick_selected(p)->value, rows[i].selected);
	}
	assert_int_equal(pick_key(p, INPUT_DELETE, 10), PICK_OPEN);
	assert_int_equal(r.key, INPUT_DELETE);
	pick_free(p);
}

static void a_source_that_searches_is_asked_each_time(void **state)
{
	struct rows r = {.text = models};
	struct pick *p = pick_new(
	    &(struct pick_source){.title = "t", .fill = fill, .searches = true, .ctx = &r});

	pick_type(p, "zzz", 3);
	assert_int_equal(r.fills, 2);
	assert_string_equal(pick_selected(p)->value, "haiku"); /* its rows, its order */
	pick_key(p, INPUT_DOWN, 10);
	pick_refill(p);
	assert_int_equal(r.fills, 3);
	assert_string_equal(pick_selected(p)->value, "opus");
	pick_free(p);
}

static void it_looks_like_this(void **state)
{
	struct rows r;
	struct pick *p = open_models(&r);
	struct pick_view v = {.cells = 44, .rows = 8};
	struct lines out = {0};

	pick_lines(p, &v, &out);
	expect_lines(&out, " Models  3 of 3\n"
			   " / type to narrow it down\n"
			   "\n"
			   "   haiku   200k\n"
			   " › opus    200k · $5\n"
			   "   sonnet  1M · $3\n");
	assert_int_equal(v.cursor_row, 1);
	assert_int_equal(v.cursor_column, 3);
	lines_clear(&out);
	pick_type(p, "on", 2);
	v = (struct pick_view){.cells = 30, .rows = 4, .ascii = true};
	pick_lines(p, &v, &out);
	expect_lines(&out, " Models  1 of 3\n"
			   " / on\n"
			   " > sonnet  1M · $3\n");
	assert_int_equal(lines_style(&out, 2, 4), STYLE_FOUND | STYLE_ON_SELECTED);
	assert_int_equal(lines_style(&out, 2, 3), STYLE_STRONG | STYLE_ON_SELECTED);
	lines_clear(&out);
	pick_type(p, "q", 1);
	pick_lines(p, &v, &out);
	expect_lines(&out, " Models  0 of 3\n"
			   " / onq\n"
			   "   nothing fits\n");
	lines_free(&out);
	pick_free(p);
}

static void the_selected_row_stays_in_view(void **state)
{
	struct rows r;
	struct pick *p = open_models(&r);

	for (int rows = 1; rows < 9; rows++)
		for (int cells = 6; cells < 60; cells += 7) {
			struct pick_view v = {.cells = cells, .rows = rows, .ascii = true};
			struct lines out = {0};
			bool seen = false;
			pick_key(p, rows % 2 ? INPUT_END : INPUT_HOME, rows);
			pick_lines(p, &v, &out);
			assert_true(out.count <= (size_t)rows);
			for (size_t i = 0; i < out.count; i++) {
				size_t len;
				const char *s = lines_text(&out, i, &len);
				seen = seen || strncmp(s, " > ", 3) == 0;
			}
			assert_true(seen);
			lines_free(&out);
		}
	pick_free(p);
}

static struct page *numbers(int count)
{
	struct lines body = {0};

	for (int i = 1; i <= count; i++) {
		lines_addf(&body, STYLE_TEXT, "%d", i);
		lines_end(&body);
	}
	return page_new("Numbers", &body, 2);
}

static void a_page_scrolls_within_its_text(void **state)
{
	static const struct {
		unsigned key;
		bool open;
		const char *first;
	} rows[] = {
	    {INPUT_UP, true, "1"},
	    {INPUT_DOWN, true, "2"},
	    {INPUT_PAGE_DOWN, true, "4"},
	    {INPUT_END, true, "18"},
	    {INPUT_PAGE_DOWN, true, "18"},
	    {INPUT_HOME, true, "1"},
	    {' ', true, "3"},
	    {'q', false, "3"},
	};
	struct page *p = numbers(20);
	struct lines out = {0};
	struct buf place = BUF_INIT;

	page_lines(p, 20, 4, &out);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t len;
		assert_int_equal(page_key(p, rows[i].key), rows[i].open);
		lines_clear(&out);
		page_lines(p, 20, 4, &out);
		const char *s = lines_text(&out, 1, &len);
		assert_int_equal(len, strlen(rows[i].first));
		assert_memory_equal(s, rows[i].first, len);
	}
	page_place(p, &place);
	assert_string_equal(buf_str(&place), "3-5 of 20");
	buf_free(&place);
	lines_free(&out);
	page_free(p);
}

static void a_long_line_hangs(void **state)
{
	struct lines body = {0}, out = {0};

	lines_adds(&body, STYLE_TEXT, "key  what it does for you");
	lines_end(&body);
	struct page *p = page_new("Keys", &body, 5);
	page_lines(p, 18, 6, &out);
	expect_lines(&out, " Keys\nkey  what it does\n     for you\n");
	lines_free(&out);
	page_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_filter_narrows_and_the_best_is_selected),
	    cmocka_unit_test(keys_move_within_the_rows),
	    cmocka_unit_test(a_source_that_searches_is_asked_each_time),
	    cmocka_unit_test(it_looks_like_this),
	    cmocka_unit_test(the_selected_row_stays_in_view),
	    cmocka_unit_test(a_page_scrolls_within_its_text),
	    cmocka_unit_test(a_long_line_hangs),
	};

	setlocale(LC_ALL, "C.UTF-8");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
