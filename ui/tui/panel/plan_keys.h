/* SPDX-License-Identifier: MIT
 * The actions of keys while the plan has the focus. */
#ifndef UI_TUI_PANEL_PLAN_KEYS_H
#define UI_TUI_PANEL_PLAN_KEYS_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"
#include "ui/tui/panel/plan_focus.h"

extern const struct key_action plan_actions[]; /* ends with a NULL name */

/* Takes a key while the plan has the focus, else passes it. */
enum handled plan_keys_take(struct tui *t, unsigned key);
void plan_keys_next_place(struct tui *t); /* line, panel (with the focus), hidden, ... */
/* Makes the status line while the plan has the focus: as many of its keys as fit. */
void plan_keys_status(struct tui *t, struct lines *out);

/* The user's edits of the plan are intents. Until the agent takes one, a copy of the plan with the edit is
 * shown: the model's own plan changes by `plan` events only. An edit that the rules refuse is not sent. */

/* Sends an edit (stolen) as INTENT_PLAN_EDIT. False: it was refused; a hint says why. */
bool plan_edits_add(struct tui *t, json_t *edit);
void plan_edits_event(struct tui *t, const struct event *ev); /* after the model took it */

#endif
