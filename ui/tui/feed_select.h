/* SPDX-License-Identifier: MIT */
/* The selected block of the feed, and which blocks are shown. */
#ifndef UI_TUI_FEED_SELECT_H
#define UI_TUI_FEED_SELECT_H

#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action feed_actions[]; /* ends with a NULL name */

/* what: answer, code, block or all; false: it is none of these. face: the struct tui, for struct commander. */
bool feed_copy(void *face, const char *what);
void feed_click(struct tui *t, int row); /* of the screen: what is folded in its block unfolds */
const char *feed_phase_name(const struct tui *t); /* "[Act] only"; NULL: all tags are shown */

#endif
