/* SPDX-License-Identifier: MIT
 * The terminal as ncurses sees it: opened, painted, given back. The only state of the process that
 * must be undone on every way out, so what undoes it is prepared when it is opened and needs
 * nothing but write and tcsetattr.
 */
#ifndef UI_TUI_TERMINAL_SCREEN_H
#define UI_TUI_TERMINAL_SCREEN_H

#include <stddef.h>
#include "base/core/buf.h"
#include "base/error.h"

struct screen {
	int rows, columns;
	int colors; /* how many there are; 0: none are shown */
	bool utf8, mouse;
	bool light;	   /* what the terminal said of its background */
	bool scrolls;	   /* rows can be moved within a part of the screen */
	bool strikes;	   /* the terminal strikes words out */
	bool links;	   /* addresses are written as links, which the terminal opens (OSC 8) */
	bool synchronized; /* the terminal shows a frame when it is whole (DECSET 2026) */
	int fd_in, fd_out;
};
/* want_color: theme colours are set when the terminal has them. mouse: the wheel is the program's,
   selecting text needs Shift. One screen at a time. */
bool screen_open(struct screen *s, bool want_color, bool mouse, struct error *e);
/* Opens a screen of this size that no terminal shows: what would be written comes from screen_take. */
bool screen_open_memory(struct screen *s, int rows, int columns, struct error *e);
/* Appends what was written since, as a terminal of xterm's kin with all colours takes it. */
void screen_take(struct screen *s, struct buf *out);
void screen_close_memory(struct screen *s);
/* Asks for the background's colour; the answer, if there is one, comes to screen_report. */
void screen_ask_background(struct screen *s);
/* What the terminal answered to a question. True: the background is another than was thought. */
bool screen_report(struct screen *s, const char *answer, size_t len);
void screen_close(struct screen *s);
/* Closed, but the terminal stays as it is, the picture too: for the next screen_open. It is given back
 * by screen_release, or before anything is printed (print.h), or at a crash. */
void screen_hand_over(struct screen *s);
void screen_release(void);	      /* nothing, where none was handed over */
void screen_leave(struct screen *s);  /* for a suspension: the shell's terminal again */
void screen_enter(struct screen *s);  /* back from it */
void screen_resize(struct screen *s); /* asks the terminal for its size */
void screen_repaint(struct screen *s);
/* Everything painted since goes out in one write. cursor row < 0: hidden. */
void screen_flush(struct screen *s, int cursor_row, int cursor_column);

/* Turns links on or off; outside UTF-8 they stay off. True: that changed, so what has links must be
 * painted again. */
bool screen_links(struct screen *s, bool on);
/* on: the wheel is the program's, selecting text needs Shift. */
void screen_mouse(struct screen *s, bool on);

#endif
