/* SPDX-License-Identifier: MIT
 * Paints rows of styled text into the cells of the open screen. The terminal gets them with screen_flush. */
#ifndef UI_TUI_TERMINAL_PAINT_H
#define UI_TUI_TERMINAL_PAINT_H

#include "ui/tui/terminal/screen.h"
#include "ui/view/layout.h"
#include "ui/view/lines.h"
#include "ui/view/theme.h"

/* Sets how styles look. Needs an open screen, all of which goes to the terminal again. */
void screen_theme(struct screen *s, const struct theme *t);
/* Paints line i into a row of a rectangle and empties the rest of the row; nothing if the row is
 * outside. */
void screen_row(struct screen *s, const struct rect *r, int row, const struct lines *l, size_t i);
/* Empties the rows of a rectangle from this one on. */
void screen_blank(struct screen *s, const struct rect *r, int from_row);
/* Paints lines from the first row of a rectangle on, as many as fit, and empties the rows below. */
void screen_lines(struct screen *s, const struct rect *r, const struct lines *l);
/* Paints a short string at a row and column of the screen. */
void screen_glyph(struct screen *s, int y, int x, const char *glyph, enum style style);
void screen_clear(struct screen *s);

/* Has the terminal move the rows of a rectangle (as wide as the screen) `rows` up, or down if
 * negative, before they are painted there. This saves bytes; what is seen does not depend on it. */
void screen_scroll(struct screen *s, const struct rect *r, int rows);

#endif
