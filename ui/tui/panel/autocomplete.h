/* SPDX-License-Identifier: MIT
 * The list above the input: completion of commands, paths and words, and the search in the history. */
#ifndef UI_TUI_PANEL_AUTOCOMPLETE_H
#define UI_TUI_PANEL_AUTOCOMPLETE_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action complete_actions[]; /* ends with a NULL name */

/* Makes t->paths, for the completion of paths, if there is a workspace. */
void autocomplete_open(struct tui *t);
/* Takes keys of the open list, in the prompt's mode. */
enum handled autocomplete_key(struct tui *t, unsigned key);
/* Called after a key: opens, updates or closes the list. version, at: of the composer before the key. */
void autocomplete_follow(struct tui *t, unsigned key, unsigned version, size_t at);

#endif
