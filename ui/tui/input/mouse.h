/* SPDX-License-Identifier: MIT
 * The mouse: whether its wheel and its clicks are the program's or the terminal's own; and a wheel that
 * comes as arrow keys.
 */
#ifndef UI_TUI_INPUT_MOUSE_H
#define UI_TUI_INPUT_MOUSE_H

#include "ui/tui/input/tui.h"

struct mouse {
	bool safe; /* the terminal tells of its mouse in a way that is known */
	struct {   /* arrow keys that come faster than from a hand */
		unsigned key;
		int count;
		int64_t last_ms;    /* monotonic */
		bool empty;	    /* the input was, before the first of them */
		bool offered;	    /* it was said how the wheel scrolls */
		int64_t offered_ms; /* monotonic: when */
	} burst;
};

bool mouse_on(const struct tui *t); /* the wheel and clicks are the program's */
void mouse_toggle(struct tui *t);   /* kept for the user, where that can be */
/* After a key of the chat did what it does: arrows that came faster than any hand are a wheel. What they
 * did to the input is taken back, and the way to a real wheel is offered, or another where the mouse is on.
 * empty: whether the input was, before the key. */
void mouse_burst(struct tui *t, unsigned key, bool empty);

#endif
