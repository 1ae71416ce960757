/* SPDX-License-Identifier: MIT */
/* When pieces of the session come and go, every number of a block that is kept here is adjusted. */
#include "ui/tui/feed/feed_window.h"

#include "ui/tui/feed/feed_rows.h"

static void follow_block(size_t *block, size_t at, size_t gone, size_t come)
{
	if (*block >= at + gone)
		*block += come - gone;
	else if (*block > at)
		*block = at;
}

static void on_moved(void *ctx, size_t at, size_t gone, size_t come)
{
	struct tui *t = ctx;
	struct feed_place *f = t->feed;
	size_t *const places[] = {
	    &f->block, &f->first_block, &f->shown_block, &f->last_block, &f->found};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		follow_block(places[i], at, gone, come);
	if (f->cleared)
		follow_block(&f->cleared, at, gone, come);
	if (f->selected > at && f->selected <= at + gone)
		f->selected = 0;
	else if (f->selected > at)
		f->selected += come - gone;
	feed_rows_forget(t);
	f->removed = t->model.removed;
}

void feed_window_begin(struct tui *t, struct event_source *past, int64_t from, int64_t last)
{
	t->feed->window.moved = on_moved;
	t->feed->window.ctx = t;
	t->feed->window.last = last;
	feed_pieces_begin(&t->feed->window, past, from);
}

size_t feed_window_earlier(struct tui *t)
{
	return feed_pieces_earlier(&t->feed->window, &t->model);
}

void feed_window_later(struct tui *t, size_t block)
{
	while (t->feed->window.gap == block && feed_pieces_later(&t->feed->window, &t->model) > 0)
		;
}

void feed_window_end(struct tui *t)
{
	feed_pieces_end(&t->feed->window, &t->model);
}

void feed_window_trim(struct tui *t, size_t first, size_t last)
{
	feed_pieces_trim(&t->feed->window, &t->model, first, last);
}
