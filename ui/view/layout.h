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
	int input_rows;		   /* that the input needs */
	int queue_rows, list_rows; /* that the list and the queue above it need */
	int card_rows;		   /* that the open question needs; 0: none is open */
	bool plan;		   /* there is a plan */
	bool plan_done;		   /* it is done: one line, unless a panel was asked for */
	bool plan_past; /* it was done before this turn began: not shown unless it was asked for */
	bool replay;	/* the bar of the replay instead of the input */
	enum plan_place place;
	int panel_cells, panel_rows; /* size the user gave the panel; 0: a third at most */
};
struct layout {
	bool small; /* the screen is too small: nothing else is set */
	struct rect title, feed, plan, plan_line, rule, input, lower_rule, status, bar, queue, list,
	    card;
	int divider; /* column between feed and plan panel; 0: none */
};
/* Computes where everything is. A panel that is not shown has no rows. Around a question that does not fit,
 * feed, title, rules and at last the status line give way, since nothing it hides can be answered. */
void layout_make(struct layout *l, const struct layout_request *r);
/* Return the wanted size of the plan panel, made to fit: in cells, beside the feed on a screen of
 * this many columns; in rows, above the input, where feed and panel together have feed_rows. */
int layout_panel_cells(int columns, int wanted);
int layout_panel_rows(int feed_rows, int wanted);
/* Returns place, or for PLAN_AUTO the place at this width. */
enum plan_place layout_place(enum plan_place place, int columns);

#endif
