/* SPDX-License-Identifier: MIT */
/* The user's editor on the text of the input, or on a file. */
#ifndef UI_TUI_EXTERNAL_EDITOR_H
#define UI_TUI_EXTERNAL_EDITOR_H

struct tui;
/* Each does nothing while an editor has the terminal, and says why where none can be started. */
void external_editor_open(struct tui *t); /* on what the input holds */
/* On a file of the workspace. face: the struct tui, for struct commander. */
void external_editor_file(void *face, const char *path);
/* Ends the editor and gives its text up; without one it does nothing. */
void external_editor_close(struct tui *t);

#endif
