/* SPDX-License-Identifier: MIT
 * The mouse: whether its wheel and its clicks are the program's or the terminal's own; and a wheel that
 * comes as arrow keys.
 */
#ifndef UI_TUI_INPUT_MOUSE_H
#define UI_TUI_INPUT_MOUSE_H

#include "ui/tui/input/tui.h"

struct mouse {
	bool safe; /* the terminal is known to report its mouse well */
	struct {   /* of arrow keys, faster than from a hand */
		unsigned key;
		int count;
		int64_t last_ms;    /* monotonic */
		bool empty;	    /* the input was empty before the first of them */
		bool offered;	    /* the hint about the wheel was shown */
		int64_t offered_ms; /* monotonic: when first */
	} burst;
};

bool mouse_on(const struct tui *t); /* the program gets the wheel and clicks */
void mouse_toggle(struct tui *t);   /* kept for the user, if possible */
/* Called after a key of the chat had its effect: arrows that come faster than from any hand are a
 * wheel. The input, into which they brought history, is emptied, and a hint names the key for
 * scrolling. empty: the input was empty before the key. */
void mouse_burst(struct tui *t, unsigned key, bool empty);

#endif
