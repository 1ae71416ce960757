/* SPDX-License-Identifier: MIT
 * The todo plan as rows: the panel, and the one line where there is no room for it.
 */
#ifndef UI_VIEW_PLAN_VIEW_H
#define UI_VIEW_PLAN_VIEW_H

#include "plan/plan.h"
#include "ui/view/lines.h"

struct plan_view { /* all (borrowed) */
	int cells, rows;
	bool ascii;
	int64_t now_ms;	      /* Unix time: how long the item in progress has been */
	const char *key;      /* name of the key that changes the view, for the head */
	const char *selected; /* id of the item the user is at; NULL: none */
	const char *estimate; /* a line below the bar of an active plan; NULL: none */
	/* Plans of the session before it, as the model has them, shown where there is room below the
	 * items; NULL: none. */
	const json_t *before;
	bool hide_done; /* what is completed or skipped is only counted */
	bool collapsed; /* a row an item, however much room there is */
};
/* Appends exactly v->rows rows: head, goal, bar, items; the previous, the current (or selected) and the
 * next item stay in view. */
void plan_panel_lines(const struct plan *p, const struct plan_view *v, struct lines *out);
/* Appends "▸ Teaching the parser ISO  2/4  1m 12s". */
void plan_one_line(const struct plan *p, const struct plan_view *v, struct lines *out);
bool plan_shown(const struct plan *p); /* whether there is a plan to look at */
/* Whether an item is only counted, by v->hide_done. */
bool plan_item_hidden(const struct todo *t, const struct plan_view *v);

#endif
