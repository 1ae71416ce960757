/* SPDX-License-Identifier: MIT
 * The feed's panel: what is below it, and the key of an empty chat. */
#ifndef UI_TUI_PANEL_PANEL_FEED_H
#define UI_TUI_PANEL_PANEL_FEED_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* Appends "↓ 48 more · new output": the rows below those on the screen; nothing at the end. */
void panel_feed_below(struct tui *t, struct buf *out);
/* Takes Tab in an empty chat: puts an example into the input. */
enum handled panel_welcome_key(struct tui *t, unsigned key);

#endif
