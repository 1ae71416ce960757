/* SPDX-License-Identifier: MIT */
/* What the terminal shows outside the screen: its title, notifications while nobody looks. */
#ifndef UI_TUI_INPUT_NOTIFY_H
#define UI_TUI_INPUT_NOTIFY_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* sets the title and the status, where ui.title wants one; it costs nothing while it is the same. */
void notify_title(struct tui *t);
/* Notifies of a question or of the end of a long turn, while the terminal has not the focus. Called
 * before the model takes the event: when the turn began stands there. */
void notify_event(struct tui *t, const struct event *ev);
/* Takes what the terminal says of its focus, which comes as a key. */
enum handled notify_key(struct tui *t, unsigned key);

#endif
