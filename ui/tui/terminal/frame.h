/* SPDX-License-Identifier: MIT
 * A frame on its way to the terminal. ncurses writes into a file of memory; what one drawing made
 * goes out in a single write, so no other process and no signal ever sees half a sequence, between
 * the marks of a synchronized update where the terminal has them, and with its colours spelled in
 * full where a palette has none, and what leads somewhere between the marks of a link (OSC 8).
 */
#ifndef UI_TUI_TERMINAL_FRAME_H
#define UI_TUI_TERMINAL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>
#include "base/core/buf.h"

#define FRAME_SYNC_OFF "\033[?2026l"

/* The file that newterm writes to, closed by frame_close; NULL: there is no memory for it. */
FILE *frame_open(void);
void frame_close(void);
/* Adds what goes out before the next drawing. */
void frame_add(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Hands over to the terminal what was written since. */
void frame_send(int fd, bool synchronized);
void frame_drop(void); /* nobody is to see what was written since */
/* Appends what was written to a file in memory, which is empty then. */
void frame_read(int fd, struct buf *out);
/* The number of a palette of 256 that stands for this colour from now on. */
int frame_color(unsigned rgb);
void frame_forget_colors(void);
/* Marks without width that, behind a character, stand for a number of hyperlink.h. The door of foreign text
 * (text_sanitise) lets none of them pass. */
#define FRAME_LINK_MARKS 2
#define FRAME_STRUCK 4095 /* no link's number: the words are struck out */
void frame_link_marks(unsigned link, wchar_t out[FRAME_LINK_MARKS]);

#endif
