/* SPDX-License-Identifier: MIT
 * Reads keys from the terminal and offers each to functions in turn until one takes it (key_takers
 * in input.c). Text is typed into a composer; its purpose is the mode (input_mode.h).
 */
#ifndef UI_TUI_INPUT_H
#define UI_TUI_INPUT_H

#include "ui/tui/input/input_mode.h"

/* Make, stop and free t->input. */
void input_open(struct tui *t);	 /* tui_watch_input then reads the terminal */
void input_close(struct tui *t); /* no more keys come */
void input_free(struct tui *t);

#endif
