/* SPDX-License-Identifier: MIT
 * The input's mode for a secret, such as an API key: its text is never shown, nor kept.
 */
#ifndef UI_TUI_INPUT_SECRET_INPUT_H
#define UI_TUI_INPUT_SECRET_INPUT_H

#include "ui/tui/input/input_mode.h"

/* Asks the user for a secret. done is called once, with the text (borrowed for the call), or with
 * NULL if the user leaves the mode. face: the struct tui, for struct commander. */
void secret_input_ask(void *face, void (*done)(void *ctx, const char *text), void *ctx);
/* Ends the mode as if the user had left it; does nothing if no secret is asked for. */
void secret_input_close(struct tui *t);
bool secret_input_on(const struct tui *t);

#endif
