/* SPDX-License-Identifier: MIT */
/* What is sent from the input, and what keys ask of the agent besides. */
#ifndef UI_TUI_COMPOSER_ACTIONS_H
#define UI_TUI_COMPOSER_ACTIONS_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action compose_actions[]; /* ends with a NULL name */
extern const struct input_mode compose_mode;	  /* of the prompt */

/* Sends a prompt, which steers while a turn runs; where no model is set yet, once one was chosen. pasted (borrowed): as
 * composer_whole has it, or NULL. */
void compose_prompt(struct tui *t, const char *text, json_t *pasted);
/* Stops the turn; what waits for it comes back into the input. */
void compose_stop(struct tui *t);
/* Returns the mode of approval that holds, or is about to. Borrowed, never NULL. */
const char *compose_approve(const struct tui *t);
/* After the model took the event: says which key can do something about it. */
void compose_take(struct tui *t, const struct event *ev);
/* r, in an empty input after a turn that failed: its prompt again. */
enum handled compose_retry_key(struct tui *t, unsigned key);

#endif
