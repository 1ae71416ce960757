/* SPDX-License-Identifier: MIT */
/* What of the feed is in view. */
#ifndef UI_TUI_FEED_FEED_SCROLL_H
#define UI_TUI_FEED_FEED_SCROLL_H

#include "ui/tui/feed/feed_state.h"

#define FEED_WHEEL_ROWS 3 /* a notch of the wheel scrolls */

/* The state of the feed, from the start of the screen, where its end is in view, to the end. */
void feed_place_open(struct tui *t);
void feed_place_free(struct tui *t);
void feed_scroll(struct tui *t, int rows); /* down; up when negative */
/* Scrolls until a row is in view, if it is not, to a third of the screen. */
void feed_show(struct tui *t, size_t block, size_t row);
/* Folds or unfolds the selected block, else what is in view: unfolds it unless nothing is folded. */
void feed_toggle(struct tui *t);
/* Sets first_block and first_row for a screen of this many rows, before it is drawn. */
void feed_settle(struct tui *t, size_t rows);

#endif
