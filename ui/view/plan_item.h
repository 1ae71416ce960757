/* SPDX-License-Identifier: MIT
 * One item of the plan as rows: icon, words and marks; what came of it; what was done for it.
 */
#ifndef UI_VIEW_PLAN_ITEM_H
#define UI_VIEW_PLAN_ITEM_H

#include "ui/view/plan_view.h"

enum item_detail {
	ITEM_ROW,     /* one row, cut */
	ITEM_OUTCOME, /* all its words, and what came of it */
	ITEM_WHOLE,   /* and the evidence */
};
/* Appends the rows of an item. */
void plan_item_lines(
    const struct todo *t, const struct plan_view *v, enum item_detail detail, struct lines *out);
/* How a status looks; the icon is constant and one cell wide. */
const char *plan_icon(enum todo_status status, bool ascii);
enum style plan_icon_style(enum todo_status status);
const char *plan_item_text(const struct todo *t); /* its words in its status; borrowed */
/* Adds foreign words to the unfinished line, made safe and cut to this many cells. */
void plan_add_words(struct lines *l, enum style s, const char *text, int cells, bool ascii);

/* Whether the item was ticked although nothing was done for it. */
bool plan_item_claimed(const struct todo *t);

#endif
