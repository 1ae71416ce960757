/* SPDX-License-Identifier: MIT
 * Takes keys and clicks that answer the open question. */
#ifndef UI_TUI_PANEL_CARD_INPUT_H
#define UI_TUI_PANEL_CARD_INPUT_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/panel/panel_card.h"

void card_input_event(struct tui *t, const struct event *ev); /* after the model took it */
void card_input_focus(struct tui *t);			      /* gives the open question the keys */
enum handled card_input_key(struct tui *t, unsigned key);     /* of the open question */
/* A click into the card presses the key whose name is shown there. */
void card_input_click(struct tui *t, int row, int column);

#endif
