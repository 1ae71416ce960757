/* SPDX-License-Identifier: MIT
 * Scrolling: which part of the feed is in view. */
#ifndef UI_TUI_FEED_FEED_SCROLL_H
#define UI_TUI_FEED_FEED_SCROLL_H

#include "ui/tui/feed/feed_state.h"

#define FEED_WHEEL_ROWS 3 /* scrolled by a notch of the wheel */

void feed_place_free(struct tui *t);	   /* frees t->feed */
void feed_scroll(struct tui *t, int rows); /* down; up when negative */
/* Scrolls until a row is in view, if it is not, to a third of the screen. */
void feed_show(struct tui *t, size_t block, size_t row);
/* Folds or unfolds the selected block. Without one, unfolds all in view, or folds it if nothing is
 * folded. */
void feed_toggle(struct tui *t);
/* Shows the picture of a block, else shows its group row by row, else folds or unfolds it. */
void feed_open(struct tui *t, size_t block);
/* Sets first_block and first_row for a feed of this many rows, before it is drawn. */
void feed_settle(struct tui *t, size_t rows);

/*
 * The feed is a window on a long session: the pieces around what is in view are in the model, the others are read
 * when somebody scrolls there (ui/model/feed_pieces.h).
 */

/* Begins a window on past (borrowed), whose events from `from` on the model has. last: the last
 * event that can be read from past; 0: later events are stored there too. */
void feed_window_begin(struct tui *t, struct event_source *past, int64_t from, int64_t last);
/* Reads the pieces that are missing before this block. */
void feed_window_later(struct tui *t, size_t block);
/* Gives the model an event, and frees pieces that are far from what was drawn. */
void feed_take(struct tui *t, const struct event *ev);

#endif
