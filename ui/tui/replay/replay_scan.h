/* SPDX-License-Identifier: MIT */
/* Looking once through the whole session of a replay. */
#ifndef UI_TUI_REPLAY_REPLAY_SCAN_H
#define UI_TUI_REPLAY_REPLAY_SCAN_H

#include "ui/tui/replay/replay_state.h"

void replay_scan(struct tui *t); /* begins it; it goes on while nothing else is to be done */
void replay_scan_free(struct replay *r); /* stops it and frees what it found, not r */

#endif
