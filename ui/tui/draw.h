/* SPDX-License-Identifier: MIT
 * Draws the marked panels (redraw.h), in one frame, before the loop sleeps. */
#ifndef UI_TUI_DRAW_H
#define UI_TUI_DRAW_H

#include "ui/tui/terminal/redraw.h"

/* Makes t->drawing; frames are drawn until draw_close. */
void draw_open(struct tui *t);
void draw_close(struct tui *t); /* frees t->drawing; no more callbacks */

#endif
