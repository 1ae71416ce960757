/* SPDX-License-Identifier: MIT
 * The list of a replay's files, as they were at the event shown. */
#ifndef UI_TUI_REPLAY_REPLAY_FILES_H
#define UI_TUI_REPLAY_REPLAY_FILES_H

struct tui;
void replay_show_files(struct tui *t); /* opens the list */

#endif
