/* The user's editor on the text of the input, or on a file. */
#ifndef UI_TUI_EXTERNAL_EDITOR_H
#define UI_TUI_EXTERNAL_EDITOR_H

struct tui;
void external_editor_open(struct tui *t);
void external_editor_file(struct tui *t, const char *path); /* of the workspace */
void external_editor_close(struct tui *t);		    /* it is given up */

#endif
