/* SPDX-License-Identifier: MIT
 * Where each panel is, for a size of the screen: arithmetic only.
 */
#ifndef UI_VIEW_LAYOUT_H
#define UI_VIEW_LAYOUT_H

#include <stdbool.h>

#define LAYOUT_LEAST_COLUMNS 20
#define LAYOUT_LEAST_ROWS 5
#define LAYOUT_WIDE 100 /* columns from which the plan stands beside the feed */

enum plan_place { PLAN_AUTO, PLAN_LINE, PLAN_PANEL, PLAN_HIDDEN };
struct rect {
	int y, x, rows, cells;
};
struct layout_request {
	int rows, columns;
	int input_rows;		   /* what the input would like */
	int queue_rows, list_rows; /* and what stands above it */
	int card_rows;		   /* that the open question would like; 0: none is open */
	bool plan;		   /* there is one */
	bool plan_done;		   /* it is a line now, unless a panel was asked for */
	bool plan_past; /* done before this turn began: not shown unless it was asked for */
	bool replay;	/* the transport bar instead of the input */
	enum plan_place place;
	int panel_cells, panel_rows; /* what the user made of it; 0: a third at most */
};
struct layout {
	bool small; /* too small to draw anything but that */
	struct rect title, feed, plan, plan_line, rule, input, lower_rule, status, bar, queue, list,
	    card;
	int divider; /* column between feed and plan panel; 0: none */
};
/* Computes where everything is. A panel that is not shown has no rows. Around a question that does not fit,
 * feed, title, rules and at last the status line give way, since nothing it hides can be answered. */
void layout_make(struct layout *l, const struct layout_request *r);
/* The nearest size a panel may have: cells beside the feed on a screen of this many columns, rows above the
 * input where feed and panel together have this many. */
int layout_panel_cells(int columns, int wanted);
int layout_panel_rows(int feed_rows, int wanted);
/* Returns the place, or what PLAN_AUTO is at this width. */
enum plan_place layout_place(enum plan_place place, int columns);

#endif
