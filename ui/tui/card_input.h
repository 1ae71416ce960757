/* The open question: where it stands (panel_card.c), and answering it (card_input.c). */
#ifndef UI_TUI_CARD_INPUT_H
#define UI_TUI_CARD_INPUT_H

#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"
#include "ui/view/card_frame.h"

struct card_input {
	int64_t
	    drawn_ms; /* monotonic: since when its head and its keys are on the screen; 0: they are not */
	bool focused;	    /* Alt-A moved to it */
	const char *choice; /* whose reason is typed; NULL: none */

	struct card_parts parts; /* (owned) its rows, and what they were made of: */
	int64_t made_of;	 /* seq of its event */
	unsigned made_version;
	int made_cells;
	bool made_listens;
	struct card_place place;
};
void card_input_event(struct tui *t, const struct event *ev); /* after the model took it */
const struct block *card_input_block(const struct tui *t);    /* the open question, or NULL */
enum handled card_input_key(struct tui *t, unsigned key);
/* A click into it: what stands there in the style of keys is pressed. */
void card_input_click(struct tui *t, int row, int column);
void card_input_drawn(struct tui *t, bool whole); /* it was drawn: its head and its keys, or not */
void card_input_free(struct tui *t);
/* How many rows of a screen it takes: at most so many, 1 while it waits folded, 0: none is open. */
int panel_card_rows(struct tui *t, int cells, int most);

#endif
