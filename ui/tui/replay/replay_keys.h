/* SPDX-License-Identifier: MIT
 * The actions of a replay's keys. */
#ifndef UI_TUI_REPLAY_REPLAY_KEYS_H
#define UI_TUI_REPLAY_REPLAY_KEYS_H

#include "ui/tui/input/key_action.h"
#include "ui/view/lines.h"

extern const struct key_action replay_actions[]; /* ends with a NULL name */

void replay_status(struct tui *t, struct lines *out); /* a row of the keys that fit */

#endif
