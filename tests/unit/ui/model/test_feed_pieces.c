/* SPDX-License-Identifier: MIT
 * The feed as a window of pieces: together they are the whole feed, whatever was dropped and read again,
 * and what happens meanwhile is in its place.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/session.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"
#include "tests/support/store_ground.h"
#include "ui/model/feed_pieces.h"

#define PIECES_KEPT 8

struct fixture {
	struct store_ground g;
	struct ui_model m;
	struct feed_pieces w;
	size_t named; /* a block by its number, as the screen has them */
};

static void moved(void *ctx, size_t at, size_t gone, size_t come)
{
	struct fixture *f = ctx;

	assert_false(f->named >= at && f->named < at + gone);
	if (f->named >= at)
		f->named += come - gone;
}

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);
	int64_t from;

	store_ground_open(&f->g);
	store_ground_fill(&f->g, 1000);
	assert_int_equal(f->g.last, 7001);
	ui_model_init(&f->m);
	assert_true(ui_state_at(&f->m, f->g.past, f->g.last, &from, NULL));
	feed_pieces_begin(&f->w, f->g.past, from);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	feed_pieces_free(&f->w);
	ui_model_free(&f->m);
	store_ground_close(&f->g);
	free(f);
	return 0;
}

static void fold_all(struct ui_model *m, struct fixture *f)
{
	struct event_reader *source = store_source(f->g.store, f->g.id, 1);
	struct event ev;

	ui_model_init(m);
	while (source->next(source, &ev, NULL)) {
		ui_model_take(m, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
}

static char *feed_of(const struct ui_model *m, int64_t from)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < m->count; i++)
		if (m->blocks[i].seq >= from)
			buf_addf(&out, "%d %lld %d %s | %s\n", m->blocks[i].kind,
			    (long long)m->blocks[i].seq, m->blocks[i].ordinal,
			    buf_str(&m->blocks[i].text), buf_str(&m->blocks[i].detail));
	return buf_take(&out);
}

static void expect_whole(struct fixture *f, int64_t from)
{
	struct ui_model whole;
	json_t *state, *other;

	fold_all(&whole, f);
	char *wanted = feed_of(&whole, from), *got = feed_of(&f->m, from);

	assert_string_equal(got, wanted);
	state = ui_snapshot(&whole);
	other = ui_snapshot(&f->m);
	assert_true(json_equal(state, other));
	json_decref(state);
	json_decref(other);
	free(wanted);
	free(got);
	ui_model_free(&whole);
}

static void the_feed_in_pieces_is_the_whole_feed(void **state)
{
	struct fixture *f = *state;
	size_t more, before = f->m.count, turn = f->m.turn_block;

	assert_in_range(f->m.count, 3, 250);
	more = feed_pieces_earlier(&f->w, &f->m);
	assert_in_range(more, 100, 300);
	assert_int_equal(f->m.count, before + more);
	assert_int_equal(f->m.turn_block, turn + more);
	while ((more = feed_pieces_earlier(&f->w, &f->m)) > 0)
		assert_in_range(more, 1, 300);
	assert_int_equal(f->w.cuts[0], 1);
	expect_whole(f, 0);
}

/* Reads piece after piece up to the beginning, with one in view, as scrolling does. */
static void scroll_to_the_beginning(struct fixture *f)
{
	f->w.moved = moved;
	f->w.ctx = f;
	f->named = 0;
	while (feed_pieces_earlier(&f->w, &f->m) > 0) {
		f->named = 0;
		feed_pieces_trim(&f->w, &f->m, 0, 20);
		assert_in_range(f->w.count, 1, PIECES_KEPT);
		assert_in_range(f->m.count, 1, PIECES_KEPT * 250);
	}
	assert_int_equal(f->w.cuts[0], 1);
	assert_true(f->w.gap > 0);
	assert_true(f->w.gap_from > 250 && f->w.gap_to > f->w.gap_from + 4000);
}

static void what_is_far_below_is_let_go_and_read_again(void **state)
{
	struct fixture *f = *state;

	scroll_to_the_beginning(f);
	f->named = f->m.count - 1; /* the end stays */
	while (feed_pieces_later(&f->w, &f->m) > 0)
		;
	assert_int_equal(f->w.gap, 0);
	assert_int_equal(f->named, f->m.count - 1);
	expect_whole(f, 0);
}

static void scrolling_down_lets_the_beginning_go(void **state)
{
	struct fixture *f = *state;

	scroll_to_the_beginning(f);
	while (f->w.gap) {
		const size_t seen = f->named = f->w.gap - 1;

		feed_pieces_later(&f->w, &f->m);
		assert_int_equal(f->named, seen);
		feed_pieces_trim(&f->w, &f->m, seen, seen + 20);
		assert_in_range(f->m.count, 1, (PIECES_KEPT + 1) * 250);
	}
	assert_true(f->w.cuts[0] > 4000);
	expect_whole(f, f->w.cuts[0]);
}

static void the_end_is_as_it_was_without_what_is_between(void **state)
{
	struct fixture *f = *state;

	scroll_to_the_beginning(f);
	const int64_t from = f->w.gap_to;
	f->named = f->m.count - 1;
	feed_pieces_end(&f->w, &f->m);
	assert_int_equal(f->w.gap, 0);
	assert_int_equal(f->w.cuts[0], from);
	assert_int_equal(f->m.blocks[0].seq, from);
	expect_whole(f, from);
	assert_true(feed_pieces_earlier(&f->w, &f->m) > 0);
	expect_whole(f, f->w.cuts[0]);
}

static void take(void *self, const struct event *ev)
{
	struct fixture *f = self;

	feed_pieces_take(&f->w, &f->m, ev);
	ui_model_take(&f->m, ev);
	feed_pieces_trim(&f->w, &f->m, 0, 20);
}

static void say(struct session *s, int turn, const char *call, bool open)
{
	session_at(s, turn, 1);
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "go on"));
	for (int i = 0; i < 300; i++) {
		emit(s, EVENT_MESSAGE, NULL,
		    json_pack("{s:s, s:[{s:s, s:s}, {s:s, s:s, s:s, s:s}]}", "role", "assistant",
			"parts", "type", "text", "text", "I look", "type", "call", "call", call,
			"tool", "run_command", "arguments", "{}"));
		emit(s, EVENT_REFLECTION, xstrdup("I look"), json_pack("{s:s}", "text", "I look"));
		emit(s, EVENT_TOOL_CALL, xstrdup("run_command make"),
		    json_pack("{s:s, s:s}", "call", call, "tool", "run_command"));
		if (i < 299 || !open)
			emit(s, EVENT_TOOL_RESULT, xstrdup("done"),
			    json_pack("{s:s, s:b, s:s}", "call", call, "ok", true, "text", "ok"));
	}
	if (open)
		emit(s, EVENT_QUESTION, NULL,
		    json_pack("{s:s, s:s, s:s, s:s}", "id", "q1", "kind", "approval", "call", call,
			"text", "run_command make"));
}

static void what_happens_meanwhile_has_its_place(void **state)
{
	struct fixture *f = *state;
	struct session *s = session_open(NULL, f->g.store, f->g.id, NULL);
	size_t open = 0;

	scroll_to_the_beginning(f);
	session_sink(s, (struct event_sink){take, f});
	say(s, 1001, "a", false);
	say(s, 1002, "b", true);
	assert_in_range(f->m.count, 1, (PIECES_KEPT + 3) * 250);
	assert_string_equal(f->m.question, "q1");
	assert_int_equal(f->m.turn, 1002);
	for (size_t i = f->w.gap; i < f->m.count; i++)
		open += f->m.blocks[i].open;
	assert_int_equal(open, 2); /* the call and the card */
	f->named = 0;
	while (feed_pieces_later(&f->w, &f->m) > 0)
		;
	expect_whole(f, 0);
	session_free(s);
}

static void a_feed_that_grows_lets_its_beginning_go(void **state)
{
	struct fixture *f = *state;
	struct event_reader *source = store_source(f->g.store, f->g.id, 1);
	struct event ev;

	ui_model_free(&f->m);
	feed_pieces_begin(&f->w, f->g.past, 1);
	while (source->next(source, &ev, NULL)) {
		feed_pieces_take(&f->w, &f->m, &ev);
		ui_model_take(&f->m, &ev);
		feed_pieces_trim(&f->w, &f->m, f->m.count - 1, f->m.count);
		assert_in_range(f->m.count, 0, PIECES_KEPT * 250);
		event_free(&ev);
	}
	event_reader_free(source);
	assert_int_equal(f->w.gap, 0);
	assert_true(f->w.cuts[0] > 5000);
	expect_whole(f, f->w.cuts[0]);
}

static void what_cannot_be_read_again_stays(void **state)
{
	struct fixture *f = *state;
	struct feed_pieces w = {0};

	while (feed_pieces_earlier(&f->w, &f->m) > 0)
		;
	const size_t all = f->m.count;
	f->w.last = 1; /* nothing behind it is stored there */
	feed_pieces_trim(&f->w, &f->m, 0, 20);
	feed_pieces_trim(&f->w, &f->m, all - 1, all - 1);
	assert_int_equal(f->m.count, all);
	feed_pieces_begin(&w, NULL, 1);
	feed_pieces_trim(&w, &f->m, 0, 20);
	assert_int_equal(f->m.count, all);
	feed_pieces_free(&w);
}

static void folds_are_as_they_were_chosen(void **state)
{
	struct fixture *f = *state;
	size_t i = f->m.count - 1;
	int64_t seq;

	while (f->m.blocks[i].kind != BLOCK_TAGGED || !f->m.blocks[i].folded)
		i--;
	for (int n = 0; n < 3; n++)
		i += feed_pieces_earlier(&f->w, &f->m);
	i = 10;
	while (f->m.blocks[i].kind != BLOCK_TAGGED || !f->m.blocks[i].folded)
		i++;
	seq = f->m.blocks[i].seq;
	ui_fold(&f->m, i, false);
	scroll_to_the_beginning(f);
	f->named = 0;
	while (feed_pieces_later(&f->w, &f->m) > 0)
		;
	for (i = 0; f->m.blocks[i].seq != seq;)
		i++;
	assert_false(f->m.blocks[i].folded);
	assert_true(f->m.blocks[i + 3].folded || f->m.blocks[i + 3].kind != BLOCK_TAGGED);
}

#define ROW(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    ROW(the_feed_in_pieces_is_the_whole_feed),
	    ROW(what_is_far_below_is_let_go_and_read_again),
	    ROW(scrolling_down_lets_the_beginning_go),
	    ROW(the_end_is_as_it_was_without_what_is_between),
	    ROW(what_happens_meanwhile_has_its_place),
	    ROW(a_feed_that_grows_lets_its_beginning_go),
	    ROW(what_cannot_be_read_again_stays),
	    ROW(folds_are_as_they_were_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
