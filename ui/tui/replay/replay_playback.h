/* SPDX-License-Identifier: MIT */
/* Moving through a replay: playing, pausing, going to an event. */
#ifndef UI_TUI_REPLAY_REPLAY_PLAYBACK_H
#define UI_TUI_REPLAY_REPLAY_PLAYBACK_H

#include "ui/tui/replay/replay_state.h"

void replay_playback_free(struct replay *r); /* stops it and frees what it read ahead, not r */
/* Waits for the next event, if it plays, no seek is under way and nothing waits for it yet. */
void replay_go_on(struct tui *t);
void replay_play(struct tui *t); /* or pauses; at the end it begins again */
void replay_pause(struct tui *t);
/* 1: as it was recorded, 0: as fast as it goes. */
void replay_change_speed(struct tui *t, double speed);
/* Goes there in steps of the loop; what lies outside is taken for the first or the last event. */
void replay_seek(struct tui *t, int64_t seq);
/* Returns the event that is shown, or is on the way to be. */
int64_t replay_position(const struct tui *t);
/* Whether an event is not behind the last that is to be shown. */
bool replay_within(const struct tui *t, const struct event *ev);

#endif
