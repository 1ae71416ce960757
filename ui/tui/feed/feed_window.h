/* SPDX-License-Identifier: MIT
 * The feed as a window on a long session: the pieces around what is in view are in the model, the
 * others are read when somebody gets there (ui/model/feed_pieces.h).
 */
#ifndef UI_TUI_FEED_FEED_WINDOW_H
#define UI_TUI_FEED_FEED_WINDOW_H

#include "ui/tui/feed/feed_state.h"

/* The model has what happened from event `from` on; past: borrowed, has what was before. last: nothing
 * after it is read; 0: what happens from now on is stored there too. */
void feed_window_begin(struct tui *t, struct event_source *past, int64_t from, int64_t last);
/* Puts the piece before the first ahead of it. Returns how many blocks that are, 0: there is none. */
size_t feed_window_earlier(struct tui *t);
/* Reads on until nothing is missing before this block. */
void feed_window_later(struct tui *t, size_t block);
/* Lets go what is in view, so that nothing is missing before the end. */
void feed_window_end(struct tui *t);
/* Lets go pieces that are far from these blocks. */
void feed_window_trim(struct tui *t, size_t first, size_t last);

#endif
