/* SPDX-License-Identifier: MIT
 * The rows of the feed's blocks: made when they are seen, kept for one width and version. */
#ifndef UI_TUI_FEED_FEED_ROWS_H
#define UI_TUI_FEED_FEED_ROWS_H

#include "ui/tui/feed/feed_state.h"

/* Forgets the rows of all blocks, since the width or what is shown of blocks has changed. */
void feed_rows_forget(struct tui *t);
/* Forgets rows of blocks that are not between these two, once there are many. */
void feed_rows_trim(struct tui *t, size_t first, size_t last);
/* Returns the rows of a block, borrowed until the next call for any block; a block that is not
 * shown has none. */
const struct lines *feed_rows(struct tui *t, size_t block);
/* Appends the rows of a block over the whole width, for what is printed. */
void feed_rows_print(struct tui *t, size_t block, struct lines *out);
/* Shows the blocks of this one's group (row_groups.h) each by itself from now on. False: it is in
 * no group. */
bool feed_rows_ungroup(struct tui *t, size_t block);
/* Whether the block is in no group. */
bool feed_rows_alone(const struct tui *t, size_t block);

#endif
