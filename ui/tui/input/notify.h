/* SPDX-License-Identifier: MIT
 * The terminal's title and status, and notifications while nobody looks. */
#ifndef UI_TUI_INPUT_NOTIFY_H
#define UI_TUI_INPUT_NOTIFY_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* Sets the terminal's title and status, with ui.title; writes nothing that is shown already. */
void notify_title(struct tui *t);
/* Notifies of a question or of the end of a long turn while the terminal has not the focus. Must be
 * called before the model takes the event, while it has the begin of the turn. */
void notify_event(struct tui *t, const struct event *ev);
/* Takes INPUT_FOCUS_IN and INPUT_FOCUS_OUT. */
enum handled notify_key(struct tui *t, unsigned key);

#endif
