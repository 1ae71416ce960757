/* SPDX-License-Identifier: MIT
 * The frame buffer: ncurses writes into a file in memory, and what one drawing wrote goes to the
 * terminal in a single write, so no other process and no signal ever sees half a sequence. What
 * ncurses does not know is added on the way out: the marks of a synchronized update, colours
 * outside the palette, links (OSC 8) and strike-out.
 */
#ifndef UI_TUI_TERMINAL_FRAME_H
#define UI_TUI_TERMINAL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>
#include "base/core/buf.h"

#define FRAME_SYNC_OFF "\033[?2026l"

/* Returns the file for newterm to write to, closed by frame_close; NULL: it cannot be made. */
FILE *frame_open(void);
void frame_close(void);
/* Adds a sequence before what ncurses writes next. */
void frame_add(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Writes to fd what was written since the last frame, and empties the buffer. */
void frame_send(int fd, bool synchronized);
void frame_drop(void); /* empties the buffer unseen */
/* Moves the contents of a file in memory to the end of out. */
void frame_read(int fd, struct buf *out);
/* Returns the number, of a palette of 256, that stands for a colour until frame_forget_colors. */
int frame_color(unsigned rgb);
void frame_forget_colors(void);
/* Fills out with marks without width that, behind a character, stand for a link's number
 * (hyperlink.h). text_sanitise lets none of them pass in text from outside. */
#define FRAME_LINK_MARKS 2
#define FRAME_STRUCK 4095 /* no link's number: the text is struck out */
void frame_link_marks(unsigned link, wchar_t out[FRAME_LINK_MARKS]);

#endif
