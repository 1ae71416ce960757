/* Answering the open question. */
#ifndef UI_TUI_CARD_INPUT_H
#define UI_TUI_CARD_INPUT_H

#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

struct card_input {
	int64_t drawn_ms;   /* monotonic: since when its last row is on the screen; 0: it is not */
	bool focused;	    /* Alt-A moved to it */
	const char *choice; /* whose reason is typed; NULL: none */
};
void card_input_event(struct tui *t, const struct event *ev); /* after the model took it */
const struct block *card_input_block(const struct tui *t);    /* the open question, or NULL */
enum handled card_input_key(struct tui *t, unsigned key);

#endif
