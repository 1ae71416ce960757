/* SPDX-License-Identifier: MIT */
/* Moving through a replay: playing, pausing, going to an event. */
#ifndef UI_TUI_REPLAY_REPLAY_PLAYBACK_H
#define UI_TUI_REPLAY_REPLAY_PLAYBACK_H

#include "ui/tui/replay/replay_state.h"

void replay_playback_free(struct replay *r); /* stops playback; frees what it read, not r */
/* Starts the timer of the next event, if the replay plays, nothing is being sought, and no timer runs. */
void replay_go_on(struct tui *t);
void replay_play(struct tui *t); /* plays or pauses; at the end it begins again */
void replay_pause(struct tui *t);
/* speed 1: as recorded; 0: as fast as possible. */
void replay_change_speed(struct tui *t, double speed);
/* Goes to an event in steps of the loop; seq is limited to 1 and options.to. */
void replay_seek(struct tui *t, int64_t seq);
/* Returns the event that is shown, or that is being sought. */
int64_t replay_position(const struct tui *t);
/* Whether the event is not behind options.to. */
bool replay_within(const struct tui *t, const struct event *ev);

#endif
