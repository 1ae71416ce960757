/* SPDX-License-Identifier: MIT
 * Starts and stops the screen of a chat or of a replay: a sink of events and a source of intents.
 * It never calls the agent. A replay is run by replay_screen.h.
 *
 * Here: the screen as a whole: its start and stop, the loop's drawing, keys on their way to who
 * takes them, all tables of actions, an editor called from it.
 * Not here: panels, feed, replay and terminal (the rooms beside this one), rows (ui/view), values
 * that take keys (ui/input), commands (ui/command).
 */
#ifndef UI_TUI_CHAT_SCREEN_H
#define UI_TUI_CHAT_SCREEN_H

#include "ui/tui/input/tui_options.h"

struct tui;
/* Takes the terminal. NULL: it cannot be used, e says why. Freed by tui_stop or tui_hand_over. */
struct tui *tui_start(const struct tui_options *options, struct error *e);
/* As tui_start, but a screen in memory with an empty feed, for recordings (options->recorded).
 * tui_record_event shows an event and appends to out the bytes a terminal would get. Freed by
 * tui_record_end. */
struct tui *tui_record(const struct tui_options *options, int rows, int columns, struct error *e);
void tui_record_event(struct tui *t, const struct event *ev, struct buf *out);
void tui_record_end(struct tui *t);
struct event_sink tui_sink(struct tui *t);
/* Shows the session up to event seq (0: it begins), read from past, which is borrowed until the
 * end; earlier parts of the feed are read when somebody scrolls to them. grows: later events are
 * stored there too. */
void tui_past(struct tui *t, struct event_source *past, int64_t seq, bool grows);
/* Restores the terminal, prints the part of the feed that ui.on_exit names and "agent --resume ID"
 * (resume_id NULL: no such line), and frees t. */
void tui_stop(struct tui *t, const char *resume_id);
/* Frees t where another screen follows: the terminal stays as it is until the next tui_start, until
 * something is printed, or until tui_release, which restores it. */
void tui_hand_over(struct tui *t);
void tui_release(void);

#endif
