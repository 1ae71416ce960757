/* SPDX-License-Identifier: MIT
 * Bytes of the terminal become keys; a key goes to the first that takes it (key_takers in input.c).
 * What is typed stands in a composer, whose purpose is a mode (input_mode.h).
 */
#ifndef UI_TUI_INPUT_H
#define UI_TUI_INPUT_H

#include "ui/tui/input/input_mode.h"

/* The state of the input, from the start of the screen to its end. */
void input_open(struct tui *t);	 /* the terminal is not read before tui_watch_input */
void input_close(struct tui *t); /* no key comes any more */
void input_free(struct tui *t);

#endif
