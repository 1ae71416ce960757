/* SPDX-License-Identifier: MIT
 * Giving the terminal to another program for a while: to the shell (Ctrl-Z), to an editor. And the signals of a
 * terminal: a resize, the stop, the way back.
 */
#ifndef UI_TUI_SUSPEND_H
#define UI_TUI_SUSPEND_H

#include "ui/tui/input/input_mode.h"

/* SIGWINCH, SIGTSTP and SIGCONT: another size, stop, go on. */
void tui_watch_signals(struct tui *t, bool on);
void tui_watch_input(struct tui *t, bool on); /* whether the terminal is read */
/* The terminal is another program's from here until tui_return. */
void tui_leave(struct tui *t);
void tui_return(struct tui *t);
/* Ctrl-Z where the chat can be detached: d behind it does that, another key or none suspends. */
void tui_suspend_soon(struct tui *t);
void tui_detach(struct tui *t); /* leaves the terminal, and the session goes on */
enum handled tui_suspend_key(struct tui *t, unsigned key);

#endif
