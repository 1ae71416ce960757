/* The user's editor on the text of the input. */
#ifndef UI_TUI_EXTERNAL_EDITOR_H
#define UI_TUI_EXTERNAL_EDITOR_H

struct tui;
void external_editor_open(struct tui *t);
void external_editor_close(struct tui *t); /* it is given up */

#endif
