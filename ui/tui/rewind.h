/* SPDX-License-Identifier: MIT */
/* Back to an earlier prompt. */
#ifndef UI_TUI_REWIND_H
#define UI_TUI_REWIND_H

struct tui;
/* Esc with nothing to close: the second within a second opens the list of prompts. */
void rewind_prompt(struct tui *t);

#endif
