/* SPDX-License-Identifier: MIT */
/* Text that is put into the input: a large one is folded into a mark, which is sent whole. */
#ifndef UI_TUI_INPUT_PASTE_H
#define UI_TUI_INPUT_PASTE_H

#include "ui/tui/input/input_mode.h"

void paste_text(struct tui *t, const char *text, size_t len); /* at the cursor */
void paste_whole(struct tui *t, const char *text);	      /* in the place of what is there */
void paste_unfold(struct tui *t); /* the mark at the cursor becomes its text */

#endif
