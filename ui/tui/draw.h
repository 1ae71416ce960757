/*
 * When and what is drawn: panels that are dirty, in one frame, before the loop sleeps.
 */
#ifndef UI_TUI_DRAW_H
#define UI_TUI_DRAW_H

#include "ui/tui/tui.h"

struct panel {
	const char *name;
	const struct rect *(*rect)(const struct tui *t); /* rows 0: not shown */
	void (*draw)(struct tui *t, const struct rect *r);
};
extern const struct panel panel_title, panel_feed, panel_plan, panel_plan_line, panel_composer,
    panel_status, panel_transport, panel_queue, panel_list, panel_card;
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
	unsigned dirty;	  /* panels */
	bool urgent;	  /* a key: drawn at once */
	bool links_known; /* of the terminal: it opens addresses */
	int64_t drawn_ms, drawing_us;
	int cursor_row, cursor_column; /* row -1: hidden */
	char approve_drawn[16];
	struct timer *frame, *tick;
};

void draw_open(struct tui *t);
void draw_close(struct tui *t); /* no callback comes any more */
void draw_dirty(struct tui *t, unsigned panels);
void draw_layout(struct tui *t); /* where the panels are now */
void draw_layout_forget(struct tui *t);

#endif
