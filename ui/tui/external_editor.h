/* SPDX-License-Identifier: MIT
 * Opens the user's editor on the text of the input or on a file. */
#ifndef UI_TUI_EXTERNAL_EDITOR_H
#define UI_TUI_EXTERNAL_EDITOR_H

struct tui;
/* Both do nothing while an editor has the terminal; a hint says why none could be started. */
void external_editor_open(struct tui *t); /* on the text of the input */
/* On a file of the workspace. face: the struct tui, for struct commander. */
void external_editor_file(void *face, const char *path);
/* Ends the editor, if one runs, without taking its text. */
void external_editor_close(struct tui *t);

#endif
