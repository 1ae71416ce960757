/* SPDX-License-Identifier: MIT
 * What has to be drawn. Everything that changes something marks the panels that show it; draw.c draws
 * what is marked, once, before the loop sleeps.
 */
#ifndef UI_TUI_TERMINAL_REDRAW_H
#define UI_TUI_TERMINAL_REDRAW_H

#include "ui/tui/input/tui.h"

enum {
	PANEL_TITLE = 1,
	PANEL_FEED = 2,
	PANEL_PLAN = 4,
	PANEL_PLAN_LINE = 8,
	PANEL_COMPOSER = 16,
	PANEL_STATUS = 32,
	PANEL_TRANSPORT = 64,
	PANEL_QUEUE = 128,
	PANEL_LIST = 256,
	PANEL_CARD = 512,
	PANEL_ALL = 1023,
	PANEL_INPUT = PANEL_COMPOSER | PANEL_STATUS | PANEL_QUEUE | PANEL_LIST,
};

struct drawing {
	unsigned dirty;	    /* panels */
	bool urgent;	    /* drawn in this turn of the loop, whenever the last frame was */
	bool links_known;   /* the terminal is known to open addresses */
	int64_t drawn_ms;   /* monotonic: when the last frame was drawn */
	int64_t drawing_us; /* CPU time that took */
	int cursor_row, cursor_column; /* row -1: hidden */
	char approve_drawn[16];	       /* the mode of approval the status line shows */
	struct timer *frame, *tick;
};

void redraw(struct tui *t, unsigned panels);	 /* with the next frame */
void redraw_now(struct tui *t, unsigned panels); /* what the user waits for: at once */
/* Has the places of the panels computed anew, since what they follow from has changed; all is drawn then. */
void redraw_layout(struct tui *t);

#endif
