/* SPDX-License-Identifier: MIT
 * Where the panels are, which depends on the open question; and that question, below the feed. While the feed is
 * scrolled, or something covers it, one row stands for it, and it takes no key.
 */
#ifndef UI_TUI_PANEL_PANEL_CARD_H
#define UI_TUI_PANEL_PANEL_CARD_H

#include "ui/tui/input/tui.h"
#include "ui/view/card/card_frame.h"

struct open_card {
	/* Monotonic: since when its head and its keys are on the screen; 0: they are not. */
	int64_t drawn_ms;
	int64_t refused_ms; /* Monotonic: when a letter came that it does not offer; 0: none did */
	const char *choice; /* (borrowed) of its choices: whose reason is typed; NULL: none */

	struct card_parts parts; /* (owned) its rows, and what they were made of: */
	int64_t made_of;	 /* seq of its event */
	unsigned made_version;
	int made_cells;
	bool made_listens, made_diff;
	bool diff;		 /* the diff of a command that was tried is to be seen */
	struct card_place place; /* which of its rows are in view */
};

/* Computes t->layout, which is where the panels are, from the state as it is now; where one moved, all of them are
 * drawn. */
void chat_layout(struct tui *t);

#endif
