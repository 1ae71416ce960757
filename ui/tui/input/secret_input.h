/* SPDX-License-Identifier: MIT
 * A mode of the input whose text is never shown, nor kept: for a key.
 */
#ifndef UI_TUI_INPUT_SECRET_INPUT_H
#define UI_TUI_INPUT_SECRET_INPUT_H

#include "ui/tui/input/input_mode.h"

/* Asks for one. face: the struct tui, for struct commander. done is called once, with the text (borrowed for the call) or, where the user leaves it, NULL. */
void secret_input_ask(void *face, void (*done)(void *ctx, const char *text), void *ctx);
/* Ends it as if the user had left it; where nothing is asked it does nothing. */
void secret_input_close(struct tui *t);
bool secret_input_on(const struct tui *t);

#endif
