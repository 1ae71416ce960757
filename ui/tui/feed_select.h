/* SPDX-License-Identifier: MIT */
/* The selected block of the feed, and which blocks are shown. */
#ifndef UI_TUI_FEED_SELECT_H
#define UI_TUI_FEED_SELECT_H

#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action feed_actions[]; /* ends with a NULL name */

/* Copies to the clipboard. what: "answer", "code", "block" or "all"; false: none of these. face:
 * the struct tui, for struct commander. */
bool feed_copy(void *face, const char *what);
/* A click into a row of the screen: feed_open for the block there. */
void feed_click(struct tui *t, int row);
const char *feed_phase_name(const struct tui *t); /* "[Act] only"; NULL: all tags are shown */

#endif
