/* SPDX-License-Identifier: MIT */
/* The replay of a session on the screen. */
#ifndef UI_TUI_REPLAY_REPLAY_SCREEN_H
#define UI_TUI_REPLAY_REPLAY_SCREEN_H

struct tui;
struct replay;
/* Runs a replay until the user quits; waits in loop_await. Returns the signal that ended it, or 0. */
int tui_replay(struct tui *t);
void replay_free(struct replay *r); /* accepts NULL */

#endif
