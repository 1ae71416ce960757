/* SPDX-License-Identifier: MIT */
/* What of the feed is in view. */
#ifndef UI_TUI_FEED_FEED_SCROLL_H
#define UI_TUI_FEED_FEED_SCROLL_H

#include "ui/tui/feed/feed_state.h"

#define FEED_WHEEL_ROWS 3 /* a notch of the wheel scrolls */

void feed_place_free(struct tui *t);	   /* t->feed, at the end of the screen */
void feed_scroll(struct tui *t, int rows); /* down; up when negative */
/* Scrolls until a row is in view, if it is not, to a third of the screen. */
void feed_show(struct tui *t, size_t block, size_t row);
/* Folds or unfolds the selected block, else what is in view: unfolds it unless nothing is folded. */
void feed_toggle(struct tui *t);
/* Shows the picture of a block, else shows its group row by row, else folds or unfolds it. */
void feed_open(struct tui *t, size_t block);
/* Sets first_block and first_row for a screen of this many rows, before it is drawn. */
void feed_settle(struct tui *t, size_t rows);

/*
 * The feed is a window on a long session: the pieces around what is in view are in the model, the others are read
 * when somebody gets there (ui/model/feed_pieces.h).
 */

/* The model has what happened from event `from` on; past: borrowed, has what was before. last: nothing
 * after it is read; 0: what happens from now on is stored there too. */
void feed_window_begin(struct tui *t, struct event_source *past, int64_t from, int64_t last);
/* Reads on until nothing is missing before this block. */
void feed_window_later(struct tui *t, size_t block);
/* Takes an event into the model, and lets go pieces that are far from what was drawn. */
void feed_take(struct tui *t, const struct event *ev);

#endif
