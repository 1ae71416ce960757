/* SPDX-License-Identifier: MIT */
/* Where the panels are. */
#ifndef UI_TUI_PANEL_CHAT_LAYOUT_H
#define UI_TUI_PANEL_CHAT_LAYOUT_H

#include "ui/tui/input/tui.h"

/* Computes t->layout from the state as it is now; where a panel moved, all of them are drawn. */
void chat_layout(struct tui *t);

#endif
