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
#define COLOR_TRUE 0x1000000 /* number of colours of a terminal that shows every one */

/* Reads "cyan", "bright-cyan", "236" or "#ffd700". False: it is no colour. */
bool color_parse(const char *word, int *color);
/* Returns the nearest of a terminal's colours, of which there are 8, 16, 256 or COLOR_TRUE;
 * COLOR_NONE if there are fewer or color is none. Of eight the bright ones are still known: *bright
 * is set, and the number is that of the plain one. */
int color_nearest(int color, int colors, bool *bright);
unsigned color_rgb(int color); /* 0xrrggbb; of a number of the palette as xterm has it */
/* Appends a colour to an escape sequence: base 30 for text (";38;2;1;2;3"), 40 for the background
 * (";48;..."); nothing for COLOR_NONE. */
void color_sgr(struct buf *out, int color, int base);
/* Reads "]11;rgb:R/G/B", a terminal's answer about its background. False: it is something else. */
bool color_background(const char *answer, bool *light);
/* Returns how many colours $COLORTERM and $TERM promise, for output that is no screen. */
int color_count(void);
bool color_true(void); /* whether $COLORTERM promises every colour */

#endif
