/* SPDX-License-Identifier: MIT */
/* An empty chat: what to type, below what was said already. */
#ifndef UI_TUI_PANEL_PANEL_WELCOME_H
#define UI_TUI_PANEL_PANEL_WELCOME_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* Draws it from this row of the feed on, while nothing has happened. Returns the first row behind it. */
int panel_welcome_draw(struct tui *t, const struct rect *r, int row);
/* Tab in an empty chat: an example of a prompt in the input. */
enum handled panel_welcome_key(struct tui *t, unsigned key);

#endif
