/* SPDX-License-Identifier: MIT */
/* Finding in the feed. */
#ifndef UI_TUI_FEED_FIND_H
#define UI_TUI_FEED_FIND_H

#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"

void feed_find_begin(struct tui *t); /* the input asks for a word */
/* n and N, while something is looked for. */
enum handled feed_find_key(struct tui *t, unsigned key);
/* Ends a search, a selection, plain text; false: there was nothing to end. */
bool feed_release(struct tui *t);

#endif
