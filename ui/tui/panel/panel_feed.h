/* SPDX-License-Identifier: MIT */
/* What draw.c says of the feed beside its panel. */
#ifndef UI_TUI_PANEL_PANEL_FEED_H
#define UI_TUI_PANEL_PANEL_FEED_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* "↓ 48 more · new output": what stands below the rows on the screen; adds nothing at the end. */
void panel_feed_below(struct tui *t, struct buf *out);
/* Keys of an empty chat: Tab puts an example into the input. */
enum handled panel_welcome_key(struct tui *t, unsigned key);

#endif
