/* Back to an earlier prompt. */
#ifndef UI_TUI_REWIND_H
#define UI_TUI_REWIND_H

struct tui;
void rewind_prompt(struct tui *t); /* Esc with nothing to close; the second opens the list */

#endif
