/* SPDX-License-Identifier: MIT */
/* Answering the open question. */
#ifndef UI_TUI_PANEL_CARD_INPUT_H
#define UI_TUI_PANEL_CARD_INPUT_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/panel/panel_card.h"

void card_input_event(struct tui *t, const struct event *ev); /* after the model took it */
void card_input_focus(struct tui *t); /* keys go to the open question; none is open: nothing */
enum handled card_input_key(struct tui *t, unsigned key); /* passed while it takes none */
/* A click into it: what stands there in the style of keys is pressed. */
void card_input_click(struct tui *t, int row, int column);

#endif
