/* SPDX-License-Identifier: MIT */
/* A tool's pictures over the whole screen, for terminals that have them; elsewhere the line with their size is all. */
#ifndef UI_TUI_FEED_PICTURE_H
#define UI_TUI_FEED_PICTURE_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* Shows the first picture of this block. False: it has none, or the terminal shows none (ui.pictures). */
bool picture_show(struct tui *t, const struct block *b);
/* Any key: the next one, or back to the chat. */
enum handled picture_key(struct tui *t, unsigned key);
void picture_close(struct tui *t); /* nothing, where none is shown */
/* One stands on the screen, so nothing is drawn; a question that opens takes it away. */
bool picture_stays(struct tui *t);

#endif
