/* SPDX-License-Identifier: MIT */
/* Rows of styled text onto the cells of the screen that is open. Nothing is shown before screen_flush. */
#ifndef UI_TUI_TERMINAL_PAINT_H
#define UI_TUI_TERMINAL_PAINT_H

#include "ui/tui/terminal/screen.h"
#include "ui/view/layout.h"
#include "ui/view/lines.h"
#include "ui/view/theme.h"

/* What styles look like from now on. Needs an open screen; all of it is painted again. */
void screen_theme(struct screen *s, const struct theme *t);
/* Paints line i into a row of a rectangle and empties the rest of the row. Rows outside it: nothing. */
void screen_row(struct screen *s, const struct rect *r, int row, const struct lines *l, size_t i);
/* Empties the rows of a rectangle from this one on. */
void screen_blank(struct screen *s, const struct rect *r, int from_row);
/* Paints lines from the first row of a rectangle on, as many as fit, and empties the rows below. */
void screen_lines(struct screen *s, const struct rect *r, const struct lines *l);
void screen_glyph(struct screen *s, int y, int x, const char *glyph, enum style style);
void screen_clear(struct screen *s);

/* Moving rows instead of writing them again. */

/* What stands in these rows, of the whole width, is going to stand `rows` higher (lower when negative):
 * the terminal moves it. Only what it costs depends on this, never what is seen. */
void screen_scroll(struct screen *s, const struct rect *r, int rows);

#endif
