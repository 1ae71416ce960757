/* SPDX-License-Identifier: MIT
 * The search for a word in the feed. */
#ifndef UI_TUI_FEED_FIND_H
#define UI_TUI_FEED_FIND_H

#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"

void feed_find_begin(struct tui *t); /* the input asks for a word */
/* Takes n and N while a search is open and the input is empty. */
enum handled feed_find_key(struct tui *t, unsigned key);
/* Ends a search, a selection and plain text. False: there was none. */
bool feed_release(struct tui *t);

#endif
