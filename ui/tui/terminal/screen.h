/* SPDX-License-Identifier: MIT
 * Opens the terminal for ncurses and gives it back. Its modes are the only state of the process
 * that must be undone on every way out, so the bytes that undo them are prepared at the opening,
 * and undoing needs only write and tcsetattr.
 *
 * Here: the terminal and ncurses: opening and leaving it, painting styled rows, sending a frame,
 * sequences that terminfo does not have, and which panels are marked.
 * Not here: what is painted (ui/tui/panel, ui/view), keys (ui/keys, ui/tui/input). Curses is
 * included in ui/tui alone.
 */
#ifndef UI_TUI_TERMINAL_SCREEN_H
#define UI_TUI_TERMINAL_SCREEN_H

#include <stddef.h>
#include "base/core/buf.h"
#include "base/error.h"

struct screen {
	int rows, columns;
	int colors;	   /* how many there are; 0: none are shown */
	bool utf8, mouse;  /* mouse: as in screen_mouse */
	bool light;	   /* the terminal's background is light */
	bool scrolls;	   /* rows can be moved within a part of the screen */
	bool strikes;	   /* the terminal can strike text out */
	bool links;	   /* addresses are written as links (OSC 8) */
	bool synchronized; /* the terminal has synchronized updates (DECSET 2026) */
	int fd_in, fd_out;
};
/* Opens the screen, of which there is one at a time. want_color: theme colours are used if the
 * terminal has them. mouse: as in screen_mouse. False: e says why. */
bool screen_open(struct screen *s, bool want_color, bool mouse, struct error *e);
/* Opens a screen in memory; screen_take has what a terminal would get. False: e says why. */
bool screen_open_memory(struct screen *s, int rows, int columns, struct error *e);
/* Moves what was written to the end of out: bytes for a terminal of xterm's kin with all colours. */
void screen_take(struct screen *s, struct buf *out);
void screen_close_memory(struct screen *s);
/* Asks the terminal for the colour of its background; the answer, if any, must be given to
 * screen_report. */
void screen_ask_background(struct screen *s);
/* Takes an answer of the terminal (as struct decoder reports it). True: s->light changed. */
bool screen_report(struct screen *s, const char *answer, size_t len);
void screen_close(struct screen *s); /* restores the terminal */
/* Closes the screen, but leaves the terminal and its picture as they are, for the next screen_open.
 * The terminal is restored by screen_release, before anything is printed (print.h), or at a crash. */
void screen_hand_over(struct screen *s);
void screen_release(void);	     /* does nothing if no screen was handed over */
void screen_leave(struct screen *s); /* restores the terminal until screen_enter */
void screen_enter(struct screen *s);
void screen_resize(struct screen *s);  /* asks the terminal for its size */
void screen_repaint(struct screen *s); /* the next flush writes all of the screen */
/* Writes what was painted since the last flush, in one write. cursor_row < 0: no cursor. */
void screen_flush(struct screen *s, int cursor_row, int cursor_column);

/* Turns links on or off; outside UTF-8 they stay off. True: that changed, so what has links must
 * be painted again. */
bool screen_links(struct screen *s, bool on);
/* on: the program gets the wheel and clicks, and selecting text needs Shift. */
void screen_mouse(struct screen *s, bool on);

#endif
