/* SPDX-License-Identifier: MIT
 * The chat and the replay on the screen: a sink of events and a source of intents. Never calls the agent.
 * A replay is run by replay_screen.h.
 */
#ifndef UI_TUI_CHAT_SCREEN_H
#define UI_TUI_CHAT_SCREEN_H

#include "ui/tui/input/tui_options.h"

struct tui;
/* NULL: no usable terminal, e says why. Ended by tui_stop or tui_hand_over, which free it. */
struct tui *tui_start(const struct tui_options *options, struct error *e);
/* Instead, a replay in memory whose feed begins empty (options->recorded): events are given to it, and what a
 * terminal would be told is appended to out. Ended by tui_record_end. */
struct tui *tui_record(const struct tui_options *options, int rows, int columns, struct error *e);
void tui_record_event(struct tui *t, const struct event *ev, struct buf *out);
void tui_record_end(struct tui *t);
struct event_sink tui_sink(struct tui *t);
/* Where the session can be read again, which goes on after event seq, 0: it begins; past: borrowed.
 * The feed is read as somebody scrolls to it. grows: what happens from now on is stored there. */
void tui_past(struct tui *t, struct event_source *past, int64_t seq, bool grows);
/* Restores the terminal; prints the transcript's end and "agent --resume ID". resume_id NULL: no such line. */
void tui_stop(struct tui *t, const char *resume_id);
/* Instead, where another screen follows: the terminal stays as it is until tui_start, or until something
 * is printed, or tui_release. */
void tui_hand_over(struct tui *t);
void tui_release(void);

#endif
