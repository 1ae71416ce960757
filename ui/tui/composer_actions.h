/* SPDX-License-Identifier: MIT
 * Sends prompts, and has the actions of keys that ask the agent for something. */
#ifndef UI_TUI_COMPOSER_ACTIONS_H
#define UI_TUI_COMPOSER_ACTIONS_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"

extern const struct key_action compose_actions[]; /* ends with a NULL name */
extern const struct input_mode compose_mode;	  /* the prompt's */

/* Sends a prompt, or a steer while a turn runs. If no model is set, one is asked for first
 * (options.choose_model), and the prompt is sent then. pasted (borrowed): as composer_whole makes
 * it, or NULL. */
void compose_prompt(struct tui *t, const char *text, json_t *pasted);
/* Stops the turn; queued prompts come back into the input. */
void compose_stop(struct tui *t);
/* Returns the approval mode in force, or the one that a queued intent sets. Borrowed, never NULL. */
const char *compose_approve(const struct tui *t);
/* Called when the model has taken an event: shows a hint if a key can do something about it. */
void compose_take(struct tui *t, const struct event *ev);
/* Takes the key "retry" (r) in an empty input: ends the wait for another attempt, or sends the
 * prompt of a failed turn again. */
enum handled compose_retry_key(struct tui *t, unsigned key);

#endif
