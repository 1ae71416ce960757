/* SPDX-License-Identifier: MIT */
/* All that keys do. */
#ifndef UI_TUI_ACTIONS_H
#define UI_TUI_ACTIONS_H

#include "ui/tui/input/key_action.h"

extern const struct key_group key_groups[]; /* as in the list of keys; ends with a NULL list */

#endif
