/* SPDX-License-Identifier: MIT */
/* When and what is drawn: panels that are marked (redraw.h), in one frame, before the loop sleeps. */
#ifndef UI_TUI_DRAW_H
#define UI_TUI_DRAW_H

#include "ui/tui/terminal/redraw.h"

/* Draws from now on, until draw_close. */
void draw_open(struct tui *t);
void draw_close(struct tui *t); /* no callback comes any more */

#endif
