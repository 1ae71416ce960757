/* SPDX-License-Identifier: MIT
 * Computes where each panel is. From the bottom up: status, rule, input, rule, list, queue, plan line, card; from the
 * top: title; the feed gets the rest. The plan panel takes columns at the right where they are many, else rows above
 * the input, never more than a third unless the user made it larger.
 */
#include "ui/view/layout.h"

#define PANEL_LEAST 28
#define PANEL_MOST 44
#define PANEL_LEAST_ROWS 3
#define CARD_LEAVES 3 /* rows that a card leaves of the feed, where there are twice as many */
#define FRAME_ROWS 5  /* title, rules, one row of input, status */

/* What gives way to a card, in this order, each only while the card has fewer rows than card_until says. */
enum yield {
	YIELD_NOTHING,
	YIELD_FEED, /* all but a row of it */
	YIELD_SPACE,
	YIELD_PLAN, /* where it is not beside the feed */
	YIELD_TITLE,
	YIELD_LOWER_RULE,
	YIELD_LAST_ROW, /* of the feed */
	YIELD_RULE,
	YIELD_STATUS,
	YIELD_COUNT,
};
static const int card_until[YIELD_COUNT] = {0, 8, 8, 7, 7, 7, 7, 5, 4};

enum plan_place layout_place(enum plan_place place, int columns)
{
	return place != PLAN_AUTO ? place : columns >= LAYOUT_WIDE ? PLAN_PANEL : PLAN_LINE;
}

static int clamp(int n, int least, int most)
{
	return n < least ? least : n > most ? most : n;
}

static struct rect take_bottom(struct rect *from, int rows)
{
	from->rows -= rows;
	return (struct rect){from->y + from->rows, from->x, rows, from->cells};
}

int layout_panel_cells(int columns, int wanted)
{
	return clamp(wanted, PANEL_LEAST, columns / 2);
}

int layout_panel_rows(int feed_rows, int wanted)
{
	const int most = feed_rows - PANEL_LEAST_ROWS;

	return clamp(wanted, PANEL_LEAST_ROWS, most > PANEL_LEAST_ROWS ? most : PANEL_LEAST_ROWS);
}

static void place_plan(struct layout *l, const struct layout_request *r, enum yield yield)
{
	enum plan_place place = layout_place(r->place, r->columns);

	if (!r->plan || place == PLAN_HIDDEN || (r->plan_past && r->place == PLAN_AUTO))
		return;
	if (place == PLAN_PANEL && r->plan_done && r->place == PLAN_AUTO)
		place = PLAN_LINE;
	if (place == PLAN_PANEL && r->columns >= LAYOUT_WIDE) {
		int cells = r->panel_cells ? layout_panel_cells(r->columns, r->panel_cells)
					   : clamp(r->columns * 3 / 10, PANEL_LEAST, PANEL_MOST);
		l->divider = r->columns - cells - 1;
		l->plan = (struct rect){0, l->divider + 1, l->feed.y + l->feed.rows, cells};
		l->feed.cells = l->title.cells = l->divider;
	} else if (yield >= YIELD_PLAN) {
		return;
	} else if (place == PLAN_PANEL && l->feed.rows > PANEL_LEAST_ROWS) {
		l->plan = take_bottom(&l->feed,
		    layout_panel_rows(l->feed.rows, r->panel_rows ? r->panel_rows : r->rows / 3));
	} else if (l->feed.rows >= 3) {
		l->plan_line = take_bottom(&l->feed, 1);
	}
}

static void place_all(struct layout *l, const struct layout_request *r, enum yield yield)
{
	struct rect all = {0, 0, r->rows, r->columns};
	const int room = r->rows > FRAME_ROWS ? r->rows - FRAME_ROWS : 1;
	const int most = clamp(r->rows / 3, 1, room); /* a row is left for the feed */

	*l = (struct layout){0};
	l->status = take_bottom(&all, yield < YIELD_STATUS);
	l->lower_rule = take_bottom(&all, yield < YIELD_LOWER_RULE);
	if (r->replay)
		l->bar = take_bottom(&all, 1);
	else
		l->input = take_bottom(&all, clamp(r->input_rows, 1, most));
	l->rule = take_bottom(&all, yield < YIELD_RULE);
	l->title = (struct rect){0, 0, yield < YIELD_TITLE && r->rows > FRAME_ROWS, r->columns};
	all.y += l->title.rows;
	all.rows -= l->title.rows;
	if (all.rows >= 8 && yield < YIELD_SPACE) { /* an empty row below the title */
		all.y++;
		all.rows--;
	}
	l->feed = all;
	/* A list to choose from stands next to the input, and what waits above that. Both take the whole
	 * width, so a plan panel ends above them. */
	int above = l->feed.rows - 2;
	if (r->list_rows > 0 && above > 0) {
		l->list = take_bottom(&l->feed, clamp(r->list_rows, 1, above));
		above -= l->list.rows;
	}
	if (r->queue_rows > 0 && above > 0)
		l->queue = take_bottom(&l->feed, clamp(r->queue_rows, 1, above < 3 ? above : 3));
	l->list.cells = l->queue.cells = l->feed.cells;
	place_plan(l, r, yield);
	const bool much = yield < YIELD_FEED && l->feed.rows > 2 * CARD_LEAVES;
	const int card = l->feed.rows - (yield >= YIELD_LAST_ROW ? 0 : much ? CARD_LEAVES : 1);
	if (r->card_rows > 0 && card > 0)
		l->card = take_bottom(&l->feed, clamp(r->card_rows, 1, card));
}

void layout_make(struct layout *l, const struct layout_request *r)
{
	*l = (struct layout){
	    .small = r->rows < LAYOUT_LEAST_ROWS || r->columns < LAYOUT_LEAST_COLUMNS};
	for (int yield = YIELD_NOTHING; yield < YIELD_COUNT && !l->small; yield++)
		if (yield == YIELD_NOTHING ||
		    (l->card.rows < r->card_rows && l->card.rows < card_until[yield]))
			place_all(l, r, (enum yield)yield);
}
