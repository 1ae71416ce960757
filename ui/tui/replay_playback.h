/* Moving through a replay: playing, pausing, going to an event. */
#ifndef UI_TUI_REPLAY_PLAYBACK_H
#define UI_TUI_REPLAY_PLAYBACK_H

#include "ui/tui/replay_state.h"

void replay_playback_free(struct replay *r); /* stops it and frees what it read ahead, not r */
/* Arms the timer of the next event, if it plays, no seek is under way and none is armed. */
void replay_go_on(struct tui *t);
void replay_play(struct tui *t); /* or pauses; at the end it begins again */
void replay_pause(struct tui *t);
void replay_change_speed(
    struct tui *t, double speed); /* 1: as it was recorded, 0: as fast as it goes */
void replay_seek(
    struct tui *t, int64_t seq); /* in steps; what is outside the session is its first, its last */
int64_t replay_position(const struct tui *t); /* the event shown, or on the way to which it is */
bool replay_within(
    const struct tui *t, const struct event *ev); /* not behind the last to be shown */

#endif
