/* SPDX-License-Identifier: MIT
 * Marks of what has to be drawn. Code that changes something marks the panels that show it
 * (functions in input/tui.c); draw.c draws the marked panels once, before the loop sleeps.
 */
#ifndef UI_TUI_TERMINAL_REDRAW_H
#define UI_TUI_TERMINAL_REDRAW_H

#include "ui/tui/input/tui.h"

enum { /* one bit for each panel of draw.c's table */
	PANEL_TITLE = 1,
	PANEL_FEED = 2,
	PANEL_PLAN = 4,
	PANEL_PLAN_LINE = 8,
	PANEL_COMPOSER = 16,
	PANEL_STATUS = 32,
	PANEL_TRANSPORT = 64,
	PANEL_QUEUE = 128,
	PANEL_LIST = 256,
	PANEL_CARD = 512, /* the last */
	PANEL_ALL = 2 * PANEL_CARD - 1,
	PANEL_INPUT = PANEL_COMPOSER | PANEL_STATUS | PANEL_QUEUE | PANEL_LIST,
};

struct drawing {
	unsigned dirty; /* the marked panels */
	bool urgent;	/* to be drawn in this turn of the loop, however recent the last frame is */
	bool links_known;	       /* the terminal is known to open links */
	int64_t drawn_ms;	       /* monotonic: when the last frame was drawn */
	int64_t drawing_us;	       /* CPU time that this took */
	int cursor_row, cursor_column; /* row -1: hidden */
	char approve_drawn[16];	       /* the approval mode in the status line */
	struct timer *frame, *tick;    /* draw what is marked; mark what shows time passing */
};

void redraw(struct tui *t, unsigned panels);	 /* for the next frame */
void redraw_now(struct tui *t, unsigned panels); /* at once: the user waits for it */
/* Has chat_layout place the panels anew, and all of them drawn. */
void redraw_layout(struct tui *t);

#endif
