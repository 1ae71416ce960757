/* SPDX-License-Identifier: MIT
 * Colours: none, a number of the terminal's palette (0-15 the terminal's own sixteen, 16-255 fixed),
 * or red, green and blue. A terminal shows the nearest it has.
 */
#ifndef UI_VIEW_COLOR_H
#define UI_VIEW_COLOR_H

#include <stdbool.h>
#include "base/core/buf.h"

#define COLOR_NONE (-1)
#define COLOR_RGB 0x1000000  /* | 0xrrggbb */
#define COLOR_TRUE 0x1000000 /* how many colours a terminal has that shows any */

/* Reads "cyan", "bright-cyan", "236" or "#ffd700". False: it is no colour. */
bool color_parse(const char *word, int *color);
/* What stands for a colour where there are 8, 16, 256 or COLOR_TRUE of them; fewer: COLOR_NONE. Of eight
 * the bright ones are still named: *bright says so, the number is that of the plain one. */
int color_nearest(int color, int colors, bool *bright);
unsigned color_rgb(int color); /* 0xrrggbb; of a number of the palette as xterm has it */
/* Appends ";38;2;1;2;3" for base 30, ";48;..." for 40; nothing for COLOR_NONE. */
void color_sgr(struct buf *out, int color, int base);
/* Reads "]11;rgb:R/G/B", what a terminal says of its background. False: it is something else. */
bool color_background(const char *answer, bool *light);
/* How many colours $COLORTERM and $TERM speak of, for output that is no screen. */
int color_count(void);
bool color_true(void); /* $COLORTERM says any */

#endif
