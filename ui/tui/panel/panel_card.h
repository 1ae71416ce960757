/* SPDX-License-Identifier: MIT
 * The card of the open question, below the feed; and chat_layout, the layout of the whole screen,
 * which depends on the card's height. While the feed is scrolled or covered, the card is one row
 * and takes no keys.
 */
#ifndef UI_TUI_PANEL_PANEL_CARD_H
#define UI_TUI_PANEL_PANEL_CARD_H

#include "ui/tui/input/tui.h"
#include "ui/view/card/card_frame.h"

struct open_card {
	int64_t drawn_ms;   /* monotonic: since when it is on the screen, unfolded; 0: it is not */
	int64_t refused_ms; /* monotonic: when a letter came that it does not offer; 0: none did */
	const char *choice; /* (borrowed) the choice whose reason is being typed; NULL: none */

	struct card_parts parts; /* (owned) its rows, and what they were made of: */
	int64_t made_of;	 /* seq of the question's event */
	unsigned made_version;
	int made_cells;
	bool made_listens, made_diff;
	bool diff;		 /* the diff of a command that was tried is shown */
	struct card_place place; /* the rows in view */
};

/* Computes t->layout, the places of all panels, from the state as it is now. If one moved, the
 * screen is cleared and all are marked. */
void chat_layout(struct tui *t);

#endif
