/* SPDX-License-Identifier: MIT
 * Puts texts into the input: a large one is folded into a mark, which is sent whole. */
#ifndef UI_TUI_INPUT_PASTE_H
#define UI_TUI_INPUT_PASTE_H

#include "ui/tui/input/input_mode.h"

void paste_text(struct tui *t, const char *text, size_t len); /* at the cursor */
void paste_whole(struct tui *t, const char *text);	      /* in place of its text */
void paste_unfold(struct tui *t); /* the mark at the cursor, into its text */

#endif
