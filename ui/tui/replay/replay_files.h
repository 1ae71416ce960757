/* SPDX-License-Identifier: MIT */
/* The files of a replay as they were at the event shown. */
#ifndef UI_TUI_REPLAY_REPLAY_FILES_H
#define UI_TUI_REPLAY_REPLAY_FILES_H

struct tui;
void replay_show_files(struct tui *t); /* opens the list of them */

#endif
