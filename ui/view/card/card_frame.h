/* SPDX-License-Identifier: MIT
 * An open question as a card: a bar at its left sets it apart. All of what is asked is one list, which
 * scrolls where it does not fit: then a row says so, what is destructive stands above all of it, and
 * the question cannot be answered by a yes before the end of the list was shown.
 */
#ifndef UI_VIEW_CARD_CARD_FRAME_H
#define UI_VIEW_CARD_CARD_FRAME_H

#include "ui/view/card/card.h"

struct card_parts { /* the rows, made once for a width; zero-initialise */
	struct lines head, danger, middle, where; /* the list */
	struct lines keys, brief;		  /* brief: one row, for where there is no room */
	struct lines pinned;			  /* the danger in one row; empty: there is none */
	int cells;
	bool destructive, ascii, listens;
};
struct card_place { /* in the list, in rows */
	size_t top, shown, total;
	bool ended; /* the last row of the list has been shown */
};
/* Makes the rows of a card, freeing those that were there; v->shown is not read. */
void card_parts_make(struct card_parts *p, const struct block *card, const struct card_view *v);
void card_parts_free(struct card_parts *p);
/* Appends at most `rows` of them, at least one; place says which part of the list is shown, and is
 * corrected where there is no such part. */
void card_frame(const struct card_parts *p, int rows, struct card_place *place, struct lines *out);
int card_frame_rows(const struct card_parts *p); /* rows that the whole card takes */
/* Scrolls by this many rows, up if negative; false: there is nothing further. */
bool card_place_move(struct card_place *place, long rows);
/* Returns what the card waits for, on one line: "make test". Caller frees. */
char *card_waits_for(const struct block *card);

#endif
