/*
 * The user's edits of the plan. Until the agent takes an intent the plan is shown as it would be with
 * it, on a copy: the model's own plan changes by `plan` events alone. What the rules refuse is said at
 * once and not sent.
 */
#ifndef UI_TUI_PANEL_PLAN_EDITS_H
#define UI_TUI_PANEL_PLAN_EDITS_H

#include "ui/tui/panel/plan_focus.h"

/* Steals the edit (INTENT_PLAN_EDIT). False: it was refused, which is said. */
bool plan_edits_add(struct tui *t, json_t *edit);
void plan_edits_event(struct tui *t, const struct event *ev); /* after the model took it */
/* The selection stays on its item; when that is gone or hidden, on what took its place. */
void plan_edits_settle(struct tui *t);
void plan_edits_ask_new(struct tui *t);	  /* the input asks for the words of a new item */
void plan_edits_ask_words(struct tui *t); /* for other words of the selected one, or of a new one */

#endif
