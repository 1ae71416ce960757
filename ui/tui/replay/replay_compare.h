/* The session replayed beside another one. */
#ifndef UI_TUI_REPLAY_REPLAY_COMPARE_H
#define UI_TUI_REPLAY_REPLAY_COMPARE_H

#include "ui/tui/replay/replay_state.h"

void replay_compare(struct tui *t);	    /* asks for the other one */
void replay_compare_stop(struct replay *r); /* no page comes any more; none being made: nothing */

#endif
