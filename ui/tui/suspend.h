/* SPDX-License-Identifier: MIT
 * Gives the terminal to another program for a while: to the shell (Ctrl-Z), to an editor. So this
 * is also where the terminal's signals and its input are watched.
 */
#ifndef UI_TUI_SUSPEND_H
#define UI_TUI_SUSPEND_H

#include "ui/tui/input/input_mode.h"

/* Handles SIGWINCH, SIGTSTP and SIGCONT, or no longer. */
void tui_watch_signals(struct tui *t, bool on);
void tui_watch_input(struct tui *t, bool on); /* reads the terminal, or no longer */
/* The terminal is another program's from here until tui_return. */
void tui_leave(struct tui *t);
void tui_return(struct tui *t);
/* Ctrl-Z: suspends; in a chat that can be detached the next key decides, d for that, another or
 * none suspends. */
void tui_suspend_soon(struct tui *t);
void tui_detach(struct tui *t); /* leaves the terminal; the session goes on */
/* Takes the key after Ctrl-Z. */
enum handled tui_suspend_key(struct tui *t, unsigned key);

#endif
