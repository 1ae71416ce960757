/* SPDX-License-Identifier: MIT
 * The table of all actions of keys. */
#ifndef UI_TUI_ACTIONS_H
#define UI_TUI_ACTIONS_H

#include "ui/tui/input/key_action.h"

extern const struct key_group key_groups[]; /* in the order of help; ends with a NULL list */

#endif
