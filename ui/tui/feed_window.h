/*
 * The feed as a window on a long session: the pieces around what is in view are in the model, the
 * others are read when somebody gets there (ui/model/feed_pieces.h).
 */
#ifndef UI_TUI_FEED_WINDOW_H
#define UI_TUI_FEED_WINDOW_H

#include "ui/tui/feed_state.h"

/* The model has what happened from event `from` on; past: borrowed, has what was before. last: nothing
 * after it is read, 0: what happens from now on is stored there too. */
void feed_window(struct tui *t, struct event_source *past, int64_t from, int64_t last);
size_t feed_reach_back(struct tui *t); /* puts a piece ahead; how many blocks, 0: that was all */
void feed_reach_on(struct tui *t, size_t block); /* so that nothing is missing before this one */
void feed_to_end(struct tui *t);		 /* what is missing is not between here and there */
void feed_let_go(struct tui *t, size_t first, size_t last); /* of pieces far from these blocks */

#endif
