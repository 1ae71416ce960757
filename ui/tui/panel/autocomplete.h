/* SPDX-License-Identifier: MIT */
/* The list above the input: completion of commands and paths, and what was typed before. */
#ifndef UI_TUI_PANEL_AUTOCOMPLETE_H
#define UI_TUI_PANEL_AUTOCOMPLETE_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action complete_actions[]; /* ends with a NULL name */

/* From the start of the screen on paths are completed, until t->paths is freed at its end. */
void autocomplete_open(struct tui *t);
/* Keys of the open list, while the input holds the prompt. */
enum handled autocomplete_key(struct tui *t, unsigned key);
/* After a key: the list opens, follows the text or closes. version, at: of the composer before the key. */
void autocomplete_follow(struct tui *t, unsigned key, unsigned version, size_t at);

#endif
